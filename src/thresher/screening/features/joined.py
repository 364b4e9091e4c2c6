"""Several kinds of features side by side."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import hstack

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.screening.features.matrix import Extractor, Features

__all__ = ["Block", "Joined"]


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
            matrix=hstack(
                [np.float32(root) * one.matrix for one, root in pairs], format="csr"
            ),
            alone_square=sum(
                (root**2 * one.alone_square for one, root in pairs), np.zeros(size)
            ),
            alone_sum=sum(
                (root * one.alone_sum for one, root in pairs), np.zeros(size)
            ),
            alone_terms=sum(one.alone_terms for one in made),
            terms=[term for one in made for term in one.terms],
        )
