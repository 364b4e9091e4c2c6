"""Lengths, doses and ways of one treatment are told apart where they are the arms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.synthesis.evidence import directions
from thresher.synthesis.finding import Direction
from thresher.synthesis.study import Study
from thresher.synthesis.variants import retold, told_apart


@pytest.mark.parametrize(
    ("arm", "text", "names"),
    [
        (
            "zinc",
            "We compared 5-day zinc with 10-day zinc.",
            ("5-day zinc", "10-day zinc"),
        ),
        ("zinc", "Five or 10 days of zinc?", ("five-day zinc", "10-day zinc")),
        ("zinc", "They received zinc 20 or 40 mg.", ("20-mg zinc", "40-mg zinc")),
        ("zinc", "Oral versus intravenous zinc.", ("oral zinc", "intravenous zinc")),
        (
            "oral or rectal zinc",
            "They were given oral or rectal zinc.",
            ("oral zinc", "rectal zinc"),
        ),
        (
            "zinc",
            "Low-dose or high-dose zinc was given.",
            ("low-dose zinc", "high-dose zinc"),
        ),
        (
            "exercise",
            "They had 12-week exercise or 24 weeks of exercise.",
            ("12-week exercise", "24-week exercise"),
        ),
    ],
)
def test_what_is_compared_with_itself_is_divided(
    arm: str, text: str, names: tuple[str, ...]
) -> None:
    assert told_apart([arm], text) == names


@pytest.mark.parametrize(
    "text",
    [
        "They were given zinc 20 or 40 mg or placebo.",
        "Pain was compared 5 and 10 days after zinc.",
        "All received zinc; pain was measured at 2 or 4 weeks.",
        "Survival was 27.4 months or 27.7 months of zinc users.",
        "All received zinc for 5 days.",
    ],
)
def test_what_has_another_comparator_or_only_times_is_not(text: str) -> None:
    assert told_apart(["zinc"], text) == ("zinc",)


def test_doses_stay_one_arm_beside_another_drug() -> None:
    text = "They received zinc 20 mg or zinc 40 mg or copper."
    assert told_apart(["zinc", "copper"], text) == ("zinc", "copper")


METHODS = "We randomised 90 women to 5-day zinc or 10-day zinc. All had colds. "
ARMS = ("5-day zinc", "10-day zinc")


@pytest.mark.parametrize(
    ("said", "short", "long"),
    [
        (
            "Relapse was more frequent with 5-day zinc than with 10-day zinc (P=0.01).",
            Direction.INCREASES,
            None,
        ),
        (
            "At 5 days relapse was less frequent with 10 days of zinc (P=0.01).",
            None,
            Direction.DECREASES,
        ),
        ("Relapse was less frequent on the longer course (P=0.01).", None, None),
        (
            "Relapse did not differ between the groups.",
            Direction.NO_CHANGE,
            Direction.NO_CHANGE,
        ),
    ],
)
def test_a_length_has_only_what_is_said_of_it(
    said: str, short: Direction | None, long: Direction | None
) -> None:
    study = Study(id="1", title="Zinc for colds", abstract=METHODS + said)
    pairs = [(arm, "relapse") for arm in ARMS]
    found = directions(study, pairs, threshold=0.0, arms=ARMS)
    told = [one.directions and one.directions.likeliest for one in found]
    assert told == [short, long]


def test_one_arm_compared_with_itself_has_no_direction() -> None:
    said = "Relapse was more frequent with zinc 20 mg than with zinc 40 mg (P=0.01)."
    study = Study(
        id="1",
        title="Zinc for colds",
        abstract=f"We randomised 90 women to zinc 20 mg, 40 mg or placebo. {said}",
    )
    (found,) = directions(study, [("zinc", "relapse")], threshold=0.0, arms=("zinc",))
    assert not found.is_reported


@given(st.text())
def test_a_text_without_variants_is_told_as_it_is(text: str) -> None:
    assert retold(["zinc", "10-day copper"]).tell(text) == text
