"""Table 1 of Bagdouri et al. (2013): how often tests of the planned size pass."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from thresher.certification.claim import Claim
from thresher.certification.criteria import Criterion, find_criterion
from thresher.certification.effectiveness import F1
from thresher.certification.power import certification_size
from thresher.certification.samples import Samples, drawn_samples
from thresher.measures.confusion import Confusion
from thresher.progress import Report, silent

__all__ = ["PAPER_TABLE", "VARIANTS", "Validation", "Variant", "validation"]

PARTS = (0.5, 0.6, 0.7, 0.8, 0.9)
PAPER_TABLE = (93.53, 93.25, 93.92, 94.26, 94.29)
SAMPLE = 10_000  # records of each sample, as many as the paper's largest training
TESTS = 200  # drawn for each size


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A bound, and how the search for a size ends."""

    name: str
    method: str
    early_exit: bool


VARIANTS = (
    Variant(name="eq. 4, as the paper searches", method="normal", early_exit=True),
    Variant(name="exact, smallest size", method="exact", early_exit=False),
    Variant(name="eq. 5 as printed", method="printed", early_exit=True),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Validation:
    """How often tests pass, of those that were sized for 93 %.

    Parameters
    ----------
    variant
        The bound and the search.
    passing
        In percent, for targets of 0.5, 0.6, 0.7, 0.8 and 0.9 of F1.
    sizes
        The median size for each target.
    without
        Share of the samples for which no size can do it, left out as in the paper.
    """

    variant: str
    passing: tuple[float, ...]
    sizes: tuple[float, ...]
    without: tuple[float, ...]


def validation(
    populations: Sequence[Confusion],
    *,
    samples: int,
    rng: np.random.Generator,
    report: Report = silent,
) -> list[Validation]:
    """Table 1, with the paper's bound and search and with ours.

    Parameters
    ----------
    populations
        Observed confusion matrices, each taken for an unlimited population.
    samples
        Drawn from each; from each a size is found, and tests of that size are drawn.
    rng
        Draws all of it.
    report
        Told after each column.
    """
    found: list[Validation] = []
    for variant in VARIANTS:
        columns = []
        for part in PARTS:
            column = _column(populations, variant, part=part, samples=samples, rng=rng)
            columns.append(column)
            done = len(found) * len(PARTS) + len(columns)
            report("Table 1", done=done, total=len(VARIANTS) * len(PARTS))
        passing, sizes, without = zip(*columns, strict=True)
        found.append(
            Validation(
                variant=variant.name, passing=passing, sizes=sizes, without=without
            )
        )
    return found


def _column(
    populations: Sequence[Confusion],
    variant: Variant,
    *,
    part: float,
    samples: int,
    rng: np.random.Generator,
) -> tuple[float, float, float]:
    criterion = find_criterion("f1", method=variant.method)
    shares, sizes, tried = [], [], 0
    for table in populations:
        claim = Claim(criterion=criterion, target=part * F1.value(table))
        for _ in range(samples):
            tried += 1
            drawn = drawn_samples(table, SAMPLE, count=1, rng=rng)
            size = _size(drawn, claim, early_exit=variant.early_exit, rng=rng)
            if size is not None:
                sizes.append(size)
                shares.append(_passing(table, size, claim=claim, rng=rng))
    if not shares:
        return np.nan, np.nan, 1.0
    return (
        100 * float(np.mean(shares)),
        float(np.median(sizes)),
        1 - len(sizes) / tried,
    )


def _size(
    drawn: Samples, claim: Claim, *, early_exit: bool, rng: np.random.Generator
) -> int | None:
    if not drawn.true_positives[0]:
        return None
    table = Confusion(
        true_positives=int(drawn.true_positives[0]),
        false_positives=int(drawn.false_positives[0]),
        false_negatives=int(drawn.false_negatives[0]),
        true_negatives=int(drawn.true_negatives[0]),
    )
    return certification_size(table, claim, rng=rng, early_exit=early_exit).size


def _passing(
    table: Confusion, size: int, *, claim: Claim, rng: np.random.Generator
) -> float:
    tests = drawn_samples(table, size, count=TESTS, rng=rng)
    criterion: Criterion = claim.criterion
    passes = criterion.passes(tests, target=claim.target, alpha=claim.alpha)
    return float(passes.mean())
