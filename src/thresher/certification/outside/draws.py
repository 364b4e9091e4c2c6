"""Numbers of relevant records in a stratum that a sample of it leaves plausible."""

import numpy as np
from scipy.special import gammaln
from scipy.stats import hypergeom

from thresher.arrays import Ranks, Scores

__all__ = ["chances", "fewest_relevant", "most_relevant"]

TIE = 1e-12  # a tie keeps the number plausible


def fewest_relevant(drawn: Ranks, *, sampled: int, size: int, alpha: float) -> Ranks:
    """Least number of relevant records in a stratum, for each number drawn.

    Exact and one-sided: with probability at most `alpha` the truth is lower.
    """
    low, high = drawn.copy(), size - sampled + drawn
    while (low < high).any():
        middle = (low + high) // 2
        chance = hypergeom.sf(drawn - 1, size, middle, sampled)
        kept = chance > alpha - TIE
        low, high = np.where(kept, low, middle + 1), np.where(kept, middle, high)
        high = np.maximum(low, high)
    return low


def most_relevant(drawn: Ranks, *, sampled: int, size: int, alpha: float) -> Ranks:
    """Greatest number of relevant records in a stratum, for each number drawn.

    Exact and one-sided: with probability at most `alpha` the truth is higher.
    """
    missed = fewest_relevant(sampled - drawn, sampled=sampled, size=size, alpha=alpha)
    return size - missed


def chances(drawn: Ranks, relevant: Ranks, *, sampled: int, size: int) -> Scores:
    """Chance of each number drawn (columns) for each number of relevant (rows)."""
    found, held = drawn[None, :], relevant[:, None]
    logs = (
        _log_choices(held, found)
        + _log_choices(size - held, sampled - found)
        - _log_choices(np.array([[size]]), np.array([[sampled]]))
    )
    return np.exp(logs)


def _log_choices(size: Ranks, chosen: Ranks) -> Scores:
    """Return the logarithm of a binomial coefficient; minus infinity for none."""
    possible = (chosen >= 0) & (chosen <= size)
    some = np.where(possible, chosen, 0)
    logs: Scores = (
        gammaln(size + 1.0) - gammaln(some + 1.0) - gammaln(size - some + 1.0)
    )
    return np.where(possible, logs, -np.inf)
