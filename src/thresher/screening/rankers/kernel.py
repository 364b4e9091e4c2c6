"""Products with the kernel of the training rows, compiled where numba is."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from thresher.arrays import Indices, Scores
from thresher.screening.features.matrix import Features

if TYPE_CHECKING:
    from scipy.sparse import csr_array

__all__ = ["CompiledRows", "PlainRows", "Rows", "has_compiler", "rows_of"]


class Rows(Protocol):
    """Training rows :math:`X` of a pile; see `PlainRows` and `CompiledRows`."""

    def weights(self, shares: Scores) -> Scores:
        """Return the weights of the terms, :math:`X^T b`."""
        ...

    def scores(self, weights: Scores) -> Scores:
        """Return the rows' scores by the weights of the terms, :math:`Xw`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlainRows:
    """Training rows copied out of the pile; needs no compiler."""

    matrix: "csr_array"

    def weights(self, shares: Scores) -> Scores:
        """Return the weights of the terms."""
        found: Scores = self.matrix.T @ shares
        return found

    def scores(self, weights: Scores) -> Scores:
        """Return the rows' scores."""
        found: Scores = self.matrix @ weights
        return found


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CompiledRows:
    """Training rows read where they lie in the pile, by compiled loops."""

    matrix: "csr_array"
    rows: Indices

    def weights(self, shares: Scores) -> Scores:
        """Return the weights of the terms."""
        found = np.zeros(self.matrix.shape[1])
        _compiled(add_rows)(*self._parts(), shares, found)
        return found

    def scores(self, weights: Scores) -> Scores:
        """Return the rows' scores."""
        found = np.empty(self.rows.size)
        _compiled(score_rows)(*self._parts(), weights, found)
        return found

    def _parts(self) -> tuple[NDArray[np.generic], ...]:
        matrix = self.matrix
        return matrix.data, matrix.indices, matrix.indptr, self.rows


def rows_of(features: Features, rows: Indices) -> Rows:
    """Return the training rows, for compiled loops if numba is installed."""
    if has_compiler():
        return CompiledRows(matrix=features.matrix, rows=rows)
    return PlainRows(matrix=features.matrix[rows].astype(np.float64))


@cache
def has_compiler() -> bool:
    """Return whether numba, the extra `fast`, is installed."""
    return find_spec("numba") is not None


def add_rows(  # noqa: PLR0917  compiled code takes plain arrays
    data: NDArray[np.float32],
    columns: NDArray[np.int32],
    pointer: NDArray[np.int32],
    rows: Indices,
    shares: Scores,
    weights: Scores,
) -> None:
    """Add each row, times its share, to `weights`."""
    for at in range(rows.size):
        share = shares[at]
        if share != 0.0:
            for k in range(pointer[rows[at]], pointer[rows[at] + 1]):
                weights[columns[k]] += share * np.float64(data[k])


def score_rows(  # noqa: PLR0917  compiled code takes plain arrays
    data: NDArray[np.float32],
    columns: NDArray[np.int32],
    pointer: NDArray[np.int32],
    rows: Indices,
    weights: Scores,
    scores: Scores,
) -> None:
    """Put each row's product with `weights` in `scores`."""
    for at in range(rows.size):
        first, last = pointer[rows[at]], pointer[rows[at] + 1]
        even, odd = 0.0, 0.0  # two sums need not wait for each other
        for k in range(first, last - 1, 2):
            even += weights[columns[k]] * np.float64(data[k])
            odd += weights[columns[k + 1]] * np.float64(data[k + 1])
        if (last - first) % 2:
            even += weights[columns[last - 1]] * np.float64(data[last - 1])
        scores[at] = even + odd


@cache
def _compiled(loops: Callable[..., None]) -> Callable[..., None]:
    import numba  # noqa: PLC0415  slow to load

    try:
        fast: Callable[..., None] = numba.njit(cache=True)(loops)
    except RuntimeError:  # no folder to keep the machine code in
        fast = numba.njit(loops)
    return fast
