"""Normalised discounted cumulative gain (NDCG): early finds count more."""

import math

import numpy as np

from thresher.arrays import Ranks, Scores
from thresher.errors import InputError
from thresher.screening.reading import ReadingLike, as_reading

__all__ = ["normalised_gain", "normalised_gain_from"]


def normalised_gain(reading: ReadingLike) -> float:
    r"""Discounted gain of the relevant records, as a share of the best possible.

    Raises
    ------
    UndefinedMeasureError
        No record is relevant, or nobody knows how many are.

    Notes
    -----
    :math:`\sum_j 1/\log(\mathrm{rank}_j + 1)` over :math:`\sum_{i\le R} 1/\log(i+1)`.
    The base of the logarithm cancels: the base 2 and base 10 that Millard, Flach and
    Higgins name for their eq. 16 give one and the same number.

    Examples
    --------
    >>> round(normalised_gain([0, 1]), 4)
    0.6309
    """
    ranks = as_reading(reading).discovery_ranks("normalised_gain")
    best = np.arange(1, ranks.size + 1)
    return float((1 / np.log1p(ranks)).sum() / (1 / np.log1p(best)).sum())


def normalised_gain_from(reading: ReadingLike, *, base: float = 2) -> float:
    r"""Discounted gain in which ranks before `base` are not discounted.

    Notes
    -----
    The gain of rank :math:`i` is 1 where :math:`i < b` and :math:`1/\log_b i` from
    there on, so that the base is the reader's patience. Järvelin and Kekäläinen
    (2002), doi:10.1145/582415.582418.

    Examples
    --------
    >>> normalised_gain_from([0, 1, 0], base=10)
    1.0
    """
    if not base > 1:
        raise InputError(f"the base must be more than 1, got {base}")
    ranks = as_reading(reading).discovery_ranks("normalised_gain_from")
    best = np.arange(1, ranks.size + 1)
    return float(_patient(ranks, base).sum() / _patient(best, base).sum())


def _patient(ranks: Ranks, base: float) -> Scores:
    return 1 / np.maximum(np.log(ranks) / math.log(base), 1)
