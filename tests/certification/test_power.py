"""Posterior draws and sizes: Algorithms 1 and 2."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.certification.tables import confusion, confusions, generator, sample

from thresher.certification.claim import Claim
from thresher.certification.criteria import find_criterion
from thresher.certification.effectiveness import (
    F1,
    MEASURES,
    PRECISION,
    RECALL,
    find_measure,
)
from thresher.certification.finite_criteria import passes_in_finite
from thresher.certification.growing_samples import Growth, empty_samples, thinned
from thresher.certification.intervals.f1 import exact_f1_of_finite
from thresher.certification.posterior import posterior_draws
from thresher.certification.power import SizeEstimate, certification_size, theta_star
from thresher.certification.samples import Samples, confusion_of
from thresher.errors import InputError, UndefinedMeasureError, UnknownNameError
from thresher.measures.confusion import Confusion

TABLE = confusion(80, 20, 20, 880)


def claim(
    target: float = 0.7,
    *,
    measure: str = "f1",
    method: str = "exact",
    confidence: float = 0.95,
    power: float = 0.93,
    population: int | None = None,
) -> Claim:
    return Claim(
        criterion=find_criterion(measure, method=method),
        target=target,
        confidence=confidence,
        power=power,
        population=population,
    )


def size_of(asked: Claim, *, table: Confusion = TABLE, seed: int = 1) -> SizeEstimate:
    return certification_size(table, asked, rng=generator(seed), draws=400)


def test_measures_are_those_of_the_textbook() -> None:
    assert F1.value(TABLE) == pytest.approx(0.8)
    assert RECALL.value(confusion(3, 9, 1, 0)) == 0.75
    assert PRECISION.value(confusion(3, 9, 1, 0)) == 0.25
    with pytest.raises(UndefinedMeasureError, match="no record is retrieved"):
        PRECISION.value(confusion(0, 0, 5, 5))
    with pytest.raises(UnknownNameError, match="precision"):
        find_measure("precison")
    assert find_measure("recall") is RECALL


@given(table=confusions)
def test_a_measure_of_a_share_goes_there_and_back(table: Confusion) -> None:
    for measure in MEASURES.values():
        among = measure.among(Samples.of(table))[0]
        if among:
            value = measure.value(table)
            assert measure.null_share(value) == pytest.approx(
                table.true_positives / among
            )


def test_unknown_criteria_are_answered_with_the_known() -> None:
    with pytest.raises(UnknownNameError, match="recall"):
        find_criterion("recal")
    with pytest.raises(UnknownNameError, match="wilson"):
        find_criterion("recall", method="normal")


def test_draws_have_the_posterior_means_and_values() -> None:
    drawn = posterior_draws(TABLE, draws=20_000, rng=generator())
    assert drawn.precision.mean() == pytest.approx(80.5 / 101, abs=0.002)
    assert drawn.elusion.mean() == pytest.approx(20.5 / 901, abs=0.001)
    assert (drawn.retrieved == 0.1).all()
    assert drawn.values(F1).mean() == pytest.approx(0.795, abs=0.01)
    assert drawn.values(RECALL).mean() == pytest.approx(0.797, abs=0.01)
    assert drawn.values(PRECISION) == pytest.approx(drawn.precision)
    free = posterior_draws(TABLE, draws=20_000, rng=generator(), known_share=False)
    assert free.retrieved.std() == pytest.approx(np.sqrt(0.1 * 0.9 / 1001), rel=0.05)
    nothing = posterior_draws(confusion(0, 0, 0, 9), draws=3, rng=generator())
    assert (nothing.values(PRECISION) == 0).all()


@pytest.mark.parametrize(("table", "draws"), [(confusion(0, 0, 0, 0), 9), (TABLE, 0)])
def test_a_posterior_needs_a_sample_and_a_draw(table: Confusion, draws: int) -> None:
    with pytest.raises(InputError, match="needs a sample and at least 1 draw"):
        posterior_draws(table, draws=draws, rng=generator())


def test_thinning_gives_random_parts_of_the_larger_sample() -> None:
    large = Samples(
        true_positives=np.full(4000, 30),
        false_positives=np.full(4000, 10),
        false_negatives=np.full(4000, 20),
        true_negatives=np.full(4000, 40),
    )
    kept = thinned(empty_samples(4000), large, keep=50, rng=generator())
    assert (kept.sizes == 50).all()
    for name, mean in (("true_positives", 15), ("false_negatives", 10)):
        part = getattr(kept, name)
        assert (part <= getattr(large, name)).all()
        assert part.mean() == pytest.approx(mean, abs=0.2)
    assert kept.true_positives.var() == pytest.approx(50 * 0.3 * 0.7 / 1.98, rel=0.1)


def test_samples_of_a_finite_population_end_with_all_of_it() -> None:
    draws = posterior_draws(TABLE, draws=50, rng=generator())
    growth = Growth(draws=draws, population=200)
    rng = generator()
    part = growth.more(empty_samples(50), 120, rng=rng)
    whole = growth.more(part, 80, rng=rng)
    assert (whole.sizes == 200).all()
    assert (whole.retrieved == 20).all()


def test_impossible_samples_are_refused() -> None:
    with pytest.raises(InputError, match="as many"):
        Samples(
            true_positives=np.array([1]),
            false_positives=np.array([1, 2]),
            false_negatives=np.array([1]),
            true_negatives=np.array([1]),
        )
    with pytest.raises(InputError, match="negative"):
        Samples(
            true_positives=np.array([1]),
            false_positives=np.array([-1]),
            false_negatives=np.array([1]),
            true_negatives=np.array([1]),
        )
    with pytest.raises(InputError, match="as many predictions"):
        confusion_of(np.array([True]), np.array([True, False]))


@given(
    values=st.lists(st.floats(0, 1), min_size=1, max_size=60),
    beta=st.floats(0.01, 0.99),
)
def test_theta_star_is_reached_often_enough_and_is_the_largest(
    values: list[float], beta: float
) -> None:
    bounds = np.array(values)
    found = theta_star(bounds, beta=beta)
    assert (bounds >= found).mean() >= 1 - beta - 1e-9
    assert (bounds > found).mean() <= 1 - beta + 1e-9


def test_the_size_is_near_the_prototypes() -> None:
    """M = (80, 20, 20, 880), target .7: 2368 ± 44 exact, 2007 ± 52 with eq. 4.

    statistics.md 4.4, at 10,000 draws.
    """
    for method, size, spread in (("exact", 2368, 44), ("normal", 2007, 52)):
        found = certification_size(
            TABLE, claim(method=method), rng=generator(5), draws=10_000
        )
        assert found.size is not None
        assert abs(found.size - size) < 4 * spread
        assert found.power >= 0.93
        assert found.bound >= 0.7
        assert not found.reason


def test_the_same_seed_gives_the_same_size() -> None:
    assert size_of(claim()) == size_of(claim())
    assert size_of(claim()) != size_of(claim(), seed=2)


@settings(max_examples=15)
@given(
    low=st.floats(0.3, 0.75),
    more=st.floats(0, 0.2),
    seed=st.integers(0, 9),
    measure=st.sampled_from(["f1", "recall", "precision"]),
)
def test_asking_more_never_gives_a_smaller_test(
    low: float, more: float, seed: int, measure: str
) -> None:
    def asked(given: Claim) -> float:
        found = size_of(given, seed=seed)
        return np.inf if found.size is None else found.size

    plain = asked(claim(low, measure=measure))
    assert plain <= asked(claim(low + more, measure=measure))
    assert plain <= asked(claim(low, measure=measure, confidence=0.95 + more / 5))
    assert plain <= asked(claim(low, measure=measure, power=0.93 + more / 4))


def test_the_smallest_size_is_no_larger_than_where_the_paper_ends() -> None:
    early = [
        certification_size(TABLE, claim(), rng=generator(s), early_exit=True).size or 0
        for s in range(6)
    ]
    least = [
        certification_size(TABLE, claim(), rng=generator(s)).size or 0 for s in range(6)
    ]
    assert sum(early) > sum(least)


def test_a_measure_below_the_target_has_no_size() -> None:
    found = size_of(claim(target=0.9))
    assert found.size is None
    assert "already below the target 0.9: no size can do it" in found.reason
    assert found.power < 0.5
    assert found.bound < 0.9


def test_where_the_printed_search_would_not_end_there_is_no_size() -> None:
    """F1 is above the target, but not with the power asked for."""
    found = size_of(claim(target=0.79))
    assert found.size is None
    assert "so uncertain" in found.reason
    assert found.bound < 0.79
    assert found.power < 0.93


def test_nobody_labels_sixteen_million(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thresher.certification.power.LARGEST", 100)
    found = size_of(claim())
    assert found.size is None
    assert "even 100 labels would pass too seldom" in found.reason


def test_a_finite_population_needs_fewer_labels() -> None:
    sizes = []
    for population in (900, 2000, 5000, None):
        found = size_of(claim(population=population))
        assert found.size is not None
        assert found.size <= (population or np.inf)
        assert found.bound >= 0.7
        sizes.append(found.size)
    assert sizes == sorted(sizes)


def test_a_whole_population_may_be_too_little() -> None:
    found = size_of(claim(target=0.79, population=500))
    assert found.size is None
    assert "even the whole population" in found.reason
    assert found.bound < 0.79


@pytest.mark.parametrize(
    ("kwargs", "words"),
    [
        ({"target": 1.0}, "target must be in"),
        ({"target": 0.0}, "target must be in"),
        ({"target": float("nan")}, "target must be in"),
        ({"confidence": 1.0}, "confidence must be in"),
        ({"power": 0.0}, "power must be in"),
        ({"population": 0}, "no record is left to draw"),
        ({"population": 9, "method": "wilson"}, "no form for finite"),
    ],
)
def test_impossible_claims_are_refused(kwargs: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        claim(**kwargs)  # type: ignore[arg-type]


def test_a_table_without_anything_relevant_has_no_measure() -> None:
    with pytest.raises(UndefinedMeasureError):
        size_of(claim(), table=confusion(0, 0, 0, 5))


@settings(max_examples=40)
@given(data=st.data())
def test_the_plan_for_finite_populations_agrees_with_the_certificate(
    data: st.DataObject,
) -> None:
    """Planning takes one size of the unknown part where a certificate takes all."""
    tp, fp, fn = (data.draw(st.integers(0, 30)) for _ in range(3))
    tn = data.draw(st.integers(0, 60))
    table = confusion(tp, fp, fn, tn)
    population = tp + fp + fn + tn + data.draw(st.integers(0, 300))
    if not population:
        return
    target = data.draw(st.floats(0.05, 0.95))
    bound = exact_f1_of_finite(table, population=population)
    passes = passes_in_finite(
        Samples.of(table), F1, target=target, alpha=0.05, population=population
    )
    if abs(bound - target) > 0.05:
        assert bool(passes[0]) == (bound > target)


def test_a_census_passes_just_when_it_is_true() -> None:
    for target, passes in ((0.79, True), (0.81, False)):
        found = passes_in_finite(
            sample(80, 20, 20, 880), F1, target=target, alpha=0.05, population=1000
        )
        assert bool(found[0]) is passes
