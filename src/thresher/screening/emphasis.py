"""Emphasis: relevant records that stand apart from the others count more."""

from dataclasses import dataclass, replace

import numpy as np

from thresher.arrays import Indices, Labels, Scores
from thresher.errors import InputError
from thresher.screening.features.matrix import Features
from thresher.screening.rankers.protocol import Training

__all__ = ["Emphasis"]

FEWEST = 3  # relevant records; of two, each is as far from the other
SLACK = 0.01  # added to a likeness, so that a record like no other has a bound


@dataclass(frozen=True, slots=True, kw_only=True)
class Emphasis:
    r"""Weights by which relevant records unlike the others, or found late, count more.

    What is still to be found is rarely like most of what was found: the many records
    of one kind lead to each other and come first. Together the relevant records weigh
    as much as before. It mends what ranking does to a lesson; a sample drawn by chance
    has no such leaning.

    Parameters
    ----------
    apart
        How sharply the weight falls with likeness to the other relevant records.
    late
        The last found weighs this many doublings more than the first.

    Notes
    -----
    The :math:`i`-th of :math:`R` relevant records in reading order, from 0 on, whose
    product with the others is :math:`m_i` on average, weighs :math:`(m_i +
    0.01)^{-a}\,2^{\,l\,i/(R-1)}` times as much, up to a common factor. A record without
    text is like no other for want of words, not for standing apart: its :math:`(m_i +
    0.01)^{-a}` is the mean of the others'.
    """

    apart: float = 1.0
    late: float = 1.0

    def __post_init__(self) -> None:
        if not (self.apart >= 0 and self.late >= 0):
            raise InputError(
                f"apart and late must be 0 or more, got {self.apart} and {self.late}"
            )

    def __call__(self, features: Features, training: Training) -> Training:
        """Return the lesson with its relevant records weighed anew."""
        relevant = training.labels
        rows = training.rows[relevant]
        if rows.size < FEWEST:
            return training
        times = (_likeness(features, rows) + SLACK) ** -self.apart
        said = _has_text(features, rows)
        times[~said] = times[said].mean() if said.any() else 1.0
        times *= np.exp2(self.late * np.linspace(0, 1, rows.size))
        weights = training.weights.copy()
        before = weights[relevant]
        after = before * times
        weights[relevant] = after * (before.sum() / after.sum())
        return replace(training, weights=weights)


def _likeness(features: Features, rows: Indices) -> Scores:
    """Return the mean product of each row with the others, 0 or more."""
    some = features.matrix[rows].astype(np.float64)
    own = np.asarray(some.multiply(some).sum(axis=1))
    together = np.asarray(some @ np.asarray(some.sum(axis=0)))
    mean: Scores = np.maximum(together - own, 0.0) / (rows.size - 1)
    return mean


def _has_text(features: Features, rows: Indices) -> Labels:
    """Say of each row whether it has any term, shared with another record or not."""
    shared = np.diff(features.matrix.indptr)[rows] > 0
    return shared | (features.alone_square[rows] > 0)
