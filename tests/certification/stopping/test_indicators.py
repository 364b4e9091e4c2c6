"""Estimates by models, checked by hand."""

from dataclasses import replace

import numpy as np
import pytest

from thresher.certification.stopping.committee import committee_of
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.certification.stopping.indicators import Chao, Quant, chao_total
from thresher.errors import InputError, UnjudgedRuleError
from thresher.screening.reading import Reading

from .rankings import AT_95, labelled

CHANCES = np.array([0.9, 0.8, 0.5, 0.2, 0.1])
SEEN = History(labels=np.array([True, True, False, False]), records=5, chances=CHANCES)


def test_quant_stops_when_the_chances_read_suffice() -> None:
    """0.9 + 0.8 of 2.5 is 0.68, with 0.5 it is 0.88, with 0.2 it is 0.96."""
    assert Quant()(SEEN, Goal(target=0.67)) == 2
    assert Quant()(SEEN, Goal(target=0.87)) == 3
    assert Quant()(SEEN, AT_95) == 4
    assert Quant()(SEEN, Goal(target=0.97)) is None


def test_quantci_asks_for_two_deviations_more() -> None:
    """By hand after 2: 0.68 - 2 sqrt((0.68² · 0.75 + 0.25) / 2.5²) = 0.06198."""
    rule = Quant(deviations=2.0)
    assert rule(SEEN, Goal(target=0.0619)) == 2
    assert rule(SEEN, Goal(target=0.062)) is None


def test_quant_needs_chances_that_say_something() -> None:
    with pytest.raises(UnjudgedRuleError, match="quant cannot be judged"):
        Quant()(labelled(1, 0), AT_95)
    with pytest.raises(UnjudgedRuleError, match="quantci cannot be judged"):
        Quant(deviations=2.0)(labelled(1, 0), AT_95)
    nothing = replace(SEEN, chances=np.zeros(5))
    assert Quant()(nothing, AT_95) is None
    with pytest.raises(InputError, match="deviations must be 0 or more"):
        Quant(deviations=-1.0)


def test_chao_estimates_what_nobody_found() -> None:
    """Bias-corrected: 6 found, 4 once, 1 twice gives 6 + 4 · 3 / (2 · 2) = 9."""
    assert chao_total(np.array([1, 1, 1, 1, 2, 3])) == 9
    assert chao_total(np.array([2, 3, 3])) == 3


def test_chao_stops_when_all_rankers_found_the_same() -> None:
    """Estimates by hand: 4 after 3, 7 after 4, 11 after 5, 6.5 after 8, 5 after 9."""
    labels = np.array([True] * 5 + [False] * 6)
    ranks = np.array([[1, 1], [9, 9], [9, 9], [9, 9], [9, 8]])
    history = History(labels=labels, records=20, committee=ranks)
    rule = Chao(looks=20)
    assert rule(history, Goal(target=0.7)) == 3
    assert rule(history, Goal(target=0.76)) == 8
    assert rule(history, Goal(target=0.9)) == 9
    few = History(labels=labels[3:], records=20, committee=ranks[3:])
    assert rule(few, Goal(target=0.7)) is None


def test_chao_needs_a_committee() -> None:
    with pytest.raises(UnjudgedRuleError, match="--committee"):
        Chao()(labelled(1, 0), AT_95)
    with pytest.raises(InputError, match="looks must be 1 or more"):
        Chao(looks=0)


def test_a_committee_reads_the_same_pile_in_another_order() -> None:
    mine = Reading(labels=np.array([True, False, True]), ids=["a", "b", "c"])
    other = Reading(labels=np.array([True]), records=3, ids=["c"])
    assert committee_of(mine, [other]).tolist() == [[4], [1]]
    with pytest.raises(InputError, match="name the records"):
        committee_of(mine, [Reading(labels=np.array([True]), records=3)])
    larger = Reading(labels=np.array([True]), records=4, ids=["c"])
    with pytest.raises(InputError, match="3 records in one and 4 in another"):
        committee_of(mine, [larger])
    again = Reading(labels=np.array([True, False, True]), ids=["a", "b", "c"])
    with pytest.raises(InputError, match="the very order of the run"):
        committee_of(mine, [again])
