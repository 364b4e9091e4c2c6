"""Decisions as citation files carry them: label columns, notes, fields of our own."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields

from thresher.errors import InputError
from thresher.records.asreview_facts import asreview_facts, seconds_of
from thresher.records.delimited import LABEL_COLUMNS, UNREAD, label_of
from thresher.records.formats.notes import DECISION, decision_in

__all__ = [
    "CarriedDecision",
    "RawFields",
    "asreview_fields",
    "asreview_note",
    "carried_decisions",
    "decision_fields",
    "label_column",
    "labels_seen",
    "may_carry",
    "open_fields",
    "without_decisions",
]

RawFields = tuple[tuple[str, str], ...]
LABEL = "included"
ALL = "decision_all"
PREFIX = "decision_"
ORDER = "decision_order"
STATE = "decision_state"
LISTED = "[{"  # as a list of decisions begins
THEIRS = ("asreview_prior", "asreview_time", "asreview_note", "asreview_order")
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
    order
        Its place in the order in which decisions were made; 0 where nobody says.
    """

    label: bool
    reader: str = ""
    time: str = ""
    chosen: str = ""
    reason: str = ""
    note: str = ""
    order: int = 0


FACTS = tuple(
    field.name
    for field in fields(CarriedDecision)
    if field.name not in ("label", "order")
)
OWN = {ALL, ORDER, STATE, *(PREFIX + name for name in FACTS), *THEIRS}


def labels_seen(raw: RawFields) -> Iterator[tuple[str, int | None]]:
    """Yield the label columns of a record, and what they say: 1, 0, -1 or nothing."""
    for name, value in raw:
        if (column := name.casefold()) in LABEL_COLUMNS:
            yield column, _meaning(value)


def may_carry(raw: RawFields) -> bool:
    """Say whether fields beside the label columns may hold a decision."""
    return any(name == ALL or "ASReview_" in value for name, value in raw)


def label_column(columns: Collection[str]) -> str | None:
    """Return the column, among those with labels in a file, that holds its decisions.

    Examples
    --------
    >>> label_column({"label_included", "asreview_label"})
    'asreview_label'
    """
    return next((name for name in LABEL_COLUMNS if name in columns), None)


def carried_decisions(raw: RawFields, *, column: str | None) -> list[CarriedDecision]:
    """Decisions that the fields of a record carry, one a reader, the last one last.

    Parameters
    ----------
    raw
        The fields.
    column
        The label column of the file that the record comes from, if it has one; where
        a record has nothing there, a note of ASReview counts.

    Raises
    ------
    InputError
        A list of all readers' decisions, as an export writes it, is no longer whole.

    Examples
    --------
    >>> fields = (("Included", "1"), ("decision_reader", "Ann"))
    >>> carried_decisions(fields, column="included")  # doctest: +ELLIPSIS
    [CarriedDecision(label=True, reader='Ann', ...)]
    >>> carried_decisions((("N1", "ASReview_irrelevant"),), column=None)[0].label
    False
    """
    named = {name.casefold(): value for name, value in raw}
    if ALL in named and (told := _all_told(named[ALL])):
        return told
    label = _label(raw, named.get(column or ""))
    if label is None:
        return []
    facts = asreview_facts(named)
    facts |= {name: named[PREFIX + name] for name in FACTS if PREFIX + name in named}
    return [CarriedDecision(label=label, order=_order(named), **facts)]


def decision_fields(decisions: Sequence[CarriedDecision]) -> RawFields:
    """Fields that carry decisions out; the last decision is the one that counts.

    Examples
    --------
    >>> decision_fields([CarriedDecision(label=True, reader="Ann")])
    (('included', '1'), ('decision_reader', 'Ann'))
    """
    if not decisions:
        return ()
    return ((LABEL, str(int(decisions[-1].label))), *_facts(decisions))


