"""Percent agreement: how often two readers of a record said the same."""

import numpy as np

from thresher.arrays import Scores
from thresher.measures.reader_agreement.coefficient import Coefficient, Sums
from thresher.measures.reader_agreement.overlap_sample import OverlapSample

__all__ = ["PERCENT_AGREEMENT", "agreeing_pairs", "percent_agreement"]


def agreeing_pairs(sample: OverlapSample) -> Scores:
    """Whether each record had two readers, and the share of its pairs that agree."""
    counts = sample.counts
    readers = counts.sum(axis=1)
    pairs = readers * (readers - 1)
    agreeing = (counts * (counts - 1)).sum(axis=1)
    shares = agreeing / np.maximum(pairs, 1)
    return np.column_stack([pairs > 0, shares]).astype(np.float64)


def _value(sums: Sums, *, categories: int) -> Sums:  # noqa: ARG001
    with np.errstate(invalid="ignore"):
        share: Sums = sums[..., 1] / sums[..., 0]
    return share


PERCENT_AGREEMENT = Coefficient(
    name="percent_agreement",
    title="Percent agreement",
    terms=agreeing_pairs,
    value=_value,
    undefined="no record was read by two readers",
)


def percent_agreement(sample: OverlapSample) -> float:
    r"""Share of records on which two readers say the same.

    With more readers: the share of pairs of readers that agree, averaged over records.

    Raises
    ------
    UndefinedMeasureError
        No record was read by two readers.

    Notes
    -----
    Its mean over random overlap samples, drawn without replacement, is the value over
    the pile, whatever the pile. It does not correct for chance: where few records are
    relevant, two readers who exclude almost everything agree almost always.

    Examples
    --------
    >>> from thresher.measures.reader_agreement import Drawn, OverlapSample
    >>> sample = OverlapSample.of_pairs(
    ...     [1, 0, 0, 0], [1, 0, 0, 1], drawn=Drawn.RANDOM
    ... )
    >>> percent_agreement(sample)
    0.75
    """
    return PERCENT_AGREEMENT(sample)
