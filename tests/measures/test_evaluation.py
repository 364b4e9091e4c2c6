"""All measures at once, and their summaries."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.evaluation import Levels, evaluate
from thresher.measures.registry import INSIGHTS_IDS, MEASURES
from thresher.measures.summary import summarise
from thresher.screening.reading import Reading


def test_ours_stand_beside_those_of_insights() -> None:
    ids = [item.id for item in evaluate(Reading(labels=np.array([True, False]))).items]
    assert set(INSIGHTS_IDS) < set(ids) == set(MEASURES)
    old = evaluate(Reading(labels=np.array([True, False])), convention="insights")
    assert [item.id for item in old.items] == list(INSIGHTS_IDS)


def test_a_table_goes_on_where_a_measure_is_undefined() -> None:
    live = Reading(labels=np.array([True, False]), records=9)
    evaluation = evaluate(live)
    assert {value for _, _, value in evaluation.flat()} == {None}
    assert all("nobody knows" in str(item.reason) for item in evaluation.items)


def test_levels_are_those_asked_for() -> None:
    levels = Levels(recall=(0.3,), wss=(1.0, 0.5), erf=(0.2,), confusion=(0.7,))
    items = {
        item.id: [level for level, _ in item.values]
        for item in evaluate(
            Reading(labels=np.array([1, 0, 0]) == 1), levels=levels
        ).items
    }
    assert items["recall"] == [0.3]
    assert items["wss"] == [1.0, 0.5]
    assert items["erf"] == [0.2]
    assert items["tp"] == items["tnr"] == items["precision"] == [0.7]
    assert items["pauc"] == [0.8]
    assert items["loss"] == [None]


@pytest.mark.parametrize(
    "wrong",
    [{"wss": (0,)}, {"recall": (2,)}, {"confusion": (1.1,)}, {"partial_area": (1,)}],
)
def test_levels_that_mean_nothing_are_refused(wrong: dict[str, tuple[float]]) -> None:
    with pytest.raises(InputError):
        Levels(**wrong)  # type: ignore[arg-type]


def test_insights_counts_only_what_was_found_in_numbers_too() -> None:
    """As ``_recall(labels, 0.5, y_absolute=True)`` and its like of Insights 1.6.1."""
    labels = np.array([1, 0, 1, 0]) == 1
    stopped = Reading(labels=labels, records=20, relevant=5)
    padded = Reading(labels=np.append(labels, np.zeros(16, dtype=bool)))
    levels = Levels(recall=(4,), wss=(1, 2), erf=(4,), absolute=True)
    for reading in (stopped, Reading(labels=labels, records=20), padded):
        figures = {
            (key, level): value
            for key, level, value in evaluate(
                reading, levels=levels, convention="insights", y_absolute=True
            ).flat()
        }
        assert figures["recall", 4] == 2
        assert figures["wss", 1] == pytest.approx(5)
        assert figures["wss", 2] == pytest.approx(13)
        assert figures["erf", 4] == 2


@pytest.mark.parametrize(
    ("levels", "sentence"),
    [
        ({"recall": (5,)}, "recall cannot be taken at 5 records: there are only 4"),
        ({"wss": (3,)}, "wss cannot be taken at 3 relevant records: there are only 2"),
    ],
)
def test_numbers_of_records_beyond_the_pile_are_refused(
    levels: dict[str, tuple[float]], sentence: str
) -> None:
    reading = Reading(labels=np.array([1, 0, 1, 0]) == 1)
    with pytest.raises(InputError, match=sentence):
        evaluate(reading, levels=Levels(absolute=True, **levels))


def test_numbers_of_records_in_an_empty_pile_are_undefined() -> None:
    nothing = Reading(labels=np.array([True, False]), priors=2)
    items = evaluate(nothing, levels=Levels(recall=(1,), absolute=True)).items
    assert items[0].reason == "all 1 relevant records are priors, which do not count"


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=30))
def test_a_summary_keeps_mean_and_interval_within_the_values(
    values: list[float],
) -> None:
    summary = summarise(values, rng=np.random.default_rng(1))
    assert summary.mean == pytest.approx(np.mean(values))
    if summary.low is None or summary.high is None:
        assert (len(values), summary.deviation) == (1, None)
    else:
        assert min(values) - 1e-9 <= summary.low <= summary.high <= max(values) + 1e-9
        assert len(values) > 1
        assert summary.deviation is not None


def test_the_interval_covers_the_mean_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(7)
    covered = 0
    for _ in range(400):
        summary = summarise(rng.normal(0, 1, 40).tolist(), rng=rng, resamples=400)
        assert summary.low is not None
        assert summary.high is not None
        covered += summary.low <= 0 <= summary.high
    assert 0.90 <= covered / 400 <= 0.98  # the percentile bootstrap is a little short


def test_the_deviation_is_that_of_a_sample() -> None:
    summary = summarise([1.0, 3.0], rng=np.random.default_rng(0))
    assert summary.deviation == pytest.approx(2**0.5)


def test_a_summary_of_nothing_is_undefined() -> None:
    with pytest.raises(UndefinedMeasureError):
        summarise([], rng=np.random.default_rng(0))
    with pytest.raises(InputError, match="confidence"):
        summarise([1.0], rng=np.random.default_rng(0), confidence=1)


def test_many_values_are_resampled_in_blocks() -> None:
    values = np.linspace(0, 1, 3_000_000).tolist()
    summary = summarise(values, rng=np.random.default_rng(0), resamples=3)
    assert summary.low is not None
    assert summary.low <= summary.mean + 0.001
