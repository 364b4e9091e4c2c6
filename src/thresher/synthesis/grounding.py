"""Whether a summary says only what its sentences bear out."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from thresher.synthesis.finding import Direction
from thresher.synthesis.findings import FindingsTable, Row
from thresher.synthesis.summary import Reference, Summary, SummarySentence

__all__ = ["Fault", "FaultKind", "grounding_faults"]


class FaultKind(enum.StrEnum):
    """What is wrong with a reference."""

    UNKNOWN_STUDY = "there is no such study"
    UNKNOWN_ROW = "there is no such row"
    WRONG_PLACE = "the study's text does not have this sentence at this place"
    WRONG_ROW = "the row rests on another sentence or study"
    WRONG_COUNT = "the counts are not those of the studies named"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A sentence of a summary that does not rest on what it says it does."""

    sentence: int
    kind: FaultKind
    detail: str


def grounding_faults(summary: Summary, table: FindingsTable) -> tuple[Fault, ...]:
    """Every reference that is not in the source, word for word and place for place.

    None means: each sentence names at least one sentence (it could not exist
    otherwise), each named sentence stands in its study's text at its offsets, each row
    is the one it rests on, and stated counts are those of the studies named.
    """
    rows = {row.id: row for row in table.rows}
    texts = table.texts
    found = []
    for at, sentence in enumerate(summary.sentences):
        found += [
            Fault(sentence=at, kind=kind, detail=reference.quote)
            for reference in sentence.references
            if (kind := _fault(reference, rows, texts))
        ]
        if wrong := _wrong_counts(sentence):
            found.append(Fault(sentence=at, kind=FaultKind.WRONG_COUNT, detail=wrong))
    return tuple(found)


def _fault(
    reference: Reference, rows: Mapping[str, Row], texts: Mapping[str, str]
) -> FaultKind | None:
    text = texts.get(reference.study)
    if text is None:
        return FaultKind.UNKNOWN_STUDY
    if text[reference.start : reference.end] != reference.quote or not reference.quote:
        return FaultKind.WRONG_PLACE
    if not reference.row:
        return None
    row = rows.get(reference.row)
    if row is None:
        return FaultKind.UNKNOWN_ROW
    evidence = row.finding.evidence
    place = (reference.study, reference.start, reference.end)
    rests = evidence and (row.finding.study, evidence.start, evidence.end) == place
    return None if rests else FaultKind.WRONG_ROW


def _wrong_counts(sentence: SummarySentence) -> str:
    """Return stated against named counts where they differ."""
    if sentence.counts is None:
        return ""
    named = {
        direction: len(
            {one.study for one in sentence.references if one.direction is direction}
        )
        for direction in Direction
    }
    stated = {direction: sentence.counts.get(direction, 0) for direction in Direction}
    return "" if named == stated else f"{stated} stated, {named} named"
