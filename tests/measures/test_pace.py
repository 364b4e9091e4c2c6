"""Minutes a record takes, from time stamps."""

import math
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from thresher.errors import InputError
from thresher.measures.pace import minutes_from_timestamps

gaps = st.lists(st.floats(1, 590), min_size=2, max_size=40)


@given(gaps=gaps)
def test_the_figures_are_those_of_the_gaps(gaps: list[float]) -> None:
    pace = minutes_from_timestamps(np.cumsum([0, *gaps]).tolist())
    minutes = np.array(gaps) / 60
    assert pace.gaps == len(gaps)
    assert pace.median == pytest.approx(np.median(minutes))
    assert pace.mean == pytest.approx(minutes.mean())
    assert [pace.low, pace.high] == pytest.approx(np.quantile(minutes, [0.025, 0.975]))
    assert 0 < pace.mean_low <= pace.mean * (1 + 1e-12)
    assert pace.mean <= pace.mean_high


def test_the_interval_of_the_mean_is_students() -> None:
    minutes = [1.0, 2.0, 2.5, 3.0, 4.0]
    pace = minutes_from_timestamps((np.cumsum([0, *minutes]) * 60).tolist())
    interval = stats.ttest_1samp(minutes, 0).confidence_interval(0.95)
    assert (pace.mean_low, pace.mean_high) == pytest.approx(tuple(interval))


@given(gaps=gaps, data=st.data())
def test_the_order_of_the_time_stamps_does_not_matter(
    gaps: list[float], data: st.DataObject
) -> None:
    times = np.cumsum([0, *gaps]).tolist()
    shuffled = data.draw(st.permutations(times))
    assert minutes_from_timestamps(shuffled) == minutes_from_timestamps(times)


def test_breaks_and_decisions_made_in_one_go_are_left_out_and_counted() -> None:
    pace = minutes_from_timestamps([0, 0, 60, 180, 180, 780, 1381, 90000])
    assert (pace.gaps, pace.breaks, pace.instant) == (3, 2, 2)
    assert pace.median == 2
    assert pace.high <= 10


def test_what_counts_as_a_break_can_be_said() -> None:
    pace = minutes_from_timestamps([0, 60, 120, 300], longest=2)
    assert (pace.gaps, pace.breaks) == (2, 1)


def test_dates_and_seconds_give_the_same() -> None:
    start = datetime(2026, 1, 5, 9, tzinfo=UTC)
    seconds = [0.0, 30.0, 90.0, 200.0]
    dates = [start + timedelta(seconds=s) for s in seconds]
    assert minutes_from_timestamps(dates).mean == pytest.approx(
        minutes_from_timestamps(seconds).mean
    )


@pytest.mark.parametrize(
    ("times", "words"),
    [
        ([], "leave 0 gaps"),
        ([0, 60], "leave 1 gaps"),
        ([0, 6000, 12000], "leave 0 gaps"),
        ([0, math.nan, 60], "finite"),
        ([0, "soon"], "dates with times"),
        ([0, None], "dates with times"),
    ],
)
def test_time_stamps_that_tell_nothing_are_refused(
    times: list[float], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        minutes_from_timestamps(times)


@pytest.mark.parametrize("setting", [{"longest": 0}, {"coverage": 1.0}])
def test_impossible_settings_are_refused(setting: dict[str, float]) -> None:
    with pytest.raises(InputError, match=next(iter(setting))):
        minutes_from_timestamps([0, 60, 120], **setting)
