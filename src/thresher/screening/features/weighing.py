"""Counts of terms as weights, piece by piece so that large piles fit in memory."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array

from thresher.arrays import Indices, Scores
from thresher.screening.features.counts import Counts
from thresher.screening.features.matrix import Features

__all__ = ["Weighing"]

PIECE = 1 << 22  # entries weighed at a time


class Weighing:
    """TF-IDF weights of counted terms; see `TfIdf` for what they are.

    Parameters
    ----------
    counts
        How often terms stand in records.
    records
        How many records there are.
    sublinear, most_common
        As in `TfIdf`.
    """

    def __init__(
        self, counts: Counts, *, records: int, sublinear: bool, most_common: float
    ) -> None:
        self.counts = counts
        spread = counts.spread
        kept = spread <= most_common * records
        idf = np.log((1 + records) / (1 + spread)) + 1
        self.idf: Scores = np.where(kept, idf, 0)
        self.starts: NDArray[np.int64] = np.concatenate([[0], np.cumsum(spread)])
        self.of_count = _of_count(counts, sublinear=sublinear)
        self.lengths = self._lengths(records)
        shared = np.flatnonzero(kept & (spread > 1))
        # common terms first: they stay close in memory
        self.order: Indices = shared[np.argsort(-spread[shared], kind="stable")]

    def features(self, names: Sequence[str]) -> Features:
        """Return the weights of the terms in `order`, whose names are given."""
        single = np.flatnonzero(self.counts.spread == 1)
        alone = self._weights(self.starts[single], self.idf[single])
        record = self.counts.record[self.starts[single]]
        return Features(
            matrix=self._matrix().tocsr(),
            alone_square=_sums(record, alone * alone, records=self.lengths.size),
            alone_sum=_sums(record, alone, records=self.lengths.size),
            alone_terms=single.size,
            terms=names,
        )

    def _lengths(self, records: int) -> Scores:
        """Return the length of each record's row before it is made 1."""
        square, counts = np.zeros(records), self.counts
        for terms in _pieces(counts.spread):
            entries = slice(self.starts[terms.start], self.starts[terms.stop])
            weights = self.of_count[counts.count[entries]]
            weights *= np.repeat(self.idf[terms], counts.spread[terms])
            weights *= weights
            square += _sums(counts.record[entries], weights, records=records)
        return np.sqrt(np.where(square == 0, 1, square))

    def _matrix(self) -> csc_array:
        """Return the columns in `order`."""
        spread = self.counts.spread[self.order]
        pointer = np.concatenate([[0], np.cumsum(spread)])
        if pointer[-1] <= np.iinfo(np.int32).max:  # short numbers are read faster
            pointer = pointer.astype(np.int32)
        values = np.empty(pointer[-1], dtype=np.float32)
        rows = np.empty(pointer[-1], dtype=np.int32)
        for terms in _pieces(spread):
            begin, end = int(pointer[terms.start]), int(pointer[terms.stop])
            moved = self.starts[self.order[terms]] - pointer[terms]
            entries = np.repeat(moved, spread[terms]) + np.arange(begin, end)
            idf = np.repeat(self.idf[self.order[terms]], spread[terms])
            values[begin:end] = self._weights(entries, idf)
            rows[begin:end] = self.counts.record[entries]
        return csc_array(
            (values, rows, pointer), shape=(self.lengths.size, self.order.size)
        )

    def _weights(self, entries: NDArray[np.int64], idf: Scores) -> Scores:
        weights = self.of_count[self.counts.count[entries]]
        weights *= idf
        weights /= self.lengths[self.counts.record[entries]]
        return weights


def _of_count(counts: Counts, *, sublinear: bool) -> Scores:
    """Return what each count weighs, as a table."""
    table = np.arange(counts.count.max(initial=1) + 1, dtype=np.float64)
    if sublinear:
        table[0] = 1
        table = 1 + np.log(table)
    return table


def _sums(record: NDArray[np.int32], values: Scores, *, records: int) -> Scores:
    """Return the sum of the values of each record."""
    sums = np.bincount(record, weights=values, minlength=records)
    return sums.astype(np.float64, copy=False)


def _pieces(spread: NDArray[np.int64]) -> Iterator[slice]:
    """Yield runs of terms that have about `PIECE` entries together."""
    ends = np.cumsum(spread)
    begin = 0
    while begin < spread.size:
        before = ends[begin - 1] if begin else 0
        end = int(np.searchsorted(ends, before + PIECE, side="right"))
        end = max(end, begin + 1)
        yield slice(begin, end)
        begin = end
