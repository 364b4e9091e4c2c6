"""What of MS² (DeYoung et al. 2021) can be recomputed from its printed numbers."""

from dataclasses import dataclass

from thresher.synthesis.agreement import (
    Base,
    Confusion,
    Interval,
    delta_ei,
    kappa,
    kappa_interval,
)
from thresher.synthesis.finding import Direction, Directions

__all__ = [
    "NEEDS_MORE",
    "TABLE_7",
    "TABLE_12",
    "Check",
    "Ms2",
    "impossible_f1",
    "reproduce_ms2",
]

COLUMNS = ("increases", "no_change", "decreases", "insufficient")
TABLE_7 = Confusion(
    rows=(*COLUMNS, "skip"),
    columns=COLUMNS,
    counts=((56, 3, 1, 19), (13, 1, 1, 10), (0, 0, 5, 2), (5, 1, 0, 5), (8, 0, 0, 3)),
)
# Direction of the review, share of its studies' directions (decreases, no_change,
# increases), number of pairs.
TABLE_12 = (
    ("decreases", (0.338, 0.540, 0.122), 1_202_991),
    ("no_change", (0.144, 0.659, 0.197), 5_375_546),
    ("increases", (0.096, 0.529, 0.376), 2_490_229),
)
TABLE_6, TABLE_15 = (50.31, 67.98, 65.89), (46.98, 45.39, 46.97)
CONSISTENT = (1.0, 0.5, 0.0)
PRINTED_DELTAS = (0.0, 0.42, 0.83)
PRINTED_AGREEMENT, JUDGED_TWICE = 0.86, 50
NEEDS_MORE = (
    "Tables 5 and 14 (ROUGE, ΔEI, F1 of BART and LED): trained weights and the 20k "
    "reviews; `thresher.synthesis.neural` trains and generates with weights you bring",
    "Tables 6 and 15 (table-to-table): the same",
    "Tables 3 and 4 (sizes): the records of Semantic Scholar; `thresher corpus` builds "
    "and counts data sets of the same make",
    "suitability (879 labelled reviews, precision above .80): the labels are not "
    "public; `thresher corpus` has rules instead",
    "PICO and evidence on the whole tests: the copies here are partial",
    "ROUGE and ΔEI on the leaderboard: test targets are not here, except those of 274 "
    "Cochrane reviews and of the 50 MS² reviews of the pilot",
    "Table 9 (nine sentence classes): the 3,000 labelled sentences are not public",
    "kappa .76 of 50 reviews judged twice: both annotators' labels are not public; "
    "with 86 % agreement it needs 41.7 % agreement by chance, which is possible",
    "the seed's Table 5 has lost its R-2 and ΔEI cells",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A printed figure beside the recomputed one."""

    what: str
    printed: float
    recomputed: float
    tolerance: float
    note: str = ""

    @property
    def agrees(self) -> bool:
        """Whether both are the same within the tolerance."""
        return abs(self.printed - self.recomputed) <= self.tolerance


@dataclass(frozen=True, slots=True, kw_only=True)
class Ms2:
    """Checks that agree or not, the human evaluation, and printed impossibilities."""

    checks: tuple[Check, ...]
    deltas_base_2: tuple[float, ...]
    table_kappa: float
    table_kappa_interval: Interval
    agreement_interval: Interval
    misprints: tuple[str, ...]


def reproduce_ms2() -> Ms2:
    """Everything the paper's printed counts allow.

    Examples
    --------
    >>> found = reproduce_ms2()
    >>> all(check.agrees for check in found.checks), len(found.misprints)
    (True, 3)
    """
    return Ms2(
        checks=(*_deltas(), *_human(), *_contradictions()),
        deltas_base_2=tuple(_degenerate(share, Base.TWO) for share in CONSISTENT),
        table_kappa=kappa(TABLE_7),
        table_kappa_interval=kappa_interval(TABLE_7),
        agreement_interval=TABLE_7.agreement_interval(),
        misprints=tuple(_misprints()),
    )


def _degenerate(consistent: float, base: Base) -> float:
    """Return ΔEI where directions are certain and a share of them consistent."""
    up, down = (
        Directions(**{one.value: float(one is sure) for one in Direction})
        for sure in (Direction.INCREASES, Direction.DECREASES)
    )
    same = round(10 * consistent)
    return delta_ei([(up, up)] * same + [(up, down)] * (10 - same), base=base)


def _deltas() -> list[Check]:
    return [
        Check(
            what=f"section 4.3: ΔEI where {share:.0%} are consistent, base e",
            printed=printed,
            recomputed=_degenerate(share, Base.E),
            tolerance=0.005,
        )
        for share, printed in zip(CONSISTENT, PRINTED_DELTAS, strict=True)
    ]


def _human() -> list[Check]:
    return [
        Check(
            what="Table 7: summaries with a direction in the target",
            printed=133,
            recomputed=TABLE_7.total,
            tolerance=0,
        ),
        Check(
            what="Table 7: of them with the same direction generated",
            printed=67,
            recomputed=TABLE_7.agreed,
            tolerance=0,
        ),
        Check(
            what="section 4.4: 150 sampled less 17 without a direction",
            printed=133,
            recomputed=150 - 17,
            tolerance=0,
        ),
        Check(
            what="section 4.4: 86 % of 50 is a whole number of reviews",
            printed=43,
            recomputed=PRINTED_AGREEMENT * JUDGED_TWICE,
            tolerance=1e-9,
        ),
    ]


def _contradictions() -> list[Check]:
    order = ("decreases", "no_change", "increases")
    total = sum(count for _, _, count in TABLE_12)
    same = sum(
        shares[order.index(direction)] * count for direction, shares, count in TABLE_12
    )
    rows = [
        Check(
            what=f"Table 12: shares of the row {direction} add up",
            printed=1.0,
            recomputed=sum(shares),
            tolerance=0.0015,
        )
        for direction, shares, _ in TABLE_12
    ]
    matching = Check(
        what="Table 12: studies' directions that match their review's",
        printed=0.538,
        recomputed=same / total,
        tolerance=0.001,
        note="the rounded shares allow 53.82 to 53.92 %",
    )
    return [*rows, matching]


def impossible_f1(precision: float, recall: float, f1: float) -> bool:
    """Whether a macro-F1 is above what its macro-precision and -recall allow.

    Each class's F1 is at most the mean of its precision and recall, so their mean is
    at most the mean of both.

    Examples
    --------
    >>> impossible_f1(50.31, 67.98, 65.89)
    True
    """
    rounding = 0.01
    return f1 > (precision + recall) / 2 + rounding


def _misprints() -> list[str]:
    found = []
    for name, row in (("Table 6", TABLE_6), ("Table 15", TABLE_15)):
        if impossible_f1(*row):
            most = (row[0] + row[1]) / 2
            found.append(
                f"{name}: macro-F1 {row[2]} cannot be above the mean of precision "
                f"{row[0]} and recall {row[1]}, {most:.2f}, since each class's F1 is "
                "at most the mean of its own two; it may be a fault of the text's "
                "conversion"
            )
    found.append(
        "equation 1 is printed as a sum over pairs and described as an average; the "
        "values .42 and .83 are averages"
    )
    return found
