"""Records on their way out of a project, with what was decided on them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Literal, TypeAlias

from sqlalchemy import Connection, select

from thresher.records.citation import Citation
from thresher.records.decision_fields import (
    CarriedDecision,
    RawFields,
    open_fields,
    without_decisions,
)
from thresher.records.distinct_ids import distinct_ids
from thresher.records.duplicates import merged
from thresher.store.grouping import grouping
from thresher.store.record_rows import citation_of, rows_by_id, stored_rows
from thresher.store.schema import sources
from thresher.store.unsettled import Unsettled

__all__ = ["LABELS", "Carry", "Hides", "Only", "Outgoing", "Selection"]

Only: TypeAlias = Literal["all", "included", "excluded", "undecided"]
Hides: TypeAlias = Callable[[int, str], bool]
CONFLICT = "conflict"
Carry: TypeAlias = Callable[[Sequence[CarriedDecision]], RawFields]
LABELS: Mapping[str, bool | None] = {
    "included": True,
    "excluded": False,
    "undecided": None,
}
Unit = list[dict[str, Any]]  # rows of records that are one publication


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which records go out, and how.

    Parameters
    ----------
    carry
        Turns the decisions on a record into fields; the last one counts.
    only
        Which records: all, or those whose label is of one kind.
    merge
        Whether linked records come as one, with the fullest of each field and the
        decisions on any of them, in the place of the first.
    """

    carry: Carry
    only: Only = "all"
    merge: bool = False


class Outgoing:
    """Records with the decisions in force, each with an id of its own.

    A record on which no label holds yet (readers are in conflict, the second one is
    missing, somebody is unsure) goes out without a label, with every decision and the
    field ``decision_state``. Iterate over it once; then `records`, `disagreements` and
    `conflicts` say how many there were, on how many the readers disagree, and on how
    many of these nobody has settled it; `members` has the ids of all records that went
    out as one, by the id it went out with.

    Parameters
    ----------
    connection
        To the project, open for reading.
    selection
        What goes out.
    hides
        Says of a record, and of who decided, whether the decision must not be seen.
    """

    def __init__(
        self,
        connection: Connection,
        selection: Selection,
        *,
        hides: Hides = lambda _record, _reader: False,
    ) -> None:
        self.connection = connection
        self.selection = selection
        self.records = 0
        self.disagreements = 0
        self.conflicts = 0
        self.members: dict[str, tuple[str, ...]] = {}
        self._last: tuple[str, ...] = ()
        self._hides = hides

    def __iter__(self) -> Iterator[Citation]:
        for citation in distinct_ids(self._chosen()):
            self.records += 1
            if len(self._last) > 1:
                self.members[citation.id] = self._last
            yield citation

    def _chosen(self) -> Iterator[Citation]:
        columns = _label_columns(self.connection)
        unsettled = Unsettled(self.connection)
        only = self.selection.only
        for unit in _units(self.connection, merge=self.selection.merge):
            first = unit[0]["id"]
            seen = _together([self._seen(row["id"], unsettled) for row in unit])
            told = unsettled.in_order(first, seen)
            state = unsettled.waits_for(first) if told else ""
            if only == "all" or LABELS[only] is _label(told, state):
                self.disagreements += len({one.label for one in told}) > 1
                self.conflicts += state == CONFLICT
                self._last = tuple(citation_of(row).id for row in unit)
                yield _with_decisions(_one(unit, columns), self._carried(told, state))

    def _seen(self, record: int, unsettled: Unsettled) -> list[CarriedDecision]:
        told = unsettled.decisions_on(record)
        return [one for one in told if not self._hides(record, one.reader)]

    def _carried(self, told: Sequence[CarriedDecision], state: str) -> RawFields:
        carry = self.selection.carry
        if not state:
            return carry(told)
        return (*carry(()), *open_fields(told, state)) if carry(told) else ()


def _units(connection: Connection, *, merge: bool) -> Iterator[Unit]:
    groups = grouping(connection).members() if merge else {}
    for row in stored_rows(connection):
        group = groups.get(row["id"], [row["id"]])
        if len(group) == 1:
            yield [row]
        elif row["id"] == group[0]:
            rows = rows_by_id(connection, group)
            yield [rows[member] for member in group]


def _one(unit: Unit, columns: Mapping[int, str | None]) -> Citation:
    """Return the one citation of a unit, without the decisions it came with."""
    bare = []
    for row in unit:
        citation = citation_of(row)
        column = columns[row["source_id"]]
        raw = without_decisions(citation.raw, column=column)
        bare.append(replace(citation, raw=raw))
    return bare[0] if len(bare) == 1 else merged(bare)


def _with_decisions(citation: Citation, carried: RawFields) -> Citation:
    return replace(citation, raw=(*citation.raw, *carried)) if carried else citation


def _together(told: Sequence[Sequence[CarriedDecision]]) -> list[CarriedDecision]:
    """Return the last decision of each reader on any of the records, in order."""
    every = sorted((one for found in told for one in found), key=attrgetter("order"))
    last = {one.reader: one for one in every}
    return sorted(last.values(), key=attrgetter("order"))


def _label(told: Sequence[CarriedDecision], state: str) -> bool | None:
    return told[-1].label if told and not state else None


def _label_columns(connection: Connection) -> dict[int, str | None]:
    chosen = select(sources.c.id, sources.c.label_column)
    return {row.id: row.label_column for row in connection.execute(chosen)}
