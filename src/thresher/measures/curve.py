"""A curve as a value, and the ranks at which curves of a reading bend."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from thresher.arrays import Labels, Ranks, Scores
from thresher.errors import InputError
from thresher.screening.reading import Reading, ReadingLike

__all__ = ["Curve", "CurveOf", "bends", "corners", "found_after", "known_until"]


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
        >>> Curve(x=np.array([0, 1]), y=np.array([0, 2])).at([0.25, 0.5])
        array([0.5, 1. ])
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
