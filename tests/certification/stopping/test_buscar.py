"""Buscar says what buscarpy says, sooner, and without underflow."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import hypergeom

from thresher.certification.stopping.buscar import (
    Buscar,
    buscar_chance,
    buscar_chances,
)
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.certification.stopping.hypergeometric import (
    Draws,
    log_factorials,
    lower_tail,
)
from thresher.errors import InputError

from .rankings import AT_95, labelled, mixed, urn

GOLDEN = Path(__file__).parents[1] / "golden" / "buscar.json"
CASES = json.loads(GOLDEN.read_text())["cases"]


@given(data=st.data(), records=st.integers(1, 80))
def test_the_lower_tail_is_that_of_scipy(data: st.DataObject, records: int) -> None:
    relevant = data.draw(st.integers(0, records))
    drawn = data.draw(st.integers(0, records))
    few = np.arange(drawn + 1)
    same = np.ones_like(few)
    draws = Draws(records=records * same, relevant=relevant * same, drawn=drawn * same)
    ours = lower_tail(few, draws, log_factorials(records))
    theirs = hypergeom.cdf(few, records, relevant, drawn)
    assert ours == pytest.approx(theirs, abs=1e-12)


def test_no_tail_underflows() -> None:
    """P(no hit in 10,000 of 20,000 draws, 600 relevant), by exact products."""
    one = np.ones(1, dtype=np.int64)
    draws = Draws(records=20_000 * one, relevant=600 * one, drawn=10_000 * one)
    chance = lower_tail(0 * one, draws, log_factorials(20_000))
    exact = np.exp(np.sum(np.log1p(-10_000 / (20_000 - np.arange(600.0)))))
    assert chance == pytest.approx(exact, rel=1e-9)
    assert 0 < chance[0] < 1e-180


def test_more_relevant_than_records_is_impossible() -> None:
    one = np.ones(1, dtype=np.int64)
    draws = Draws(records=5 * one, relevant=6 * one, drawn=2 * one)
    assert lower_tail(one, draws, log_factorials(6)).tolist() == [0.0]


def kept(case: dict[str, Any]) -> History:
    labels = np.zeros(case["records"], dtype=np.bool_)
    labels[np.array(case["found_at"]) - 1] = True
    return History(labels=labels, records=labels.size)


@pytest.mark.parametrize("case", CASES, ids=lambda c: str(len(c["found_at"])))
def test_chances_are_those_of_buscarpy_at_every_look(case: dict[str, Any]) -> None:
    """buscarpy 0.0.2 says NaN where the target is certainly reached; we say 0."""
    goal, history = Goal(target=case["target"]), kept(case)
    every = case["looks"][0]
    looks, chances = buscar_chances(history, goal, every=every)
    assert looks.tolist() == case["looks"]
    wanted = [0.0 if chance is None else chance for chance in case["chances"]]
    assert chances == pytest.approx(wanted, rel=1e-9, abs=1e-300)
    below = [n for n, p in zip(case["looks"], wanted, strict=True) if p < goal.alpha]
    assert Buscar(every=every)(history, goal) == below[0]


@given(labels=mixed, unread=st.integers(0, 60), percent=st.integers(50, 99))
def test_windows_after_relevant_records_are_enough(
    labels: list[bool], unread: int, percent: int
) -> None:
    goal, read = Goal(target=percent / 100), len(labels)
    records, found = read + unread, sum(labels)
    chances = []
    for start in range(read):
        before = sum(labels[:start])
        left, relevant = records - start, goal.too_many(found) - before
        chances.append(
            0.0
            if relevant > left
            else hypergeom.cdf(found - before, left, relevant, read - start)
        )
    history = History(labels=np.array(labels), records=records)
    assert buscar_chance(history, goal) == pytest.approx(min(chances), abs=1e-12)


@given(
    labels=mixed,
    unread=st.integers(0, 9),
    every=st.sampled_from([1, 4]),
    first=st.integers(1, 30),
)
def test_the_stop_is_the_first_look_with_a_small_chance(
    labels: list[bool], unread: int, every: int, first: int
) -> None:
    goal = Goal(target=0.8, confidence=0.8)
    history = History(labels=np.array(labels), records=len(labels) + unread)
    history = replace(history, first_look=first)
    looks, chances = buscar_chances(history, goal, every=every)
    small = looks[chances < goal.alpha]
    expected = int(small[0]) if small.size else None
    assert Buscar(every=every)(history, goal) == expected


def test_many_relevant_records_do_not_break_it() -> None:
    """R = 600 of 20,000: a kernel that underflowed once stopped at 6 %."""
    history = urn(np.random.default_rng(3), records=20_000, relevant=600, bias=10)
    stop = Buscar()(history, AT_95)
    assert stop is not None
    assert 8_000 < stop < 13_000
    assert history.found_after(stop) >= 570


def test_buscar_refuses_nothing_and_steps_of_nothing() -> None:
    with pytest.raises(InputError, match="nothing was read"):
        buscar_chance(labelled(records=5), AT_95)
    with pytest.raises(InputError, match="every must be 1 or more"):
        Buscar(every=0)
    assert Buscar()(labelled(records=5), AT_95) is None


def test_the_end_of_the_pile_is_looked_at_whatever_the_steps() -> None:
    whole = labelled(1, 0, 1, 0, 0)
    assert buscar_chances(whole, AT_95, every=2)[0].tolist() == [2, 4, 5]
    live = labelled(1, 0, 1, 0, 0, records=9)
    assert buscar_chances(live, AT_95, every=2)[0].tolist() == [2, 4]
    assert Buscar(every=2)(whole, AT_95) == 5
