"""Multinomial naive Bayes."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thresher.arrays import Indices, Scores
from thresher.errors import InputError
from thresher.screening.features.matrix import Features
from thresher.screening.rankers.protocol import Memory, Scored, Training

__all__ = ["NaiveBayes"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Sums:
    """Sums of the rows of each kind learned so far, irrelevant first."""

    rows: Indices
    labels: NDArray[np.bool_]
    terms: NDArray[np.float64]
    alone: NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class NaiveBayes:
    r"""The chance of relevance if each word stood in a record for itself.

    Parameters
    ----------
    smoothing
        What is added to the weight of every term in every kind, :math:`\alpha`.

    Notes
    -----
    The log odds of a record with weights :math:`x_t` are :math:`\ln(W_1/W_0) + \sum_t
    x_t\,(\ln\theta_{1t} - \ln\theta_{0t})`, with :math:`\theta_{kt}` the smoothed share
    of term :math:`t` in the records of kind :math:`k` and :math:`W_k` their weight:
    scikit-learn's ``MultinomialNB``. Sums over rows are kept, so a new label costs one
    row; records of one kind must weigh alike. Words that a training record has alone
    are new to the model when it scores that record; the unread are scored exactly.
    """

    smoothing: float = 1.0

    def __post_init__(self) -> None:
        if not self.smoothing > 0:
            raise InputError(f"smoothing must be positive, got {self.smoothing}")

    def __call__(
        self, features: Features, training: Training, *, memory: Memory
    ) -> Scored:
        """Return the log odds of relevance.

        Raises
        ------
        InputError
            Records of one kind have different weights.
        """
        weight = np.array([_one_weight(training, kind) for kind in (False, True)])
        sums = _summed(features, training, memory=memory)
        counts = sums.terms * weight[:, None] + self.smoothing
        alone = sums.alone * weight
        terms = features.matrix.shape[1] + features.alone_terms
        seen = np.array([part.sum() for part in sums.terms])
        total = np.log(seen * weight + alone + self.smoothing * terms)
        logs = np.log(counts)
        slopes = (logs[1] - logs[0]) - (total[1] - total[0])
        many = np.array([np.count_nonzero(~training.labels), training.labels.sum()])
        prior = np.log(many * weight)
        scores = (features.matrix @ slopes.astype(np.float32)).astype(np.float64)
        scores += (total[0] - total[1]) * features.alone_sum + (prior[1] - prior[0])
        return Scored(scores=scores, memory=sums)


def _one_weight(training: Training, kind: bool) -> float:  # noqa: FBT001  a label
    weights: Scores = training.weights[training.labels == kind]
    if np.ptp(weights) > 1e-9 * weights[0]:
        raise InputError(
            "naive Bayes needs one weight for each kind of record, got "
            f"{weights.min()} to {weights.max()} for one: use another balance"
        )
    return float(weights[0])


def _summed(features: Features, training: Training, *, memory: Memory) -> _Sums:
    """Return the sums, adding to those remembered where the new rows continue them."""
    known, old = 0, None
    if isinstance(memory, _Sums) and _continues(memory, training, features):
        known, old = memory.rows.size, memory
    terms = np.zeros((2, features.matrix.shape[1])) if old is None else old.terms.copy()
    alone = np.zeros(2) if old is None else old.alone.copy()
    for kind in (0, 1):
        new = training.rows[known:][training.labels[known:] == kind]
        terms[kind] += features.matrix[new].T @ np.ones(new.size)
        alone[kind] += features.alone_sum[new].sum()
    return _Sums(rows=training.rows, labels=training.labels, terms=terms, alone=alone)


def _continues(sums: _Sums, training: Training, features: Features) -> bool:
    known = sums.rows.size
    return (
        sums.terms.shape[1] == features.matrix.shape[1]
        and np.array_equal(training.rows[:known], sums.rows)
        and np.array_equal(training.labels[:known], sums.labels)
    )
