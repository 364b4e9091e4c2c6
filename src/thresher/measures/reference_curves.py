"""What random reading and the best and worst order would have given."""

import numpy as np

from thresher.measures.curve import Curve
from thresher.screening.reading import Reading, ReadingLike, as_reading

__all__ = [
    "best_order",
    "random_accuracy",
    "random_discovery",
    "random_extra_found",
    "random_precision",
    "random_recall",
    "random_roc",
    "random_work_saved",
    "worst_order",
]


def best_order(reading: ReadingLike) -> Reading:
    """Return the same pile with every relevant record read first.

    Any curve of it is the upper bound of that curve.

    Examples
    --------
    >>> best_order([0, 1, 0]).labels
    array([ True, False, False])
    """
    reading = as_reading(reading)
    relevant = reading.known_relevant("the best order")
    return Reading(labels=np.arange(reading.records) < relevant)


def worst_order(reading: ReadingLike) -> Reading:
    """Return the same pile with every relevant record read last.

    Examples
    --------
    >>> worst_order([0, 1, 0]).labels
    array([False, False,  True])
    """
    reading = as_reading(reading)
    relevant = reading.known_relevant("the worst order")
    return Reading(labels=np.arange(reading.records) >= reading.records - relevant)


def random_recall(
    reading: ReadingLike, *, x_absolute: bool = False, y_absolute: bool = False
) -> Curve:
    """Recall to expect from reading in random order: the diagonal.

    Examples
    --------
    >>> random_recall([0, 1, 0, 1], y_absolute=True).y
    array([0., 2.])
    """
    reading = as_reading(reading)
    relevant = reading.known_relevant("random recall")
    far = reading.records if x_absolute else 1
    return _straight((0, 0), (far, relevant if y_absolute else 1))


def random_roc(
    reading: ReadingLike, *, x_absolute: bool = False, y_absolute: bool = False
) -> Curve:
    """ROC curve to expect from reading in random order: the diagonal.

    Examples
    --------
    >>> random_roc([0, 1, 0], x_absolute=True).x
    array([0., 2.])
    """
    reading = as_reading(reading)
    relevant = reading.known_relevant("random ROC curve")
    far = reading.records - relevant if x_absolute else 1
    return _straight((0, 0), (far, relevant if y_absolute else 1))


def random_work_saved(
    reading: ReadingLike, *, x_absolute: bool = False, y_absolute: bool = False
) -> Curve:
    """Work that random reading saves over random reading: none, at any recall.

    Examples
    --------
    >>> random_work_saved([0, 1, 1], x_absolute=True).x
    array([0., 2.])
    """
    del y_absolute  # nothing is nothing on either scale
    relevant = as_reading(reading).known_relevant("random WSS curve")
    return _straight((0, 0), (relevant if x_absolute else 1, 0))


def random_extra_found(
    reading: ReadingLike, *, x_absolute: bool = False, y_absolute: bool = False
) -> Curve:
    """Relevant records that random reading finds beyond itself: none.

    Examples
    --------
    >>> random_extra_found([0, 1, 1]).y
    array([0., 0.])
    """
    del y_absolute  # nothing is nothing on either scale
    return _straight((0, 0), (as_reading(reading).records if x_absolute else 1, 0))


def random_accuracy(
    reading: ReadingLike, *, x_absolute: bool = False, y_absolute: bool = False
) -> Curve:
    """Accuracy to expect at every rate from reading in random order.

    Examples
    --------
    >>> random_accuracy([0, 1, 0, 0]).y
    array([0.75, 0.25])
    """
    reading = as_reading(reading)
    relevant = reading.known_relevant("random accuracy")
    whole = 1 if y_absolute else reading.records
    far = reading.records if x_absolute else 1
    return _straight((0, (reading.records - relevant) / whole), (far, relevant / whole))


def random_precision(
    reading: ReadingLike, *, x_absolute: bool = False, y_absolute: bool = False
) -> Curve:
    """Precision to expect from reading in random order: the prevalence.

    Examples
    --------
    >>> random_precision([0, 1, 0, 0]).y
    array([0.25, 0.25])
    """
    del y_absolute  # precision is a share
    reading = as_reading(reading)
    share = reading.known_relevant("random precision") / reading.records
    return _straight((0, share), (reading.records if x_absolute else 1, share))


def random_discovery(
    reading: ReadingLike, *, x_absolute: bool = False, y_absolute: bool = False
) -> Curve:
    r"""Rank to expect of each discovery when reading in random order.

    Notes
    -----
    The :math:`i`-th of :math:`R` is expected at :math:`i(N + 1)/(R + 1)`.

    Examples
    --------
    >>> random_discovery([0, 1, 0], y_absolute=True).y
    array([2., 2.])
    """
    reading = as_reading(reading)
    relevant = reading.known_relevant("random discovery")
    gap = (reading.records + 1) / (relevant + 1)
    across = 1 if x_absolute else relevant
    high = 1 if y_absolute else reading.records
    return _straight(
        (1 / across, gap / high), (relevant / across, relevant * gap / high)
    )


def _straight(start: tuple[float, float], end: tuple[float, float]) -> Curve:
    """Return the straight line between two points."""
    (x, y), (far, high) = start, end
    return Curve(x=np.array([x, far]), y=np.array([y, high]))
