"""ROC, rate-recall and rate-accuracy curves, with their bounds."""

from thresher.arrays import Ranks
from thresher.errors import UndefinedMeasureError
from thresher.measures.curve import Curve, corners, found_after, known_until
from thresher.measures.ties import tie_groups
from thresher.screening.reading import Reading, ReadingLike, as_reading

__all__ = ["rate_accuracy_curve", "rate_recall_curve", "roc_curve"]


def roc_curve(
    reading: ReadingLike, *, x_absolute: bool = False, y_absolute: bool = False
) -> Curve:
    """Share of the relevant against share of the irrelevant records read.

    Raises
    ------
    UndefinedMeasureError
        Not both relevant and irrelevant records exist, or nobody knows.

    Notes
    -----
    Records next to each other with the same score have no order among themselves:
    the curve crosses them in a straight line, as the area under it counts them.

    Examples
    --------
    >>> roc_curve([1, 0, 1, 0]).y
    array([0. , 0.5, 0.5, 1. , 1. ])
    """
    reading = as_reading(reading)
    relevant = reading.known_relevant("the ROC curve")
    irrelevant = reading.records - relevant
    if irrelevant == 0:
        raise UndefinedMeasureError("the ROC curve", "every record is relevant")
    ranks = _bends(reading, measure="the ROC curve")
    found = found_after(reading, ranks)
    return Curve(
        x=(ranks - found) / (1 if x_absolute else irrelevant),
        y=found / (1 if y_absolute else relevant),
        stopped=known_until(reading) < reading.records,
    )


def rate_recall_curve(
    reading: ReadingLike, *, x_absolute: bool = False, y_absolute: bool = False
) -> Curve:
    """Recall at every rate, the share of the pile that is read.

    Notes
    -----
    The positive-class rate-recall curve of Millard, Flach and Higgins (definition
    1). The recall curve, but with straight lines across tied scores. Its bounds
    are the curves of the best and the worst order.

    Examples
    --------
    >>> rate_recall_curve([0, 1, 0, 0]).at([0.25, 0.5])
    array([0., 1.])
    """
    reading = as_reading(reading)
    relevant = reading.known_relevant("the rate-recall curve")
    ranks = _bends(reading, measure="the rate-recall curve")
    return Curve(
        x=ranks / (1 if x_absolute else reading.records),
        y=found_after(reading, ranks) / (1 if y_absolute else relevant),
        stopped=bool(ranks[-1] < reading.records),
    )


def rate_accuracy_curve(
    reading: ReadingLike, *, x_absolute: bool = False, y_absolute: bool = False
) -> Curve:
    r"""Share of records on their right side, if those read count as relevant.

    Notes
    -----
    Found among those read plus irrelevant among the unread, over :math:`N`, at
    every rate :math:`\rho`. With :math:`\pi_0` the share of relevant records and
    :math:`\pi_1 = 1 - \pi_0` it lies between :math:`|\pi_1 - \rho|` and
    :math:`1 - |\pi_0 - \rho|`, the curves of the worst and the best order
    (Millard, Flach and Higgins, equation 4).

    Examples
    --------
    >>> rate_accuracy_curve([1, 0, 0, 0]).at([0, 0.25, 1])
    array([0.75, 1.  , 0.25])
    """
    reading = as_reading(reading)
    relevant = reading.known_relevant("the rate-accuracy curve")
    ranks = _bends(reading, measure="the rate-accuracy curve")
    found = found_after(reading, ranks)
    right = 2 * found + (reading.records - relevant) - ranks
    return Curve(
        x=ranks / (1 if x_absolute else reading.records),
        y=right / (1 if y_absolute else reading.records),
        stopped=bool(ranks[-1] < reading.records),
    )


def _bends(reading: Reading, *, measure: str) -> Ranks:
    """Return the ranks between which finds grow evenly, ties taken as unordered."""
    groups = tie_groups(reading, measure=measure)
    end = known_until(reading)
    known = groups.upto <= end
    return corners(groups.above[known], groups.upto[known], end=end)
