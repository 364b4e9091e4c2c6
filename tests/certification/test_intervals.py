"""Bounds: their guarantees summed exactly, and other people's values."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from tests.certification.tables import confusion, confusions, sample, shares

from thresher.arrays import Scores
from thresher.certification.criteria import find_criterion
from thresher.certification.intervals import binomial
from thresher.certification.intervals.elusion import (
    ElusionSample,
    exact_elusion,
    exact_elusion_of_finite,
    mid_p_elusion,
    most_missed,
    wilson_elusion,
)
from thresher.certification.intervals.f1 import (
    equation_five_as_printed,
    exact_f1,
    exact_f1_of_finite,
    normal_approximation,
)
from thresher.certification.intervals.precision import (
    exact_precision_of_finite,
    exact_precision_of_retrieved,
)
from thresher.certification.intervals.prevalence import (
    exact_prevalence_lower,
    exact_prevalence_upper,
    fewest_relevant,
    mid_p_prevalence_lower,
    mid_p_prevalence_upper,
    most_relevant,
    wilson_prevalence_lower,
    wilson_prevalence_upper,
)
from thresher.certification.intervals.recall import exact_recall_of_finite
from thresher.certification.samples import Samples
from thresher.errors import InputError
from thresher.measures.confusion import Confusion
from thresher.reports.reproductions.bagdouri_coverage import (
    GRID,
    Setting,
    coverage,
    coverage_by_outcome,
)

Way = Callable[..., Scores]
LOWER: list[Way] = [
    binomial.clopper_pearson_lower,
    binomial.mid_p_lower,
    binomial.wilson_lower,
]
UPPER: list[Way] = [
    binomial.clopper_pearson_upper,
    binomial.mid_p_upper,
    binomial.wilson_upper,
]
trials = st.integers(0, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(seen=trials.filter(lambda seen: seen[1] > 0), alpha=st.floats(0.001, 0.5))
def test_binomial_bounds_are_those_of_scipy(
    seen: tuple[int, int], alpha: float
) -> None:
    """scipy's binomtest(k, n, alternative).proportion_ci(1 - alpha, method)."""
    k, n = seen
    tests = (
        stats.binomtest(k, n, alternative="greater"),
        stats.binomtest(k, n, alternative="less"),
    )
    for place, (test, ways) in enumerate(zip(tests, (LOWER, UPPER), strict=True)):
        exact, _, wilson = (float(way(k, n, alpha=alpha)) for way in ways)
        theirs = test.proportion_ci(1 - alpha, method="exact")[place]
        assert exact == pytest.approx(theirs, abs=1e-9)
        theirs = test.proportion_ci(1 - alpha, method="wilson")[place]
        assert wilson == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2])
def test_the_exact_bound_on_a_share_misses_no_truth(alpha: float) -> None:
    for n in (1, 7, 30):
        bounds = binomial.clopper_pearson_lower(np.arange(n + 1), n, alpha=alpha)
        for truth in np.linspace(0, 1, 101):
            chance = stats.binom.pmf(np.arange(n + 1), n, truth)
            assert chance[bounds > truth + 1e-12].sum() <= alpha + 1e-9


@given(seen=trials, alpha=st.floats(0.001, 0.6))
def test_mid_p_is_where_its_two_tails_meet(seen: tuple[int, int], alpha: float) -> None:
    k, n = seen
    bound = float(binomial.mid_p_lower(k, n, alpha=alpha))
    tail = stats.binom.sf(k, n, bound) + stats.binom.pmf(k, n, bound) / 2
    if 0 < bound < 1 - 1e-9:
        assert tail == pytest.approx(alpha, abs=1e-6)


@pytest.mark.parametrize("lower", LOWER)
@given(seen=trials, alpha=st.floats(0.01, 0.3))
def test_more_successes_or_less_confidence_never_lower_a_bound(
    lower: Way, seen: tuple[int, int], alpha: float
) -> None:
    k, n = seen
    bound = lower(k, n, alpha=alpha)
    assert 0 <= bound <= 1
    assert lower(k, n, alpha=alpha * 1.5) >= bound - 1e-9
    if k < n:
        assert lower(k + 1, n, alpha=alpha) >= bound - 1e-9


