"""Friedman's test and Nemenyi's difference, against printed and outside values."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import friedmanchisquare

from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.critical_difference import model_ranks, nemenyi_difference

DEMSAR = {2: 1.960, 3: 2.343, 4: 2.569, 5: 2.728, 6: 2.850, 7: 2.949, 10: 3.164}
TABLES = st.integers(2, 9).flatmap(
    lambda models: st.lists(
        st.lists(st.integers(0, 5), min_size=models, max_size=models),
        min_size=3,
        max_size=9,
    )
)


@pytest.mark.parametrize(("models", "quantile"), DEMSAR.items())
def test_the_quantiles_are_those_of_demsar_2006(models: int, quantile: float) -> None:
    """Table 5 (a) of Demšar (2006), JMLR 7:1-30, for 5 %; its last digit may be off."""
    scale = math.sqrt(models * (models + 1) / (6 * 14))
    assert nemenyi_difference(models, 14) / scale == pytest.approx(quantile, abs=1e-3)


def test_the_worked_example_of_demsar_2006() -> None:
    """AUC of four trees on 14 sets: mean ranks, chi-square 9.28, F 3.69.

    Table 6 of the paper. Two values of one set are printed as 0.975 and yet ranked 2
    and 3; a digit is added to the first.
    """
    table = [
        [0.763, 0.768, 0.771, 0.798],
        [0.599, 0.591, 0.590, 0.569],
        [0.954, 0.971, 0.968, 0.967],
        [0.628, 0.661, 0.654, 0.657],
        [0.882, 0.888, 0.886, 0.898],
        [0.936, 0.931, 0.916, 0.931],
        [0.661, 0.668, 0.609, 0.685],
        [0.583, 0.583, 0.563, 0.625],
        [0.775, 0.838, 0.866, 0.875],
        [1.000, 1.000, 1.000, 1.000],
        [0.940, 0.962, 0.965, 0.962],
        [0.619, 0.666, 0.614, 0.669],
        [0.972, 0.981, 0.9751, 0.975],
        [0.957, 0.978, 0.946, 0.970],
    ]
    found = model_ranks(table, better="higher", alpha=0.10)
    assert found.ranks == pytest.approx((3.143, 2.000, 2.893, 1.964), abs=5e-4)
    plain = 12 * 14 / (4 * 5) * (sum(r * r for r in found.ranks) - 4 * 25 / 4)
    assert plain == pytest.approx(9.28, abs=0.01)
    assert found.difference == pytest.approx(1.12, abs=0.005)


@given(table=TABLES)
def test_the_test_is_that_of_scipy(table: list[list[int]]) -> None:
    values = np.array(table, dtype=float)
    if (np.ptp(values, axis=1) == 0).all():
        with pytest.raises(UndefinedMeasureError, match="all models are equal"):
            model_ranks(values, better="lower")
        return
    found = model_ranks(values, better="lower")
    if values.shape[1] > 2:
        expected = friedmanchisquare(*values.T)
        assert found.statistic == pytest.approx(expected.statistic, abs=1e-9)
        assert found.p_value == pytest.approx(expected.pvalue, abs=1e-9)
    assert sum(found.ranks) == pytest.approx(
        values.shape[1] * (1 + len(found.ranks)) / 2
    )
    turned = model_ranks(-values, better="higher")
    assert turned.ranks == found.ranks


def test_a_model_that_always_wins_has_an_infinite_f() -> None:
    found = model_ranks([[1.0, 2.0, 3.0]] * 4, better="lower")
    assert found.ranks == (1, 2, 3)
    assert (found.f_statistic, found.f_p_value) == (math.inf, 0)


def test_groups_hold_models_that_cannot_be_told_apart() -> None:
    values = np.arange(6.0) + np.random.default_rng(1).normal(0, 0.5, (30, 6))
    found = model_ranks(values, better="lower")
    assert found.groups
    for group in found.groups:
        ranks = [found.ranks[model] for model in group]
        assert max(ranks) - min(ranks) < found.difference
        assert ranks == sorted(ranks)
    for one in found.groups:
        assert not any(set(one) < set(other) for other in found.groups)
    apart = model_ranks([[1.0, 2.0]] * 40, better="lower")
    assert apart.groups == ()


@pytest.mark.parametrize("values", [[[1.0, 2.0]], [[1.0], [2.0]], [1.0, 2.0]])
def test_one_data_set_or_model_has_no_ranks(values: list[object]) -> None:
    with pytest.raises(InputError, match="ranks need 2 data sets and 2 models"):
        model_ranks(values, better="lower")  # type: ignore[arg-type]


def test_a_missing_value_is_refused() -> None:
    with pytest.raises(InputError, match="a value of every model"):
        model_ranks([[1.0, np.nan], [1.0, 2.0]], better="lower")
    with pytest.raises(InputError, match="alpha must be in"):
        nemenyi_difference(2, 2, alpha=1)
