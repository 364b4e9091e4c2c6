"""Strategies: which of the unread records to read next."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from thresher.arrays import Indices, Scores
from thresher.errors import InputError

__all__ = [
    "Mixed",
    "Strategy",
    "Uncertain",
    "anything",
    "as_given",
    "best_first",
]


class Strategy(Protocol):
    """Anything that picks records by their scores."""

    def __call__(
        self, scores: Scores, *, size: int, rng: np.random.Generator
    ) -> Indices:
        """Return `size` distinct positions; `scores` holds at least that many."""
        ...


def best_first(scores: Scores, *, size: int, rng: np.random.Generator) -> Indices:
    """Return the positions of the highest scores; equal ones in the pile's order.

    Examples
    --------
    >>> best_first(np.array([0.1, 0.9, 0.9]), size=2, rng=np.random.default_rng())
    array([1, 2])
    """
    del rng
    return _lowest(-scores, size)


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncertain:
    """Those nearest to the `middle` first, where the model knows least.

    Examples
    --------
    >>> Uncertain()(np.array([-2.0, 0.1, 1.0]), size=1, rng=np.random.default_rng())
    array([1])
    """

    middle: float = 0.0

    def __call__(
        self, scores: Scores, *, size: int, rng: np.random.Generator
    ) -> Indices:
        """Return the positions of the most doubtful scores."""
        del rng
        return _lowest(np.abs(scores - self.middle), size)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mixed:
    """Highest scores first, with a share of the batch drawn from the rest at random.

    Parameters
    ----------
    explore
        The chance of each pick to be drawn.
    """

    explore: float = 0.05

    def __post_init__(self) -> None:
        if not 0 <= self.explore <= 1:
            raise InputError(f"explore must be in [0, 1], got {self.explore}")

    def __call__(
        self, scores: Scores, *, size: int, rng: np.random.Generator
    ) -> Indices:
        """Return the best, then the drawn positions."""
        best = size - int(rng.binomial(size, self.explore))
        first = _lowest(-scores, best)
        others = np.setdiff1d(np.arange(scores.size), first)
        return np.concatenate([first, rng.choice(others, size - best, replace=False)])


def as_given(scores: Scores, *, size: int, rng: np.random.Generator) -> Indices:
    """Return the first positions, whatever the scores.

    Examples
    --------
    >>> as_given(np.array([0.1, 0.9]), size=1, rng=np.random.default_rng())
    array([0])
    """
    del scores, rng
    return np.arange(size, dtype=np.intp)


def anything(scores: Scores, *, size: int, rng: np.random.Generator) -> Indices:
    """Return positions drawn at random, whatever the scores.

    Examples
    --------
    >>> sorted(anything(np.zeros(3), size=3, rng=np.random.default_rng(0)).tolist())
    [0, 1, 2]
    """
    return rng.choice(scores.size, size, replace=False).astype(np.intp)


def _lowest(values: Scores, size: int) -> Indices:
    """Return the positions of the lowest values, ties in order; fast for few."""
    if size == 1:
        return np.array([values.argmin()], dtype=np.intp)
    return np.argsort(values, kind="stable")[:size]
