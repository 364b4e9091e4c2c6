"""A coefficient of agreement: what each record adds, and what the sums give."""

from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from thresher.arrays import Scores
from thresher.errors import UndefinedMeasureError
from thresher.measures.reader_agreement.overlap_sample import OverlapSample

__all__ = ["Coefficient", "Sums"]

Sums: TypeAlias = NDArray[np.inexact]


class Terms(Protocol):
    """What each record of a sample adds to some sums."""

    def __call__(self, sample: OverlapSample) -> Scores:
        """Return one row a record."""
        ...


class Value(Protocol):
    """What sums over records give; an analytic function of them, so also complex."""

    def __call__(self, sums: Sums, *, categories: int) -> Sums:
        """Return one value for each row of sums; not a number where undefined."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Coefficient:
    """A coefficient of agreement; call it with a sample.

    Parameters
    ----------
    name, title
        What it is called in code and in print.
    terms, value
        What each record adds, and what the sums of that give: with these two, every
        coefficient has its standard error and its bootstrap for free.
    undefined
        When it has no value.
    """

    name: str
    title: str
    terms: Terms
    value: Value
    undefined: str

    def __call__(self, sample: OverlapSample) -> float:
        """Return the agreement of the readers on the records of a sample.

        Raises
        ------
        UndefinedMeasureError
            No record was read by two readers, or the coefficient has no value.
        """
        sums = self.sums(sample)[None]
        value = float(self.value(sums, categories=sample.categories)[0])
        if np.isnan(value):
            raise UndefinedMeasureError(self.name, self.undefined)
        return value

    def sums(self, sample: OverlapSample) -> Scores:
        """Return what all records add up to."""
        if not sample.records:
            raise UndefinedMeasureError(self.name, "no record was read by two readers")
        total: Scores = self.terms(sample).sum(axis=0)
        return total
