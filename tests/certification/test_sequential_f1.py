"""The sequential test: type I summed exactly, and what it saves."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.certification.tables import generator

from thresher.certification.bets import Bet, bet_on, even_bet
from thresher.certification.sequential_f1 import (
    SequentialTest,
    State,
    chance_to_pass,
    fewest_to_pass,
    most_that_are_hopeless,
    with_horizon,
)
from thresher.errors import InputError

bets = st.one_of(
    st.builds(even_bet, st.floats(0.05, 0.95)),
    st.builds(
        lambda null, tp, more: bet_on(null, successes=tp, trials=tp + more),
        st.floats(0.05, 0.95),
        st.integers(0, 300),
        st.integers(0, 300),
    ),
)


def every_path(trials: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Successes after 1, 2, … trials on each of the paths there are."""
    bits = np.arange(2**trials)[:, None] >> np.arange(trials) & 1
    return np.cumsum(bits, axis=1)


@given(bet=bets)
def test_wealth_is_expected_to_stay_what_it_is_under_the_null(bet: Bet) -> None:
    for m in (0, 3, 40):
        for x in {0, m // 2, m}:
            now = bet.log_wealth(np.array(x), np.array(m))
            won = bet.log_wealth(np.array(x + 1), np.array(m + 1))
            lost = bet.log_wealth(np.array(x), np.array(m + 1))
            after = bet.null * np.exp(won - now) + (1 - bet.null) * np.exp(lost - now)
            assert after == pytest.approx(1, rel=1e-9)


@given(bet=bets, alpha=st.sampled_from([0.01, 0.05, 0.2]))
def test_the_endless_test_errs_at_most_alpha_by_any_end(bet: Bet, alpha: float) -> None:
    test = SequentialTest.endless(bet, alpha=alpha)
    needed = fewest_to_pass(test, trials=80)
    assert chance_to_pass(needed, bet.null) <= alpha + 1e-12


@settings(max_examples=25)
@given(bet=bets, alpha=st.sampled_from([0.01, 0.05, 0.2]), horizon=st.integers(1, 60))
def test_the_test_with_a_horizon_errs_at_most_alpha_for_every_share_below(
    bet: Bet, alpha: float, horizon: int
) -> None:
    """No simulation: every path is followed, its chance added up."""
    test = with_horizon(SequentialTest.endless(bet, alpha=alpha), horizon=horizon)
    assert test.wealth <= 1 / alpha
    needed = fewest_to_pass(test, trials=horizon)
    chances = [chance_to_pass(needed, bet.null * part) for part in (0.5, 0.9, 1.0)]
    assert chances == sorted(chances)
    assert chances[-1] <= alpha + 1e-12


@given(bet=bets, share=st.floats(0.05, 0.95))
def test_the_exact_sum_is_that_over_all_paths(bet: Bet, share: float) -> None:
    test = with_horizon(SequentialTest.endless(bet, alpha=0.2), horizon=9)
    needed = fewest_to_pass(test, trials=9)
    paths = every_path(9)
    passes = (paths >= needed[1:]).any(axis=1)
    chance = share ** paths[:, -1] * (1 - share) ** (9 - paths[:, -1])
    assert chance_to_pass(needed, share) == pytest.approx(chance[passes].sum())


@given(bet=bets, wealth=st.floats(1.5, 200))
def test_needed_successes_are_the_fewest_whose_wealth_suffices(
    bet: Bet, wealth: float
) -> None:
    test = SequentialTest(bet=bet, alpha=0.5, wealth=max(wealth, 2.0))
    needed = fewest_to_pass(test, trials=40)
    for m in range(41):
        logs = bet.log_wealth(np.arange(m + 1), np.full(m + 1, m))
        enough = np.flatnonzero(logs >= np.log(test.wealth) - 1e-9)
        short = np.flatnonzero(logs < np.log(test.wealth) + 1e-9)
        assert needed[m] >= (enough[0] if enough.size else m + 1)
        assert needed[m] - 1 <= (short[-1] if short.size else -1)


def test_giving_up_costs_little_power_and_no_validity() -> None:
    test = with_horizon(
        SequentialTest.endless(bet_on(0.5, successes=66, trials=100), alpha=0.05),
        horizon=150,
    )
    needed, hopeless = fewest_to_pass(test, trials=150), most_that_are_hopeless(test)
    going_on = chance_to_pass(needed, 0.66)
    giving_up = chance_to_pass(needed, 0.66, hopeless=hopeless)
    assert going_on - 0.02 < giving_up <= going_on
    below = chance_to_pass(needed, 0.5, hopeless=hopeless)
    assert below <= chance_to_pass(needed, 0.5)
    assert (hopeless < needed).all()
    assert (np.diff(hopeless[:-1]) >= 0).all()


@pytest.mark.parametrize("share", [0.45, 0.5])
def test_looking_after_every_label_certifies_a_poor_classifier_seldom(
    share: float,
) -> None:
    """20,000 simulated tests at and below the null; type I at most 5 %."""
    test = with_horizon(
        SequentialTest.endless(bet_on(0.5, successes=66, trials=100), alpha=0.05),
        horizon=200,
    )
    found = np.cumsum(generator(7).random((20_000, 200)) < share, axis=1)
    wrong = (found >= fewest_to_pass(test, trials=200)[1:]).any(axis=1).mean()
    assert wrong <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 20_000)
    if share == 0.5:
        assert wrong > 0.04  # the horizon's wealth leaves nothing unused


