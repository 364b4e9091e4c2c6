"""A measure over several runs: mean, standard deviation, bootstrap interval."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from thresher.errors import InputError, UndefinedMeasureError

__all__ = ["Summary", "summarise"]

BLOCK = 4_000_000  # resampled values held in memory at once


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Mean of a measure over runs; one run alone has no deviation and no interval."""

    runs: int
    mean: float
    deviation: float | None
    low: float | None
    high: float | None


def summarise(
    values: Sequence[float],
    *,
    rng: np.random.Generator,
    confidence: float = 0.95,
    resamples: int = 2000,
) -> Summary:
    """Return mean, sample standard deviation and a percentile bootstrap interval.

    The interval covers the mean over runs *like these*; it says nothing of other data,
    and of few runs it is too narrow.

    Raises
    ------
    UndefinedMeasureError
        There is no value.

    Examples
    --------
    >>> summarise([1.0, 3.0], rng=np.random.default_rng(0)).mean
    2.0
    """
    if not 0 < confidence < 1:
        raise InputError(f"confidence must be in (0, 1), got {confidence}")
    sample = np.asarray(values, dtype=np.float64)
    if sample.size == 0:
        raise UndefinedMeasureError("summary", "there is no value to summarise")
    mean = float(sample.mean())
    if sample.size == 1:
        return Summary(runs=1, mean=mean, deviation=None, low=None, high=None)
    rows = max(1, BLOCK // sample.size)
    means = np.concatenate(
        [
            rng.choice(sample, (min(rows, resamples - at), sample.size)).mean(axis=1)
            for at in range(0, resamples, rows)
        ]
    )
    low, high = np.quantile(means, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Summary(
        runs=int(sample.size),
        mean=mean,
        deviation=float(sample.std(ddof=1)),
        low=float(low),
        high=float(high),
    )
