"""Strategies, stoppers and schedules."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError
from thresher.screening.priors import drawn_priors
from thresher.screening.schedules import Growing, every_label
from thresher.screening.stoppers import (
    AfterIrrelevant,
    AfterRecords,
    AfterShare,
    Progress,
    Stopper,
    at_last_relevant,
    never,
)
from thresher.screening.strategies import (
    Mixed,
    Strategy,
    Uncertain,
    anything,
    as_given,
    best_first,
)

ALL: list[Strategy] = [
    best_first,
    Uncertain(),
    Mixed(explore=0.4),
    as_given,
    anything,
]
SCORES = st.lists(st.integers(-5, 5), min_size=1, max_size=20)


@pytest.mark.parametrize("strategy", ALL, ids=range(len(ALL)))
@given(scores=SCORES, data=st.data())
def test_a_strategy_picks_as_many_records_as_asked_each_once(
    strategy: Strategy, scores: list[int], data: st.DataObject
) -> None:
    size = data.draw(st.integers(1, len(scores)))
    given_scores = np.array(scores, dtype=np.float64)
    picks = [
        strategy(given_scores, size=size, rng=np.random.default_rng(5)).tolist()
        for _ in range(2)
    ]
    assert picks[0] == picks[1]
    assert len(set(picks[0])) == size
    assert set(picks[0]) <= set(range(len(scores)))


@given(scores=SCORES)
def test_best_first_leaves_nothing_better_behind_and_keeps_ties_in_order(
    scores: list[int],
) -> None:
    expected = sorted(range(len(scores)), key=lambda at: (-scores[at], at))
    for size in (1, len(scores)):
        picked = best_first(
            np.array(scores, dtype=np.float64), size=size, rng=np.random.default_rng()
        )
        assert picked.tolist() == expected[:size]


def test_mixing_draws_about_the_share_asked_for() -> None:
    rng, scores = np.random.default_rng(1), np.arange(1000.0)
    drawn = [Mixed(explore=0.3)(scores, size=100, rng=rng) for _ in range(50)]
    best = [np.count_nonzero(one >= 900) for one in drawn]
    assert 68 < np.mean(best) < 76  # 70 best, and a tenth of 30 drawn among them
    with pytest.raises(InputError, match="explore"):
        Mixed(explore=1.5)


@pytest.mark.parametrize(
    ("stopper", "labels", "stops"),
    [
        (at_last_relevant, [1, 0, 1], True),
        (at_last_relevant, [1, 0, 0], False),
        (never, [1, 1, 0], False),
        (AfterRecords(records=3), [0, 0, 0], True),
        (AfterRecords(records=4), [0, 0, 0], False),
        (AfterIrrelevant(records=2), [1, 0, 0], True),
        (AfterIrrelevant(records=2), [0, 1, 0], False),
        (AfterIrrelevant(records=4), [0, 0, 0], False),
        (AfterShare(share=0.3), [0, 0, 0], True),
        (AfterShare(share=0.31), [0, 0, 0], False),
    ],
)
def test_a_stopper_stops_when_it_says(
    stopper: Stopper, *, labels: list[int], stops: bool
) -> None:
    progress = Progress(labels=np.array(labels) == 1, records=10, relevant=2)
    assert stopper(progress) is stops


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: AfterRecords(records=0),
        lambda: AfterIrrelevant(records=0),
        lambda: AfterShare(share=0),
        lambda: Growing(share=0),
        lambda: Growing(most=0),
    ],
)
def test_impossible_settings_are_refused(wrong: Callable[[], object]) -> None:
    with pytest.raises(InputError, match="got 0"):
        wrong()


@given(read=st.integers(0, 10**6))
def test_batches_grow_with_what_was_read_within_their_bounds(read: int) -> None:
    schedule = Growing(share=0.02, most=50)
    assert 1 <= schedule(read) <= schedule(read + 1) <= 50
    assert every_label(read) == 1


@given(
    labels=st.lists(st.booleans(), min_size=2, max_size=30),
    relevant=st.integers(0, 4),
    irrelevant=st.integers(0, 4),
)
def test_priors_are_as_many_of_each_kind_as_asked_or_refused(
    labels: list[bool], relevant: int, irrelevant: int
) -> None:
    known = np.array(labels)
    there = (int(known.sum()), int((~known).sum()))
    rng = np.random.default_rng(2)
    if not (1 <= relevant <= there[0] and 1 <= irrelevant <= there[1]):
        with pytest.raises(InputError, match="priors were asked for"):
            drawn_priors(known, relevant=relevant, irrelevant=irrelevant, rng=rng)
        return
    drawn = drawn_priors(known, relevant=relevant, irrelevant=irrelevant, rng=rng)
    assert known[drawn].tolist() == [True] * relevant + [False] * irrelevant
    assert len(set(drawn.tolist())) == drawn.size
