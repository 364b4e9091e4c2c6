"""Expected recall and area under the ROC curve when the share read is uncertain."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thresher.arrays import Labels, Ranks, Scores, as_labels
from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.rates import RateDistribution
from thresher.screening.reading import Reading, ReadingLike, as_reading

__all__ = [
    "expected_recall",
    "expected_recall_of_scores",
    "rate_weighted_area",
    "rate_weighted_area_of_scores",
]

CHUNK = 1 << 19  # records sorted at a time; 4 MB of scores
NO_WEIGHT = 1e-12  # less weight between 0 and 1 than rounding leaves behind


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Discoveries:
    """Groups of tied records that hold relevant ones, as ranks in the pile."""

    before: Ranks
    upto: Ranks
    relevant: Ranks
    records: int

    def expected_found(self, rate: RateDistribution) -> float:
        """Return the expected share of the pile that is read and relevant."""
        reached = rate.limited_mean(self.upto / self.records)
        reached = reached - rate.limited_mean(self.before / self.records)
        return float(np.sum(self.relevant / (self.upto - self.before) * reached))

    def prevalence(self) -> float:
        """Return the share of the pile that is relevant."""
        return int(self.relevant.sum()) / self.records


def rate_weighted_area(reading: ReadingLike, *, rate: RateDistribution) -> float:
    r"""Area under the ROC curve, weighted by the law of the share that is read.

    Parameters
    ----------
    reading
        A reading, or labels in reading order. Adjacent records with equal scores are
        tied; without scores every rank counts. Relevant records left unread count as
        the last of the pile.
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
    return _area(_discoveries(given, "rate_weighted_area"), rate)


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
    return _area(_ranked(labels, scores, "rate_weighted_area"), rate)


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
    found = _discoveries(as_reading(reading), "expected_recall")
    return _recall(found, rate)


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
    return _recall(_ranked(labels, scores, "expected_recall"), rate)


def _recall(found: _Discoveries, rate: RateDistribution) -> float:
    return min(1.0, found.expected_found(rate) / found.prevalence())


def _area(found: _Discoveries, rate: RateDistribution) -> float:
    prevalence = found.prevalence()
    if prevalence == 1:
        raise UndefinedMeasureError("rate_weighted_area", "every record is relevant")
    mean = float(rate.limited_mean(1.0))
    best = float(rate.limited_mean(prevalence))
    worst = mean - float(rate.limited_mean(1 - prevalence))
    if best - worst <= NO_WEIGHT * best:
        raise UndefinedMeasureError(
            "rate_weighted_area",
            "the law of the rate reads nothing or everything, whatever the ranking",
        )
    area = (found.expected_found(rate) - worst) / (best - worst)
    return min(1.0, max(0.0, area))  # rounding may step a hair outside


def _discoveries(reading: Reading, measure: str) -> _Discoveries:
    """Return the groups of a reading; unread records are never tied."""
    upto = reading.discovery_ranks(measure)
    before = upto - 1
    relevant = np.ones_like(upto)
    if reading.scores is not None:
        before, upto, relevant = _tied(before, upto, reading.scores)
    return _Discoveries(
        before=before, upto=upto, relevant=relevant, records=reading.records
    )


def _tied(before: Ranks, upto: Ranks, scores: Scores) -> tuple[Ranks, Ranks, Ranks]:
    """Return each rank's group of equal adjacent scores, and how many fell in it."""
    ends = np.append(np.flatnonzero(scores[1:] != scores[:-1]) + 1, scores.size)
    group = np.searchsorted(ends, upto)
    read = group < ends.size
    starts = np.concatenate([[0], ends[:-1]])
    before, upto = before.copy(), upto.copy()
    before[read], upto[read] = starts[group[read]], ends[group[read]]
    before, first, relevant = np.unique(before, return_index=True, return_counts=True)
    return before, upto[first], relevant


def _ranked(labels: ArrayLike, scores: ArrayLike, measure: str) -> _Discoveries:
    """Return the groups of unsorted records, counting how many score higher."""
    relevant, given = as_labels(labels), np.asarray(scores)
    if given.shape != relevant.shape:
        raise InputError(
            f"need {relevant.size} scores in one row, got shape {given.shape}"
        )
    levels, held = _relevant_scores(relevant, given)
    if not levels.size:
        raise UndefinedMeasureError(measure, "no record is relevant")
    below = np.zeros(levels.size, dtype=np.int64)
    upto = np.zeros(levels.size, dtype=np.int64)
    for start in range(0, given.size, CHUNK):
        chunk = np.sort(_numbers(given, slice(start, start + CHUNK)))
        below += np.searchsorted(chunk, levels, side="left")
        upto += np.searchsorted(chunk, levels, side="right")
    return _Discoveries(
        before=given.size - upto,
        upto=given.size - below,
        relevant=held,
        records=given.size,
    )


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