def test_the_state_tells_how_a_test_ended() -> None:
    bet = bet_on(0.5, successes=66, trials=100)
    test = with_horizon(SequentialTest.endless(bet, alpha=0.05), horizon=60)
    nothing = np.zeros(0, np.int64)
    assert test.state(nothing) is State.OPEN
    assert test.state(np.arange(1, 3)) is State.OPEN
    assert test.state(np.arange(1, 31)) is State.CERTIFIED
    assert test.state(np.zeros(40, np.int64)) is State.HOPELESS
    assert test.state(np.arange(1, 61) // 2) in (State.HOPELESS, State.ENDED)
    ended = np.minimum(np.arange(1, 61), fewest_to_pass(test, trials=60)[1:] - 1)
    assert test.state(ended) is State.ENDED
    assert test.state(np.append(ended, 61)) is State.ENDED  # beyond is not looked at
    endless = SequentialTest.endless(bet, alpha=0.05)
    assert endless.state(np.zeros(40, np.int64)) is State.OPEN
    assert endless.state(np.arange(1, 31)) is State.CERTIFIED


def test_a_bet_that_misleads_costs_time_not_validity() -> None:
    good = bet_on(0.5, successes=70, trials=100)
    bad = bet_on(0.5, successes=99, trials=100)
    chances = []
    for bet in (good, bad):
        test = with_horizon(SequentialTest.endless(bet, alpha=0.05), horizon=100)
        needed = fewest_to_pass(test, trials=100)
        assert chance_to_pass(needed, 0.5) <= 0.05
        chances.append(chance_to_pass(needed, 0.66))
    assert chances[0] > chances[1]


def test_a_horizon_too_short_can_never_pass() -> None:
    test = with_horizon(SequentialTest.endless(even_bet(0.9), alpha=0.05), horizon=2)
    assert chance_to_pass(fewest_to_pass(test, trials=2), 0.9) <= 0.05


def test_impossible_tests_are_refused() -> None:
    bet = even_bet(0.5)
    with pytest.raises(InputError, match="alpha must be"):
        SequentialTest.endless(bet, alpha=0)
    with pytest.raises(InputError, match="without a horizon a wealth of 20"):
        SequentialTest(bet=bet, alpha=0.05, wealth=10)
    with pytest.raises(InputError, match="horizon must be 1"):
        SequentialTest(bet=bet, alpha=0.05, wealth=10, horizon=0)
    with pytest.raises(InputError, match="no test is hopeless"):
        most_that_are_hopeless(SequentialTest.endless(bet, alpha=0.05))
    with pytest.raises(InputError, match="in \\(0, 1\\)"):
        even_bet(1.0)
    with pytest.raises(InputError, match="must lie above"):
        Bet(null=0.5, shares=np.array([0.4]), stakes=np.array([1.0]))
    with pytest.raises(InputError, match="add up to 1"):
        Bet(null=0.5, shares=np.array([0.6]), stakes=np.array([0.9]))
