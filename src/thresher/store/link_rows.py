"""The ledger of links between records: rows are added, never changed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from sqlalchemy import Connection, func, insert, select

from thresher.errors import InputError
from thresher.store.schema import links

__all__ = [
    "MACHINE",
    "StoredLink",
    "add_found",
    "answer_to",
    "current_links",
    "decide_links",
    "undo_links",
]

MACHINE = "thresher"  # who decided where no person did
SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredLink:
    """What is known of two records of a project; the newest row of a pair counts.

    Parameters
    ----------
    id
        The row, 0 while it has not been written.
    first_id, second_id
        The records, the lower id first.
    band
        By Thresher: ``certain``, ``maybe`` or ``apart``. By a person: ``same``,
        ``different``, or ``undone`` for a link that was taken back.
    score, reason, flags, guards
        Why Thresher thinks so, and what forbids to join them.
    decided_by, decided_at
        ``thresher`` or a reader, and when.
    replaces
        The row that counted before.
    """

    id: int = 0
    first_id: int
    second_id: int
    band: str
    score: float
    reason: str
    flags: Sequence[str] = ()
    guards: Sequence[str] = ()
    decided_by: str = MACHINE
    decided_at: str = ""
    replaces: int | None = None

    @property
    def pair(self) -> tuple[int, int]:
        """The two records."""
        return self.first_id, self.second_id


def current_links(connection: Connection) -> list[StoredLink]:
    """Links as they stand: the newest row of each pair of records."""
    newest = select(func.max(links.c.id)).group_by(links.c.first_id, links.c.second_id)
    chosen = select(links).where(links.c.id.in_(newest)).order_by(links.c.id)
    return [StoredLink(**row._asdict()) for row in connection.execute(chosen)]


def add_found(connection: Connection, found: Iterable[StoredLink]) -> int:
    """Add what Thresher found, and return how much of it is new.

    A pair that a person has decided on stays as decided, and one that stands as it
    was found is not written again.
    """
    standing = {link.pair: link for link in current_links(connection)}
    rows = []
    for link in found:
        before = standing.get(link.pair)
        if before is None:
            rows.append(link)
        elif before.decided_by == MACHINE and before.band != link.band:
            rows.append(replace(link, replaces=before.id))
    _add(connection, rows)
    return len(rows)


def decide_links(
    connection: Connection, answers: Mapping[int, bool], *, reader: str, at: str
) -> int:
    """Say of links whether their records are the same; return how many changed."""
    rows = []
    for link in _standing(connection, answers, reader=reader):
        band = "same" if answers[link.id] else "different"
        if link.band != band:
            rows.append(_after(link, band=band, reader=reader, at=at))
    _add(connection, rows)
    return len(rows)


def undo_links(
    connection: Connection, ids: Iterable[int], *, reader: str, at: str
) -> int:
    """Take links back: a person's answer to what was before, others to ``undone``."""
    rows = []
    for link in _standing(connection, ids, reader=reader):
        band = "undone"
        if link.decided_by != MACHINE and link.replaces is not None:
            earlier = select(links.c.band).where(links.c.id == link.replaces)
            band = str(connection.scalar(earlier))
        rows.append(_after(link, band=band, reader=reader, at=at))
    _add(connection, rows)
    return len(rows)


def answer_to(connection: Connection, link: int) -> int:
    """Return the number of the row that answered a link; its own where none did."""
    found = connection.scalar(select(links.c.id).where(links.c.replaces == link))
    return link if found is None else int(found)


def _after(link: StoredLink, *, band: str, reader: str, at: str) -> StoredLink:
    return replace(link, band=band, decided_by=reader, decided_at=at, replaces=link.id)


def _standing(
    connection: Connection, ids: Iterable[int], *, reader: str
) -> list[StoredLink]:
    """Return the links with these ids, all of which must stand."""
    if reader in ("", MACHINE):
        raise InputError(f"a reader needs a name of their own, got {reader!r}")
    wanted = list(dict.fromkeys(ids))
    standing = {link.id: link for link in current_links(connection)}
    if strange := [str(one) for one in wanted if one not in standing]:
        listed = ", ".join(strange[:SHOWN]) + (" …" if len(strange) > SHOWN else "")
        raise InputError(
            f"no link that stands has the number {listed}: "
            "list those that do with --review FILE or --json"
        )
    return [standing[one] for one in wanted]


def _add(connection: Connection, rows: Sequence[StoredLink]) -> None:
    named = [asdict(row) for row in rows]
    for row in named:
        del row["id"]
    if named:
        connection.execute(insert(links), named)
