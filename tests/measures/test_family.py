"""Laws that every measure in the registry keeps."""

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError, UndefinedMeasureError, UnknownNameError
from thresher.measures.registry import (
    CONVENTIONS,
    INSIGHTS_IDS,
    MEASURES,
    Measure,
    find_measure,
)
from thresher.screening.reading import Reading

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

LEVELLED = {key: measure for key, measure in MEASURES.items() if measure.at}
mixed = st.lists(st.booleans(), min_size=2, max_size=60).filter(
    lambda labels: 0 < sum(labels) < len(labels)
)
levels = st.sampled_from([0.1, 0.25, 0.5, 0.8, 0.9, 0.95])
every = pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
IN_FIXED_COUNTS = {"tp", "fn"}  # the target fixes them, whatever the order


@every
@given(labels=mixed, data=st.data())
def test_reading_a_relevant_record_sooner_never_makes_it_worse(
    measure: Measure, labels: list[bool], data: st.DataObject
) -> None:
    i = data.draw(st.integers(0, len(labels) - 2))
    level = data.draw(levels)
    sooner = [*labels[:i], *sorted(labels[i : i + 2], reverse=True), *labels[i + 2 :]]
    gain = measure.of(sooner, level=level) - measure.of(labels, level=level)
    assert (gain if measure.better == "higher" else -gain) >= -1e-12


@every
@given(labels=mixed, level=levels)
def test_a_perfect_reading_is_the_best_and_a_pessimal_one_the_worst(
    measure: Measure, labels: list[bool], level: float
) -> None:
    value = measure.of(labels, level=level)
    best = measure.of(sorted(labels, reverse=True), level=level)
    worst = measure.of(sorted(labels), level=level)
    if measure.better == "lower":
        best, worst = worst, best
    low, high = min(best, worst), max(best, worst)
    assert low - 1e-12 <= value <= high + 1e-12
    if measure.id not in IN_FIXED_COUNTS and measure.at is None:
        assert low < high


@every
@given(labels=mixed, level=levels)
def test_it_stays_within_the_bounds_the_registry_states(
    measure: Measure, labels: list[bool], level: float
) -> None:
    value = measure.of(labels, level=level)
    assert measure.low is None or value >= measure.low - 1e-12
    assert measure.high is None or value <= measure.high + 1e-12


@every
@given(labels=mixed, priors=st.lists(st.booleans(), max_size=5))
def test_leaving_priors_out_is_the_same_as_never_having_had_them(
    measure: Measure, labels: list[bool], priors: list[bool]
) -> None:
    reading = Reading(labels=np.array([*priors, *labels]), priors=len(priors))
    assert measure.of(reading.without_priors()) == measure.of(labels)


@every
@given(labels=mixed, data=st.data())
def test_an_early_stop_is_worth_no_more_than_reading_on_would_be(
    measure: Measure, labels: list[bool], data: st.DataObject
) -> None:
    stop = data.draw(st.integers(0, len(labels)))
    level = data.draw(levels)
    whole = measure.of(labels, level=level)
    stopped = measure.of(
        Reading(
            labels=np.array(labels[:stop], dtype=bool),
            records=len(labels),
            relevant=sum(labels),
        ),
        level=level,
    )
    lost = whole - stopped
    assert (lost if measure.better == "higher" else -lost) >= -1e-12


@every
def test_without_a_relevant_record_it_is_undefined_and_says_why(
    measure: Measure,
) -> None:
    with pytest.raises(UndefinedMeasureError, match="no record is relevant"):
        measure.of([0, 0, 0])


@every
def test_where_nobody_knows_what_is_unread_it_is_undefined(measure: Measure) -> None:
    live = Reading(labels=np.array([True, False]), records=10)
    with pytest.raises(UndefinedMeasureError, match="nobody knows"):
        measure.of(live)


@every
@pytest.mark.parametrize("labels", [[0, 2], [0.5], ["a"], [[0, 1]], [float("nan")]])
def test_labels_other_than_0_and_1_are_refused(
    measure: Measure, labels: "ArrayLike"
) -> None:
    with pytest.raises(InputError, match="labels must be"):
        measure.of(labels)


@pytest.mark.parametrize("measure", LEVELLED.values(), ids=LEVELLED)
@pytest.mark.parametrize("level", [-0.1, 1.1, float("nan"), "much"])
def test_a_level_that_is_no_share_is_refused(measure: Measure, level: float) -> None:
    with pytest.raises(InputError, match=r"must be|a share"):
        measure.of([1, 0], level=level)


@pytest.mark.parametrize("name", [m.id for m in MEASURES.values() if m.at == "recall"])
def test_a_recall_of_nothing_is_refused(name: str) -> None:
    with pytest.raises(InputError, match=r"recall must be in \(0, 1\]"):
        MEASURES[name].of([1, 0], level=0)


@every
@given(labels=mixed)
def test_booleans_integers_and_floats_mean_the_same(
    measure: Measure, labels: list[bool]
) -> None:
    plain = measure.of(labels)
    assert plain == measure.of(np.array(labels, dtype=np.int64))
    assert plain == measure.of(np.array(labels, dtype=np.float32))


def test_a_wrong_name_is_answered_with_the_right_ones() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'recall'") as refused:
        find_measure("recal")
    assert "wss" in refused.value.known


def test_a_wrong_convention_is_answered_with_the_right_ones() -> None:
    with pytest.raises(UnknownNameError, match="clef, insights, kusa"):
        find_measure("wss").of([1, 0], convention="cohen")
    assert set(CONVENTIONS) == {"kusa", "insights", "clef"}


def test_insights_has_no_word_for_measures_of_ours() -> None:
    assert "auc" not in INSIGHTS_IDS
    with pytest.raises(UnknownNameError, match="Insights measure 'auc'"):
        find_measure("auc").of([1, 0], convention="insights")
