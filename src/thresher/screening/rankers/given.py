"""Scores that are known beforehand."""

from dataclasses import dataclass

import numpy as np

from thresher.arrays import Indices, Scores
from thresher.screening.features.matrix import Features
from thresher.screening.rankers.area import area_above
from thresher.screening.rankers.protocol import Memory, Scored, Training

__all__ = ["Given"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Sums:
    """The sums of a pile, and how some relevant rows stand among them."""

    features: Features
    scores: Scores
    rows: Indices
    area: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The sum of a record's features, whatever the labels."""

    def __call__(
        self, features: Features, training: Training, *, memory: Memory
    ) -> Scored:
        """Return the sums, and how well they tell the relevant records."""
        rows = training.rows[training.labels]
        if not isinstance(memory, _Sums) or memory.features is not features:
            sums = np.asarray(features.matrix.sum(axis=1), dtype=np.float64)
            sums += features.alone_sum
            memory = _Sums(features=features, scores=sums, rows=rows[:0], area=0.5)
        if not np.array_equal(memory.rows, rows):
            sums = memory.scores
            area = area_above(sums[rows], np.delete(sums, rows))
            memory = _Sums(features=features, scores=sums, rows=rows, area=area)
        return Scored(scores=memory.scores, memory=memory, area=memory.area)
