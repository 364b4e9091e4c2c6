"""How long a record takes, from the time stamps of the decisions themselves."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from scipy import special

from thresher.arrays import Scores
from thresher.errors import InputError

__all__ = ["Pace", "minutes_from_timestamps"]

FEWEST = 2  # gaps from which a spread can be told


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Minutes a record took, and how well they are known.

    Parameters
    ----------
    median, low, high
        Median and central range of single records: robust, wide.
    mean, mean_low, mean_high
        Mean and its confidence interval: what a budget for many records needs.
    gaps
        How many gaps between decisions these rest on.
    breaks
        How many longer gaps were left out as breaks.
    instant
        How many gaps of no time at all were left out: decisions made in one go.
    """

    median: float
    low: float
    high: float
    mean: float
    mean_low: float
    mean_high: float
    gaps: int
    breaks: int
    instant: int


def minutes_from_timestamps(
    times: Sequence[datetime | float],
    *,
    longest: float = 10.0,
    coverage: float = 0.95,
) -> Pace:
    """Minutes a record takes, from the gaps between one reader's decisions.

    Parameters
    ----------
    times
        When each decision was made, as date and time or as seconds since any start,
        in any order.
    longest
        Gaps of more minutes than this are breaks and left out.
    coverage
        Of the range of single records and of the interval of the mean.

    Raises
    ------
    InputError
        Fewer than two gaps are left, or a time is not a number.

    Notes
    -----
    The range is made of quantiles of the gaps; the interval of the mean is Student's,
    kept above 0, and takes the gaps as independent.

    Examples
    --------
    >>> pace = minutes_from_timestamps([0, 60, 180, 300, 9000, 9090])
    >>> pace.median, pace.gaps, pace.breaks
    (1.75, 4, 1)
    """
    if not longest > 0:
        raise InputError(f"longest must be above 0 minutes, got {longest}")
    if not 0 < coverage < 1:
        raise InputError(f"coverage must be between 0 and 1, got {coverage}")
    gaps = np.diff(np.sort(_seconds(times))) / 60
    kept = gaps[(gaps > 0) & (gaps <= longest)]
    if kept.size < FEWEST:
        raise InputError(
            f"{len(times)} time stamps leave {kept.size} gaps of at most {longest:g} "
            f"minutes; at least {FEWEST} are needed"
        )
    tail = (1 - coverage) / 2
    low, median, high = (float(q) for q in np.quantile(kept, [tail, 0.5, 1 - tail]))
    margin = _margin(kept, tail=tail)
    mean = float(kept.mean())
    return Pace(
        median=median,
        low=low,
        high=high,
        mean=mean,
        mean_low=max(float(kept.min()), mean - margin),
        mean_high=mean + margin,
        gaps=int(kept.size),
        breaks=int(np.count_nonzero(gaps > longest)),
        instant=int(np.count_nonzero(gaps == 0)),
    )


def _margin(kept: Scores, *, tail: float) -> float:
    """Return half the width of Student's interval of the mean."""
    quantile = float(special.stdtrit(kept.size - 1, 1 - tail))
    return quantile * float(kept.std(ddof=1)) / math.sqrt(kept.size)


def _seconds(times: Sequence[datetime | float]) -> Scores:
    try:
        seconds = np.array(
            [t.timestamp() if isinstance(t, datetime) else float(t) for t in times]
        )
    except (TypeError, ValueError) as error:
        raise InputError("times must be dates with times, or seconds") from error
    if not np.isfinite(seconds).all():
        raise InputError("times must be finite, got a missing or infinite one")
    return seconds
