"""Priors: the records a simulation knows beforehand."""

import numpy as np

from thresher.arrays import Indices, Labels
from thresher.errors import InputError

__all__ = ["drawn_priors"]


def drawn_priors(
    labels: Labels, *, relevant: int = 1, irrelevant: int = 1, rng: np.random.Generator
) -> Indices:
    """Draw some relevant and some irrelevant records; the relevant come first.

    Raises
    ------
    InputError
        Fewer than one of a kind is asked for, or more than there are.

    Examples
    --------
    >>> drawn_priors(np.array([True, False]), rng=np.random.default_rng(1))
    array([0, 1])
    """
    drawn = []
    for kind, number in ((True, relevant), (False, irrelevant)):
        there = np.flatnonzero(labels == kind)
        word = "relevant" if kind else "irrelevant"
        if not 1 <= number <= there.size:
            raise InputError(
                f"{number} {word} priors were asked for, but the pile has "
                f"{there.size} {word} records: ask for 1 to {there.size}"
            )
        drawn.append(rng.choice(there, number, replace=False))
    return np.concatenate(drawn).astype(np.intp)
