"""Rules are found by name, and combined without promising too much."""

import sys
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher import plugins
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.heuristics import IrrelevantInARow, ShareRead
from thresher.certification.stopping.history import History
from thresher.certification.stopping.offered import StoppingRule
from thresher.certification.stopping.protocol import Guarantee
from thresher.certification.stopping.registry import (
    DEFAULT_RULES,
    RULES,
    find_rule,
    find_rules,
)
from thresher.errors import InputError, UnjudgedRuleError, UnknownNameError

from .rankings import AT_95, mixed, urn


@pytest.mark.parametrize(
    "name", [*RULES, *(name for name in DEFAULT_RULES if name not in RULES)]
)
def test_every_name_leads_to_a_rule_that_says_what_it_promises(name: str) -> None:
    rule = find_rule(name)
    words = rule.promise(AT_95)
    assert (words == "none") is (rule.guarantee is Guarantee.NONE)
    assert rule.title
    assert rule.name == name


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("irrelevant:7", "7 irrelevant in a row"),
        ("share:0.25", "25 % of the pile read"),
        ("batch-precision:100", "a batch of 100 with at most 2 relevant"),
        ("target:5", "a random sample with 5 relevant, all found again"),
        ("qbcb:93", "a random sample with 93 relevant, most found again"),
        ("buscar:50", "hypergeometric test over windows"),
        ("knee:20", "knee of the curve of discoveries"),
    ],
)
def test_a_number_behind_the_name_sets_the_rule(text: str, title: str) -> None:
    rule = find_rule(text)
    assert (rule.name, rule.title) == (text, title)


def test_a_wrong_name_is_answered_with_the_right_ones() -> None:
    with pytest.raises(UnknownNameError, match=r"'kne'.*'knee'.*buscar, certain"):
        find_rule("kne")
    with pytest.raises(UnknownNameError, match="no stopping rule 'safe:3'"):
        find_rule("safe:3")


@pytest.mark.parametrize(
    "text", ["irrelevant:x", "irrelevant:2.5", "share:7", "qbcb:inf", "target:0"]
)
def test_a_number_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="needs a number that makes sense"):
        find_rule(text)


@pytest.mark.parametrize(
    "text", ["any(knee,safe", "any()", "knee,,safe", "any(knee,(safe)", ""]
)
def test_a_list_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        find_rules(text)


def test_a_bracket_must_be_closed() -> None:
    with pytest.raises(InputError, match="lacks its closing bracket"):
        find_rule("any(knee,safe")


def test_plug_ins_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = ModuleType("offered_rules")
    mine = StoppingRule(name="mine", title="one third", rule=ShareRead(share=1 / 3))
    vars(offered).update(mine=mine, odd=ShareRead())
    monkeypatch.setitem(sys.modules, "offered_rules", offered)
    points = [
        EntryPoint(name, f"offered_rules:{name}", "thresher.stopping_rules")
        for name in ("mine", "odd")
    ]
    monkeypatch.setattr(plugins, "entry_points", lambda **_: points)
    assert find_rule("any(mine,knee)").title == "any of: one third; " + (
        "knee of the curve of discoveries"
    )
    with pytest.raises(InputError, match="not a StoppingRule"):
        find_rule("odd")


SHARE, STREAK = ShareRead(share=0.4), IrrelevantInARow(records=4)


@given(labels=mixed, unread=st.integers(0, 30), first=st.integers(1, 20))
def test_any_is_the_first_stop_and_all_the_last(
    labels: list[bool], unread: int, first: int
) -> None:
    whole = History(labels=np.array(labels), records=len(labels) + unread)
    history = replace(whole, first_look=first)
    stops = [SHARE(history, AT_95), STREAK(history, AT_95)]
    known = [stop for stop in stops if stop is not None]
    names = "(share:0.4,irrelevant:4)"
    assert find_rule(f"any{names}").rule(history, AT_95) == min(known, default=None)
    ever = [SHARE(whole, AT_95), STREAK(whole, AT_95)]
    both = [stop for stop in ever if stop is not None]
    last = max(*both, first) if len(both) == 2 else None
    assert find_rule(f"all{names}").rule(history, AT_95) == last


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("any(knee,certificate)", Guarantee.NONE),
        ("any(buscar,certificate)", Guarantee.ASSUMED),
        ("any(certain,certificate)", Guarantee.ALWAYS),
        ("any(target,certificate)", Guarantee.NONE),
        ("any(target)", Guarantee.LOWER),
        ("all(knee,certificate)", Guarantee.ALWAYS),
        ("all(knee,safe)", Guarantee.NONE),
        ("all(any(knee,safe),qbcb)", Guarantee.PLANNED),
    ],
)
def test_any_is_as_weak_as_its_weakest_and_all_as_strong_as_its_strongest(
    text: str, kind: Guarantee
) -> None:
    rule = find_rule(text)
    assert rule.guarantee is kind
    assert (rule.promise(AT_95) == "none") is (kind is Guarantee.NONE)
    assert rule.name == text


def test_parts_with_promises_share_the_chance_of_a_miss() -> None:
    """Either may err, so each is asked for half: the sample grows with it."""
    history = urn(np.random.default_rng(1), records=3000, relevant=300)
    goal = Goal(target=0.8)
    single, double = find_rule("qbcb"), find_rule("any(qbcb,certain)")
    assert single.prepared is not None
    assert double.prepared is not None
    sizes = []
    for rule, prepare in ((single, single.prepared), (double, double.prepared)):
        drawn = prepare(history, goal, rng=np.random.default_rng(2))
        assert drawn.sample is not None
        sizes.append(int(drawn.labels[drawn.sample].sum()))
        assert rule.rule(drawn, goal) is not None
    assert sizes == [14, 17]  # 0.8 ** 14 < 0.05 and 0.8 ** 17 < 0.025


def test_a_promise_that_is_shared_takes_longer() -> None:
    """One missing of 100 unread: 95 more records at 5 %, 98 at 2.5 %."""
    history = History(labels=np.arange(110) < 10, records=110)
    assert find_rule("buscar").rule(history, AT_95) == 106
    assert find_rule("any(buscar,certain)").rule(history, AT_95) == 108
    assert find_rule("any(buscar,2399)").rule(history, AT_95) == 106


def test_two_parts_that_draw_for_themselves_are_not_replayed() -> None:
    rule = find_rule("any(qbcb,certificate)")
    assert rule.prepared is not None
    history = urn(np.random.default_rng(1), records=300)
    with pytest.raises(UnjudgedRuleError, match="two of its parts draw"):
        rule.prepared(history, AT_95, rng=np.random.default_rng(1))


def test_a_list_names_each_rule_once() -> None:
    assert [rule.name for rule in find_rules("knee , all(safe,knee),knee")] == [
        "knee",
        "all(safe,knee)",
    ]


def test_every_rule_is_in_the_docs() -> None:
    page = (Path(__file__).parents[3] / "docs" / "stopping.md").read_text()
    assert all(f"`{name}`" in page or f"`{name}:" in page for name in RULES)
