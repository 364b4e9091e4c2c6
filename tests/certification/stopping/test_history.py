"""What a rule is asked for, and what it is shown."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import (
    History,
    history_of,
    history_of_ledger,
    history_of_run,
)
from thresher.errors import InputError
from thresher.screening.ledger import Chosen, Decision, Ledger
from thresher.screening.reading import Reading
from thresher.screening.run import Run

from .rankings import labelled

percents = st.integers(1, 99)


@given(found=st.integers(0, 5000), percent=percents)
def test_too_many_is_the_first_total_that_misses_the_goal(
    found: int, percent: int
) -> None:
    goal = Goal(target=percent / 100)
    total = goal.too_many(found)
    assert 100 * found < percent * total
    assert 100 * found >= percent * (total - 1)
    assert goal.is_met(found, relevant=total - 1)
    assert not goal.is_met(found, relevant=total)


@pytest.mark.parametrize("share", [0.0, 1.0, -0.1, 1.5, float("nan")])
def test_a_goal_lies_between_0_and_1(share: float) -> None:
    with pytest.raises(InputError, match="target must be above 0 and below 1"):
        Goal(target=share)
    with pytest.raises(InputError, match="confidence must be above 0 and below 1"):
        Goal(target=0.9, confidence=share)


@given(parts=st.integers(1, 9), percent=percents)
def test_shares_of_a_miss_add_up_to_the_miss(parts: int, percent: int) -> None:
    goal = Goal(target=0.9, confidence=percent / 100)
    assert goal.shared(parts).alpha * parts == pytest.approx(goal.alpha)


def test_a_history_cannot_be_impossible() -> None:
    with pytest.raises(InputError, match="2 records were read, but the pile has 1"):
        labelled(1, 0, records=1)
    with pytest.raises(InputError, match="0 records were read, but the pile has 0"):
        labelled()
    labels = np.array([True, False])
    with pytest.raises(InputError, match="random needs 2 entries, got 1"):
        History(labels=labels, records=2, random=labels[:1])
    with pytest.raises(InputError, match="chances needs 3 entries, got 2"):
        History(labels=labels, records=3, chances=np.array([0.1, 0.2]))
    with pytest.raises(InputError, match="committee needs 1 entries, got 2"):
        History(labels=labels, records=3, committee=np.array([[1], [2]]))


def test_a_history_is_completed_only_where_all_labels_are_known() -> None:
    live = labelled(1, 0, records=4)
    assert not live.is_whole
    with pytest.raises(InputError, match="2 records are unread"):
        live.completed()
    done = History(
        labels=np.array([True, False]),
        records=4,
        relevant=1,
        random=np.array([False, True]),
    ).completed()
    assert done.labels.tolist() == [True, False, False, False]
    assert done.random is not None
    assert done.random.tolist() == [False, True, False, False]
    whole = labelled(1, 0, 1).completed()
    assert whole.random is None
    assert whole.relevant == 2


@given(data=st.data(), labels=st.lists(st.booleans(), min_size=1, max_size=30))
def test_cost_and_finds_count_the_sample_and_the_ranking_once(
    data: st.DataObject, labels: list[bool]
) -> None:
    size = len(labels)
    sample = data.draw(st.sets(st.integers(0, size - 1)))
    steps = data.draw(st.integers(0, size))
    history = History(
        labels=np.array(labels), records=size, sample=np.array([*sample], dtype=np.intp)
    )
    read = sample | set(range(steps))
    assert history.cost(steps) == len(read)
    assert history.found_after(steps) == sum(labels[at] for at in read)


def test_a_ledger_says_which_records_were_drawn() -> None:
    rows = [
        Decision(record="a", label=True, chosen=Chosen.RANKED),
        Decision(record="p", label=True, chosen=Chosen.PRIOR),
        Decision(record="b", label=False, chosen=Chosen.RANDOM),
        Decision(record="c", label=False, chosen=Chosen.CERTIFICATION),
        Decision(record="a", label=False, chosen=Chosen.RANKED),
    ]
    history = history_of_ledger(Ledger(rows=tuple(rows)), records=9, relevant=2)
    assert history.labels.tolist() == [False, True, False, False]
    assert history.random is not None
    assert history.random.tolist() == [False, False, True, True]
    assert (history.records, history.relevant) == (9, 2)


@pytest.mark.parametrize(
    ("scores", "records", "kept"),
    [
        ([0.9, 0.1], 2, True),
        ([1.9, 0.1], 2, False),
        ([0.9, -0.1], 2, False),
        ([0.9, 0.1], 3, False),
        (None, 2, False),
    ],
)
def test_scores_of_a_whole_pile_between_0_and_1_are_chances(
    scores: list[float] | None, records: int, *, kept: bool
) -> None:
    reading = Reading(
        labels=np.array([True, False]),
        records=records,
        scores=None if scores is None else np.array(scores),
    )
    assert (history_of(reading).chances is not None) is kept


def test_an_audited_run_tells_its_audits() -> None:
    reading = Reading(labels=np.array([True, False, False]), ids=["a", "b", "c"])
    plain = history_of_run(Run(name="plain", reading=reading))
    assert plain.random is None
    audit = {
        "seed": "00",
        "target": 0.95,
        "alpha": 0.05,
        "frame": ["a", "b", "c"],
        "positions": [2],
    }
    run = Run(name="audited", reading=reading, settings={"audit": audit})
    drawn = history_of_run(run).random
    assert drawn is not None
    assert drawn.tolist() == [False, False, True]
