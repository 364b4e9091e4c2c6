"""Labels of one publication: what each reader says, and what holds in the end."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from sqlalchemy import Row

__all__ = [
    "DECIDED",
    "MAYBE",
    "SETTLED",
    "UNDONE",
    "Final",
    "LedgerRow",
    "Said",
    "Voices",
    "final_of",
    "with_row",
    "word_of",
]

DECIDED = "decided"
MAYBE = "maybe"
UNDONE = "undone"
SETTLED = "settled"
NEEDED = 2  # readers of a publication that two read independently

Waiting: TypeAlias = Literal["", "reader", "second reader", "conflict", "maybe"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerRow:
    """A row of the table of decisions; before it is written, its id is the next."""

    id: int
    record_id: int
    label: int | None
    reader: str
    decided_at: str
    chosen: str
    reason: str
    note: str
    uid: str | None
    kind: str
    stage: str
    seconds: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What stands of one reader's words on a publication.

    Parameters
    ----------
    id
        The row of the ledger.
    label
        Whether it is relevant; ``None`` for maybe.
    record
        The record of the publication that it was said of.
    """

    id: int
    label: bool | None
    at: str
    record: int = 0
    chosen: str = ""
    reason: str = ""
    note: str = ""
    uid: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Voices:
    """All that stands of what was said on a publication.

    Parameters
    ----------
    said
        What stands of each reader, the newest last.
    settled, settled_by
        The adjudicator's word, if there is one, and whose it is.
    labels
        Every label that was ever given, by reader.
    agreed
        Every label that ever held where two must agree.
    """

    said: Mapping[str, Said] = field(default_factory=dict)
    settled: Said | None = None
    settled_by: str = ""
    labels: frozenset[tuple[str, bool]] = frozenset()
    agreed: frozenset[bool] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """Label that holds, or what it waits for.

    Parameters
    ----------
    label
        Whether the publication is relevant; ``None`` while that is not known.
    conflict
        Whether readers disagree and nobody has settled it.
    waiting
        What is missing: ``reader``, ``second reader``, ``conflict``, ``maybe``.
    by
        The row of the ledger that the label rests on.
    """

    label: bool | None = None
    conflict: bool = False
    waiting: Waiting = ""
    by: Said | None = None


def with_row(voices: Voices, row: LedgerRow | Row[Any]) -> Voices:
    """Voices after one more row of the ledger.

    An undo takes back what stands of that reader: the word that settled a conflict,
    if it is theirs, else their own decision; of two on different records, the one on
    the record that the undo is on. What they said before does not come back.
    """
    found = _spoken(voices, row)
    label = final_of(found, dual=True).label
    if label is None or label in found.agreed:
        return found
    return replace(found, agreed=found.agreed | {label})


def _spoken(voices: Voices, row: LedgerRow | Row[Any]) -> Voices:
    reader = row.reader
    if row.kind == UNDONE:
        standing = word_of(voices, reader, record=row.record_id)
        if standing is not None and standing is voices.settled:
            return replace(voices, settled=None, settled_by="")
        left = {name: one for name, one in voices.said.items() if name != reader}
        return replace(voices, said=left)
    said = _said(row)
    labels = voices.labels
    if said.label is not None:
        labels |= {(reader, said.label)}
    if row.kind == SETTLED:
        return replace(voices, settled=said, settled_by=reader, labels=labels)
    others = {name: one for name, one in voices.said.items() if name != reader}
    return replace(voices, said={**others, reader: said}, labels=labels)


def word_of(voices: Voices, reader: str, *, record: int | None = None) -> Said | None:
    """Word of a reader that an undo takes back; nothing if none stands.

    Parameters
    ----------
    voices
        What stands of the readers' words.
    reader
        Who undoes.
    record
        On which record, if records were apart when it was undone.
    """
    said = voices.said.get(reader)
    settled = voices.settled if voices.settled_by == reader else None
    if settled is None or said is None:
        return settled or said
    return said if said.record == record != settled.record else settled


def final_of(voices: Voices, *, dual: bool) -> Final:
    """Label that holds of a publication.

    Parameters
    ----------
    voices
        What stands of the readers' words.
    dual
        Whether two must agree. Otherwise the last word of anybody holds, and a
        disagreement between people who work in the lab is shown all the same.
    """
    if voices.settled is not None:
        return Final(label=voices.settled.label, by=voices.settled)
    told = list(voices.said.values())
    sure = [one for one in told if one.label is not None]
    if not dual:
        return _single(told, sure)
    labels = {one.label for one in sure}
    if len(labels) > 1:
        return Final(conflict=True, waiting="conflict")
    if len(sure) >= NEEDED:
        return Final(label=sure[-1].label, by=sure[-1])
    if len(told) >= NEEDED:
        return Final(waiting="maybe")
    return Final(waiting="second reader" if told else "reader")


def _single(told: list[Said], sure: list[Said]) -> Final:
    people = {one.label for one in sure if one.uid is not None}
    conflict = len(people) > 1
    if not sure:
        return Final(waiting="maybe" if told else "reader")
    if told[-1].label is None:  # the last word is: not sure any more
        return Final(waiting="maybe", conflict=conflict)
    return Final(label=sure[-1].label, conflict=conflict, by=sure[-1])


def _said(row: LedgerRow | Row[Any]) -> Said:
    label = row.label
    return Said(
        id=row.id,
        label=None if label is None else bool(label),
        at=row.decided_at,
        record=row.record_id,
        chosen=row.chosen,
        reason=row.reason,
        note=row.note,
        uid=row.uid,
    )
