"""Expected recall and area under the ROC curve when the share read is uncertain."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thresher.arrays import Labels, Ranks, Scores, as_labels
from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.rates import RateDistribution
from thresher.measures.ties import TieGroups, tie_groups
from thresher.screening.reading import ReadingLike, as_reading

__all__ = [
    "expected_recall",
    "expected_recall_of_scores",
    "rate_weighted_area",
    "rate_weighted_area_of_scores",
]

CHUNK = 1 << 19  # records sorted at a time; 4 MB of scores
NO_WEIGHT = 1e-12  # less weight between 0 and 1 than rounding leaves behind


def rate_weighted_area(reading: ReadingLike, *, rate: RateDistribution) -> float:
    r"""Area under the ROC curve, weighted by the law of the share that is read.

    Parameters
    ----------
    reading
        A reading, or labels in reading order. Records with equal scores are tied, see
        :func:`~thresher.measures.ties.tie_groups`; without scores every rank counts.
        Relevant records left unread count as the last of the pile.
    rate
        The law of the share of the pile that will be read.

    Raises
    ------
    UndefinedMeasureError
        No record is relevant, all are, nobody knows how many are, or the law has all
        its weight on reading nothing or everything.

    Notes
    -----
    With :math:`G(x) = E[\min(rate, x)]`, prevalence :math:`\pi_0 = 1 - \pi_1`, mean
    rate :math:`\mu` and tie groups that end at the shares :math:`r_g` and hold the
    fraction :math:`p_g` of relevant records,

    .. math:: \frac{\sum_g p_g (G(r_g) - G(r_{g-1})) - (\mu - G(\pi_1))}
              {G(\pi_0) + G(\pi_1) - \mu}

    A rate between two ranks reads the fitting part of the next record. A uniform rate
    gives the ordinary area. Exact, where the source integrates numerically. Millard,
    Flach and Higgins (2014), doi:10.1007/978-3-662-44851-9_25.

    Examples
    --------
    >>> from thresher.measures.rates import Beta, Uniform
    >>> rate_weighted_area([1, 0, 1, 0], rate=Uniform())
    0.75
    >>> round(rate_weighted_area([1, 0, 1, 0], rate=Beta(alpha=3, beta=19)), 4)
    0.9743
    """
    given = as_reading(reading)
    groups = tie_groups(given, measure="rate_weighted_area")
    return _area(groups, given.records, rate=rate)


def rate_weighted_area_of_scores(
    labels: ArrayLike, scores: ArrayLike, *, rate: RateDistribution
) -> float:
    """Rate-weighted area of records in any order, read from the highest score down.

    Parameters
    ----------
    labels
        0 or 1 for every record.
    scores
        The score of each record; equal scores are tied.
    rate
        The law of the share of the pile that will be read.

    Notes
    -----
    The same value as :func:`rate_weighted_area` after sorting. Only the scores of
    relevant records are sorted as a whole, the others a chunk at a time: beyond the
    input this needs the labels as booleans, a few numbers for each relevant record
    and one chunk.

    Examples
    --------
    >>> from thresher.measures.rates import Uniform
    >>> rate_weighted_area_of_scores([0, 1, 0, 1], [1, 3, 2, 2], rate=Uniform())
    0.875
    """
    groups, records = _ranked(labels, scores, measure="rate_weighted_area")
    return _area(groups, records, rate=rate)


def expected_recall(reading: ReadingLike, *, rate: RateDistribution) -> float:
    r"""Recall to expect when the share that is read follows a law.

    Parameters
    ----------
    reading
        A reading, or labels in reading order; see :func:`rate_weighted_area`.
    rate
        The law of the share of the pile that will be read.

    Raises
    ------
    UndefinedMeasureError
        No record is relevant, or nobody knows how many are.

    Notes
    -----
    :math:`\frac{1}{\pi_0} \sum_g p_g (G(r_g) - G(r_{g-1}))`, in the words of
    :func:`rate_weighted_area`, of which it is a linear function for a given pile.

    Examples
    --------
    >>> from thresher.measures.rates import Point
    >>> expected_recall([1, 0, 1, 0], rate=Point(rate=0.5))
    0.5
    """
    given = as_reading(reading)
    groups = tie_groups(given, measure="expected_recall")
    return _recall(groups, given.records, rate=rate)


def expected_recall_of_scores(
    labels: ArrayLike, scores: ArrayLike, *, rate: RateDistribution
) -> float:
    """Recall to expect for records in any order, read from the highest score down.

    Examples
    --------
    >>> from thresher.measures.rates import Point
    >>> expected_recall_of_scores([0, 1, 1], [1, 2, 2], rate=Point(rate=1 / 3))
    0.5
    """
    groups, records = _ranked(labels, scores, measure="expected_recall")
    return _recall(groups, records, rate=rate)


def _recall(groups: TieGroups, records: int, *, rate: RateDistribution) -> float:
    prevalence = int(groups.relevant.sum()) / records
    return min(1.0, _found(groups, records, rate=rate) / prevalence)


def _area(groups: TieGroups, records: int, *, rate: RateDistribution) -> float:
    relevant = int(groups.relevant.sum())
    if relevant == records:
        raise UndefinedMeasureError("rate_weighted_area", "every record is relevant")
    mean = float(rate.limited_mean(1.0))
    best = float(rate.limited_mean(relevant / records))
    worst = mean - float(rate.limited_mean((records - relevant) / records))
    if best - worst <= NO_WEIGHT * best:
        raise UndefinedMeasureError(
            "rate_weighted_area",
            "the law of the rate reads nothing or everything, whatever the ranking",
        )
    area = (_found(groups, records, rate=rate) - worst) / (best - worst)
    return min(1.0, max(0.0, area))  # rounding may step a hair outside


def _found(groups: TieGroups, records: int, *, rate: RateDistribution) -> float:
    """Return the share of the pile expected to be both read and relevant."""
    reached = rate.limited_mean(groups.upto / records)
    reached = reached - rate.limited_mean(groups.above / records)
    return float(np.sum(groups.relevant / (groups.upto - groups.above) * reached))


def _ranked(
    labels: ArrayLike, scores: ArrayLike, *, measure: str
) -> tuple[TieGroups, int]:
    """Return the groups of unsorted records, by counting how many score higher."""
    relevant, given = as_labels(labels), np.asarray(scores)
    records = relevant.size
    if given.shape != relevant.shape:
        raise InputError(f"need {records} scores in one row, got shape {given.shape}")
    levels, held = _relevant_scores(relevant, given)
    if not levels.size:
        raise UndefinedMeasureError(measure, "no record is relevant")
    below = np.zeros(levels.size, dtype=np.int64)
    upto = np.zeros(levels.size, dtype=np.int64)
    for start in range(0, records, CHUNK):
        chunk = np.sort(_numbers(given, slice(start, start + CHUNK)))
        below += np.searchsorted(chunk, levels, side="left")
        upto += np.searchsorted(chunk, levels, side="right")
    return TieGroups(above=records - upto, upto=records - below, relevant=held), records


def _relevant_scores(
    relevant: Labels, given: NDArray[np.generic]
) -> tuple[Scores, Ranks]:
    """Return the distinct scores of relevant records and how many hold each."""
    parts = [
        _numbers(given, slice(start, start + CHUNK))[relevant[start : start + CHUNK]]
        for start in range(0, given.size, CHUNK)
    ]
    return np.unique(np.concatenate([np.zeros(0), *parts]), return_counts=True)


def _numbers(given: NDArray[np.generic], part: slice) -> Scores:
    """Return one chunk of scores, refusing what is not a number."""
    try:
        chunk = np.asarray(given[part], dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError("scores must be numbers") from error
    missing = np.isnan(chunk)
    if missing.any():
        at = part.start + int(np.argmax(missing)) + 1
        raise InputError(f"scores must be numbers, got NaN at position {at}")
    return chunk
