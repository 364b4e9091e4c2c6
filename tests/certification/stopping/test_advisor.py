"""The advisor asks every rule, and look-alikes tell how often each is right."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.certification.stopping.advisor import advise
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.certification.stopping.lookalikes import (
    backtest,
    look_alike,
    with_hidden,
)
from thresher.certification.stopping.registry import (
    DEFAULT_RULES,
    find_rule,
    find_rules,
)
from thresher.certification.stopping.stoppers import stopper_named
from thresher.errors import InputError, UnknownNameError
from thresher.screening.stoppers import Progress

from .rankings import AT_95, labelled, urn

EVERY = find_rules(",".join(DEFAULT_RULES))


def seeded(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_a_finished_review_is_judged_by_every_rule_that_can() -> None:
    history = urn(seeded(), records=2000, relevant=80, bias=30)
    advices = advise(history, AT_95, rules=EVERY, rng=seeded())
    assert [one.name for one in advices] == [rule.name for rule in EVERY]
    unjudged = {one.name for one in advices if one.missing}
    assert unjudged == {"quant", "quantci", "chao"}
    for one in advices:
        if one.would_stop_at is not None:
            assert one.found is not None
            assert one.recall == one.found / 80
            assert one.share == one.would_stop_at / 2000
    drew = {one.name: one.drawn for one in advices if one.simulated}
    assert set(drew) == {"target:10", "qbcb", "certificate"}
    assert all(drew.values())


def test_a_run_read_to_its_last_relevant_record_counts_as_finished() -> None:
    whole = urn(seeded(), records=500, relevant=20, bias=30)
    last = int(whole.found_at[-1])
    cut = History(labels=whole.labels[:last], records=500, relevant=20)
    rules = find_rules("certificate,qbcb,irrelevant:40")
    assert advise(cut, AT_95, rules=rules, rng=seeded()) == advise(
        whole, AT_95, rules=rules, rng=seeded()
    )


def test_a_live_review_is_judged_by_what_was_read() -> None:
    live = labelled(1, 0, 1, *[0] * 60, records=900)
    told = {one.name: one for one in advise(live, AT_95, rules=EVERY, rng=seeded())}
    assert told["irrelevant:50"].would_stop_at == 53
    assert told["irrelevant:50"].recall is None
    assert told["irrelevant:100"].would_stop_at is None
    assert told["irrelevant:100"].missing is None
    assert told["qbcb"].missing is not None
    assert told["certificate"].missing is not None
    assert (told["buscar"].evidence or "").startswith("p = ")


def test_audits_of_a_live_review_count() -> None:
    drawn = np.array([False] * 3 + [True] * 60)
    live = replace(labelled(1, 0, 1, *[0] * 60, records=900), random=drawn)
    (told,) = advise(live, AT_95, rules=[find_rule("certificate")], rng=seeded())
    assert told.missing is None
    assert told.would_stop_at is None
    assert "so far" in (told.evidence or "")
    (low,) = advise(
        live, Goal(target=0.04), rules=[find_rule("certificate")], rng=seeded()
    )
    assert low.would_stop_at is not None
    assert low.drawn == low.would_stop_at - 3
    assert not low.simulated


def test_a_finished_review_with_audits_keeps_them_and_draws_what_it_lacks() -> None:
    labels = np.array([True] * 20 + [False] * 80)
    whole = History(
        labels=labels, records=100, relevant=20, random=np.arange(100) >= 20
    )
    rules = find_rules("certificate,qbcb")
    goal = Goal(target=0.8)
    certified, sampled = advise(whole, goal, rules=rules, rng=seeded())
    assert not certified.simulated
    assert certified.drawn > 0
    assert sampled.simulated
    sample = replace(whole, random=None, sample=np.arange(20))
    kept = advise(sample, goal, rules=rules[1:], rng=seeded())[0]
    assert not kept.simulated
    assert (kept.would_stop_at, kept.drawn) == (20, 20)


def test_draws_do_not_depend_on_the_other_rules() -> None:
    history = urn(seeded(), records=800, relevant=60, bias=20)
    alone = advise(history, AT_95, rules=[find_rule("qbcb")], rng=seeded())
    among = advise(history, AT_95, rules=EVERY, rng=seeded())
    assert alone[0] in among


def test_nothing_read_cannot_be_judged() -> None:
    with pytest.raises(InputError, match="nothing was read yet"):
        advise(labelled(records=9), AT_95, rules=EVERY, rng=seeded())


def test_nothing_found_yet_ends_nothing_but_a_plan() -> None:
    live = labelled(*[0] * 300, records=900)
    told = advise(live, AT_95, rules=EVERY, rng=seeded())
    assert all(one.would_stop_at is None for one in told)


@given(data=st.data(), seed=st.integers(0, 999))
def test_a_look_alike_has_as_many_records_and_relevant_ones(
    data: st.DataObject, seed: int
) -> None:
    labels = data.draw(st.lists(st.booleans(), min_size=1, max_size=40))
    labels[data.draw(st.integers(0, len(labels) - 1))] = True
    records = len(labels) + data.draw(st.integers(0, 30))
    history = History(labels=np.array(labels), records=records)
    other = look_alike(history, rng=seeded(seed))
    assert (other.records, other.found) == (records, history.found)
    assert other.relevant == other.found
    goal = Goal(target=0.8)
    hidden = with_hidden(other, goal, rng=seeded(seed))
    added = min(goal.too_many(other.found) - other.found, records - other.found)
    assert hidden.found == other.found + added
    assert (hidden.labels & other.labels).sum() == other.found


@given(seed=st.integers(0, 999))
def test_hidden_records_lie_behind_the_last_discovery(seed: int) -> None:
    seen = labelled(*[1, 0] * 20, *[0] * 60)
    hidden = with_hidden(seen, AT_95, rng=seeded(seed))
    assert hidden.found == 22
    assert hidden.labels[:39].tolist() == seen.labels[:39].tolist()
    crowded = labelled(*[1, 0] * 20)
    assert with_hidden(crowded, AT_95, rng=seeded(seed)).found == 22


def test_a_run_that_missed_some_is_told_its_recall() -> None:
    cut = History(labels=np.arange(60) < 8, records=200, relevant=10)
    (told,) = advise(cut, AT_95, rules=find_rules("irrelevant:50"), rng=seeded())
    assert (told.would_stop_at, told.recall) == (58, 0.8)


def test_look_alikes_have_a_similar_curve() -> None:
    history = urn(seeded(), records=5000, relevant=100, bias=30)
    middles = [
        float(np.median(look_alike(history, rng=seeded(seed)).found_at))
        for seed in range(40)
    ]
    own = float(np.median(history.found_at))
    assert 0.6 * own < np.mean(middles) < 1.6 * own


def test_nothing_found_has_no_look_alike() -> None:
    with pytest.raises(InputError, match="nothing to resemble"):
        look_alike(labelled(0, 0), rng=seeded())


def test_a_backtest_counts_how_often_the_target_was_reached() -> None:
    history = urn(seeded(), records=600, relevant=40, bias=30)
    rules = find_rules("share:0.01,certain,chao,2399")
    seen: list[tuple[int, int]] = []
    told = backtest(
        history,
        AT_95,
        rules=rules,
        reviews=5,
        rng=seeded(),
        report=lambda _, *, done, total: seen.append((done, total)),
    )
    assert [(one.name, one.hidden) for one in told] == [
        (rule.name, hidden) for rule in rules for hidden in (False, True)
    ]
    early, sure, unjudged, never = told[::2]
    assert (early.kept, early.share) == (0.0, 0.01)
    assert sure.kept == 1.0
    assert unjudged.kept is None
    assert (never.kept, never.share, never.recall) == (1.0, 1.0, 1.0)
    assert seen[-1] == (10, 10)
    assert told == backtest(history, AT_95, rules=rules, reviews=5, rng=seeded())
    with pytest.raises(InputError, match="reviews must be 1 or more"):
        backtest(history, AT_95, rules=rules, reviews=0, rng=seeded())


@pytest.mark.parametrize(
    "text", ["irrelevant:10", "knee", "buscar", "share:0.3", "certain", "safe"]
)
def test_as_a_stopper_a_rule_stops_where_its_replay_does(text: str) -> None:
    history = urn(seeded(), records=400, relevant=60, bias=20)
    stopper, goal = stopper_named(text, AT_95), AT_95
    stops = [
        n
        for n in range(401)
        if stopper(Progress(labels=history.labels[:n], records=400, relevant=60))
    ]
    assert min(stops, default=None) == find_rule(text).rule(history, goal)


@pytest.mark.parametrize("text", ["qbcb", "certificate", "quant", "chao", "all(qbcb)"])
def test_a_stopper_refuses_rules_that_need_more_than_labels(text: str) -> None:
    with pytest.raises(InputError, match="needs more than the labels read"):
        stopper_named(text, AT_95)


def test_a_stopper_of_no_rule_is_answered_with_names() -> None:
    with pytest.raises(UnknownNameError, match="Known:"):
        stopper_named("nothing", AT_95)
