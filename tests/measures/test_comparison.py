"""Paired tests over folds."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from thresher.errors import InputError
from thresher.measures.comparison import difference_over_folds, paired_difference
from thresher.measures.rate_weighted import rate_weighted_area
from thresher.measures.rates import Beta

pairs = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=2, max_size=30)


@given(pairs=pairs)
def test_it_is_scipys_paired_test(pairs: list[tuple[float, float]]) -> None:
    first, second = np.array(pairs).T
    assume(np.std(first - second) > 1e-6)
    ours = paired_difference(first, second)
    theirs = stats.ttest_rel(first, second)
    assert ours.statistic == pytest.approx(theirs.statistic)
    assert ours.p_value == pytest.approx(theirs.pvalue)
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.confidence_interval()))
    assert ours.folds == len(pairs)


@given(pairs=pairs)
def test_changing_sides_changes_the_sign(pairs: list[tuple[float, float]]) -> None:
    first, second = np.array(pairs).T
    one, other = paired_difference(first, second), paired_difference(second, first)
    assert one.mean == -other.mean
    assert one.p_value == pytest.approx(other.p_value)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))


def test_folds_that_never_differ_show_nothing() -> None:
    same = paired_difference([0.3, 0.4, 0.5], [0.3, 0.4, 0.5])
    assert (same.mean, same.low, same.high) == (0, 0, 0)
    assert (same.statistic, same.p_value) == (0, 1)


@pytest.mark.parametrize("sign", [1, -1])
def test_folds_that_differ_by_one_amount_are_beyond_doubt(sign: int) -> None:
    shifted = paired_difference([sign * 0.1] * 7, [0.0] * 7)
    assert shifted.mean == pytest.approx(sign * 0.1)
    assert shifted.low == shifted.high == shifted.mean
    assert (shifted.statistic, shifted.p_value) == (sign * math.inf, 0)


def test_any_measure_can_be_compared_over_readings() -> None:
    law = Beta(alpha=3, beta=19)
    good = [[1, 1, 0, 0, 0], [1, 0, 1, 0, 0], [1, 0, 0, 0, 1]]
    poor = [[0, 1, 1, 0, 0], [0, 0, 0, 1, 1], [0, 1, 0, 0, 1]]
    result = difference_over_folds(
        good, poor, measure=lambda reading: rate_weighted_area(reading, rate=law)
    )
    by_hand = [
        rate_weighted_area(g, rate=law) - rate_weighted_area(p, rate=law)
        for g, p in zip(good, poor, strict=True)
    ]
    assert result.mean == pytest.approx(np.mean(by_hand))


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ([0.1], [0.2], "needs 2 folds"),
        ([0.1, 0.2], [0.1], "need 2 scores"),
        ([0.1, math.inf], [0.1, 0.2], "finite"),
        ([0.1, math.nan], [0.1, 0.2], "NaN"),
    ],
)
def test_folds_that_cannot_be_paired_are_refused(
    first: list[float], second: list[float], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        paired_difference(first, second)


def test_an_impossible_coverage_is_refused() -> None:
    with pytest.raises(InputError, match="coverage"):
        paired_difference([1, 2], [2, 3], coverage=95)
