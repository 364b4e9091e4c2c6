"""ROC curves averaged at equal rates."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.area import area_under_roc
from thresher.measures.consensus import consensus_curve
from thresher.measures.rate_weighted import expected_recall
from thresher.measures.rates import Point
from thresher.screening.reading import Reading

mixed = st.lists(st.booleans(), min_size=2, max_size=30).filter(
    lambda labels: 0 < sum(labels) < len(labels)
)
folds = st.lists(mixed, min_size=1, max_size=5)


@given(labels=mixed)
def test_the_consensus_of_one_fold_is_its_own_curve(labels: list[bool]) -> None:
    curve = consensus_curve([labels])
    height = (curve.true_positive_rates[1:] + curve.true_positive_rates[:-1]) / 2
    area = (height * np.diff(curve.false_positive_rates)).sum()
    assert area == pytest.approx(area_under_roc(labels))


@given(folds=folds, rate=st.floats(0, 1))
def test_at_every_rate_recall_is_the_mean_of_the_folds(
    folds: list[list[bool]], rate: float
) -> None:
    curve = consensus_curve(folds)
    law = Point(rate=rate)
    mean = np.mean([expected_recall(labels, rate=law) for labels in folds])
    at = np.interp(rate, curve.rates, curve.true_positive_rates)
    assert at == pytest.approx(mean, abs=1e-9)


@given(folds=folds)
def test_both_rates_rise_from_none_to_all(folds: list[list[bool]]) -> None:
    curve = consensus_curve(folds)
    for rates in (
        curve.rates,
        curve.false_positive_rates,
        curve.true_positive_rates,
    ):
        assert rates[0] == 0
        assert rates[-1] == pytest.approx(1)
        assert np.all(np.diff(rates) >= -1e-12)


def test_folds_of_one_prevalence_stay_on_the_lines_of_equal_rate() -> None:
    folds = [[1, 0, 0, 1, 0], [0, 1, 1, 0, 0]]
    curve = consensus_curve(folds)
    rates = 0.4 * curve.true_positive_rates + 0.6 * curve.false_positive_rates
    assert rates == pytest.approx(curve.rates)


def test_ties_are_crossed_in_a_straight_line() -> None:
    tied = Reading(labels=np.array([1, 0, 0, 0]), scores=np.array([2.0, 2, 1, 1]))
    curve = consensus_curve([tied])
    assert curve.rates == pytest.approx([0, 0.5, 1])
    assert curve.true_positive_rates == pytest.approx([0, 1, 1])
    assert curve.false_positive_rates == pytest.approx([0, 1 / 3, 1])


def test_no_fold_is_no_consensus() -> None:
    with pytest.raises(InputError, match="at least one"):
        consensus_curve([])


@pytest.mark.parametrize("labels", [[0, 0], [1, 1]])
def test_a_fold_of_one_kind_has_no_curve(labels: list[int]) -> None:
    with pytest.raises(UndefinedMeasureError):
        consensus_curve([[1, 0], labels])
