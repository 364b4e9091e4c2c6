"""The kernel of a small pile: every record's product with every training row."""

from typing import TYPE_CHECKING, TypeVar
from weakref import WeakKeyDictionary

import numpy as np

from thresher.arrays import Indices, Labels, Scores
from thresher.screening.rankers.kernel import common_start

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from thresher.screening.features.matrix import Features
    from thresher.screening.rankers.linear import Solution

__all__ = ["SmallKernel", "is_small"]

T = TypeVar("T", bound=np.generic)

MOST_KEPT = 4_000_000  # products in memory, of 12 bytes
MOST_RECORDS = 16_000
PER_ENTRY = 3  # what an entry of a training row costs elsewhere, in products
OVERHEAD = 400_000  # what a call costs elsewhere beside, in products
ROOM = 64
SPARE = 0.75  # records read are dropped when no more than this share is unread
LEADERS = 64  # unread records scored again in double precision
_TURNED: "WeakKeyDictionary[Features, csr_array]" = WeakKeyDictionary()


class SmallKernel:
    r"""The kernel :math:`K` of the training rows, and their products with all records.

    A product of these with the rows' shares scores the pile; neither the terms'
    weights nor the pile's matrix are needed. See `Kernel` for what :math:`K` is.

    Parameters
    ----------
    features
        The pile.

    Notes
    -----
    A new label adds one column, the products of its row with all records, found in
    an index of the records that each term stands in. They are summed in the same
    order for every record, so that equal records have equal products.
    """

    rounding = 2e-7  # of quick products, for each unit of shares

    def __init__(self, features: "Features") -> None:
        self.features = features
        self.turned = _turned(features)
        self.rows: Indices = np.zeros(0, dtype=np.intp)
        self.own: _Table
        self.all: _Table
        self._forget()

    def turn_to(self, rows: Indices) -> None:
        """Make these the training rows."""
        same = common_start(self.rows, rows)
        if same < self.rows.size:
            self._forget()  # a record may be unread again, whose products were dropped
            same = 0
        self.rows = rows
        if self.own.exact.shape[0] < rows.size:
            room = 2 * rows.size + ROOM
            self.own = self.own.with_room(room, room)
            self.all = self.all.with_room(self.kept.size, room)
        for at, row in enumerate(rows[same:].tolist(), start=same):
            products = self._products(row)
            self.all.put(products[self.kept], at)
            self.own.put(products[rows[: at + 1]], at)
            self.own.put_across(products[rows[: at + 1]], at)
        if self.features.records - rows.size < SPARE * self.kept.size:
            self._drop_read()

    def __matmul__(self, shares: Scores) -> Scores:
        """Return :math:`Kb`."""
        size = self.rows.size
        product: Scores = self.own.exact[:size, :size] @ shares
        return product

    def quickly(self, shares: Scores) -> Scores:
        """Return :math:`Kb` in single precision; `rounding` says how good that is."""
        size = self.rows.size
        short: NDArray[np.float32] = shares.astype(np.float32)
        return np.asarray(self.own.short[:size, :size] @ short, dtype=np.float64)

    def continued(self, scores: Scores, shares: Scores) -> Scores:
        """Return :math:`Kb`, of which the first rows are known."""
        size = self.rows.size
        new = self.own.exact[scores.size : size, :size] @ shares
        return np.concatenate([scores, new])

    def weights(self, shares: Scores) -> Scores:
        """Return the terms' weights :math:`w`."""
        rows = self.features.matrix[self.rows].astype(np.float64)
        return np.asarray(rows.T @ shares)

    def pile_scores(self, found: "Solution") -> Scores:
        """Return the scores of all records.

        Notes
        -----
        In single precision, which halves the time. The likeliest of the unread are
        summed again in double precision and all in one order, so that neither rounding
        nor their place decides between them.
        """
        shares, size = found.shares, self.rows.size
        scores = np.empty(self.features.records)
        scores[self.kept] = self.all.short[:, :size] @ shares.astype(np.float32)
        scores[self.rows] = -np.inf
        unread = scores[self.kept]
        leading = min(LEADERS, unread.size)
        leaders = np.argpartition(unread, unread.size - leading)[-leading:]
        exact = self.all.exact[leaders, :size] * shares
        scores[self.kept[leaders]] = exact.sum(axis=1)
        scores[self.rows] = found.scores
        return scores

    def _products(self, row: int) -> Scores:
        """Return the products of a record with all."""
        matrix = self.features.matrix
        span = slice(matrix.indptr[row], matrix.indptr[row + 1])
        holders = self.turned[matrix.indices[span]]
        products: Scores = holders.T @ matrix.data[span].astype(np.float64)
        products += 1.0
        products[row] += self.features.alone_square[row]
        return products

    def _forget(self) -> None:
        self.kept: Indices = np.arange(self.features.records, dtype=np.intp)
        self.own = _Table(np.empty((0, 0)))
        self.all = _Table(np.empty((self.kept.size, 0)))

    def _drop_read(self) -> None:
        """Keep the products of the unread records only."""
        unread = np.ones(self.features.records, dtype=np.bool_)
        unread[self.rows] = False
        stays: Labels = unread[self.kept]
        self.kept, self.all = self.kept[stays], self.all.only(stays)


class _Table:
    """Numbers in double precision, and the same in single precision."""

    def __init__(
        self, exact: Scores, short: "NDArray[np.float32] | None" = None
    ) -> None:
        self.exact = exact
        self.short = exact.astype(np.float32) if short is None else short

    def put(self, column: Scores, at: int) -> None:
        """Write the first rows of a column."""
        self.exact[: column.size, at] = column
        self.short[: column.size, at] = column

    def put_across(self, row: Scores, at: int) -> None:
        """Write the first columns of a row."""
        self.exact[at, : row.size] = row
        self.short[at, : row.size] = row

    def with_room(self, rows: int, columns: int) -> "_Table":
        """Return a table of that size with this one in its corner."""
        return _Table(
            _larger(self.exact, rows, columns), _larger(self.short, rows, columns)
        )

    def only(self, rows: Labels) -> "_Table":
        """Return some of the rows."""
        return _Table(self.exact[rows], self.short[rows])


def is_small(features: "Features", *, rows: int) -> bool:
    """Say whether a pile's products with so many rows are faster than its matrix."""
    records, entries = features.records, int(features.matrix.nnz)
    sums = (records - rows) * rows
    otherwise = entries + PER_ENTRY * entries * rows // records + OVERHEAD
    return records <= MOST_RECORDS and records * rows <= MOST_KEPT and sums <= otherwise


def _turned(features: "Features") -> "csr_array":
    """Return the records of each term, made once for a pile."""
    found = _TURNED.get(features)
    if found is None:
        found = features.matrix.astype(np.float64).T.tocsr()
        _TURNED[features] = found
    return found


def _larger(table: "NDArray[T]", rows: int, columns: int) -> "NDArray[T]":
    larger = np.empty((rows, columns), dtype=table.dtype)
    larger[: table.shape[0], : table.shape[1]] = table
    return larger
