"""Better and worse are read as up and down by what the outcome is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.synthesis.evidence import directions
from thresher.synthesis.finding import Direction
from thresher.synthesis.improvement import improved_direction, tells_a_change
from thresher.synthesis.study import Study

UP, DOWN = Direction.INCREASES, Direction.DECREASES
bad = st.sampled_from(["disability", "back pain", "anxiety", "WOMAC stiffness"])
good = st.sampled_from(["grip strength", "quality of life", "social functioning"])
better = st.sampled_from(
    ["improved", "was better", "improved more", "showed a greater improvement"]
)
worse = st.sampled_from(["worsened", "was worse", "deteriorated"])


@given(bad, good, better, worse)
def test_a_bad_thing_that_improves_falls_and_a_good_one_rises(
    ill: str, well: str, up: str, down: str
) -> None:
    assert improved_direction(f"{ill} {up} with zinc.", ill) is DOWN
    assert improved_direction(f"{well} {up} with zinc.", well) is UP
    assert improved_direction(f"{ill} {down} with zinc.", ill) is UP
    assert improved_direction(f"{well} {down} with zinc.", well) is DOWN


@given(bad, better)
def test_words_that_go_the_other_way_rule(ill: str, verb: str) -> None:
    assert improved_direction(f"{ill} {verb}: scores rose by 3.", ill) is None
    assert improved_direction(f"{ill} {verb}: scores fell by 3.", ill) is DOWN


@given(bad, better)
def test_what_is_denied_did_not_improve(ill: str, verb: str) -> None:
    assert improved_direction(f"No patient's {ill} {verb} with zinc.", ill) is None


@pytest.mark.parametrize(
    "outcome",
    ["zinc concentration", "pain relief", "reduction in pain", "pain and function"],
)
def test_nothing_is_said_of_outcomes_that_are_neither_or_both(outcome: str) -> None:
    assert improved_direction(f"{outcome} improved with zinc.", outcome) is None


@pytest.mark.parametrize(
    ("said", "direction"),
    [
        ("Walking was reached sooner with zinc.", DOWN),
        ("Walking was delayed with zinc.", UP),
        ("Walking was not reached sooner with zinc.", None),
    ],
)
def test_what_comes_sooner_takes_less_time(
    said: str, direction: Direction | None
) -> None:
    assert improved_direction(said, "time to walking") is direction


def test_a_study_whose_patients_disability_improved_reports_a_decrease() -> None:
    abstract = (
        "We randomised 120 adults to zinc or placebo. Disability improved significantly"
        " in the zinc group compared with the placebo group (P = 0.002)."
    )
    study = Study(id="s", title="Zinc for disability", abstract=abstract)
    (found,) = directions(study, [("zinc", "disability")], arms=("zinc",))
    assert found.directions is not None
    assert found.directions.likeliest is DOWN


@pytest.mark.parametrize(
    "results",
    [
        "Relapse was seen in 17% of zinc patients, 44% of iron patients and 36% of"
        " placebo patients.",
        "The mean area was 0.72 and 0.73 in the zinc and placebo groups.",
        "Relapse made two zinc patients drop out of the study of zinc and placebo.",
    ],
)
def test_numbers_without_a_word_or_a_test_are_no_change(results: str) -> None:
    assert not tells_a_change(results)
    outcome = "relapse" if "Relapse" in results else "mean area"
    abstract = f"We randomised 120 adults to zinc, iron or placebo. {results}"
    study = Study(id="s", title="Zinc", abstract=abstract)
    (found,) = directions(study, [("zinc", outcome)], threshold=0, arms=("zinc",))
    assert found.directions is None