@pytest.mark.parametrize("lower", LOWER)
@pytest.mark.parametrize("upper", UPPER)
def test_no_trial_says_nothing(lower: Way, upper: Way) -> None:
    assert lower(0, 0) == 0
    assert upper(0, 0) == 1


@pytest.mark.parametrize(("k", "n"), [(3, 2), (-1, 2), (float("nan"), 2)])
def test_impossible_counts_are_refused(k: float, n: float) -> None:
    with pytest.raises(InputError, match="need 0 <= successes <= trials"):
        binomial.clopper_pearson_lower(k, n)


@pytest.mark.parametrize("alpha", [0, 1, -1, float("nan")])
def test_impossible_chances_are_refused(alpha: float) -> None:
    for way in (*LOWER, *UPPER):
        with pytest.raises(InputError, match="alpha must be above 0"):
            way(1, 2, alpha=alpha)
    for bound in (normal_approximation, equation_five_as_printed):
        with pytest.raises(InputError, match="alpha must be above 0"):
            bound(sample(1, 1, 1, 1), alpha=alpha)


@pytest.mark.parametrize("setting", GRID, ids=str)
def test_the_default_f1_bound_covers_in_every_cell_of_the_grid(
    setting: Setting,
) -> None:
    """48 settings, summed exactly over all outcomes: no simulation."""
    assert coverage(find_criterion("f1"), setting) >= 0.95


def test_both_ways_of_adding_up_agree() -> None:
    for setting in GRID[::12]:
        criterion = find_criterion("f1")
        other = coverage_by_outcome(criterion, setting)
        assert coverage(criterion, setting) == pytest.approx(other, abs=1e-6)


def test_the_printed_equation_fails_coverage_and_the_fourth_is_better() -> None:
    """Eq. 5 divides by n twice: it covers about half of the time, asked for 95 %."""
    for setting in GRID[::6]:
        if setting.size == 200:
            printed = find_criterion("f1", method="printed")
            normal = find_criterion("f1", method="normal")
            assert coverage_by_outcome(printed, setting) < 0.65
            assert 0.65 < coverage_by_outcome(normal, setting) < 0.95


@pytest.mark.parametrize("method", ["mid-p", "wilson"])
def test_bounds_without_a_guarantee_are_near_the_confidence(method: str) -> None:
    criterion = find_criterion("f1", method=method)
    found = [coverage(criterion, one) for one in GRID if one.size == 200]
    assert 0.938 <= min(found) < 0.95
    assert np.mean(found) == pytest.approx(0.95, abs=0.01)


def test_eq_4_agrees_with_the_empirical_variance_of_the_stratified_estimate() -> None:
    """n = 500, prevalence .1, P = R = .8: 1.81e-3 simulated (statistics.md 4.1)."""
    table = sample(40, 10, 10, 440)
    z = stats.norm.ppf(0.95)
    spread = ((0.8 - float(normal_approximation(table)[0])) / z) ** 2
    assert spread == pytest.approx(1.78e-3, abs=2e-5)
    printed = ((0.8 - float(equation_five_as_printed(table)[0])) / z) ** 2
    assert printed == pytest.approx(spread / 499)


def test_approximations_of_an_empty_sample_are_0() -> None:
    for bound in (normal_approximation, equation_five_as_printed, exact_f1):
        assert bound(sample(0, 0, 0, 0)) == 0
        assert bound(sample(0, 0, 0, 9)) == 0


@given(table=confusions)
def test_the_f1_bound_is_symmetric_and_knows_no_true_negatives(
    table: Confusion,
) -> None:
    tp, fp, fn = table.true_positives, table.false_positives, table.false_negatives
    bound = exact_f1(Samples.of(table))
    assert bound == exact_f1(sample(tp, fn, fp, 0))
    if tp:
        assert bound < 2 * tp / (2 * tp + fp + fn) + 1e-12


