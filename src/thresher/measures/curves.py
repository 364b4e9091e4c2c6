"""Curves of a reading as numbers: what a figure draws, without drawing it."""

import numpy as np

from thresher.errors import InputError
from thresher.measures.curve import Curve, CurveOf, bends, found_after, known_until
from thresher.screening.reading import ReadingLike, as_reading

__all__ = [
    "Curve",
    "CurveOf",
    "discovery_curve",
    "extra_found_curve",
    "precision_curve",
    "recall_curve",
    "work_saved_curve",
]

BENDS = 500  # points that follow the hyperbola between two finds closely enough


def recall_curve(
    reading: ReadingLike, *, x_absolute: bool = False, y_absolute: bool = False
) -> Curve:
    """Share of the relevant records found after each number of records read.

    Raises
    ------
    UndefinedMeasureError
        No record is relevant, or nobody knows how many, and shares are asked for.

    Notes
    -----
    Steps at the ranks of the finds. A reading that stopped early ends where it
    stopped; one that found everything is known to the end of the pile.

    Examples
    --------
    >>> recall_curve([0, 1, 0, 1]).y
    array([0. , 0.5, 1. , 1. ])
    """
    reading = as_reading(reading)
    end = known_until(reading)
    x = np.concatenate([[0], reading.found_at, [end]])
    y = np.append(np.arange(reading.found + 1), reading.found)
    return Curve(
        x=x / (1 if x_absolute else max(reading.records, 1)),
        y=y / (1 if y_absolute else reading.known_relevant("the recall curve")),
        steps=True,
        stopped=end < reading.records,
    )


def work_saved_curve(
    reading: ReadingLike, *, x_absolute: bool = False, y_absolute: bool = False
) -> Curve:
    r"""Work saved over sampling at each recall that was attained.

    Notes
    -----
    :math:`(N - n_r)/N - (1 - r)` at :math:`r = 1/R, 2/R, \ldots`, where :math:`n_r`
    records are read when recall :math:`r` is reached. In counts the heights are
    records: :math:`rN - n_r`.

    Examples
    --------
    >>> work_saved_curve([1, 1, 0, 0, 0, 0, 0, 0, 0, 0]).y
    array([0.4, 0.8])
    """
    reading = as_reading(reading)
    relevant = reading.known_relevant("the WSS curve")
    found = np.arange(1, reading.found + 1)
    saved = found * reading.records / relevant - reading.found_at
    return Curve(
        x=found / (1 if x_absolute else relevant),
        y=saved / (1 if y_absolute else reading.records),
        stopped=known_until(reading) < reading.records,
    )


def extra_found_curve(
    reading: ReadingLike, *, x_absolute: bool = False, y_absolute: bool = False
) -> Curve:
    """Relevant records found beyond those that random reading would have found.

    Notes
    -----
    Recall less the share read, at every rank; in counts, relevant records.

    Examples
    --------
    >>> extra_found_curve([1, 0, 0, 0]).y
    array([0.  , 0.75, 0.  ])
    """
    reading = as_reading(reading)
    relevant = reading.known_relevant("the ERF curve")
    ranks = bends(reading)
    extra = found_after(reading, ranks) - ranks * (relevant / reading.records)
    return Curve(
        x=ranks / (1 if x_absolute else reading.records),
        y=extra / (1 if y_absolute else relevant),
        stopped=bool(ranks[-1] < reading.records),
    )


def precision_curve(
    reading: ReadingLike, *, x_absolute: bool = False, y_absolute: bool = False
) -> Curve:
    """Share of relevant records among those read so far.

    Raises
    ------
    InputError
        Counts are asked for on the y-axis: precision is a share.

    Notes
    -----
    Between two finds precision falls as a hyperbola; enough ranks are kept to
    follow it. Needs no knowledge of the unread records.

    Examples
    --------
    >>> precision_curve([1, 0, 0, 1]).at([0.25, 0.5, 1])
    array([1. , 0.5, 0.5])
    """
    if y_absolute:
        raise InputError("precision is a share: leave y_absolute out")
    reading = as_reading(reading)
    end = known_until(reading)
    even = np.linspace(1, end, BENDS).astype(np.int64)
    ratio = np.geomspace(1, max(end, 1), BENDS).astype(np.int64)
    ranks = np.union1d(bends(reading), np.concatenate([even, ratio]))
    ranks = ranks[(ranks > 0) & (ranks <= end)]
    return Curve(
        x=ranks / (1 if x_absolute else max(reading.records, 1)),
        y=found_after(reading, ranks) / ranks,
        stopped=end < reading.records,
    )


def discovery_curve(
    reading: ReadingLike, *, x_absolute: bool = False, y_absolute: bool = False
) -> Curve:
    """How much was read when each relevant record was found, first to last.

    Examples
    --------
    >>> discovery_curve([0, 1, 0, 1], y_absolute=True).y
    array([2., 4.])
    """
    reading = as_reading(reading)
    found = np.arange(1, reading.found + 1)
    relevant = 1 if x_absolute else reading.known_relevant("the discovery curve")
    return Curve(
        x=found / relevant,
        y=reading.found_at / (1 if y_absolute else max(reading.records, 1)),
        stopped=known_until(reading) < reading.records,
    )
