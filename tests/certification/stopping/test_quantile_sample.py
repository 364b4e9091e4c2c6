"""A sample that must be found again assures recall, as exactly as it says."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import hypergeom

from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.certification.stopping.quantile_sample import (
    QuantileSample,
    Target,
    fewest_sampled,
    quantile_rank,
    recall_assured,
)
from thresher.errors import InputError, UnjudgedRuleError

from .rankings import AT_95, labelled, urn


@pytest.mark.parametrize(
    ("target", "sampled", "rank"),
    [
        (0.95, 58, None),
        (0.95, 59, 59),
        (0.95, 93, 92),
        (0.95, 124, 122),
        (0.95, 153, 150),
        (0.8, 13, None),
        (0.8, 14, 14),
        (0.8, 22, 21),
        (0.8, 30, 28),
    ],
)
def test_ranks_are_those_of_the_paper(
    target: float, sampled: int, rank: int | None
) -> None:
    assert quantile_rank(sampled, Goal(target=target)) == rank


@pytest.mark.parametrize("target", [0.7, 0.8, 0.95])
def test_no_number_of_relevant_records_breaks_the_promise(target: float) -> None:
    """No simulation: the chance of a stop too early, summed for every total."""
    goal = Goal(target=target)
    for sampled in (fewest_sampled(goal), fewest_sampled(goal) + 25):
        rank = quantile_rank(sampled, goal)
        assert rank is not None
        for relevant in range(sampled, 900, 7):
            too_few = int(np.ceil(round(target * relevant, 9))) - 1
            miss = hypergeom.sf(rank - 1, relevant, too_few, sampled)
            assert miss <= goal.alpha + 1e-12


@given(sampled=st.integers(1, 80), more=st.integers(0, 400))
def test_the_exact_form_never_asks_for_more(sampled: int, more: int) -> None:
    goal = Goal(target=0.8)
    exact = quantile_rank(sampled, goal, relevant=sampled + more)
    plain = quantile_rank(sampled, goal)
    if plain is not None:
        assert exact is not None
        assert exact <= plain


@pytest.mark.parametrize("relevant", [40, 41, 100, 333])
def test_the_exact_form_is_exact(relevant: int) -> None:
    """The least rank whose chance of a stop below 80 % of a known total is small."""
    goal = Goal(target=0.8)
    rank = quantile_rank(30, goal, relevant=relevant)
    assert rank is not None
    most_missing = max(m for m in range(relevant) if 5 * m < 4 * relevant)
    assert hypergeom.sf(rank - 1, relevant, most_missing, 30) <= 0.05
    assert hypergeom.sf(rank - 2, relevant, most_missing, 30) > 0.05


def test_the_fewest_are_just_enough() -> None:
    for target in (0.5, 0.75, 0.8, 0.9, 0.95, 0.99):
        goal = Goal(target=target, confidence=0.75)
        size = fewest_sampled(goal)
        assert quantile_rank(size, goal) == size
        assert size == 1 or quantile_rank(size - 1, goal) is None


def test_ten_found_again_assure_less_than_one_may_think() -> None:
    """0.7411 to the tenth is 0.05."""
    assert recall_assured(10, confidence=0.95) ** 10 == pytest.approx(0.05)


@given(seed=st.integers(0, 10_000))
def test_the_stop_is_where_the_last_sampled_record_was_found(seed: int) -> None:
    rng = np.random.default_rng(seed)
    history, goal = urn(rng, records=400, relevant=40, bias=5), Goal(target=0.8)
    rule = QuantileSample(sampled=22)
    drawn = rule.prepared(history, goal, rng=rng)
    stop = rule(drawn, goal)
    assert stop is not None
    assert drawn.sample is not None
    hits = [at for at in drawn.sample.tolist() if drawn.labels[at]]
    assert len(hits) == 22
    assert drawn.labels[drawn.sample[-1]]
    assert sum(at < stop for at in hits) == 21
    assert drawn.labels[stop - 1]


def test_a_pile_with_too_few_relevant_records_is_read_whole() -> None:
    history = urn(np.random.default_rng(2), records=300, relevant=30)
    for rule in (QuantileSample(), Target(sampled=31)):
        drawn = rule.prepared(history, AT_95, rng=np.random.default_rng(3))
        stop = rule(drawn, AT_95)
        assert stop == 0
        assert drawn.cost(stop) == 300
        assert drawn.found_after(stop) == 30


def test_without_a_sample_the_rule_says_what_it_needs() -> None:
    live = labelled(1, 0, 0, records=9)
    with pytest.raises(UnjudgedRuleError, match=r"qbcb .*59 relevant .*kept from"):
        QuantileSample()(live, AT_95)
    with pytest.raises(UnjudgedRuleError, match=r"target .*10 relevant"):
        Target()(live, AT_95)
    with pytest.raises(UnjudgedRuleError, match=r"20 relevant .* it takes 59"):
        QuantileSample(sampled=20)(live, AT_95)


def test_a_sample_still_ahead_of_the_ranking_is_not_yet_found() -> None:
    sample = np.array([0, 2], dtype=np.intp)
    seen = History(labels=np.array([True, False, True]), records=3, sample=sample)
    assert Target(sampled=2)(seen, AT_95) == 3


@pytest.mark.parametrize(
    "make",
    [
        lambda: QuantileSample(sampled=0),
        lambda: Target(sampled=0),
        lambda: quantile_rank(0, AT_95),
        lambda: quantile_rank(5, AT_95, relevant=4),
    ],
)
def test_samples_of_nothing_are_refused(make: Callable[[], object]) -> None:
    with pytest.raises(InputError):
        make()
