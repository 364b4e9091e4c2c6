"""From studies to what they say together."""

from collections.abc import Sequence
from dataclasses import dataclass

from thresher.errors import InputError
from thresher.synthesis.contradiction import Cell, Weighting, contradiction_map
from thresher.synthesis.extractive import extractive_summary
from thresher.synthesis.findings import NONE_KNOWN, FindingsTable, findings_table
from thresher.synthesis.grounding import Fault, grounding_faults
from thresher.synthesis.groups_file import Known
from thresher.synthesis.read_study import Reader
from thresher.synthesis.study import Study
from thresher.synthesis.summary import Summary, cells_by_question, structured_summary

__all__ = ["Synthesis", "synthesised"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Synthesis:
    """The table of a review, its map, and summaries that rest on it.

    Raises
    ------
    InputError
        A summary says what the table does not bear out. This cannot happen with the
        summaries made here; it is checked, not trusted.
    """

    table: FindingsTable
    cells: tuple[Cell, ...]
    summary: Summary
    extract: Summary
    question: str = ""
    weighting: Weighting = Weighting.EQUAL

    def __post_init__(self) -> None:
        if faults := self.faults:
            raise InputError(f"a summary is not grounded: {faults[0].kind}")

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Sentences that rest on nothing; none, or this would not exist."""
        both = (self.summary, self.extract)
        return tuple(f for one in both for f in grounding_faults(one, self.table))

    @property
    def cautions(self) -> tuple[tuple[str, str], ...]:
        """Study and what to beware of in it."""
        return tuple(
            (read.study.id, caution)
            for read in self.table.studies
            for caution in read.cautions
        )


def synthesised(
    studies: Sequence[Study],
    *,
    reader: Reader,
    question: str = "",
    known: Known = NONE_KNOWN,
    weighting: Weighting = Weighting.EQUAL,
) -> Synthesis:
    """Joint reading of studies: their table, map and summaries.

    Parameters
    ----------
    studies
        Each with an id of its own.
    reader
        Reads roles, spans and findings: `read_studies` for the shipped models.
    question
        What the review asks; pairs near to it come first.
    known
        Groups that a reader made.
    weighting
        How much each study counts in shares and disagreement.

    Raises
    ------
    InputError
        There is no study.
    """
    if not studies:
        raise InputError("there is no study to synthesise: include one first")
    table = findings_table(reader(studies), known=known)
    cells = contradiction_map(table, weighting=weighting)
    if question:
        cells = cells_by_question(cells, question)
    return Synthesis(
        table=table,
        cells=cells,
        summary=structured_summary(table, cells),
        extract=extractive_summary(table, question=question),
        question=question,
        weighting=weighting,
    )
