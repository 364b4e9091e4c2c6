"""Curves of a reading as numbers: what a figure draws, without drawing it."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from thresher.arrays import Labels, Ranks, Scores
from thresher.errors import InputError
from thresher.screening.reading import Reading, ReadingLike, as_reading

__all__ = [
    "Curve",
    "CurveOf",
    "bends",
    "corners",
    "discovery_curve",
    "extra_found_curve",
    "found_after",
    "known_until",
    "precision_curve",
    "recall_curve",
    "work_saved_curve",
]

BENDS = 500  # points that follow the hyperbola between two finds closely enough


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Curve:
    """Points from left to right, and how to read between them.

    Parameters
    ----------
    x, y
        The points; `x` never falls.
    steps
        Whether the value stays as it is until the next point; else points are
        joined by straight lines.
    stopped
        Whether reading ended here while relevant records may be left unread, so
        that nothing is known further right.
    """

    x: Scores
    y: Scores
    steps: bool = False
    stopped: bool = False

    def __post_init__(self) -> None:
        for name in ("x", "y"):
            values = np.asarray(getattr(self, name), dtype=np.float64)
            object.__setattr__(self, name, values)
        if self.x.ndim != 1 or self.x.shape != self.y.shape:
            raise InputError(
                f"a curve needs two equally long rows, got shapes "
                f"{self.x.shape} and {self.y.shape}"
            )
        if np.any(np.diff(self.x) < 0):
            raise InputError("the points of a curve must go from left to right")

    def at(self, x: ArrayLike) -> Scores:
        """Return the height above each `x`; of a vertical piece its upper end.

        Examples
        --------
        >>> recall_curve([1, 0, 1, 0]).at([0.25, 0.4, 0.75])
        array([0.5, 0.5, 1. ])
        """
        where = np.asarray(x, dtype=np.float64)
        if not self.x.size:
            raise InputError("a curve without points has no height anywhere")
        if not self.steps:
            return np.asarray(np.interp(where, self.x, self.y), dtype=np.float64)
        before = np.searchsorted(self.x, where, side="right") - 1
        return self.y[np.maximum(before, 0)]


class CurveOf(Protocol):
    """Anything that makes a curve of a reading, in shares or in counts."""

    def __call__(
        self,
        reading: ReadingLike,
        *,
        x_absolute: bool = False,
        y_absolute: bool = False,
    ) -> Curve:
        """Return the curve."""
        ...


def known_until(reading: Reading) -> int:
    """Return up to which rank it is known how many relevant records are found."""
    return reading.read if reading.stopped_early else reading.records


def found_after(reading: Reading, ranks: Ranks) -> Ranks:
    """Return how many relevant records are found after reading so many."""
    return np.searchsorted(reading.found_at, ranks, side="right")


def bends(reading: Reading) -> Ranks:
    """Return the ranks between which the number of finds grows evenly.

    Just before and just after each find: a polyline through these points passes
    through the count at every rank, however many records there are.
    """
    found = reading.found_at
    return corners(found - 1, found, end=known_until(reading))


def corners(above: Ranks, upto: Ranks, *, end: int) -> Ranks:
    """Return 0, the first and last rank of each group in turn, and the end, once."""
    turns = np.column_stack([above, upto]).ravel()
    ranks: Ranks = np.concatenate([[0], turns, [end]])
    differs: Labels = np.append(np.diff(ranks) > 0, True)
    return ranks[differs]


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
