"""Likeness to the relevant records: to all of them, and to the nearest."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thresher.arrays import Indices, Scores
from thresher.errors import InputError
from thresher.screening.features.matrix import Features
from thresher.screening.rankers.area import area_above
from thresher.screening.rankers.protocol import Memory, Scored, Training

__all__ = ["LikeAll", "LikeNearest"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _All:
    """The mean products with some relevant rows."""

    features: Features
    rows: Indices
    scores: Scores
    area: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LikeAll:
    r"""Mean product of a record with the relevant ones, :math:`x^\top \bar x_1`.

    Learns from relevant records alone, so that a few chance irrelevant ones cannot
    mislead it. Rocchio (1971), in The SMART Retrieval System, 313-323.
    """

    def __call__(
        self, features: Features, training: Training, *, memory: Memory
    ) -> Scored:
        """Return the mean products; a new irrelevant label costs nothing."""
        rows = training.rows[training.labels]
        if (
            isinstance(memory, _All)
            and memory.features is features
            and np.array_equal(memory.rows, rows)
        ):
            return Scored(scores=memory.scores, memory=memory, area=memory.area)
        share = np.full(rows.size, 1 / rows.size)
        mean = features.matrix[rows].astype(np.float64).T @ share
        scores = (features.matrix @ mean.astype(np.float32)).astype(np.float64)
        scores[rows] += features.alone_square[rows] / rows.size
        area = _area(features, rows, scores=scores)
        memory = _All(features=features, rows=rows, scores=scores, area=area)
        return Scored(scores=scores, memory=memory, area=area)


def _area(features: Features, rows: Indices, *, scores: Scores) -> float | None:
    """Return how often a relevant record is liker to the others than the pile is."""
    if rows.size == 1:
        return None
    some = features.matrix[rows].astype(np.float64)
    own = np.asarray(some.multiply(some).sum(axis=1)) + features.alone_square[rows]
    left_out = (scores[rows] * rows.size - own) / (rows.size - 1)
    return area_above(left_out, np.delete(scores, rows))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Nearest:
    """The largest products of every record with the relevant rows seen so far."""

    features: Features
    rows: Indices
    largest: NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class LikeNearest:
    """Mean product of a record with the relevant ones it is most like.

    A review often includes several kinds of studies; a record may be like a few of
    the relevant ones and unlike their mean.

    Parameters
    ----------
    neighbours
        How many relevant records count; all, while there are fewer.
    """

    neighbours: int = 3

    def __post_init__(self) -> None:
        if self.neighbours < 1:
            raise InputError(f"neighbours must be 1 or more, got {self.neighbours}")

    def __call__(
        self, features: Features, training: Training, *, memory: Memory
    ) -> Scored:
        """Return the mean of the largest products; a new label costs one product."""
        rows = training.rows[training.labels]
        found = self._recalled(memory, features, rows)
        largest = found.largest.copy()
        for row in rows[found.rows.size :].tolist():
            products = _products(features, row)
            for column in range(self.neighbours):  # sinks to its place, largest first
                kept = largest[:, column]
                largest[:, column], products = (
                    np.maximum(kept, products),
                    np.minimum(kept, products),
                )
        many = min(rows.size, self.neighbours)
        return Scored(
            scores=largest[:, :many].mean(axis=1, dtype=np.float64),
            memory=_Nearest(features=features, rows=rows, largest=largest),
        )

    def _recalled(self, memory: Memory, features: Features, rows: Indices) -> _Nearest:
        """Return what is remembered of these rows, if they continue those before."""
        if (
            isinstance(memory, _Nearest)
            and memory.features is features
            and memory.largest.shape[1] == self.neighbours
            and np.array_equal(memory.rows, rows[: memory.rows.size])
        ):
            return memory
        none = np.full((features.records, self.neighbours), -np.inf, dtype=np.float32)
        return _Nearest(features=features, rows=rows[:0], largest=none)


def _products(features: Features, row: int) -> NDArray[np.float32]:
    one = features.matrix[[row]]
    dense = np.zeros(features.matrix.shape[1], dtype=np.float32)
    dense[one.indices] = one.data
    products: NDArray[np.float32] = features.matrix @ dense
    products[row] += np.float32(features.alone_square[row])
    return products
