"""Files on their way into a project: seen by nobody before they are whole."""

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Protocol

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from thresher.errors import StoreError
from thresher.store.schema import arrivals, records, searches, sources

__all__ = ["Adding", "AtOnce", "InPieces", "has_arrived"]

PIECE = 200  # records; writing them takes some milliseconds
BATCH = 2000
PAUSE = 0.05  # seconds between two looks at another import
LOOK = 0.5  # seconds of silence that two looks can tell of, however far apart
SILENCE = 10.0  # seconds without a sign of life after which an import is dead
LONGEST_GAP = 0.2


class Adding(Protocol):
    """A way to add files while others decide.

    Records are written in pieces of `size`. What concerns others, and makes the files
    be there, is done in the turn, of which there is one. Whoever looks sees what was
    added so far.
    """

    connection: Connection
    size: int

    def begun(self, source_id: int) -> None:
        """Note, in the piece that adds it, that a source is not whole yet."""
        ...

    def piece(self) -> AbstractContextManager[Connection]:
        """Give the connection for one piece."""
        ...

    def looking(self) -> AbstractContextManager[Connection]:
        """Give a connection that reads and holds nobody up."""
        ...

    def live(self) -> None:
        """Show that the import goes on, where that takes long without a piece."""
        ...

    def turn(self) -> AbstractContextManager[Connection]:
        """Give the connection once all others wait until the files are there."""
        ...


class AtOnce:
    """A transaction that adds files.

    On a server uncommitted records hold nobody up, so only the turn must be waited
    for; in the middle of another change it is there already.
    """

    size = BATCH

    def __init__(
        self, connection: Connection, wait_for_turn: Callable[[], None] = lambda: None
    ) -> None:
        self.connection = connection
        self._wait_for_turn = wait_for_turn

    def begun(self, source_id: int) -> None:
        """Note nothing: nobody sees the source before the commit."""

    def piece(self) -> AbstractContextManager[Connection]:
        """Give the connection."""
        return nullcontext(self.connection)

    def looking(self) -> AbstractContextManager[Connection]:
        """Give the connection: only it sees the records."""
        return nullcontext(self.connection)

    def live(self) -> None:
        """Show nothing: the server knows that the transaction is open."""

    @contextmanager
    def turn(self) -> Iterator[Connection]:
        """Give the connection when its turn has come."""
        self._wait_for_turn()
        yield self.connection


