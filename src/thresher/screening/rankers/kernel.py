"""The training rows of a pile, and products with their kernel."""

from typing import TYPE_CHECKING, TypeVar

import numpy as np
from scipy.sparse import csr_array

from thresher.arrays import Indices, Scores
from thresher.screening.rankers.pile_product import PileProduct

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csc_array

    from thresher.screening.features.matrix import Features
    from thresher.screening.rankers.linear import Solution

__all__ = ["Kernel", "common_start"]

T = TypeVar("T", bound=np.generic)
F = TypeVar("F", np.float32, np.float64)

LEADERS = 64  # unread records scored again in double precision
LARGEST = 1200  # rows whose kernel is kept whole; beyond, the rows' products are faster


class Kernel:
    r"""The training rows of one pile, copied together as they come, and their kernel.

    A linear model with a constant is a sum of its training rows,
    :math:`w = \sum_i b_i x_i`, and scores row :math:`i` by :math:`(Kb)_i` with
    :math:`K = XX^\top + 11^\top + \mathrm{diag}(a)`, where :math:`a_i` is the square of
    the terms that only row :math:`i` has.

    Parameters
    ----------
    features
        The pile.

    Notes
    -----
    A new label adds one row; `turn_to` keeps what it can of the rows before, so a
    kernel serves one growing list of rows well and any other list correctly. Terms are
    numbered in the order the training rows brought them: those few stay close in
    memory, which the products are paid in.
    """

    rounding = 2e-7  # of quick products, for each unit of shares

    def __init__(self, features: "Features") -> None:
        self.features = features
        self.pile_product = PileProduct(features)
        self.rows: Indices = np.zeros(0, dtype=np.intp)
        self.starts: NDArray[np.int32] = np.zeros(1, dtype=np.int32)
        self.columns: NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self.values: Scores = np.zeros(0)
        self.short_values: NDArray[np.float32] = np.zeros(0, dtype=np.float32)
        self.whole: Scores = np.zeros((0, 0))
        self.filled = 0
        terms = features.matrix.shape[1]
        self.places: NDArray[np.int32] = np.full(terms, -1, dtype=np.int32)
        self.terms: NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self.met = 0

    def turn_to(self, rows: Indices) -> None:
        """Make these the training rows."""
        same = common_start(self.rows, rows)
        for at, row in enumerate(rows[same:].tolist(), start=same):
            self._append(at, row)
        self.rows = rows
        self.matrix, self.turned = self._both_ways(self.values)
        self.short, self.short_turned = self._both_ways(self.short_values)
        self.filled = min(self.filled, same)
        if rows.size <= LARGEST:
            self._complete()

    def __matmul__(self, shares: Scores) -> Scores:
        """Return :math:`Kb`."""
        size = self.rows.size
        if size <= LARGEST:
            product: Scores = self.whole[:size, :size] @ shares
            return product
        inner = np.asarray(self.matrix @ (self.turned @ shares))
        inner += shares.sum() + self.alone * shares
        return inner

    def quickly(self, shares: Scores) -> Scores:
        """Return :math:`Kb` in single precision; `rounding` says how good that is."""
        if self.rows.size <= LARGEST:
            return self @ shares
        inner = self.short @ (self.short_turned @ shares.astype(np.float32))
        product = np.asarray(inner, dtype=np.float64)
        product += shares.sum() + self.alone * shares
        return product

    @property
    def alone(self) -> Scores:
        """The squares of the terms that each row has alone."""
        return self.features.alone_square[self.rows]

    def weights(self, shares: Scores) -> Scores:
        """Return the terms' weights :math:`w`."""
        everywhere = np.zeros(self.features.matrix.shape[1])
        everywhere[self.terms[: self.met]] = self.turned @ shares
        return everywhere

    def continued(self, scores: Scores, shares: Scores) -> Scores:
        """Return :math:`Kb`, of which the first rows are known."""
        weights, known = self.turned @ shares, scores.size
        new = np.asarray(self.matrix[known:] @ weights)
        new += shares.sum() + self.alone[known:] * shares[known:]
        return np.concatenate([scores, new])

    def pile_scores(self, found: "Solution") -> Scores:
        """Return the scores of all records.

        Notes
        -----
        The product with the pile is in single precision, which halves its time. The
        likeliest of the unread are then scored again in double precision, so that
        their order does not hang on rounding.
        """
        weights = np.asarray(self.turned @ found.shares)
        products = self.pile_product(self.terms[: self.met], weights)
        scores = products.astype(np.float64)
        scores[self.rows] = -np.inf
        leading = min(LEADERS, scores.size)
        leaders = np.argpartition(scores, scores.size - leading)[-leading:]
        scores[leaders] = self._products(leaders, weights)
        scores += found.shares.sum()
        scores[self.rows] = found.scores
        return scores

    def _products(self, records: Indices, weights: Scores) -> Scores:
        """Return the products of some records with the weights of the terms met."""
        if weights.size == 0:  # the training rows have no terms
            return np.zeros(records.size)
        some = self.features.matrix[records]
        places = self.places[some.indices]
        products = np.where(places < 0, 0.0, weights[places]) * some.data
        record = np.repeat(np.arange(records.size), np.diff(some.indptr))
        sums = np.bincount(record, weights=products, minlength=records.size)
        return sums.astype(np.float64, copy=False)

    def _append(self, at: int, row: int) -> None:
        """Put a row of the pile after the first `at` rows."""
        matrix = self.features.matrix
        span = slice(int(matrix.indptr[row]), int(matrix.indptr[row + 1]))
        columns = self._placed(matrix.indices[span])
        used, more = int(self.starts[at]), columns.size
        self.columns = _room(self.columns, used, more)
        self.values = _room(self.values, used, more)
        self.short_values = _room(self.short_values, used, more)
        self.starts = _room(self.starts, at + 1, 1)
        self.columns[used : used + more] = columns
        self.values[used : used + more] = matrix.data[span]
        self.short_values[used : used + more] = matrix.data[span]
        self.starts[at + 1] = used + more

    def _both_ways(self, values: "NDArray[F]") -> "tuple[csr_array, csc_array]":
        """Return the training rows as a matrix of these values, and it turned."""
        used, size = int(self.starts[self.rows.size]), self.rows.size
        parts = (values[:used], self.columns[:used], self.starts[: size + 1])
        matrix = csr_array(parts, shape=(size, self.met))
        return matrix, matrix.T

    def _placed(self, terms: "NDArray[np.int32]") -> "NDArray[np.int32]":
        """Return the places of terms; those not met before get the next ones."""
        new = terms[self.places[terms] < 0]
        self.terms = _room(self.terms, self.met, new.size)
        self.terms[self.met : self.met + new.size] = new
        self.places[new] = np.arange(self.met, self.met + new.size, dtype=np.int32)
        self.met += new.size
        return self.places[terms]

    def _complete(self) -> None:
        """Fill in the rest of the kernel."""
        size, same, matrix = self.rows.size, self.filled, self.matrix
        if self.whole.shape[0] < size:
            larger = np.zeros((2 * size, 2 * size))
            larger[:same, :same] = self.whole[:same, :same]
            self.whole = larger
        dense, alone = np.zeros(self.met), self.alone
        for at in range(same, size):
            span = slice(self.starts[at], self.starts[at + 1])
            dense[self.columns[span]] = self.values[span]
            products = np.asarray(
                (matrix if at + 1 == size else matrix[: at + 1]) @ dense
            )
            dense[self.columns[span]] = 0.0
            products += 1.0
            products[at] += alone[at]
            self.whole[at, : at + 1] = self.whole[: at + 1, at] = products
        self.filled = size


def common_start(old: Indices, new: Indices) -> int:
    """Return how many leading rows two lists share."""
    least = min(old.size, new.size)
    differ = np.flatnonzero(old[:least] != new[:least])
    return int(differ[0]) if differ.size else least


def _room(kept: "NDArray[T]", used: int, more: int) -> "NDArray[T]":
    """Return an array with room for `more` values after the `used` ones."""
    if kept.size >= used + more:
        return kept
    larger = np.empty(2 * (used + more), dtype=kept.dtype)
    larger[:used] = kept[:used]
    return larger
