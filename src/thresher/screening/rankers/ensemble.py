"""Several rankers' scores as one."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from thresher.arrays import Indices, Scores

__all__ = ["Combination", "mean_of_ranks", "mean_of_standard_scores"]


ROUNDING = 1e-5  # of the largest score


class Combination(Protocol):
    """Anything that makes one score of several."""

    def __call__(
        self, scores: Sequence[Scores], *, weights: Sequence[float], unread: Indices
    ) -> Scores:
        """Return a score for every record; only those of the unread are compared."""
        ...


def mean_of_standard_scores(
    scores: Sequence[Scores], *, weights: Sequence[float], unread: Indices
) -> Scores:
    """Weighted sum of the scores, each with mean 0 and deviation 1 over the unread.

    Scores that differ by no more than rounding can make them (some are sums in single
    precision) are all alike and have no vote: their noise must not be scaled up.

    Examples
    --------
    >>> scores = [np.array([0.0, 2.0]), np.array([10.0, 30.0])]
    >>> mean_of_standard_scores(scores, weights=[1, 1], unread=np.array([0, 1]))
    array([-2.,  2.])
    """
    total = np.zeros_like(scores[0])
    if not len(unread):
        return total  # numpy warns of the spread of nothing
    for one, weight in zip(scores, weights, strict=True):
        given = one[unread]
        spread = given.std()
        if spread > ROUNDING * np.abs(given).max(initial=0.0):
            total += weight * (one - given.mean()) / spread
    return total


def mean_of_ranks(
    scores: Sequence[Scores], *, weights: Sequence[float], unread: Indices
) -> Scores:
    """Weighted sum of the ranks among the unread, the best rank highest.

    Examples
    --------
    >>> scores = [np.array([0.0, 9.0, 2.0])]
    >>> mean_of_ranks(scores, weights=[1], unread=np.array([0, 1, 2]))
    array([1., 3., 2.])
    """
    total = np.zeros_like(scores[0])
    for one, weight in zip(scores, weights, strict=True):
        total[unread] += weight * _ranks(one[unread])
    return total


def _ranks(scores: Scores) -> Scores:
    """Return ranks from 1 on; equal scores share the mean of theirs."""
    _, place, many = np.unique(scores, return_inverse=True, return_counts=True)
    last = np.cumsum(many)
    ranks: Scores = (last - (many - 1) / 2)[place]
    return ranks
