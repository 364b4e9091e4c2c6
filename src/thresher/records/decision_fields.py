"""Decisions as citation files carry them: label columns, notes, fields of our own."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields

from thresher.records.delimited import LABEL_COLUMNS, UNREAD, label_of
from thresher.records.formats.notes import DECISION, decision_in

__all__ = [
    "CarriedDecision",
    "RawFields",
    "asreview_note",
    "carried_decisions",
    "decision_fields",
    "strange_labels",
    "without_decisions",
]

RawFields = tuple[tuple[str, str], ...]
LABEL = "included"
ALL = "decision_all"
PREFIX = "decision_"
WORDS = {
    **dict.fromkeys(("yes", "y", "included", "include", "relevant"), 1),
    **dict.fromkeys(("no", "n", "excluded", "exclude", "irrelevant"), 0),
    **dict.fromkeys(("not_seen", "undecided", "unread"), UNREAD),
}
MARKUP = re.compile(r"</?p>|[\s;,]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedDecision:
    """What one reader decided on a record, as far as a file says it.

    Parameters
    ----------
    label
        Whether the record is relevant.
    reader, time, chosen, reason, note
        Who, when (as ISO 8601), how the record was chosen, why, and what else was
        said; empty where the file does not say.
    """

    label: bool
    reader: str = ""
    time: str = ""
    chosen: str = ""
    reason: str = ""
    note: str = ""


FACTS = tuple(field.name for field in fields(CarriedDecision) if field.name != "label")
OWN = {ALL, *(PREFIX + name for name in FACTS)}


def carried_decisions(raw: RawFields) -> list[CarriedDecision]:
    """Decisions that the fields of a record carry, one a reader, the last one last.

    Examples
    --------
    >>> carried_decisions((("Included", "1"), ("decision_reader", "Ann")))
    ... # doctest: +ELLIPSIS
    [CarriedDecision(label=True, reader='Ann', ...)]
    >>> carried_decisions((("N1", "ASReview_irrelevant"),))[0].label
    False
    """
    named = {name.casefold(): value for name, value in raw}
    if told := _all_told(named.get(ALL, "")):
        return told
    label = _label(raw, named)
    if label is None:
        return []
    facts = {name: named.get(PREFIX + name, "") for name in FACTS}
    return [CarriedDecision(label=label, **facts)]


def strange_labels(raw: RawFields) -> Iterator[str]:
    """Yield labels of the label column that mean nothing."""
    named = {name.casefold(): value for name, value in raw}
    column = next((name for name in LABEL_COLUMNS if name in named), None)
    if column is not None and _meaning(named[column]) is None:
        yield named[column]


def decision_fields(decisions: Sequence[CarriedDecision]) -> RawFields:
    """Fields that carry decisions out; the last decision is the one that counts.

    Examples
    --------
    >>> decision_fields([CarriedDecision(label=True, reader="Ann")])
    (('included', '1'), ('decision_reader', 'Ann'))
    """
    if not decisions:
        return ()
    last = decisions[-1]
    facts = [(PREFIX + name, getattr(last, name)) for name in FACTS]
    told = [(LABEL, str(int(last.label))), *((n, v) for n, v in facts if v)]
    if len(decisions) > 1:
        every = [asdict(decision) for decision in decisions]
        told.append((ALL, json.dumps(every, ensure_ascii=False)))
    return tuple(told)


def without_decisions(raw: RawFields) -> RawFields:
    """Fields of a record less those that `carried_decisions` reads.

    A further label column, which was not read, keeps its values under another name,
    so that a file has one column of decisions only.

    Examples
    --------
    >>> without_decisions((("M1", "x"), ("included", "1"), ("N1", "ASReview_relevant")))
    (('M1', 'x'),)
    >>> without_decisions((("asreview_label", "1"), ("Included", "0")))
    (('source_Included', '0'),)
    """
    read = _label_column({name.casefold(): value for name, value in raw})
    return tuple(_kept(raw, read))


def asreview_note(label: bool | None) -> str:  # noqa: FBT001  it has three states
    """Return the note by which ASReview and Zotero users know a decision."""
    words = {True: "relevant", False: "irrelevant", None: "not_seen"}
    return f"ASReview_{words[label]}"


def _kept(raw: RawFields, read: str | None) -> Iterator[tuple[str, str]]:
    for name, value in raw:
        plain = name.casefold()
        if plain == read or plain in OWN:
            continue
        if plain in LABEL_COLUMNS:
            yield f"source_{name}", value
        elif "ASReview_" not in value:
            yield name, value
        elif MARKUP.sub("", left := DECISION.sub("", value)):
            yield name, left


def _all_told(value: str) -> list[CarriedDecision]:
    """Return the decisions in a field of ours; none if it is no longer whole."""
    try:
        return [CarriedDecision(**told) for told in json.loads(value)]
    except (ValueError, TypeError):
        return []


def _label(raw: RawFields, named: dict[str, str]) -> bool | None:
    if column := _label_column(named):
        label = _meaning(named[column])
        return None if label == UNREAD else bool(label)
    noted = decision_in(raw)
    return None if noted in (None, "not_seen") else noted == "relevant"


def _label_column(named: dict[str, str]) -> str | None:
    """Return the column that is read: the first whose label means anything."""
    there = (name for name in LABEL_COLUMNS if name in named)
    return next((name for name in there if _meaning(named[name]) is not None), None)


def _meaning(value: str) -> int | None:
    label = label_of(value)
    return WORDS.get(value.strip().casefold()) if label is None else label
