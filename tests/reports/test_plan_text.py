"""A plan as facts and text."""

import json

import pytest

from thresher.measures.planning import plan
from thresher.reports.plan_text import plan_facts, plan_text

GOOD, POOR = [1, 1, 0, 0, 0], [0, 0, 1, 0, 1]


def test_the_facts_of_a_plan_are_json() -> None:
    outlook = plan([("good", GOOD)], records=2500, hours=120, minutes=(10, 45))
    facts = json.loads(json.dumps(plan_facts(outlook)))
    assert facts["alpha"] == pytest.approx(6.226, abs=0.001)
    assert facts["beta"] == pytest.approx(32.791, abs=0.001)
    assert facts["expected_records"] == pytest.approx(398.9, abs=0.1)
    assert facts["chance_to_finish"] < 1e-6
    assert facts["runs"][0]["name"] == facts["recommended"] == "good"


def test_a_law_that_is_no_beta_has_no_alpha() -> None:
    facts = plan_facts(plan(records=500, hours=120, minutes=(10, 45)))
    assert facts["alpha"] is facts["beta"] is None
    assert facts["law"] == "capped log-normal"
    assert set(facts["parameters"]) == {"log_mean", "log_deviation"}


def test_the_text_compares_the_runs_and_recommends_one() -> None:
    outlook = plan(
        [("a long name", POOR), ("good", GOOD), ("full", [1, 1])],
        records=2500,
        hours=120,
        minutes=(10, 45),
        target_recall=0.5,
    )
    lines = plan_text(outlook).splitlines()
    assert lines[5].endswith("records and hours to 50 % recall")
    assert lines[6].startswith("a long name            0.")
    assert "500 records" in lines[7]
    assert "     -  " in lines[8]
    assert lines[-1] == "Recommended   good"


@pytest.mark.parametrize(
    ("records", "words"),
    [
        (2500, "chance below 0.1 %"),
        (500, "chance 15.6 %"),
        (50, "chance above 99.9 %"),
    ],
)
def test_the_chance_to_finish_is_said_in_words(records: int, words: str) -> None:
    assert words in plan_text(plan(records=records, hours=120, minutes=(10, 45)))


def test_a_capped_law_names_itself() -> None:
    text = plan_text(plan(records=500, hours=120, minutes=(10, 45)))
    assert "log-normal(-0.387, 0.384) capped at 100 %" in text


def test_less_than_an_hour_is_not_called_none() -> None:
    text = plan_text(plan([("good", GOOD)], records=10, hours=1, minutes=(1, 2)))
    assert "4 records, 0.094 hours (0.067 to 0.13)" in text