@pytest.mark.parametrize("alpha", [0.05, 0.2])
def test_finite_counts_cover_every_truth(alpha: float) -> None:
    """No simulation: add up the chance of every sample that misleads us."""
    seen = np.arange(16)
    low = np.array(
        [fewest_relevant(k, sampled=15, population=40, alpha=alpha) for k in range(16)]
    )
    high = np.array(
        [most_relevant(k, sampled=15, population=40, alpha=alpha) for k in range(16)]
    )
    for truth in range(41):
        chance = np.asarray(stats.hypergeom.pmf(seen, 40, truth, 15))
        assert chance[low > truth].sum() <= alpha + 1e-9
        assert chance[high < truth].sum() <= alpha + 1e-9


@given(data=st.data(), alpha=st.floats(0.01, 0.3))
def test_finite_counts_are_the_ends_of_what_scipy_finds_plausible(
    data: st.DataObject, alpha: float
) -> None:
    population = data.draw(st.integers(1, 60))
    drawn = data.draw(st.integers(0, population))
    k = data.draw(st.integers(0, drawn))
    every = np.arange(k, population - (drawn - k) + 1)
    chance = stats.hypergeom.sf(k - 1, population, every, drawn)
    if np.abs(chance - alpha).min() > 1e-8:
        found = fewest_relevant(k, sampled=drawn, population=population, alpha=alpha)
        assert found == every[chance > alpha].min()


def test_a_finite_part_covers_every_truth() -> None:
    """All samples of 9 from 22 records with every M and T, added up exactly."""
    population, drawn, alpha = 22, 9, 0.2
    outcomes = [(k, m) for m in range(drawn + 1) for k in range(m + 1)]
    bounds = {
        (k, m): exact_recall_of_finite(
            confusion(k, 0, m - k, drawn - m), population=population, alpha=alpha
        )
        for k, m in outcomes
    }
    for part in range(1, population + 1):
        drawn_chance = np.asarray(
            stats.hypergeom.pmf(np.arange(drawn + 1), population, part, drawn)
        )
        for truth in range(part + 1):
            wrong = sum(
                drawn_chance[m] * stats.hypergeom.pmf(k, part, truth, m)
                for k, m in outcomes
                if m <= part and bounds[k, m] > truth / part + 1e-12
            )
            assert wrong <= alpha + 1e-9


def brute_part(k: int, m: int, *, drawn: int, population: int, alpha: float) -> float:
    spent = 0.02 * alpha
    largest = most_relevant(m, sampled=drawn, population=population, alpha=spent)
    bounds = [
        fewest_relevant(k, sampled=m, population=part, alpha=alpha - spent) / part
        for part in range(m, largest + 1)
    ]
    return min(bounds)


@given(data=st.data(), alpha=st.floats(0.01, 0.3))
def test_a_finite_part_is_the_least_over_all_its_sizes(
    data: st.DataObject, alpha: float
) -> None:
    population = data.draw(st.integers(1, 80))
    drawn = data.draw(st.integers(1, population))
    m = data.draw(st.integers(1, drawn))
    k = data.draw(st.integers(0, m))
    table = confusion(k, m - k, 0, drawn - m)
    found = exact_precision_of_finite(table, population=population, alpha=alpha)
    wanted = brute_part(k, m, drawn=drawn, population=population, alpha=alpha)
    assert found == pytest.approx(wanted, abs=1e-12)


def test_many_sizes_are_bounded_together_on_the_safe_side() -> None:
    table = confusion(300, 60, 60, 1580)
    bound = exact_f1_of_finite(table, population=12_000)
    assert float(exact_f1(Samples.of(table))[0]) < bound < 0.833
    whole = brute_part(30, 50, drawn=150, population=1800, alpha=0.05)
    found = exact_precision_of_finite(confusion(30, 20, 0, 100), population=1800)
    assert whole - 1e-4 <= found <= whole


