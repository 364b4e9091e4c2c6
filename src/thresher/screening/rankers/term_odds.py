"""Odds of terms: how much likelier a relevant record holds a term than the pile."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from thresher.arrays import Indices, Scores
from thresher.screening.features.matrix import Features
from thresher.screening.rankers.protocol import Memory, Scored, Training

__all__ = ["TermOdds"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Holds:
    """Which records hold which terms, and the scores some relevant rows gave."""

    features: Features
    holds: csr_array
    spread: NDArray[np.float64]
    roots: Scores
    rows: Indices
    scores: Scores


@dataclass(frozen=True, slots=True, kw_only=True)
class TermOdds:
    r"""Log odds of a record's terms in the relevant records against the whole pile.

    Unread records count as irrelevant, for most are, so that the few that were read
    and resemble the relevant ones do not hide what the review is about.

    Notes
    -----
    Of :math:`N` records :math:`n_t` hold term :math:`t`, and :math:`r_t` of the
    :math:`R` relevant ones do. With :math:`\pi_t = (n_t + 1)/(N + 2)` a record with
    :math:`m` terms scores :math:`\frac{1}{\sqrt m} \sum_t \ln \frac{(r_t +
    \pi_t)/(R + 1)}{(n_t - r_t + \pi_t)/(N - R + 1)}`; terms that one record has alone
    are not counted. Robertson and Spärck Jones (1976), doi:10.1002/asi.4630270302,
    with the pile in place of the irrelevant records.
    """

    def __call__(
        self, features: Features, training: Training, *, memory: Memory
    ) -> Scored:
        """Return the log odds; a new irrelevant label costs nothing."""
        rows = np.sort(training.rows[training.labels])
        if not isinstance(memory, _Holds) or memory.features is not features:
            memory = _held(features)
        if np.array_equal(memory.rows, rows):
            return Scored(scores=memory.scores, memory=memory)
        slopes = _slopes(memory, rows)
        scores = np.asarray(memory.holds @ slopes, dtype=np.float64) / memory.roots
        memory = _Holds(
            features=features,
            holds=memory.holds,
            spread=memory.spread,
            roots=memory.roots,
            rows=rows,
            scores=scores,
        )
        return Scored(scores=scores, memory=memory)


def _held(features: Features) -> _Holds:
    """Return the terms of a pile, before any row is known to be relevant."""
    matrix = features.matrix
    ones = np.ones(matrix.nnz, dtype=np.float32)
    terms = np.diff(matrix.indptr).astype(np.float64)
    return _Holds(
        features=features,
        holds=csr_array((ones, matrix.indices, matrix.indptr), shape=matrix.shape),
        spread=np.bincount(matrix.indices, minlength=matrix.shape[1]).astype(float),
        roots=np.sqrt(np.maximum(terms, 1)),
        rows=np.zeros(0, dtype=np.intp),
        scores=np.zeros(features.records),
    )


def _slopes(pile: _Holds, rows: Indices) -> NDArray[np.float32]:
    """Return what each term adds to a record's log odds."""
    size, relevant, spread = pile.features.records, rows.size, pile.spread
    having = np.bincount(pile.holds[rows].indices, minlength=spread.size)
    usual = (spread + 1) / (size + 2)
    inside = (having + usual) / (relevant + 1)
    outside = (spread - having + usual) / (size - relevant + 1)
    return np.log(inside / outside).astype(np.float32)