class InPieces:
    """An import into a file, which has one writer at a time.

    Each piece is a commit of its own, and the file is left to others at least as long
    as the piece held it. The table `arrivals` says which sources are not whole; its
    rows go away in the turn, and with that all records are there at once. It names
    the import too, so that one comes after another, and every piece is a sign of
    life: what a dead import left behind is taken away by the next one. The rows of an
    import change hands together or not at all, and whoever writes looks first whether
    they are still its own.
    """

    size = PIECE

    def __init__(
        self,
        connection: Connection,
        reading: Callable[[], AbstractContextManager[Connection]],
    ) -> None:
        self.connection = connection
        self.looking = reading
        self._owner = secrets.token_hex(8)
        self._shown = 0.0

    def wait(self, tell: Callable[[], None] = lambda: None) -> None:
        """Wait for other imports as long as they live, then begin.

        Parameters
        ----------
        tell
            Called at every look at another import.

        Notes
        -----
        Who was held up between two looks has not watched: another program may have
        kept the file, and the import that is waited for was held up as well.
        """
        silences: dict[tuple[str, int], float] = {}
        last = time.monotonic()
        while not self._could_begin():
            tell()
            now = time.monotonic()
            watched, last = min(now - last, LOOK), now
            beats = self._beats()
            silences = {one: silences.get(one, -LOOK) + watched for one in beats}
            for one, silence in silences.items():
                if silence > SILENCE:
                    self._take_over(*one)
            time.sleep(PAUSE)

    def begun(self, source_id: int) -> None:
        """Note that a source is not whole yet."""
        row = {"owner": self._owner, "beat": 0, "source_id": source_id}
        self.connection.execute(insert(arrivals), row)

    @contextmanager
    def piece(self) -> Iterator[Connection]:
        """Give the connection for one short transaction, then let others write."""
        with self.connection.begin():
            since = time.monotonic()
            self._go_on()
            yield self.connection
        time.sleep(min(time.monotonic() - since, LONGEST_GAP))

    def live(self) -> None:
        """Show life if that was long ago."""
        if time.monotonic() - self._shown > SILENCE / 10:
            with self.piece():
                pass

    @contextmanager
    def turn(self) -> Iterator[Connection]:
        """Give the connection for the transaction after which the files are there."""
        with self.connection.begin():
            self._go_on()
            mine = arrivals.c.owner == self._owner
            self.connection.execute(delete(arrivals).where(mine))
            yield self.connection

    def give_up(self) -> None:
        """Take away what was added.

        If the file does not let it, that is seen by nobody until the next import.
        """
        self._take_away(self._owner)

    def _could_begin(self) -> bool:
        if self._beats():
            return False
        with self.connection.begin():
            if self.connection.execute(select(arrivals.c.id).limit(1)).first():
                return False
            row = {"owner": self._owner, "beat": 0, "source_id": None}
            self.connection.execute(insert(arrivals), row)
            return True

    def _beats(self) -> list[tuple[str, int]]:
        """Return who is importing, each with the beat of its last sign of life."""
        newest = func.max(arrivals.c.beat)
        chosen = select(arrivals.c.owner, newest).group_by(arrivals.c.owner)
        with self.looking() as connection:
            return [(owner, beat) for owner, beat in connection.execute(chosen)]

    def _go_on(self) -> None:
        """Show life, unless another import has taken this one for dead."""
        if not self._shows_life(self._owner):
            raise StoreError(
                "took this import for dead, as it stood still while another began",
                hint="Nothing of the file came in; import it again.",
            )
        self._shown = time.monotonic()

    def _shows_life(self, owner: str) -> bool:
        """Show life in a transaction; say whether the rows are the owner's still."""
        its = arrivals.c.owner == owner
        beat = update(arrivals).where(its).values(beat=arrivals.c.beat + 1)
        return bool(self.connection.execute(beat).rowcount)

    def _take_over(self, owner: str, beat: int) -> None:
        """Take away what an import left behind, unless it has shown life meanwhile."""
        its = arrivals.c.owner == owner
        heir = secrets.token_hex(8)
        with self.connection.begin():
            newest = select(func.max(arrivals.c.beat)).where(its)
            if self.connection.scalar(newest) != beat:
                return
            self.connection.execute(update(arrivals).where(its).values(owner=heir))
        self._take_away(heir)

    def _take_away(self, owner: str) -> None:
        """Take away what an owner added, as long as it is the owner's."""
        its = arrivals.c.owner == owner
        begun = select(arrivals.c.source_id).where(
            its, arrivals.c.source_id.is_not(None)
        )
        with self.looking() as connection:
            ids = list(connection.scalars(begun))
        while ids and self._took_records(owner, ids):
            pass
        used = select(sources.c.search_id).where(sources.c.search_id.is_not(None))
        with self.connection.begin():
            if not self._shows_life(owner):
                return
            for change in (
                delete(arrivals).where(its),
                delete(sources).where(sources.c.id.in_(ids)),
                delete(searches).where(searches.c.id.not_in(used)),
            ):
                self.connection.execute(change)

    def _took_records(self, owner: str, source_ids: list[int]) -> bool:
        """Take some records away; say whether there were any of the owner's."""
        some = (
            select(records.c.id).where(records.c.source_id.in_(source_ids)).limit(PIECE)
        )
        with self.connection.begin():
            since = time.monotonic()
            if not self._shows_life(owner):
                return False
            gone = self.connection.execute(
                delete(records).where(records.c.id.in_(some))
            )
        time.sleep(min(time.monotonic() - since, LONGEST_GAP))
        return bool(gone.rowcount)


def has_arrived(source_id: Any) -> ColumnElement[bool]:  # noqa: ANN401  a column
    """Condition that a source, or the source of a record, is there as a whole.

    Notes
    -----
    ``NOT IN`` and not ``IN``: no index helps it, so records still come in their order.
    """
    coming = select(arrivals.c.source_id).where(arrivals.c.source_id.is_not(None))
    condition: ColumnElement[bool] = source_id.not_in(coming)
    return condition