def test_a_coarser_look_at_the_sizes_is_lower_never_higher(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = "thresher.certification.intervals.finite_population"
    table = confusion(60, 40, 0, 200)
    fine = exact_precision_of_finite(table, population=4000)
    monkeypatch.setattr(f"{place}.CELLS", 4)
    monkeypatch.setattr(f"{place}.SPLITS", 2)
    coarse = exact_precision_of_finite(table, population=4000)
    assert 0 < coarse < fine


def test_a_census_knows_the_truth() -> None:
    table = confusion(80, 20, 20, 880)
    assert exact_f1_of_finite(table, population=1000) == pytest.approx(0.8)
    assert exact_recall_of_finite(confusion(0, 0, 0, 5), population=9) == 0


def test_a_smaller_population_never_lowers_the_bound() -> None:
    table = confusion(80, 20, 20, 880)
    found = [exact_f1_of_finite(table, population=n) for n in (1000, 1500, 3000, 9000)]
    assert found == sorted(found, reverse=True)


def test_samples_larger_than_the_population_are_refused() -> None:
    with pytest.raises(InputError, match="cannot hold more than what it is drawn"):
        exact_f1_of_finite(confusion(80, 20, 20, 880), population=999)
    with pytest.raises(InputError, match="cannot hold more"):
        fewest_relevant(3, sampled=10, population=9)
    with pytest.raises(InputError, match="cannot hold more"):
        most_relevant(11, sampled=10, population=90)
    with pytest.raises(InputError, match="alpha"):
        fewest_relevant(3, sampled=10, population=90, alpha=0)
    with pytest.raises(InputError, match="alpha"):
        exact_f1_of_finite(confusion(1, 1, 1, 1), population=9, alpha=2)
    with pytest.raises(InputError, match="relevant <= sampled <= unread"):
        ElusionSample(unread=0, sampled=0, relevant=0)


def test_elusion_and_prevalence_are_the_share_bounds_by_other_names() -> None:
    assert exact_elusion(0, sampled=59) == pytest.approx(1 - 0.05 ** (1 / 59))
    assert mid_p_elusion(3, sampled=59) == float(binomial.mid_p_upper(3, 59))
    assert wilson_elusion(3, sampled=59) == float(binomial.wilson_upper(3, 59))
    assert mid_p_prevalence_lower(3, sampled=59) == float(binomial.mid_p_lower(3, 59))
    assert mid_p_prevalence_upper(3, sampled=59) == float(binomial.mid_p_upper(3, 59))
    assert wilson_prevalence_lower(3, sampled=9) == float(binomial.wilson_lower(3, 9))
    assert wilson_prevalence_upper(3, sampled=9) == float(binomial.wilson_upper(3, 9))
    assert exact_prevalence_lower(3, sampled=59) < 3 / 59
    assert exact_prevalence_upper(3, sampled=59) > 3 / 59
    drawn = ElusionSample(unread=500, sampled=100, relevant=2)
    assert exact_elusion_of_finite(drawn) == most_missed(drawn) / 500
    assert most_missed(drawn) == most_relevant(2, sampled=100, population=500)
    assert exact_precision_of_retrieved(8, drawn=9, retrieved=9) == 8 / 9


@given(target=shares, table=confusions, alpha=st.floats(0.01, 0.3))
def test_passing_is_a_bound_at_the_target(
    target: float, table: Confusion, alpha: float
) -> None:
    for measure in ("f1", "recall", "precision"):
        for method in ("exact", "wilson", "mid-p"):
            criterion = find_criterion(measure, method=method)
            one = Samples.of(table)
            bound = float(criterion.lower(one, alpha=alpha)[0])
            if abs(bound - target) > 1e-9:
                passes = criterion.passes(one, target=target, alpha=alpha)
                assert bool(passes[0]) == (bound >= target)
