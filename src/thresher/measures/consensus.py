"""One ROC curve for several folds or seeds, averaged at equal shares read."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from thresher.arrays import Scores
from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.ties import tie_groups
from thresher.screening.reading import Reading, ReadingLike, as_reading

__all__ = ["ConsensusCurve", "consensus_curve"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ConsensusCurve:
    """Mean false and true positive rates at each share of the pile read."""

    rates: Scores
    false_positive_rates: Scores
    true_positive_rates: Scores


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Curve:
    """Recall over the share read: straight lines between its corners."""

    rates: Scores
    recalls: Scores
    prevalence: float


def consensus_curve(readings: Sequence[ReadingLike]) -> ConsensusCurve:
    """ROC curve of several readings, averaged at equal rates.

    Parameters
    ----------
    readings
        One reading, or labels in reading order, for each fold or seed. Their piles
        may differ in size and prevalence.

    Raises
    ------
    InputError
        There is no reading.
    UndefinedMeasureError
        In one of them no record is relevant, all are, or nobody knows how many are.

    Notes
    -----
    True and false positive rates are averaged at every rate where one of the curves
    has a corner; between corners all curves are straight, so nothing is lost. Known
    as pooling; Millard, Flach and Higgins (2014), section 5.1.

    Examples
    --------
    >>> curve = consensus_curve([[1, 0], [0, 1]])
    >>> curve.rates, curve.true_positive_rates
    (array([0. , 0.5, 1. ]), array([0. , 0.5, 1. ]))
    """
    if not len(readings):
        raise InputError("a consensus needs at least one reading, got none")
    curves = [_recall_curve(as_reading(reading)) for reading in readings]
    rates = np.unique(np.concatenate([curve.rates for curve in curves]))
    recalls = [np.interp(rates, curve.rates, curve.recalls) for curve in curves]
    fallouts = [
        (rates - curve.prevalence * recall) / (1 - curve.prevalence)
        for curve, recall in zip(curves, recalls, strict=True)
    ]
    return ConsensusCurve(
        rates=rates,
        false_positive_rates=np.clip(np.mean(fallouts, axis=0), 0.0, 1.0),
        true_positive_rates=np.mean(recalls, axis=0),
    )


def _recall_curve(reading: Reading) -> _Curve:
    groups = tie_groups(reading, measure="consensus_curve")
    after = np.cumsum(groups.relevant)
    relevant = int(after[-1])
    if relevant == reading.records:
        raise UndefinedMeasureError("consensus_curve", "every record is relevant")
    corners = np.column_stack([groups.above, groups.upto]).ravel()
    found = np.column_stack([after - groups.relevant, after]).ravel()
    return _Curve(
        rates=np.concatenate([[0.0], corners / reading.records, [1.0]]),
        recalls=np.concatenate([[0.0], found / relevant, [1.0]]),
        prevalence=relevant / reading.records,
    )
