"""A pile's matrix times the weights of the terms that training rows have."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scipy.sparse import csc_array

    from thresher.arrays import Scores
    from thresher.screening.features.matrix import Features

__all__ = ["PileProduct", "Split", "split_of"]

Short: TypeAlias = NDArray[np.float32]
Terms: TypeAlias = NDArray[np.int32]
COMMON = 16_384  # terms whose weights stay close to the processor
FEWEST_TERMS = 8 * COMMON
MOST_APART = 0.1  # of the terms, before all columns are copied together again
_SPLITS: "WeakKeyDictionary[Features, Split]" = WeakKeyDictionary()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Split:
    """A matrix in two parts: common terms by record, rare ones by term.

    Parameters
    ----------
    common, rare
        The columns of each part.
    place
        Where each term is: its column in `common`, or -1 and less its column in `rare`.
    """

    common: csr_array
    rare: "csc_array"
    place: Terms


class PileProduct:
    """Products of all records of a pile with weights of a growing list of terms.

    Parameters
    ----------
    features
        The pile.

    Notes
    -----
    Nine in ten terms of a large pile stand in a few records each. Looking up their
    weights, most of them nought, would take most of the time, so of those only the
    columns that have a weight are added up. They are copied together, and again when
    many more have come.
    """

    def __init__(self, features: "Features") -> None:
        self.features = features
        self.is_large = features.matrix.shape[1] >= FEWEST_TERMS
        self.covered = 0
        self.gathered: _Columns | None = None

    def __call__(self, terms: Terms, weights: "Scores") -> Short:
        """Return the products; `terms` begins with those of the call before."""
        short = weights.astype(np.float32)
        if not self.is_large:
            vector = np.zeros(self.features.matrix.shape[1], dtype=np.float32)
            vector[terms] = short
            whole: Short = self.features.matrix @ vector
            return whole
        split = split_of(self.features)
        place = split.place[terms]
        is_common = place >= 0
        vector = np.zeros(split.common.shape[1], dtype=np.float32)
        vector[place[is_common]] = short[is_common]
        products: Short = split.common @ vector
        for columns in self._columns(split, place):
            products += columns.matrix @ short[columns.at]
        return products

    def _columns(self, split: Split, place: Terms) -> "Iterator[_Columns]":
        """Yield the columns of the rare terms, in one or two pieces."""
        new = place.size - self.covered
        if self.gathered is None or new > MOST_APART * place.size:
            self.gathered = _rare_columns(split, place, start=0)
            self.covered = place.size
        yield self.gathered
        if self.covered < place.size:
            yield _rare_columns(split, place, start=self.covered)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Columns:
    """Columns of rare terms, and where these are among all."""

    matrix: "csc_array"
    at: NDArray[np.intp]


def _rare_columns(split: Split, place: Terms, *, start: int) -> _Columns:
    at = np.flatnonzero(place[start:] < 0) + start
    return _Columns(matrix=split.rare[:, -1 - place[at]], at=at)


def split_of(features: "Features") -> Split:
    """Return a pile's matrix in two parts, made once."""
    found = _SPLITS.get(features)
    if found is None:
        found = _split(features.matrix)
        together = getattr(features.matrix, "together", None)
        if together is not None:  # simulations that share products share these too
            found = Split(
                common=together(found.common), rare=found.rare, place=found.place
            )
        _SPLITS[features] = found
    return found


def _split(matrix: csr_array) -> Split:
    spread = np.bincount(matrix.indices, minlength=matrix.shape[1])
    order = np.argsort(-spread, kind="stable")
    place = np.empty(order.size, dtype=np.int32)
    place[order[:COMMON]] = np.arange(COMMON)
    place[order[COMMON:]] = -1 - np.arange(order.size - COMMON)
    is_common = place[matrix.indices] >= 0
    common = _only(matrix, is_common, place=place, columns=COMMON)
    columns = order.size - COMMON
    rare = _only(matrix, ~is_common, place=-1 - place, columns=columns)
    return Split(common=common, rare=rare.tocsc(), place=place)


def _only(
    matrix: csr_array,
    entries: NDArray[np.bool_],
    *,
    place: Terms,
    columns: int,
) -> csr_array:
    """Return some entries of a matrix, its columns in new places."""
    many = np.concatenate([[0], np.cumsum(entries)])
    starts = many[matrix.indptr].astype(matrix.indptr.dtype)
    parts = (matrix.data[entries], place[matrix.indices[entries]], starts)
    return csr_array(parts, shape=(matrix.shape[0], columns))
