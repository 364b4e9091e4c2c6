"""What a project's readers decided, as a frame of records and a ledger."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select

from thresher.errors import InputError
from thresher.screening.ledger import Chosen, Decision, Ledger
from thresher.store.grouping import grouping
from thresher.store.refusals import referred, seconds_of
from thresher.store.schema import decisions
from thresher.store.standing import turns_of

__all__ = ["Screened", "frame_of", "screened"]

CHOSEN = {
    "prior": Chosen.PRIOR,
    "ranked": Chosen.RANKED,
    "random": Chosen.RANDOM,
    "certification sample": Chosen.CERTIFICATION,
    "imported": Chosen.PRIOR,
    "browsed": Chosen.RANKED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Screened:
    """Publications of a project, and the decisions of one reader on them.

    Parameters
    ----------
    frame
        The project's number of the first record of each publication, in order.
        Linked duplicates are one publication.
    ledger
        The decisions, oldest first; one on a duplicate is one on the publication.
    """

    frame: tuple[str, ...]
    ledger: Ledger


def screened(connection: Connection, *, reader: str | None = None) -> Screened:
    """Frame and ledger of a project.

    Parameters
    ----------
    connection
        To the project, open for reading.
    reader
        Whose decisions; may be left out where only one reader decided.

    Raises
    ------
    InputError
        Several readers decided and none was named, or the named one did not.
    """
    groups = grouping(connection).groups
    first = {record: str(group[0]) for group in groups for record in group}
    rows = _rows(connection, first)
    readers = sorted({row.reader for row in rows})
    if reader is None and len(readers) > 1:
        raise InputError(
            f"several readers decided here ({', '.join(readers)}): name one, because a "
            "certificate is about the labels of one"
        )
    if reader is not None and reader not in readers:
        known = ", ".join(readers) or "nobody"
        raise InputError(f"{reader!r} decided nothing here; {known} did")
    made = [
        Decision(
            record=referred(first, row.record_id),
            label=None if row.label is None else bool(row.label),
            chosen=referred(CHOSEN, row.chosen),
            reader=row.reader,
            time=seconds_of(row.decided_at),
        )
        for row in rows
        if reader in (None, row.reader)
    ]
    return Screened(frame=_frame(groups), ledger=Ledger(rows=tuple(_sensible(made))))


def _rows(connection: Connection, first: Mapping[int, str]) -> list[Row[Any]]:
    """Return the decisions on abstracts, in the order of the publications' turns.

    An audit has its turn since it was drawn, even if others were decided before it.
    """
    places: dict[str, int] = {}
    for turn in turns_of(connection):
        places.setdefault(referred(first, turn.record), turn.turn)
    chosen = select(decisions).where(decisions.c.stage == "abstract")
    rows = connection.execute(chosen.order_by(decisions.c.id)).all()
    last = max(places.values(), default=0) + 1

    def turn_of(row: Row[Any]) -> int:
        return places.get(referred(first, row.record_id), last)

    return sorted(rows, key=turn_of)


def _sensible(rows: Sequence[Decision]) -> Iterator[Decision]:
    """Yield rows without those that take back nothing, such as a first maybe."""
    labelled: set[str] = set()
    for row in rows:
        if row.label is not None:
            labelled.add(row.record)
        elif row.record not in labelled:
            continue
        else:
            labelled.remove(row.record)
        yield row


def frame_of(connection: Connection) -> tuple[str, ...]:
    """Frame of a project alone, before anybody decided."""
    return _frame(grouping(connection).groups)


def _frame(groups: Sequence[Sequence[int]]) -> tuple[str, ...]:
    return tuple(str(first) for first in sorted(group[0] for group in groups))
