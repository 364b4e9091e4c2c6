"""Whether one model does better than another over the same folds or seeds."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from thresher.arrays import Scores, as_scores
from thresher.errors import InputError
from thresher.screening.reading import ReadingLike

__all__ = ["PairedDifference", "difference_over_folds", "paired_difference"]

FEWEST = 2  # folds from which a spread can be told


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedDifference:
    """Mean difference of two models over folds, with Student's paired test.

    Parameters
    ----------
    mean, low, high
        Mean difference, first less second, and its confidence interval.
    statistic, p_value
        Student's t and its two-tailed p-value.
    folds
        How many pairs there were.
    """

    mean: float
    low: float
    high: float
    statistic: float
    p_value: float
    folds: int


def paired_difference(
    first: ArrayLike, second: ArrayLike, *, coverage: float = 0.95
) -> PairedDifference:
    r"""Mean difference of paired values, with Student's two-tailed paired t-test.

    Parameters
    ----------
    first, second
        One value of each model for each fold, in the same order.
    coverage
        Of the interval around the mean difference.

    Raises
    ------
    InputError
        Fewer than two folds, unequal numbers of them, or values that are not finite.

    Notes
    -----
    :math:`t = \bar d / (s_d / \sqrt n)` with :math:`n - 1` degrees of freedom. Where
    no fold differs, :math:`t = 0` and :math:`p = 1`; where all differ by the very same
    amount, :math:`t` is infinite and :math:`p = 0`, which is the limit. Folds share
    training data, so the test is optimistic. Dietterich (1998),
    doi:10.1162/089976698300017197.

    Examples
    --------
    >>> result = paired_difference([0.8, 0.7, 0.9], [0.7, 0.65, 0.75])
    >>> round(result.mean, 3), round(result.p_value, 3)
    (0.1, 0.074)
    """
    if not 0 < coverage < 1:
        raise InputError(f"coverage must be between 0 and 1, got {coverage}")
    values = as_scores(first, size=len(np.atleast_1d(first)))
    difference = values - as_scores(second, size=values.size)
    if values.size < FEWEST:
        raise InputError(f"a paired test needs {FEWEST} folds, got {values.size}")
    mean = float(difference.mean())
    error = _standard_error(difference)
    freedom = values.size - 1
    statistic = _ratio(mean, error)
    margin = error * float(special.stdtrit(freedom, (1 + coverage) / 2))
    return PairedDifference(
        mean=mean,
        low=mean - margin,
        high=mean + margin,
        statistic=statistic,
        p_value=2 * float(special.stdtr(freedom, -abs(statistic))),
        folds=values.size,
    )


def difference_over_folds(
    first: Sequence[ReadingLike],
    second: Sequence[ReadingLike],
    *,
    measure: Callable[[ReadingLike], float],
    coverage: float = 0.95,
) -> PairedDifference:
    """Paired test of any measure over the readings of two models on the same folds.

    Examples
    --------
    >>> from thresher.measures.area import area_under_roc
    >>> good, poor = [[1, 1, 0], [1, 0, 0]], [[1, 0, 1], [0, 0, 1]]
    >>> difference_over_folds(good, poor, measure=area_under_roc).mean
    0.75
    """
    return paired_difference(
        [measure(reading) for reading in first],
        [measure(reading) for reading in second],
        coverage=coverage,
    )


def _standard_error(difference: Scores) -> float:
    if np.ptp(difference) == 0:  # the mean rounds, so its deviations need not be 0
        return 0.0
    return float(difference.std(ddof=1)) / math.sqrt(difference.size)


def _ratio(mean: float, error: float) -> float:
    if error > 0:
        return mean / error
    return math.copysign(math.inf, mean) if mean else 0.0
