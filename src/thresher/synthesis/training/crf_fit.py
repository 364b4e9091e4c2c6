"""Fitting of the tagger's weights, one batch of texts after another."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from thresher.progress import Report, silent
from thresher.synthesis.crf import marginals

__all__ = ["Batch", "FitSettings", "Fitted", "batch_of", "fit"]

Floats = NDArray[np.float64]
LABELS = 4
SMALL = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Words of several texts: which features they have, and which labels.

    `targets` holds the chance of each label at each word; where a teacher gave them
    there are no `labels`, and nothing is learnt about moves.
    """

    features: csr_array  # one row a word, one column an entry of `used`
    used: NDArray[np.int64]
    targets: Floats
    labels: NDArray[np.int64] | None
    lengths: list[int]
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FitSettings:
    """How long and how fast to learn, and what share of features to leave out."""

    epochs: int = 8
    rate: float = 0.1
    drop: float = 0.82
    bits: int = 22
    fewest: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """Weights of the features and of the moves between labels."""

    table: Floats
    moves: Floats


def batch_of(
    numbers: Sequence[NDArray[np.int64]],
    truth: Sequence[NDArray[Any]],
    lengths: Sequence[list[int]],
    *,
    known: NDArray[np.bool_],
    weight: float = 1.0,
) -> Batch:
    """Batch of texts from their features' numbers, labels and sentence lengths.

    Only the features that are `known`, seen often enough, take part. `truth` holds
    labels, or a teacher's chances of them.
    """
    together = np.vstack(numbers)
    keep = known[together]
    used, where = np.unique(together[keep], return_inverse=True)
    starts = np.concatenate([[0], np.cumsum(keep.sum(axis=1))])
    features = csr_array(
        (np.ones(len(where), dtype=np.float32), where.astype(np.int32), starts),
        shape=(len(together), len(used)),
    )
    told = np.concatenate(list(truth))
    return Batch(
        features=features,
        used=used,
        targets=told if told.ndim > 1 else np.eye(LABELS)[told],
        labels=None if told.ndim > 1 else told,
        lengths=[length for text in lengths for length in text],
        weight=weight,
    )


def fit(
    batches: Sequence[Batch],
    settings: FitSettings,
    *,
    rng: np.random.Generator,
    report: Report = silent,
) -> Fitted:
    """Weights of the highest likelihood, by AdaGrad; averaged over the second half."""
    table = np.zeros((1 << settings.bits, LABELS))
    moves = np.zeros((LABELS + 1, LABELS))
    seen, moved = np.full_like(table, SMALL), np.full_like(moves, SMALL)
    mean_table, mean_moves, counted = np.zeros_like(table), np.zeros_like(moves), 0
    for epoch in range(settings.epochs):
        report("fitting the tagger", done=epoch, total=settings.epochs)
        for number in rng.permutation(len(batches)):
            batch = _thinned(batches[number], settings.drop, rng)
            slope, turn = _slopes(batch, table, moves)
            _step(table, seen, slope, rows=batch.used, settings=settings)
            _step(moves, moved, turn, rows=np.arange(LABELS + 1), settings=settings)
        if 2 * (epoch + 1) > settings.epochs:
            mean_table += table
            mean_moves += moves
            counted += 1
    return Fitted(table=mean_table / counted, moves=mean_moves / counted)


def _thinned(batch: Batch, drop: float, rng: np.random.Generator) -> Batch:
    """Return the batch without a share of its features, the others louder for it."""
    features = batch.features.copy()
    kept = rng.random(features.nnz) >= drop
    features.data = kept.astype(np.float32) / (1 - drop)
    return replace(batch, features=features)


def _slopes(batch: Batch, table: Floats, moves: Floats) -> tuple[Floats, Floats]:
    """Return how the log likelihood falls along the weights this batch uses."""
    scores = batch.features @ table[batch.used]
    chances, expected, _ = marginals(scores, moves, batch.lengths)
    slope = batch.features.T @ (chances - batch.targets)
    if batch.labels is None:
        return batch.weight * slope, np.zeros_like(moves)
    starts = np.cumsum([0, *batch.lengths])[:-1]
    before = np.concatenate([[LABELS], batch.labels[:-1]])
    before[starts] = LABELS
    np.add.at(expected, (before, batch.labels), -1)
    return batch.weight * slope, batch.weight * expected


def _step(
    weights: Floats,
    seen: Floats,
    slope: Floats,
    *,
    rows: NDArray[np.int64],
    settings: FitSettings,
) -> None:
    """Move the weights of `rows` down the slope, each as fast as it rarely moved."""
    seen[rows] += slope**2
    weights[rows] -= settings.rate * slope / np.sqrt(seen[rows])
