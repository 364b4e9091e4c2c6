"""What a ranker is given, and what it gives back."""

from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np

from thresher.arrays import Indices, Labels, Scores
from thresher.errors import InputError
from thresher.screening.features.matrix import Features

__all__ = ["Memory", "Ranker", "Scored", "Training"]

Memory: TypeAlias = object  # what a ranker keeps for its next call; its own business


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Training:
    """The records a ranker learns from.

    Parameters
    ----------
    rows
        Their positions in the pile, each once.
    labels
        Whether each is relevant; both kinds are there.
    weights
        How much each counts, above 0.

    Raises
    ------
    InputError
        Only one kind of label, a weight that is not positive, or uneven lengths.
    """

    rows: Indices
    labels: Labels
    weights: Scores

    def __post_init__(self) -> None:
        if not self.rows.shape == self.labels.shape == self.weights.shape:
            raise InputError(
                "rows, labels and weights must be as many, got "
                f"{self.rows.size}, {self.labels.size} and {self.weights.size}"
            )
        relevant = int(np.count_nonzero(self.labels))
        if not 0 < relevant < self.labels.size:
            raise InputError(
                "a ranker learns from relevant and irrelevant records, got "
                f"{relevant} and {self.labels.size - relevant}: label one of each"
            )
        if not (self.weights > 0).all():
            raise InputError(f"weights must be positive, got {self.weights.min()}")

    @property
    def signs(self) -> Scores:
        """1 for a relevant record, -1 for another."""
        return np.where(self.labels, 1.0, -1.0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scored:
    """A score for every record of the pile, and what to remember for the next call.

    Parameters
    ----------
    scores, memory
        One score a record, and what the ranker keeps for its next call.
    area
        How often a relevant record scores above another of the pile, each told from
        the other relevant ones; ``None`` where the ranker does not say.
    """

    scores: Scores
    memory: Memory = None
    area: float | None = None


class Ranker(Protocol):
    """Anything that learns from labelled records and scores all."""

    def __call__(
        self, features: Features, training: Training, *, memory: Memory
    ) -> Scored:
        """Return scores for every record; higher is likelier to be relevant.

        `memory` is what the previous call on the same pile gave back, or ``None``.
        It may save time but never changes the order beyond rounding.
        """
        ...
