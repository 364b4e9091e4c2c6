"""Areas under curves: ROC, its part at high recall, and precision over recall."""

import numpy as np

from thresher.arrays import Scores
from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.needed import Share, exact_share
from thresher.measures.ties import tie_groups
from thresher.screening.reading import Reading, ReadingLike, as_reading

__all__ = [
    "area_under_roc",
    "average_precision",
    "partial_area",
    "standardised_partial_area",
]


def area_under_roc(reading: ReadingLike) -> float:
    r"""Area under the ROC curve: the chance that a relevant record outranks another.

    Ties, where the reading has scores, count half.

    Raises
    ------
    UndefinedMeasureError
        No record is relevant, every one is, or nobody knows how many are.

    Notes
    -----
    Equal to `loss` subtracted from one where there are no ties.

    Examples
    --------
    >>> area_under_roc([1, 0, 1, 0])
    0.75
    """
    return partial_area(reading, recall=0)


def partial_area(reading: ReadingLike, *, recall: Share = 0.8) -> float:
    r"""Area of ROC space right of the curve, where recall is at least `recall`.

    Notes
    -----
    :math:`\int_r^1 (1 - FPR)\, dTPR`, between 0 and :math:`1 - r`. Jiang et al. (1996)
    divide it by :math:`1 - r`. Proposed for screening in Kusa et al. (2023), section 6.

    Examples
    --------
    >>> partial_area([1, 0, 1, 0], recall=0.5)
    0.25
    """
    reading = as_reading(reading)
    low = _below_one(recall)
    recalls, fallouts = _roc(reading)
    start = np.maximum(recalls[:-1], low)
    end = np.maximum(recalls[1:], low)
    rise = np.diff(recalls)
    slope = np.divide(np.diff(fallouts), rise, out=np.zeros_like(rise), where=rise > 0)
    middle = fallouts[:-1] + slope * ((start + end) / 2 - recalls[:-1])
    return float(((end - start) * (1 - middle)).sum())


def standardised_partial_area(reading: ReadingLike, *, recall: Share = 0.8) -> float:
    r"""Partial area at high recall, scaled to 0.5 for chance and 1 for perfection.

    Notes
    -----
    :math:`\frac12\left(1 + \frac{A - m}{M - m}\right)` with :math:`m = (1-r)^2/2` and
    :math:`M = 1 - r`. McClish (1989), doi:10.1177/0272989X8900900307.

    Examples
    --------
    >>> standardised_partial_area([1, 1, 0, 0], recall=0.8)
    1.0
    """
    missed = 1 - _below_one(recall)
    chance = missed**2 / 2
    area = partial_area(reading, recall=recall)
    return (1 + (area - chance) / (missed - chance)) / 2


def average_precision(reading: ReadingLike) -> float:
    r"""Precision averaged over the ranks of the relevant records.

    Notes
    -----
    :math:`\frac1R \sum_j j / \mathrm{rank}_j`; a group of ties counts at its end.

    Examples
    --------
    >>> average_precision([1, 0, 1, 0])
    0.8333333333333333
    """
    reading = as_reading(reading)
    groups = tie_groups(reading, measure="average_precision")
    found = np.cumsum(groups.relevant)
    return float((groups.relevant * (found / groups.upto)).sum() / found[-1])


def _below_one(recall: Share) -> float:
    value = float(exact_share(recall))
    if not 0 <= value < 1:
        raise InputError(
            f"the recall an area starts at must be in [0, 1), got {recall}"
        )
    return value


def _roc(reading: Reading) -> tuple[Scores, Scores]:
    """Return true and false positive rates at the corners where relevant ones come."""
    groups = tie_groups(reading, measure="area_under_roc")
    after = np.cumsum(groups.relevant)
    before = after - groups.relevant
    relevant = int(after[-1])
    irrelevant = reading.records - relevant
    if irrelevant == 0:
        raise UndefinedMeasureError("area_under_roc", "every record is relevant")
    recalls = np.column_stack([before, after]).ravel() / relevant
    fallouts = np.column_stack([groups.above - before, groups.upto - after]).ravel()
    return recalls, fallouts / irrelevant
