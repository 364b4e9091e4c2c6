"""The laws of the rate."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats
from scipy.integrate import quad

from thresher.errors import InputError
from thresher.measures.rates import (
    Beta,
    CappedLogNormal,
    Empirical,
    Point,
    RateDensity,
    RateDistribution,
    Uniform,
)

GRID = np.linspace(0, 1, 201)
shares = st.floats(0, 1)


def powers(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high).map(lambda exponent: 10.0**exponent)


def uniform(ends: tuple[float, float]) -> Uniform:
    assume(ends[1] - ends[0] > 1e-6)
    return Uniform(low=ends[0], high=ends[1])


betas = st.builds(Beta, alpha=powers(-6, 12), beta=powers(-6, 12))
pairs = st.tuples(shares, shares).map(lambda ends: (min(ends), max(ends)))
uniforms = pairs.map(uniform)
points = st.builds(Point, rate=shares)
empiricals = st.lists(st.tuples(shares, st.floats(0.01, 9)), min_size=1).map(
    lambda atoms: Empirical(rates=[a for a, _ in atoms], masses=[m for _, m in atoms])
)
lognormals = st.builds(
    CappedLogNormal, log_mean=st.floats(-50, 50), log_deviation=powers(-6, 2)
)
laws = st.one_of(betas, uniforms, points, empiricals, lognormals)


@given(law=laws)
def test_the_limited_mean_rises_from_zero_to_the_mean(law: RateDistribution) -> None:
    limited = law.limited_mean(GRID)
    assert limited[0] == 0
    assert limited[-1] == pytest.approx(law.mean, rel=1e-9)
    assert np.all(np.diff(limited) >= -1e-12)
    assert np.all(limited <= GRID + 1e-12)
    assert 0 <= law.mean <= 1


@given(law=laws)
def test_the_limited_mean_bends_downwards(law: RateDistribution) -> None:
    """Its slope is the chance to read further, which only falls."""
    slopes = np.diff(law.limited_mean(GRID)) / np.diff(GRID)
    chances = 1 - law.cdf(GRID)
    assert np.all(slopes <= chances[:-1] + 1e-7)
    assert np.all(slopes >= chances[1:] - 1e-7)


@given(law=laws, chance=st.floats(0.001, 0.999))
def test_the_quantile_is_the_smallest_rate_with_that_chance(
    law: RateDistribution, chance: float
) -> None:
    at = float(law.quantile(chance))
    assert 0 <= at <= 1
    assert law.cdf(min(1, at + 1e-6 + at * 1e-3)) >= chance - 1e-9
    assert law.cdf(at - 1e-6 - at * 1e-3) <= chance + 1e-9 or at == 0


@given(law=laws)
def test_beyond_the_ends_nothing_changes(law: RateDistribution) -> None:
    assert law.cdf(2) == law.cdf(1) == pytest.approx(1)
    assert law.limited_mean(-1) == 0
    assert law.limited_mean(7) == law.limited_mean(1)


@pytest.mark.parametrize(
    "law",
    [
        Beta(alpha=6.226, beta=32.791),
        Beta(alpha=0.7, beta=0.4),
        Beta(alpha=1, beta=1),
        Uniform(low=0.2, high=0.7),
        CappedLogNormal(log_mean=-2, log_deviation=0.4),
        CappedLogNormal(log_mean=-0.1, log_deviation=1.5),
    ],
)
@pytest.mark.parametrize("rate", [0.05, 0.3, 0.69, 0.95])
def test_density_chance_and_limited_mean_belong_together(
    law: RateDensity, rate: float
) -> None:
    """Compare with plain numerical integration of the density."""

    def integral(function: Callable[[float], float]) -> float:
        knots = [0.2] if rate > 0.2 else None
        return float(quad(function, 0, rate, points=knots, limit=200)[0])

    chance = integral(lambda r: float(law.density(r)))
    moment = integral(lambda r: r * float(law.density(r)))
    assert law.cdf(rate) == pytest.approx(chance, abs=1e-7)
    assert law.limited_mean(rate) == pytest.approx(
        moment + rate * (1 - chance), abs=1e-7
    )


def test_a_beta_law_is_scipys() -> None:
    law, other = Beta(alpha=3, beta=19), stats.beta(3, 19)
    assert law.density(GRID) == pytest.approx(other.pdf(GRID))
    assert law.cdf(GRID) == pytest.approx(other.cdf(GRID))
    assert law.quantile(GRID) == pytest.approx(other.ppf(GRID))
    assert law.mean == pytest.approx(other.mean())


@pytest.mark.parametrize("precision", [1e8, 1e12, 1e15])
@pytest.mark.parametrize("rate", [0.001, 0.3, 0.999])
def test_a_sharp_beta_law_nears_the_point(rate: float, precision: float) -> None:
    law = Beta(alpha=rate * precision, beta=(1 - rate) * precision)
    point = Point(rate=rate)
    close = 1 / math.sqrt(precision)
    assert np.abs(law.limited_mean(GRID) - point.limited_mean(GRID)).max() < close


def test_a_blunt_beta_law_reads_nothing_or_everything() -> None:
    law = Beta(alpha=3e-9, beta=1e-9)
    assert law.limited_mean(GRID) == pytest.approx(0.75 * GRID, abs=1e-6)


def test_a_wide_lognormal_law_does_not_overflow() -> None:
    law = CappedLogNormal(log_mean=-3, log_deviation=100)
    assert 0.4 < law.mean < 0.6
    assert law.chance_of_everything == pytest.approx(stats.norm.cdf(-0.03))


def test_a_capped_lognormal_law_has_an_atom_where_all_is_read() -> None:
    law = CappedLogNormal(log_mean=0.2, log_deviation=0.5)
    assert 1 - law.cdf(1 - 1e-12) == pytest.approx(law.chance_of_everything)
    assert law.cdf(1) == 1
    assert law.quantile(0.9) == 1
    assert law.density(0) == 0


@given(rates=st.lists(shares, min_size=1), at=shares)
def test_an_empirical_law_is_the_mean_over_its_rates(
    rates: list[float], at: float
) -> None:
    law = Empirical(rates=rates)
    assert law.limited_mean(at) == pytest.approx(np.minimum(rates, at).mean())
    assert law.cdf(at) == pytest.approx(np.mean([rate <= at for rate in rates]))


def test_masses_count_as_repeated_rates() -> None:
    few = Empirical(rates=[0.5, 0.1], masses=[1, 3])
    many = Empirical(rates=[0.1, 0.1, 0.1, 0.5])
    assert few.limited_mean(GRID) == pytest.approx(many.limited_mean(GRID))
    assert few.quantile([0.0, 0.75, 0.76, 1.0]) == pytest.approx([0.1, 0.1, 0.5, 0.5])


@pytest.mark.parametrize(
    "impossible",
    [
        lambda: Beta(alpha=0, beta=1),
        lambda: Beta(alpha=1, beta=-1),
        lambda: Beta(alpha=math.nan, beta=1),
        lambda: Beta(alpha=1, beta=math.inf),
        lambda: Uniform(low=0.5, high=0.5),
        lambda: Uniform(low=-0.1, high=0.5),
        lambda: Uniform(low=0.1, high=1.5),
        lambda: Point(rate=1.1),
        lambda: Point(rate=math.nan),
        lambda: Empirical(rates=[]),
        lambda: Empirical(rates=[0.1, 1.2]),
        lambda: Empirical(rates=[math.nan]),
        lambda: Empirical(rates=[0.1], masses=[1, 2]),
        lambda: Empirical(rates=[0.1, 0.2], masses=[-1, 2]),
        lambda: Empirical(rates=[0.1], masses=[0]),
        lambda: Empirical(rates=[0.1], masses=[math.nan]),
        lambda: CappedLogNormal(log_mean=math.inf, log_deviation=1),
        lambda: CappedLogNormal(log_mean=0, log_deviation=0),
        lambda: CappedLogNormal(log_mean=0, log_deviation=math.nan),
    ],
)
def test_an_impossible_law_cannot_be_built(impossible: Callable[[], object]) -> None:
    with pytest.raises(InputError):
        impossible()
