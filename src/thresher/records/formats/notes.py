"""Fields that a format has no tag for, carried as notes and found again."""

import json
import re
from collections.abc import Iterable, Iterator

from thresher.records.citation import Citation

__all__ = [
    "NOTE_STARTS",
    "decision_in",
    "noted_fields",
    "read_note",
    "take_notes",
    "write_note",
]

FIELD_NOTE = "Thresher field "
NOTE = re.compile(rf'{FIELD_NOTE}("(?:[^"\\]|\\.)*"): (.*)', re.DOTALL)
NAMED = {"PMID": "pmid", "PMCID": "pmcid", "OpenAlex": "openalex_id"}
NOTE_STARTS = (FIELD_NOTE, *NAMED)
NAMED_NOTE = re.compile(r"(PMID|PMCID|OpenAlex): (\d{1,9}|PMC\d{1,10}|W\d{1,15})")
CARRIED = frozenset({"id", "kind", "url", *NAMED.values()})
DECISION = re.compile(r"\bASReview_(relevant|irrelevant|not_seen)\b")


def write_note(name: str, value: str) -> str:
    """Note that carries a field under its name.

    Examples
    --------
    >>> write_note("nbib:IS", "1476-5616 (Electronic)")
    'Thresher field "nbib:IS": 1476-5616 (Electronic)'
    """
    return f"{FIELD_NOTE}{json.dumps(name, ensure_ascii=False)}: {value}"


def read_note(note: str) -> tuple[str, str] | None:
    """Name and value of the field that a note carries; none for any other note.

    Examples
    --------
    >>> read_note('Thresher field "kind": treaty'), read_note("PMID: 24892981")
    (('kind', 'treaty'), ('pmid', '24892981'))
    >>> read_note("PMID: 24892981; PMCID: none")
    """
    if note.startswith(FIELD_NOTE) and (found := NOTE.fullmatch(note)):
        try:
            return str(json.loads(found[1])), found[2]
        except ValueError:  # somebody else wrote it
            return None
    if note[:8].startswith(tuple(NAMED)) and (found := NAMED_NOTE.fullmatch(note)):
        return NAMED[found[1]], found[2]
    return None


def take_notes(
    single: dict[str, str],
    raw: Iterable[tuple[str, str]],
    *,
    tag: str,
    prefix: str = "",
) -> Iterator[tuple[str, str]]:
    """Yield the rest of a record; fields that notes carry go back where they were.

    Parameters
    ----------
    single
        Fields by name, to which those of the citation itself are added.
    raw
        Tags and values that have no place.
    tag
        The tag of notes.
    prefix
        What tells this format's tags from those of others.
    """
    for name, value in raw:
        noted = read_note(value) if name == tag else None
        if noted is None or (noted[0] in CARRIED and noted[0] in single):
            yield prefix + name, value
        elif noted[0] in CARRIED:
            single[noted[0]] = noted[1]
        else:
            yield noted


def noted_fields(citation: Citation, *, names: Iterable[str]) -> Iterator[str]:
    """Yield notes for those of the named fields that the citation has."""
    labels = {name: label for label, name in NAMED.items()}
    for name in names:
        if value := getattr(citation, name):
            note = f"{labels[name]}: {value}" if name in labels else ""
            yield note if read_note(note) else write_note(name, str(value))


def decision_in(raw: Iterable[tuple[str, str]]) -> str | None:
    """Screening decision that ASReview left in the notes of a record.

    Returns
    -------
    ``relevant``, ``irrelevant``, ``not_seen``, or none; the last note counts.

    Examples
    --------
    >>> decision_in([("N1", "<p>ASReview_irrelevant</p>")])
    'irrelevant'
    """
    decision = None
    for _, value in raw:
        if "ASReview_" in value and (found := DECISION.findall(value)):
            decision = found[-1]
    return decision
