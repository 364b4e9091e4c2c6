"""Gwet's AC1: agreement beyond chance that stays steady when few are relevant."""

import numpy as np

from thresher.arrays import Scores
from thresher.measures.reader_agreement.coefficient import Coefficient, Sums
from thresher.measures.reader_agreement.overlap_sample import OverlapSample
from thresher.measures.reader_agreement.percent_agreement import agreeing_pairs

__all__ = ["GWET_AC1", "gwet_ac1"]


def _terms(sample: OverlapSample) -> Scores:
    """Pairs, agreeing pairs, whether anybody read it, and the shares of categories."""
    counts = sample.counts
    readers = counts.sum(axis=1, keepdims=True)
    shares = counts / np.maximum(readers, 1)
    return np.column_stack([agreeing_pairs(sample), readers > 0, shares])


def _value(sums: Sums, *, categories: int) -> Sums:
    with np.errstate(invalid="ignore"):
        agreed = sums[..., 1] / sums[..., 0]
        shares = sums[..., 3:] / sums[..., 2:3]
        chance = (shares * (1 - shares)).sum(axis=-1) / (categories - 1)
        value: Sums = (agreed - chance) / (1 - chance)
    return value


GWET_AC1 = Coefficient(
    name="gwet_ac1",
    title="Gwet's AC1",
    terms=_terms,
    value=_value,
    undefined="no record was read by two readers",
)


def gwet_ac1(sample: OverlapSample) -> float:
    r"""Agreement of any number of readers beyond chance, Gwet's AC1.

    :math:`(p_o - p_e)/(1 - p_e)` with
    :math:`p_e = \frac{1}{q-1}\sum_k \pi_k (1 - \pi_k)`, where :math:`\pi_k` is the mean
    share of readers who chose category :math:`k`, over records that anybody read.

    Raises
    ------
    UndefinedMeasureError
        No record was read by two readers.

    Notes
    -----
    Gwet (2008), doi:10.1348/000711006X126600. Missing readers are allowed.

    Examples
    --------
    >>> from thresher.measures.reader_agreement import Drawn, OverlapSample
    >>> sample = OverlapSample.of_pairs([1, 1, 0, 0], [1, 0, 0, 0], drawn=Drawn.RANDOM)
    >>> round(gwet_ac1(sample), 4)
    0.5294
    """
    return GWET_AC1(sample)
