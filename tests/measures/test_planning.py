"""What a budget will read and find."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.elicitation import elicit_beta
from thresher.measures.planning import plan
from thresher.measures.rate_weighted import expected_recall, rate_weighted_area
from thresher.screening.reading import Reading

GOOD = [1, 1, 0, 1, 0, 0, 0, 0, 0, 0]
POOR = [0, 0, 0, 1, 0, 1, 0, 0, 1, 0]


def test_the_papers_rapid_review_reads_a_sixth() -> None:
    outlook = plan(records=2500, hours=120, minutes=(10, 45))
    assert outlook.law == "beta"
    assert (outlook.alpha, outlook.beta) == pytest.approx((6.226, 32.791), abs=0.001)
    assert outlook.expected_records == pytest.approx(398.9, abs=0.1)
    assert outlook.records_low == pytest.approx(160)
    assert outlook.records_high == pytest.approx(720)
    assert outlook.chance_to_finish < 1e-6
    assert outlook.recommended is None


def test_a_generous_budget_says_how_likely_it_is_to_suffice() -> None:
    outlook = plan(records=500, hours=120, minutes=(10, 45))
    assert outlook.law == "capped log-normal"
    assert outlook.alpha is None
    assert outlook.beta is None
    assert outlook.chance_to_finish == pytest.approx(0.156, abs=0.001)
    assert outlook.records_high == 500
    assert outlook.minutes_median == pytest.approx((10 * 45) ** 0.5)


@given(quick=st.floats(5, 14.3))
def test_the_chance_to_finish_does_not_jump_between_the_laws(quick: float) -> None:
    chances = [
        plan(records=500, hours=120, minutes=(pace, 60)).chance_to_finish
        for pace in (quick + 0.1, quick)
    ]
    assert 0 <= chances[1] - chances[0] < 0.02


def test_each_run_has_its_recall_area_records_and_hours() -> None:
    outlook = plan(
        [("good", GOOD), ("poor", POOR)],
        records=2500,
        hours=120,
        minutes=(10, 45),
        target_recall=0.6,
    )
    law = elicit_beta(2500, 120, (10, 45))
    good, poor = outlook.outlooks
    assert good.expected_recall == pytest.approx(expected_recall(GOOD, rate=law))
    assert good.rate_weighted_area == pytest.approx(rate_weighted_area(GOOD, rate=law))
    assert (good.records_needed, poor.records_needed) == (500, 1500)
    assert good.hours_low == pytest.approx(500 * 10 / 60)
    assert good.hours_high == pytest.approx(500 * 45 / 60)
    assert good.hours_low < good.hours_needed < good.hours_high
    assert good.hours_needed == pytest.approx(500 * outlook.minutes_median / 60)
    assert outlook.recommended == "good"


def test_the_first_of_equal_runs_is_recommended() -> None:
    runs = [("poor", POOR), ("one", GOOD), ("two", GOOD)]
    outlook = plan(runs, records=2500, hours=120, minutes=(10, 45))
    assert outlook.recommended == "one"


def test_half_the_time_is_the_median_time() -> None:
    outlook = plan(records=2500, hours=120, minutes=(10, 45))
    rate = 120 * 60 / (2500 * outlook.minutes_median)
    assert outlook.rate.cdf(rate) == pytest.approx(0.5)


def test_priors_do_not_count_as_found() -> None:
    known = Reading(labels=np.array([1, 0, *POOR]), priors=2)
    settings = {"records": 2500, "hours": 120.0}
    with_priors = plan([("run", known)], minutes=(10, 45), **settings)  # type: ignore[arg-type]
    without = plan([("run", POOR)], minutes=(10, 45), **settings)  # type: ignore[arg-type]
    assert with_priors.outlooks == without.outlooks


def test_records_needed_are_rounded_up_to_whole_ones_of_the_pile() -> None:
    outlook = plan([("run", [0, 1, 0])], records=100, hours=1, minutes=(1, 2))
    assert outlook.outlooks[0].records_needed == 67


def test_a_run_of_relevant_records_only_has_no_area() -> None:
    outlook = plan([("run", [1, 1])], records=2500, hours=120, minutes=(10, 45))
    assert outlook.outlooks[0].rate_weighted_area is None


def test_a_run_without_relevant_records_is_refused_by_its_name() -> None:
    with pytest.raises(
        UndefinedMeasureError, match="of 'empty' is undefined: no record"
    ):
        plan([("empty", [0, 0])], records=9, hours=1, minutes=(1, 2))


@pytest.mark.parametrize("recall", [0, 1.1, -0.5])
def test_an_impossible_target_is_refused(recall: float) -> None:
    with pytest.raises(InputError, match="recall must be in"):
        plan(records=9, hours=1, minutes=(1, 2), target_recall=recall)
