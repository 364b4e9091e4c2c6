"""How much relevant and irrelevant records count against each other."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from thresher.arrays import Labels, Scores
from thresher.errors import InputError

__all__ = ["Balance", "Balanced", "unbalanced"]


class Balance(Protocol):
    """Anything that weighs training records by their labels."""

    def __call__(self, labels: Labels) -> Scores:
        """Return a positive weight for each record."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Balanced:
    r"""All relevant records together weigh `ratio` times all irrelevant ones.

    Notes
    -----
    A relevant record weighs 1 and an irrelevant one :math:`R/(\rho\,I)`, where
    :math:`R` and :math:`I` records of each kind are known; then all are scaled to
    weigh 1 on average. This is ASReview's balancer ``balanced``.

    Examples
    --------
    >>> Balanced(ratio=1.0)(np.array([True, False, False]))
    array([1.5 , 0.75, 0.75])
    """

    ratio: float = 1.0

    def __post_init__(self) -> None:
        if not self.ratio > 0:
            raise InputError(f"ratio must be positive, got {self.ratio}")

    def __call__(self, labels: Labels) -> Scores:
        """Return the weights; both kinds of labels must be there."""
        relevant = int(np.count_nonzero(labels))
        irrelevant = labels.size - relevant
        if not relevant or not irrelevant:
            raise InputError(
                f"balance needs both kinds of labels, got {relevant} relevant and "
                f"{irrelevant} irrelevant: label one of each"
            )
        weights = np.where(labels, 1.0, relevant / (self.ratio * irrelevant))
        scaled: Scores = weights * (labels.size / weights.sum())
        return scaled


def unbalanced(labels: Labels) -> Scores:
    """Every record counts 1.

    Examples
    --------
    >>> unbalanced(np.array([True, False]))
    array([1., 1.])
    """
    return np.ones(labels.size)
