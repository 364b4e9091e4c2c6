"""Table 1 of Kusa et al. (2023), its averages and orders, and the paper's text."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from thresher.measures.published import (
    Audit,
    Cell,
    Judged,
    Misplaced,
    PublishedTable,
    as_printed,
    audit,
    order_by,
    possible_relevant,
)
from thresher.reports.reproductions.kusa_table import PERCENTAGES, table_1

__all__ = ["Average", "Claim", "Misprint", "Reproduction", "claims", "reproduction"]

TOLERANCE = 0.001
SHIFT = (
    "column shift: {printed:.3f} belongs to model {home}, the next column; by its own "
    "WSS this cell should read {value:.3f}, and so the printed average has it"
)
BALANCED = (
    "eq. 2 gives 0.475 where 5% of 1000 relevant records may be missed; 0.45 leaves "
    "these false negatives out, which is right only below 20 relevant records"
)
ALL_SETS = "the paper counts 23 data sets; the 15 of Table 1 hold all of these"


@dataclass(frozen=True, slots=True, kw_only=True)
class Misprint:
    """A printed cell that its own WSS contradicts, and why."""

    dataset: str
    model: str
    printed: float
    should_read: float
    explanation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Average:
    """A printed average of a model beside the recomputed one."""

    model: str
    measure: str
    printed: float
    recomputed: float

    @property
    def agrees(self) -> bool:
        """Whether both are the same within the tolerance of the table."""
        return abs(self.printed - self.recomputed) <= TOLERANCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A number in the text of the paper beside the recomputed one."""

    what: str
    printed: str
    recomputed: float
    note: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the recomputed number rounds to the printed one."""
        span = as_printed(self.printed).interval
        return float(span.low) <= self.recomputed <= float(span.high)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reproduction:
    """What of Kusa et al. (2023) came out again, and what did not."""

    cells: int
    matched: int
    misprints: tuple[Misprint, ...]
    averages: tuple[Average, ...]
    order_by_wss: tuple[str, ...]
    order_by_tnr: tuple[str, ...]
    claims: tuple[Claim, ...]

    @property
    def explained(self) -> int:
        """How many cells that do not match are misprints with a known cause."""
        return len(self.misprints)


def reproduction() -> Reproduction:
    """Every TNR of Table 1 from its WSS, the averages, both orders, and the text.

    Notes
    -----
    A cell matches if it is within 0.001 of :math:`(WSS - min) / (max - min)` with the
    bounds of eq. 2-3. doi:10.1016/j.iswa.2023.200193.

    Examples
    --------
    >>> again = reproduction()
    >>> again.cells, again.matched, again.explained
    (105, 103, 2)
    """
    table = table_1()
    checked = audit(table)
    return Reproduction(
        cells=len(checked.cells),
        matched=sum(map(_matches, checked.cells)),
        misprints=tuple(_misprints(checked)),
        averages=tuple(_averages(table, checked)),
        order_by_wss=order_by("wss", checked.means),
        order_by_tnr=order_by("tnr", checked.means),
        claims=claims(),
    )


def claims() -> tuple[Claim, ...]:
    """Return the numbers in the paper's text, recomputed."""
    return (*_claims_of_measures(), *_claims_of_data_sets())


def _claims_of_measures() -> tuple[Claim, ...]:
    example = Judged(records=2000, relevant=200)
    return (
        Claim(
            what="section 3.1: false negatives at 95% recall, 200 relevant of 2000",
            printed="10",
            recomputed=example.missed,
        ),
        Claim(
            what="section 2: greatest WSS@95% of a balanced data set",
            printed="0.45",
            recomputed=_greatest(Judged(records=2000, relevant=1000)),
            note=BALANCED,
        ),
        Claim(
            what="section 2: greatest WSS@95% with 5% relevant",
            printed="0.90",
            recomputed=_greatest(Judged(records=2000, relevant=100)),
        ),
        Claim(
            what="equation 6: fewest relevant records where it fails at 95% recall",
            printed="20",
            recomputed=_first_with_a_miss(),
        ),
    )


def _claims_of_data_sets() -> tuple[Claim, ...]:
    piles = [row.judged[0] for row in table_1().rows]
    return (
        Claim(
            what="section 3.5: data sets with fewer than 40 relevant records",
            printed="5",
            recomputed=sum(pile.relevant < 2 * _first_with_a_miss() for pile in piles),
            note=ALL_SETS,
        ),
        Claim(
            what="section 3.5: data sets with fewer than 20 relevant records",
            printed="3",
            recomputed=sum(pile.is_full_recall for pile in piles),
            note=ALL_SETS,
        ),
        Claim(
            what="Table 1: percentages of includes that follow from the counts",
            printed="15",
            recomputed=sum(map(_prints_as, piles, PERCENTAGES)),
        ),
    )


def _greatest(judged: Judged) -> float:
    return float(judged.possible.high)


def _first_with_a_miss() -> int:
    """Return the fewest relevant records of which 95% recall lets one go."""
    return next(
        relevant
        for relevant in count(1)
        if not Judged(records=2 * relevant, relevant=relevant).is_full_recall
    )


def _prints_as(judged: Judged, percentage: str) -> bool:
    share = as_printed(percentage)
    return judged.relevant in possible_relevant(share, records=judged.records)


def _matches(cell: Cell) -> bool:
    return abs(float(cell.tnr.value - cell.recomputed)) <= TOLERANCE


def _misprints(checked: Audit) -> Sequence[Misprint]:
    return [
        Misprint(
            dataset=finding.dataset,
            model=move.model,
            printed=move.printed,
            should_read=round(move.should_read, 3),
            explanation=SHIFT.format(
                printed=move.printed, home=move.belongs_to, value=move.should_read
            ),
        )
        for finding in checked.findings
        if isinstance(finding, Misplaced)
        for move in finding.moves
    ]


def _averages(table: PublishedTable, checked: Audit) -> Sequence[Average]:
    pairs = [("wss", m.model, m.wss) for m in checked.means]
    pairs += [("tnr", m.model, m.tnr) for m in checked.means]
    printed = {"wss": table.average_wss, "tnr": table.average_tnr}
    return [
        Average(
            model=model,
            measure=measure,
            printed=float(printed[measure][model].value),
            recomputed=float(mean),
        )
        for measure, model, mean in pairs
    ]
