"""Rules of thumb stop where a plain loop over the labels would."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.certification.stopping.certain import certain
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.heuristics import (
    BatchPrecision,
    IrrelevantInARow,
    Rule2399,
    SafeStyle,
    ShareRead,
)
from thresher.certification.stopping.history import History
from thresher.certification.stopping.knee import Budget, Knee, slope_ratio
from thresher.certification.stopping.protocol import Rule
from thresher.errors import InputError

from .rankings import AT_95, labelled, mixed, urn

Condition = Callable[[list[bool], int], bool]


def by_hand(holds: Condition, labels: list[bool], records: int) -> int | None:
    looks = range(1, len(labels) + 1)
    return next((n for n in looks if holds(labels[:n], records)), None)


def dry(labels: list[bool]) -> int:
    return labels[::-1].index(True) if any(labels) else 0


def poor_batches(labels: list[bool], records: int) -> bool:
    del records
    if len(labels) < 6 or len(labels) % 3:
        return False
    last = [labels[-6:-3], labels[-3:]]
    found_before = any(labels[:-3])
    return found_before and all(sum(batch) <= 1 for batch in last)


CASES: dict[str, tuple[Rule, Condition]] = {
    "irrelevant": (IrrelevantInARow(records=3), lambda read, _: dry(read) >= 3),
    "share": (ShareRead(share=0.4), lambda read, all_: len(read) >= 0.4 * all_ - 1e-9),
    "batch precision": (BatchPrecision(batch=3, most=1, batches=2), poor_batches),
    "safe": (
        SafeStyle(share=0.25, streak=4),
        lambda read, all_: len(read) >= 0.25 * all_ and dry(read) >= 4,
    ),
    "certain": (
        certain,
        lambda read, all_: 100 * sum(read) >= 95 * (sum(read) + all_ - len(read)),
    ),
}


@pytest.mark.parametrize("case", CASES)
@given(labels=mixed, unread=st.integers(0, 40))
def test_a_rule_stops_where_a_plain_loop_would(
    case: str, labels: list[bool], unread: int
) -> None:
    rule, holds = CASES[case]
    history = History(labels=np.array(labels), records=len(labels) + unread)
    assert rule(history, AT_95) == by_hand(holds, labels, history.records)


@pytest.mark.parametrize("case", CASES)
@given(labels=mixed, data=st.data())
def test_earlier_looks_are_left_out_where_asked(
    case: str, labels: list[bool], data: st.DataObject
) -> None:
    rule, holds = CASES[case]
    first = data.draw(st.integers(1, len(labels)))
    history = History(labels=np.array(labels), records=50 + len(labels))
    later = [
        n for n in range(first, len(labels) + 1) if holds(labels[:n], history.records)
    ]
    assert rule(replace(history, first_look=first), AT_95) == min(later, default=None)


def test_2399_waits_for_2399_and_a_fifth_more_of_what_was_found() -> None:
    rng = np.random.default_rng(1)
    history = urn(rng, records=3000, relevant=90, bias=20)
    stop = Rule2399()(history, AT_95)
    assert stop is not None
    found = int(history.counts[stop])
    assert stop >= 1.2 * found + 2399 > stop - 1
    assert Rule2399()(urn(rng, records=2000), AT_95) is None


def test_safe_reads_twice_what_its_random_sample_lets_expect() -> None:
    labels = np.array([True] + [False] * 99)
    drawn = np.arange(100) < 10  # one relevant in ten: 20 expected in 200
    rule = SafeStyle(share=0.1, streak=5)
    sampled = History(labels=labels, records=200, random=drawn)
    assert rule(sampled, AT_95) == 40
    all_drawn = replace(sampled, random=np.ones(100, dtype=np.bool_))
    assert rule(all_drawn, AT_95) == 20
    assert rule(replace(sampled, random=~drawn), AT_95) == 20
    assert rule(replace(sampled, random=None), AT_95) == 20
    nothing = History(labels=labels[:0], records=9, random=drawn[:0])
    assert rule(nothing, AT_95) is None


def bent(history: History, ratio: float, look: int, batch: int) -> bool:
    return slope_ratio(history, look, batch=batch) >= ratio - 1e-9


@given(
    labels=st.lists(st.sampled_from([True, False, False, False]), max_size=90),
    unread=st.integers(1, 300),
    batch=st.sampled_from([1, 2, 7]),
    tail=st.integers(0, 400),
)
def test_knee_and_budget_stop_at_the_first_look_that_is_bent_enough(
    labels: list[bool], unread: int, batch: int, tail: int
) -> None:
    given_labels = np.array(labels + [False] * tail, dtype=np.bool_)
    history = History(labels=given_labels, records=given_labels.size + unread)
    looks = range(batch, history.read + 1, batch)
    counts = history.counts
    knees = [
        n for n in looks if bent(history, 156 - min(int(counts[n]), 150), n, batch)
    ]
    assert Knee(batch=batch)(history, AT_95) == min(knees, default=None)
    spent = [
        n
        for n in range(1, history.read + 1)
        if 4 * n >= 3 * history.records
        or (
            n % batch == 0
            and bent(history, 6, n, batch)
            and n * int(counts[n]) >= 10 * history.records
        )
    ]
    assert Budget(batch=batch)(history, AT_95) == min(spent, default=None)


def test_a_knee_of_many_found_must_have_a_ratio_of_6_at_least() -> None:
    """180 found in 180 records, then x dry ones: the ratio is x."""
    history = labelled(*[1] * 180, *[0] * 20, records=999)
    assert Knee()(history, AT_95) == 186
    few = labelled(*[1] * 140, *[0] * 20, records=999)
    assert Knee()(few, AT_95) == 156


def test_a_slope_needs_a_place_to_bend_at() -> None:
    assert slope_ratio(labelled(1, 0, 0), 1) == 0.0


@pytest.mark.parametrize(
    "make",
    [
        lambda: IrrelevantInARow(records=0),
        lambda: ShareRead(share=0),
        lambda: ShareRead(share=1.1),
        lambda: BatchPrecision(batch=0),
        lambda: BatchPrecision(most=-1),
        lambda: BatchPrecision(batches=0),
        lambda: SafeStyle(share=0),
        lambda: SafeStyle(streak=0),
        lambda: Knee(batch=0),
        lambda: Budget(batch=0),
    ],
)
def test_settings_that_make_no_sense_are_refused(make: Callable[[], Rule]) -> None:
    with pytest.raises(InputError):
        make()


@given(labels=mixed)
def test_what_is_certain_is_true_whatever_the_rest_holds(labels: list[bool]) -> None:
    goal = Goal(target=0.8)
    history = History(labels=np.array(labels), records=len(labels))
    stop = certain(history, goal)
    assert stop is not None
    found, unread = int(history.counts[stop]), len(labels) - stop
    assert goal.is_met(found, relevant=found + unread)
