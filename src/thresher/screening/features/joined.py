"""Several kinds of features side by side."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.screening.features.matrix import Extractor, Features
from thresher.screening.features.names import ChainedNames

__all__ = ["Block", "Joined"]

RECORDS = 8192  # joined at a time


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Features of one kind, and how much they count in the likeness of two records."""

    extractor: Extractor
    weight: float = 1.0

    def __post_init__(self) -> None:
        if not self.weight > 0:
            raise InputError(f"a block's weight must be positive, got {self.weight}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """The columns of several blocks in one matrix.

    Two records are as alike as the blocks together say: the product of their rows is
    the sum of the products in each block, times the block's weight.

    Examples
    --------
    >>> from thresher.screening.features.tfidf import TfIdf
    >>> blocks = (Block(extractor=TfIdf()), Block(extractor=TfIdf(), weight=4.0))
    >>> pile = [Citation(id="1", title="sleep"), Citation(id="2", title="sleep")]
    >>> Joined(blocks=blocks)(pile).matrix.toarray()
    array([[1., 2.],
           [1., 2.]], dtype=float32)
    """

    blocks: tuple[Block, ...]

    def __post_init__(self) -> None:
        if not self.blocks:
            raise InputError("joined features need a block, got none")

    def __call__(self, citations: Sequence[Citation]) -> Features:
        """Return all columns of a whole pile."""
        made = [block.extractor(citations) for block in self.blocks]
        roots = [math.sqrt(block.weight) for block in self.blocks]
        pairs, size = [*zip(made, roots, strict=True)], len(citations)
        return Features(
            matrix=_side_by_side([one.matrix for one in made], factors=roots),
            alone_square=sum(
                (root**2 * one.alone_square for one, root in pairs), np.zeros(size)
            ),
            alone_sum=sum(
                (root * one.alone_sum for one, root in pairs), np.zeros(size)
            ),
            alone_terms=sum(one.alone_terms for one in made),
            terms=ChainedNames([one.terms for one in made]),
        )


def _side_by_side(
    matrices: Sequence[csr_array], *, factors: Sequence[float]
) -> csr_array:
    """Return the columns of all matrices, each times its factor, in one.

    Some records at a time, so that no large table of places is needed.
    """
    records = matrices[0].shape[0]
    entries = sum(matrix.nnz for matrix in matrices)
    pointer = np.zeros(records + 1, dtype=np.int64)
    for matrix in matrices:
        pointer += matrix.indptr
    columns = np.empty(entries, dtype=np.int32)
    values = np.empty(entries, dtype=np.float32)
    for begin in range(0, records, RECORDS):
        rows = slice(begin, min(begin + RECORDS, records))
        free, shift = pointer[rows], 0
        for matrix, factor in zip(matrices, factors, strict=True):
            span = slice(matrix.indptr[rows.start], matrix.indptr[rows.stop])
            lengths = np.diff(matrix.indptr[rows.start : rows.stop + 1])
            moved = free - matrix.indptr[rows]
            places = np.repeat(moved, lengths) + np.arange(span.start, span.stop)
            columns[places] = matrix.indices[span] + np.int32(shift)
            values[places] = matrix.data[span] * np.float32(factor)
            free, shift = free + lengths, shift + matrix.shape[1]
    width = sum(matrix.shape[1] for matrix in matrices)
    if entries <= np.iinfo(np.int32).max:  # short numbers are read faster
        parts = (values, columns, pointer.astype(np.int32))
        return csr_array(parts, shape=(records, width))
    return csr_array((values, columns, pointer), shape=(records, width))