def asreview_fields(decisions: Sequence[CarriedDecision]) -> RawFields:
    """Fields from which a project of ASReview is written, and ours beside them.

    Examples
    --------
    >>> asreview_fields([CarriedDecision(label=True, chosen="prior", note="!")])
    ... # doctest: +NORMALIZE_WHITESPACE
    (('asreview_label', '1'), ('asreview_prior', '1'), ('asreview_note', '!'),
     ('decision_chosen', 'prior'), ('decision_note', '!'))
    """
    if not decisions:
        return ()
    last = decisions[-1]
    told = {
        "asreview_label": str(int(last.label)),
        "asreview_prior": "1" if last.chosen == "prior" else "",
        "asreview_time": seconds_of(last.time),
        "asreview_note": last.note,
        "asreview_order": str(last.order or ""),
    }
    return (*((n, v) for n, v in told.items() if v), *_facts(decisions))


def open_fields(decisions: Sequence[CarriedDecision], state: str) -> RawFields:
    """Fields that carry decisions of which none holds yet: no label, but why not.

    Examples
    --------
    >>> told = [CarriedDecision(label=True, reader="Ann")]
    >>> open_fields(told, "conflict")[0]
    ('decision_state', 'conflict')
    """
    every = [asdict(decision) for decision in decisions]
    return ((STATE, state), (ALL, json.dumps(every, ensure_ascii=False)))


def without_decisions(raw: RawFields, *, column: str | None) -> RawFields:
    """Fields of a record less those that `carried_decisions` reads.

    A further label column, which was not read, keeps its values under another name,
    so that a file has one column of decisions only.

    Examples
    --------
    >>> fields = (("M1", "x"), ("included", "1"), ("N1", "ASReview_relevant"))
    >>> without_decisions(fields, column="included")
    (('M1', 'x'),)
    >>> without_decisions((("label", "1"), ("Included", "0")), column="label")
    (('source_Included', '0'),)
    """
    return tuple(_kept(raw, column))


def asreview_note(label: bool | None) -> str:  # noqa: FBT001  it has three states
    """Return the note by which users of ASReview and Zotero know a decision."""
    words = {True: "relevant", False: "irrelevant", None: "not_seen"}
    return f"ASReview_{words[label]}"


def _facts(decisions: Sequence[CarriedDecision]) -> Iterator[tuple[str, str]]:
    for name in FACTS:
        if value := getattr(decisions[-1], name):
            yield PREFIX + name, value
    if decisions[-1].order:
        yield ORDER, str(decisions[-1].order)
    if len(decisions) > 1:
        every = [asdict(decision) for decision in decisions]
        yield ALL, json.dumps(every, ensure_ascii=False)


def _kept(raw: RawFields, column: str | None) -> Iterator[tuple[str, str]]:
    for name, value in raw:
        plain = name.casefold()
        if plain == column or plain in OWN:
            continue
        if plain in LABEL_COLUMNS:
            yield f"source_{name}", value
        elif "ASReview_" not in value:
            yield name, value
        elif MARKUP.sub("", left := DECISION.sub("", value)):
            yield name, left


def _all_told(value: str) -> list[CarriedDecision]:
    """Return the decisions in a field of ours; none if it is another's of this name."""
    if not value.lstrip().startswith(LISTED):
        return []
    try:
        return [_as_told(**told) for told in json.loads(value)]
    except (ValueError, TypeError, RecursionError) as error:
        raise InputError(
            f"the field {ALL} holds decisions that are cut off or changed, ending in "
            f"{value[-40:]!r}: export the records again, or take the field out to "
            f"import what {LABEL} says alone"
        ) from error


def _as_told(*, label: bool, order: int = 0, **facts: str) -> CarriedDecision:
    """Return a decision, if each part of it is of its kind."""
    if type(label) is not bool or type(order) is not int:
        raise TypeError(f"label {label!r}, order {order!r}")
    if not all(isinstance(fact, str) for fact in facts.values()):
        raise TypeError(f"facts {facts!r}")
    return CarriedDecision(label=label, order=order, **facts)


def _order(named: Mapping[str, str]) -> int:
    try:
        return int(float(named.get(ORDER) or named.get("asreview_order") or 0))
    except (ValueError, OverflowError):
        return 0


def _label(raw: RawFields, value: str | None) -> bool | None:
    label = None if value is None else _meaning(value)
    if label is not None:
        return None if label == UNREAD else bool(label)
    noted = decision_in(raw)
    return None if noted in (None, "not_seen") else noted == "relevant"


def _meaning(value: str) -> int | None:
    label = label_of(value)
    return WORDS.get(value.strip().casefold()) if label is None else label
