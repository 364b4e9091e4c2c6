"""Lower bounds on what an outside screener achieved, from a sample of both strata."""

import math
from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from thresher.arrays import Ranks, Scores
from thresher.certification.intervals.binomial import check_alpha
from thresher.certification.outside.draws import (
    TIE,
    chances,
    fewest_relevant,
    most_relevant,
)
from thresher.certification.outside.sample import OutsideSample
from thresher.errors import UndefinedMeasureError

__all__ = ["Rate", "f1_bound", "precision_bound", "recall_bound", "split_bounds"]

Rate: TypeAlias = Callable[[Ranks, Ranks], Scores]
MOST_CELLS = 20_000_000  # of a table of chances; beyond it the split bound stands


def recall_bound(sample: OutsideSample, *, alpha: float = 0.05) -> float:
    r"""Lower bound on recall: the share of all relevant records that were included.

    Guarantee: over repeated samples recall is below the bound with probability at most
    `alpha`, whatever the numbers of relevant records. Exact, for this one look at a
    sample of sizes fixed beforehand.

    Raises
    ------
    InputError
        `alpha` is not in (0, 1).

    Notes
    -----
    The samples are first ordered by a simple bound: with :math:`1-\sqrt{1-\alpha}` for
    each stratum, the fewest relevant among the included and the most among the
    excluded. The bound is then the least recall at which a sample as good as this one
    still has a chance above :math:`\alpha`, which is never worse than the simple one
    (Buehler 1957, doi:10.1080/01621459.1957.10501404). If all included records are
    labelled, all of :math:`\alpha` goes to the excluded.

    Examples
    --------
    >>> sample = OutsideSample(
    ...     included=400,
    ...     excluded=3600,
    ...     included_sampled=400,
    ...     excluded_sampled=900,
    ...     included_relevant=100,
    ...     excluded_relevant=0,
    ... )
    >>> round(recall_bound(sample), 3)
    0.909
    """
    return _bound(sample, _recall, alpha=alpha)


def f1_bound(sample: OutsideSample, *, alpha: float = 0.05) -> float:
    """Lower bound on F1; guarantee and method as for `recall_bound`."""
    included = sample.included

    def rate(inside: Ranks, outside: Ranks) -> Scores:
        return _ratio(2 * inside, included + inside + outside)

    return _bound(sample, rate, alpha=alpha)


def precision_bound(sample: OutsideSample, *, alpha: float = 0.05) -> float:
    """Lower bound on precision: the share of the included that are relevant.

    Guarantee: exact, with chance at most `alpha` of exceeding the truth.

    Raises
    ------
    UndefinedMeasureError
        Nothing was included.
    """
    check_alpha(alpha)
    if not sample.included:
        raise UndefinedMeasureError("precision", "the screener included nothing")
    least = fewest_relevant(
        np.array([sample.included_relevant]),
        sampled=sample.included_sampled,
        size=sample.included,
        alpha=alpha,
    )
    return int(least[0]) / sample.included


def split_bounds(
    sample: OutsideSample, *, alpha: float, included: Ranks, excluded: Ranks
) -> tuple[Ranks, Ranks]:
    """Fewest inside for numbers drawn there, most outside for numbers drawn there."""
    whole = (
        sample.included_sampled == sample.included
        or sample.excluded_sampled == sample.excluded
    )  # nothing is left to chance in one of them
    each = alpha if whole else -math.expm1(math.log1p(-alpha) / 2)
    inside = fewest_relevant(
        included, sampled=sample.included_sampled, size=sample.included, alpha=each
    )
    outside = most_relevant(
        excluded, sampled=sample.excluded_sampled, size=sample.excluded, alpha=each
    )
    return inside, outside


def _bound(sample: OutsideSample, rate: Rate, *, alpha: float) -> float:
    check_alpha(alpha)
    drawn = np.arange(sample.included_sampled + 1)
    seen = np.arange(sample.excluded_relevant + 1)
    inside, outside = split_bounds(sample, alpha=alpha, included=drawn, excluded=seen)
    simple = float(rate(inside[[sample.included_relevant]], outside[-1:])[0])
    rows = sample.included - sample.included_sampled + 1
    if simple == 0 or rows * drawn.size > MOST_CELLS:
        return simple
    while (
        outside.size <= sample.excluded_sampled
        and rate(inside[-1:], outside[-1:])[0] >= simple - TIE
    ):  # more drawn outside may still be as good, with more drawn inside
        more = min(2 * outside.size, sample.excluded_sampled + 1)
        _, outside = split_bounds(
            sample, alpha=alpha, included=drawn[:0], excluded=np.arange(more)
        )
    as_good = rate(inside[:, None], outside[None, :]) >= simple - TIE
    return max(simple, _least_rate(sample, rate, as_good.sum(axis=1), alpha=alpha))


def _least_rate(
    sample: OutsideSample, rate: Rate, allowed: Ranks, *, alpha: float
) -> float:
    """Return the least rate at which so good a sample has a chance above alpha.

    `allowed` tells for each number drawn inside how many numbers drawn outside, from
    none on, make a sample as good as this one.
    """
    first, sampled, size = sample.included_counts
    inside = first + np.arange(size - sampled + 1)
    chance = chances(np.arange(sampled + 1), inside, sampled=sampled, size=size)
    kinds, kind = np.unique(allowed, return_inverse=True)
    weight = np.zeros((inside.size, kinds.size))
    np.add.at(weight.T, kind, chance.T)
    first, sampled, size = sample.excluded_counts
    outside = first + np.arange(size - sampled + 1)
    drawn = np.arange(kinds.max())
    summed = chances(drawn, outside, sampled=sampled, size=size).cumsum(axis=1)
    below = np.hstack([np.zeros((outside.size, 1)), summed])[:, kinds]
    # The chance falls with the number outside: find the last that keeps it up.
    low, high = (
        np.zeros(inside.size, dtype=np.int64),
        np.full(inside.size, outside.size),
    )
    while (low < high).any():
        middle = (low + high) // 2
        at = np.minimum(middle, outside.size - 1)
        kept = (weight * below[at]).sum(axis=1) > alpha - TIE
        open_ = low < high
        low = np.where(open_ & kept, middle + 1, low)
        high = np.where(open_ & ~kept, middle, high)
    plausible = low > 0
    return float(rate(inside[plausible], outside[low[plausible] - 1]).min())


def _recall(inside: Ranks, outside: Ranks) -> Scores:
    return _ratio(inside, inside + outside)


def _ratio(part: Ranks, whole: Ranks) -> Scores:
    """Return shares; 0 where there is nothing, which claims nothing."""
    return np.where(whole > 0, part / np.maximum(whole, 1), 0.0)
