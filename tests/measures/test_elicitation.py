"""The law of the rate from hours and minutes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from thresher.errors import InputError
from thresher.measures.elicitation import (
    beta_with_quantiles,
    elicit_beta,
    elicit_capped_lognormal,
    elicit_rate,
    rate_range,
)
from thresher.measures.rates import Beta, CappedLogNormal


def test_the_papers_rapid_review_gives_its_parameters() -> None:
    """Millard et al., 5.1, print 6.23 and 32.80, from a search to four digits."""
    law = elicit_beta(2500, 120, (10, 45))
    assert law.alpha == pytest.approx(6.226, abs=0.001)
    assert law.beta == pytest.approx(32.791, abs=0.001)
    assert law.quantile([0.025, 0.975]) == pytest.approx([0.064, 0.288], abs=1e-12)


@given(
    high=st.floats(-4, -1e-6).map(lambda exponent: 10**exponent),
    ratio=st.floats(-4, -1e-4).map(lambda exponent: 10**exponent),
    coverage=st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99, 0.999]),
)
def test_both_quantiles_are_met_exactly(
    high: float, ratio: float, coverage: float
) -> None:
    low = high * ratio
    law = beta_with_quantiles(low, high, coverage=coverage)
    tail = (1 - coverage) / 2
    assert stats.beta.cdf(low, law.alpha, law.beta) == pytest.approx(tail, abs=1e-9)
    assert stats.beta.sf(high, law.alpha, law.beta) == pytest.approx(tail, abs=1e-9)


@given(low=st.floats(0.001, 0.45))
def test_a_symmetric_range_gives_a_symmetric_law(low: float) -> None:
    law = beta_with_quantiles(low, 1 - low)
    assert law.alpha == pytest.approx(law.beta, rel=1e-6)


@given(
    records=st.integers(10, 10**7),
    hours=st.floats(1, 10**4),
    quick=st.floats(0.1, 60),
    spread=st.floats(1.05, 50),
)
def test_the_lognormal_range_is_the_range_of_minutes(
    *, records: int, hours: float, quick: float, spread: float
) -> None:
    law = elicit_capped_lognormal(records, hours, (quick, quick * spread))
    low, high = rate_range(records, hours, (quick, quick * spread))
    assert law.quantile(0.025) == pytest.approx(min(1, low))
    assert law.quantile(0.975) == pytest.approx(min(1, high))


def test_the_beta_law_gives_way_where_the_quickest_pace_finishes() -> None:
    assert isinstance(elicit_rate(500, 120, (14.5, 45)), Beta)
    assert isinstance(elicit_rate(500, 120, (14.4, 45)), CappedLogNormal)
    with pytest.raises(InputError, match="capped log-normal"):
        elicit_beta(500, 120, (14.4, 45))


def test_the_lognormal_chance_to_finish_is_that_of_the_pace() -> None:
    """500 records in 120 hours leave 14.4 minutes for each."""
    law = elicit_capped_lognormal(500, 120, (10, 45))
    deviation = math.log(45 / 10) / (2 * stats.norm.ppf(0.975))
    quick = stats.norm.cdf(math.log(14.4 / math.sqrt(450)) / deviation)
    assert law.chance_of_everything == pytest.approx(quick)


@pytest.mark.parametrize(
    ("records", "hours", "minutes", "words"),
    [
        (0, 1, (1, 2), "records"),
        (10, 0, (1, 2), "hours"),
        (10, math.nan, (1, 2), "hours"),
        (10, math.inf, (1, 2), "hours"),
        (10, 1, (2, 1), "minutes"),
        (10, 1, (1, 1), "minutes"),
        (10, 1, (0, 1), "minutes"),
        (10, 1, (1, math.inf), "minutes"),
    ],
)
def test_an_impossible_budget_is_refused(
    *, records: int, hours: float, minutes: tuple[float, float], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        elicit_rate(records, hours, minutes)


@pytest.mark.parametrize("coverage", [0, 1, -1, math.nan])
def test_a_coverage_outside_0_to_1_is_refused(coverage: float) -> None:
    with pytest.raises(InputError, match="coverage"):
        elicit_beta(2500, 120, (10, 45), coverage=coverage)


@pytest.mark.parametrize(("low", "high"), [(0, 0.5), (0.5, 0.5), (0.2, 1)])
def test_quantiles_at_the_ends_are_refused(low: float, high: float) -> None:
    with pytest.raises(InputError, match="need 0 < low < high < 1"):
        beta_with_quantiles(low, high)


@pytest.mark.parametrize(
    ("low", "high", "coverage"), [(0.3, 0.3 + 1e-12, 0.95), (0.1, 0.9, 1e-12)]
)
def test_a_law_too_sharp_or_too_blunt_to_find_is_refused(
    low: float, high: float, coverage: float
) -> None:
    with pytest.raises(InputError, match="no Beta law can be found"):
        beta_with_quantiles(low, high, coverage=coverage)
