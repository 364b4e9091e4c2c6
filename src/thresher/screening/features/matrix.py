"""A pile as numbers: the weights of the terms that records share."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from thresher.errors import InputError
from thresher.records.citation import Citation

if TYPE_CHECKING:
    from scipy.sparse import csr_array

__all__ = ["Extractor", "Features"]


@dataclass(frozen=True, slots=True, weakref_slot=True, kw_only=True, eq=False)
class Features:
    """The weights of terms in records, without those terms that one record has alone.

    Parameters
    ----------
    matrix
        One row a record, one column a term that two or more records share; float32.
    alone_square, alone_sum
        For each record, the sum of the squares and the sum of the weights of the terms
        that no other record has. No model can carry such a term from one record to
        another, so their columns are left out; what they do to the length of their
        own row is kept here, and the models stay exact.
    alone_terms
        How many terms were left out.
    terms
        The words of each column, where known.
    """

    matrix: "csr_array"
    alone_square: NDArray[np.float64]
    alone_sum: NDArray[np.float64]
    alone_terms: int = 0
    terms: Sequence[str] = ()

    def __post_init__(self) -> None:
        records = self.matrix.shape[0]
        if self.alone_square.shape != (records,) or self.alone_sum.shape != (records,):
            raise InputError(
                f"{records} rows need as many sums of the terms left out, got "
                f"{self.alone_square.shape} and {self.alone_sum.shape}"
            )
        if self.matrix.dtype != np.float32:
            raise InputError(f"weights must be float32, got {self.matrix.dtype}")

    @property
    def records(self) -> int:
        """How many records the pile holds."""
        return int(self.matrix.shape[0])


class Extractor(Protocol):
    """Anything that turns citations into numbers."""

    def __call__(self, citations: Sequence[Citation]) -> Features:
        """Return the features of a whole pile, one row a citation."""
        ...
