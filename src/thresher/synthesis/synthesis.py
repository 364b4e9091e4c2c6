"""From studies to what they say together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.synthesis.contradiction import Cell, Weighting, contradiction_map
from thresher.synthesis.extractive import extractive_summary
from thresher.synthesis.findings import NONE_KNOWN, FindingsTable, findings_table
from thresher.synthesis.grounding import Fault, grounding_faults
from thresher.synthesis.groups_file import Known
from thresher.synthesis.read_study import Reader
from thresher.synthesis.study import Study
from thresher.synthesis.study_records import Doubt, StudyRecords, doubts, record_of
from thresher.synthesis.summary import Summary, cells_by_question, structured_summary

__all__ = ["Synthesis", "synthesised"]

NO_RECORDS: Mapping[str, StudyRecords] = {}


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
    records: Mapping[str, StudyRecords] = field(default_factory=dict)
    doubts: tuple[Doubt, ...] = ()

    def __post_init__(self) -> None:
        if faults := self.faults:
            raise InputError(f"a summary is not grounded: {faults[0].kind}")

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Sentences that rest on nothing; none, or this would not exist."""
        both = (self.summary, self.extract)
        return tuple(f for one in both for f in grounding_faults(one, self.table))

    @property
    def record_count(self) -> int:
        """Number of records that the studies came in."""
        return sum(len(self.behind(read.study).ids) for read in self.table.studies)

    @property
    def counted(self) -> str:
        """How many records are how many studies: "3 records, 1 study"."""
        studies, records = len(self.table.studies), self.record_count
        return (
            f"{records:,} record{'s' * (records != 1)}, "
            f"{studies:,} {'study' if studies == 1 else 'studies'}"
        )

    def behind(self, study: Study) -> StudyRecords:
        """Return the records of a study; itself, where nothing else was said."""
        alone = Citation(id=study.id, title=study.title, abstract=study.abstract)
        return self.records.get(study.id) or record_of(alone)

    @property
    def cautions(self) -> tuple[tuple[str, str], ...]:
        """Study and what to beware of in it."""
        doubted = [
            (one.second, f"may be the same study as {one.first} ({one.why})")
            for one in self.doubts
        ]
        return tuple(
            (read.study.id, caution)
            for read in self.table.studies
            for caution in (
                *read.cautions,
                *(said for study, said in doubted if study == read.study.id),
            )
        )

    def cautions_of(self, study: str) -> tuple[str, ...]:
        """Return what to beware of in one study."""
        return tuple(said for one, said in self.cautions if one == study)


def synthesised(
    studies: Sequence[Study],
    *,
    reader: Reader,
    question: str = "",
    known: Known = NONE_KNOWN,
    same: Sequence[tuple[str, str]] = (),
    weighting: Weighting = Weighting.EQUAL,
    records: Mapping[str, StudyRecords] = NO_RECORDS,
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
    same
        Pairs of names that a reader says are one.
    weighting
        How much each study counts in shares and disagreement.
    records
        The records that each study came in, by its id.

    Raises
    ------
    InputError
        There is no study.
    """
    if not studies:
        raise InputError("there is no study to synthesise: include one first")
    table = findings_table(reader(studies), known=known, same=same)
    cells = contradiction_map(table, weighting=weighting)
    if question:
        cells = cells_by_question(cells, question)
    unsure = doubts(tuple(records.values()))
    return Synthesis(
        table=table,
        cells=cells,
        summary=structured_summary(table, cells, doubts=unsure),
        extract=extractive_summary(table, question=question),
        question=question,
        weighting=weighting,
        records=records,
        doubts=unsure,
    )
