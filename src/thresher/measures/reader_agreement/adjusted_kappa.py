"""Kappa adjusted for prevalence and bias: chance means equal use of all categories."""

import numpy as np

from thresher.measures.reader_agreement.coefficient import Coefficient, Sums
from thresher.measures.reader_agreement.overlap_sample import OverlapSample
from thresher.measures.reader_agreement.percent_agreement import agreeing_pairs

__all__ = ["ADJUSTED_KAPPA", "adjusted_kappa"]


def _value(sums: Sums, *, categories: int) -> Sums:
    with np.errstate(invalid="ignore"):
        share = sums[..., 1] / sums[..., 0]
    value: Sums = (categories * share - 1) / (categories - 1)
    return value


ADJUSTED_KAPPA = Coefficient(
    name="adjusted_kappa",
    title="Prevalence- and bias-adjusted \N{GREEK SMALL LETTER KAPPA}",
    terms=agreeing_pairs,
    value=_value,
    undefined="no record was read by two readers",
)


def adjusted_kappa(sample: OverlapSample) -> float:
    r"""Kappa adjusted for prevalence and bias, :math:`(q p_o - 1)/(q - 1)`.

    With two categories that is :math:`2 p_o - 1`: percent agreement on another scale.

    Raises
    ------
    UndefinedMeasureError
        No record was read by two readers.

    Notes
    -----
    Byrt, Bishop and Carlin (1993), doi:10.1016/0895-4356(93)90018-V; for more
    categories Brennan and Prediger (1981), doi:10.1177/001316448104100307.

    Examples
    --------
    >>> from thresher.measures.reader_agreement import Drawn, OverlapSample
    >>> sample = OverlapSample.of_pairs(
    ...     [1, 0, 0, 0], [1, 0, 0, 1], drawn=Drawn.RANDOM
    ... )
    >>> adjusted_kappa(sample)
    0.5
    """
    return ADJUSTED_KAPPA(sample)
