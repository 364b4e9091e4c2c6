"""When to open the box."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.certification.policies import (
    Opening,
    Outcome,
    Patience,
    Policy,
    Round,
    Wait,
    blind_oracle,
    opening,
    saving,
    sighted_oracle,
    within_budget,
)
from thresher.errors import InputError

sizes = st.one_of(st.none(), st.integers(1, 300))
trainings = st.lists(st.tuples(sizes, st.booleans()), max_size=40).map(
    lambda given: [
        Round(trained=20 * at, size=size, passed=None if size is None else passed)
        for at, (size, passed) in enumerate(given)
    ]
)


def rounds(*sizes: int | None) -> list[Round]:
    return [Round(trained=20 * j, size=size) for j, size in enumerate(sizes, 1)]


def test_the_first_within_budget_and_those_after_are_counted() -> None:
    found = rounds(None, 500, 40, None, 300, 20, 10)
    assert within_budget(found, budget=100) == 2
    assert Wait(rounds=0)(found, budget=100) == 2
    assert Wait(rounds=1)(found, budget=140) == 5
    assert Wait(rounds=2)(found, budget=150) == 6
    assert Wait(rounds=3)(found, budget=150) is None
    assert within_budget(found, budget=50) is None


def test_a_cost_is_training_and_test_together() -> None:
    assert Round(trained=20, size=30).cost == 50
    assert Round(trained=20, size=None).cost is None
    assert within_budget(rounds(80), budget=100) == 0
    assert within_budget(rounds(81), budget=100) is None


def test_patience_waits_while_costs_fall_and_one_lucky_round_does_not_stop_it() -> None:
    falling = rounds(*(400 - 30 * j for j in range(12)))
    assert Patience(rounds=2, window=3)(falling, budget=1000) is None
    level = rounds(400, 300, 200, 200, 200, 200, 200, 200)
    assert Patience(rounds=2, window=3)(level, budget=1000) is not None
    lucky = rounds(400, 390, 50, 380, 370, 360, 350, 330, 310)
    found = Patience(rounds=3, window=3)(lucky, budget=1000)
    assert found is None or found > 4
    assert Patience(rounds=1, window=1)(rounds(50, 60, 900), budget=100) == 1
    assert Patience(rounds=1, window=1)(rounds(None, None), budget=100) is None


@given(found=trainings, budget=st.integers(1, 1200))
def test_the_sighted_oracle_never_fails_and_the_blind_one_is_cheapest(
    found: list[Round], budget: int
) -> None:
    blind = opening(found, blind_oracle, budget=budget)
    sighted = opening(found, sighted_oracle, budget=budget)
    assert sighted.outcome is not Outcome.FAILED
    policies: list[Policy] = [within_budget, Wait(rounds=2), Patience(rounds=2)]
    for policy in policies:
        done = opening(found, policy, budget=budget)
        if done.cost is not None:
            assert blind.cost is not None
            assert blind.cost <= done.cost <= budget
        if done.outcome is Outcome.PASSED:
            assert sighted.cost is not None


def test_outcomes_are_passed_failed_or_never_opened() -> None:
    green, red = (
        Round(trained=1, size=2, passed=True),
        Round(trained=1, size=2, passed=False),
    )
    assert opening([green], within_budget, budget=9).outcome is Outcome.PASSED
    assert opening([red], within_budget, budget=9).outcome is Outcome.FAILED
    closed = opening([red], within_budget, budget=2)
    assert closed == Opening(outcome=Outcome.NEVER_OPENED, at=None, cost=None)
    assert saving(closed, opening([red], within_budget, budget=9)) is None
    assert saving(opening([red], within_budget, budget=9), closed) is None


def test_an_untested_round_cannot_be_opened() -> None:
    with pytest.raises(InputError, match="nobody tested it"):
        opening(rounds(5), within_budget, budget=100)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Round(trained=-1, size=2), "got -1 and 2"),
        (lambda: Round(trained=1, size=0), "got 1 and 0"),
        (lambda: Wait(rounds=-1), "cannot wait -1 rounds"),
        (lambda: Patience(rounds=0), "got 0 and 9"),
        (lambda: Patience(window=0), "got 12 and 0"),
    ],
)
def test_impossible_policies_are_refused(make: object, words: str) -> None:
    assert callable(make)
    with pytest.raises(InputError, match=words):
        make()
