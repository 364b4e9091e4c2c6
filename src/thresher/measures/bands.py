"""The mean of several curves, and how far runs lie from it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from thresher.arrays import Scores
from thresher.errors import InputError
from thresher.measures.curve import Curve

__all__ = ["Band", "band"]

GRID = 501  # places where the curves are compared
FEWEST = 2  # curves that have a spread


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Band:
    """A mean curve between two others, `low` and `high`, over `runs` curves."""

    x: Scores
    mean: Scores
    low: Scores
    high: Scores
    runs: int

    def __post_init__(self) -> None:
        if np.any(self.low > self.mean) or np.any(self.mean > self.high):
            raise InputError("a band must hold its mean")


def band(curves: Sequence[Curve]) -> Band:
    """Pointwise mean of several curves, with one standard deviation to each side.

    Parameters
    ----------
    curves
        At least two, with some part of the x-axis in common.

    Raises
    ------
    InputError
        There are fewer than two curves, or no place where all of them are known.

    Notes
    -----
    Taken at evenly spaced places where every curve is known, so runs that stopped
    early cut the band short rather than bend it. The deviation is that of a sample
    (divided by one less than the number of curves), and the band never goes beyond
    the highest and lowest curve. It shows how runs differ, and is no confidence
    interval of the mean.

    Examples
    --------
    >>> from thresher.measures.curves import recall_curve
    >>> between = band([recall_curve([1, 0]), recall_curve([0, 1])])
    >>> between.mean[[0, 250, 500]]
    array([0. , 0.5, 1. ])
    """
    if len(curves) < FEWEST:
        raise InputError(f"a band needs at least {FEWEST} runs, got {len(curves)}")
    x = _common_places(curves)
    heights = np.stack([curve.at(x) for curve in curves])
    lowest, highest = heights.min(axis=0), heights.max(axis=0)
    mean = np.clip(heights.mean(axis=0), lowest, highest)
    spread = heights.std(axis=0, ddof=1)
    return Band(
        x=x,
        mean=mean,
        low=np.maximum(mean - spread, lowest),
        high=np.minimum(mean + spread, highest),
        runs=len(curves),
    )


def _common_places(curves: Sequence[Curve]) -> Scores:
    """Return evenly spaced places where every curve is known."""
    if all(curve.x.size for curve in curves):
        first = max(float(curve.x[0]) for curve in curves)
        last = min(float(curve.x[-1]) for curve in curves)
        if first <= last:
            return np.linspace(first, last, GRID)
    raise InputError("these runs have no part in common to take a mean over")
