"""A summary in which every sentence names the sentences it rests on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from thresher.errors import InputError
from thresher.synthesis.contradiction import Cell, Flag, Vote
from thresher.synthesis.finding import Direction
from thresher.synthesis.findings import FindingsTable
from thresher.synthesis.study_records import Doubt
from thresher.synthesis.words import stems

__all__ = [
    "LABEL",
    "Reference",
    "Summary",
    "SummarySentence",
    "cells_by_question",
    "structured_summary",
]

LABEL = (
    "Draft for human checking, made by a program from abstracts. It counts what "
    "sentences say; it rates no certainty and estimates no effect: check the sentence."
)
MOST_SENTENCES = 20
SEVERAL = 2
WORDS = {
    Direction.INCREASES: "an increase",
    Direction.NO_CHANGE: "no difference",
    Direction.DECREASES: "a decrease",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A sentence of a study, quoted whole, with its place in the study's text."""

    study: str
    start: int
    end: int
    quote: str
    row: str = ""
    direction: Direction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SummarySentence:
    """A sentence and what it rests on; `counts` are the numbers of studies it states.

    Raises
    ------
    InputError
        It is empty, or rests on nothing.
    """

    text: str
    references: tuple[Reference, ...]
    counts: Mapping[Direction, int] | None = None
    remark: str = ""

    def __post_init__(self) -> None:
        if not self.text.strip() or not self.references:
            raise InputError("a summary sentence needs words, and a sentence behind it")


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Sentences with their grounds, and notes on what could not be said."""

    how: str
    sentences: tuple[SummarySentence, ...]
    notes: tuple[str, ...] = ()
    label: str = LABEL


def structured_summary(
    table: FindingsTable,
    cells: Sequence[Cell],
    *,
    most: int = MOST_SENTENCES,
    doubts: Sequence[Doubt] = (),
) -> Summary:
    """Summary that counts what studies report on each pair, every study named.

    Parameters
    ----------
    table
        The rows.
    cells
        Pairs in the order to tell them, from `contradiction_map`.
    most
        Number of pairs told; the others are only counted.
    doubts
        Studies that may be one: said wherever both are counted.
    """
    numbers = {read.study.id: at for at, read in enumerate(table.studies, 1)}
    told = [cell for cell in cells if cell.votes]
    return Summary(
        how="structured",
        sentences=tuple(_sentence(cell, numbers, doubts) for cell in told[:most]),
        notes=tuple(_notes(table, cells, most=most)),
    )


def _sentence(
    cell: Cell, numbers: Mapping[str, int], doubts: Sequence[Doubt]
) -> SummarySentence:
    return SummarySentence(
        text=_told(cell, numbers),
        references=tuple(
            Reference(
                study=vote.study,
                start=row.finding.evidence.start,
                end=row.finding.evidence.end,
                quote=row.finding.evidence.text,
                row=row.id,
                direction=vote.direction,
            )
            for vote in cell.votes
            for row in vote.rows
            if row.finding.evidence is not None
        ),
        counts={one: count for one, count in cell.counts.items() if count},
        remark=_remark(cell, numbers, doubts),
    )


def _told(cell: Cell, numbers: Mapping[str, int]) -> str:
    about = f"{_name(cell.intervention)} and {cell.outcome}"
    if len(cell.votes) == 1:
        vote = cell.votes[0]
        said = WORDS[vote.direction]
        return (
            f"{about}: one study reports it, {said} [{numbers[vote.study]}]; "
            "insufficient evidence to compare."
        )
    sides = [one for one in Direction if cell.counts[one]]
    sides.sort(key=lambda one: -cell.counts[one])
    parts = [_side(cell, one, numbers, first=at == 0) for at, one in enumerate(sides)]
    return f"{about}: {'; '.join(parts)}."


def _side(
    cell: Cell, direction: Direction, numbers: Mapping[str, int], *, first: bool
) -> str:
    """Return how many report a direction, and which: "1 of 4 studies reports …"."""
    voters = [numbers[v.study] for v in cell.votes if v.direction is direction]
    count = len(voters)
    total = f" of {len(cell.votes)} studies" if first else ""
    verb = "report" if count > 1 else "reports"
    return f"{count}{total} {verb} {WORDS[direction]} {sorted(voters)}"


def _remark(cell: Cell, numbers: Mapping[str, int], doubts: Sequence[Doubt]) -> str:
    said = []
    voters = {vote.study for vote in cell.votes}
    said += [
        f"{sorted((numbers[one.first], numbers[one.second]))} may be one study"
        for one in doubts
        if {one.first, one.second} <= voters
    ]
    if cell.flag in {Flag.MIXED, Flag.CONTRADICTORY}:
        said.append(f"{cell.flag}: check the sentences")
    if split := [vote for vote in cell.votes if vote.is_split]:
        listed = _numbered(split, numbers)
        said.append(f"sentences of one study point in different directions {listed}")
    if cell.not_reporting:
        count = len(cell.not_reporting)
        named = "study names" if count == 1 else "studies name"
        said.append(f"{count} further {named} both, but no sentence reports the effect")
    return "; ".join(said)


def _numbered(votes: Sequence[Vote], numbers: Mapping[str, int]) -> list[int]:
    return sorted(numbers[vote.study] for vote in votes)


def _name(phrase: str) -> str:
    return phrase[:1].upper() + phrase[1:]


def _notes(table: FindingsTable, cells: Sequence[Cell], *, most: int) -> list[str]:
    told = [cell for cell in cells if cell.votes]
    silent = len(cells) - len(told)
    notes = []
    if not table.studies:
        return ["There is no study."]
    if not told:
        notes.append(
            "No sentence reports the effect of an intervention on an outcome: "
            "insufficient evidence for any statement."
        )
    if len(table.studies) == 1:
        notes.append("There is one study only: nothing can be compared.")
    if len(told) > most:
        notes.append(f"{len(told) - most} further pairs are in the table only.")
    if silent:
        notes.append(
            f"{silent} pairs of intervention and outcome are named in studies, but no "
            "sentence reports them."
        )
    return notes


def cells_by_question(cells: Sequence[Cell], question: str) -> tuple[Cell, ...]:
    """Pairs of several studies first, those most like the question in words foremost.

    Examples
    --------
    >>> pain = Cell(intervention="aspirin", outcome="pain", votes=())
    >>> death = Cell(intervention="aspirin", outcome="death", votes=())
    >>> cells_by_question([pain, death], "Does aspirin delay death?")[0].outcome
    'death'
    """
    wanted = set(stems(question))

    def likeness(cell: Cell) -> float:
        named = {*stems(cell.intervention), *stems(cell.outcome)}
        return 2 * len(wanted & named) / max(len(wanted) + len(named), 1)

    def rank(cell: Cell) -> tuple[int, float]:
        return -min(len(cell.votes), SEVERAL), -likeness(cell)

    return tuple(sorted(cells, key=rank))
