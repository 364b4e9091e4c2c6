"""Impossible findings cannot be built."""

import pytest

from thresher.errors import InputError
from thresher.synthesis.finding import Direction, Directions, Finding
from thresher.synthesis.sentences import Sentence
from thresher.synthesis.study import Study

UP = Directions(increases=0.6, no_change=0.3, decreases=0.1)
SENTENCE = Sentence(text="Pain rose.", start=0, end=10)


def finding(**changes: object) -> Finding:
    facts = {
        "study": "1",
        "intervention": "a",
        "outcome": "pain",
        "directions": UP,
        "evidence": SENTENCE,
        "confidence": 0.5,
    }
    return Finding(**(facts | changes))  # type: ignore[arg-type]


def test_a_direction_never_comes_without_its_sentence() -> None:
    with pytest.raises(InputError, match="sentence"):
        finding(evidence=None)
    with pytest.raises(InputError, match="sentence"):
        finding(directions=None)
    assert finding().is_reported
    assert not finding(directions=None, evidence=None).is_reported


def test_confidence_is_a_probability() -> None:
    with pytest.raises(InputError, match="confidence"):
        finding(confidence=1.2)


@pytest.mark.parametrize("triple", [(0.5, 0.5, 0.5), (1.2, -0.1, -0.1), (0, 0, 0)])
def test_directions_add_up_to_one(triple: tuple[float, float, float]) -> None:
    up, same, down = triple
    with pytest.raises(InputError, match="add up"):
        Directions(increases=up, no_change=same, decreases=down)


def test_a_tie_goes_to_no_change() -> None:
    tie = Directions(increases=0.4, no_change=0.4, decreases=0.2)
    assert tie.likeliest is Direction.NO_CHANGE
    assert UP.likeliest is Direction.INCREASES


def test_a_study_needs_an_id() -> None:
    with pytest.raises(InputError, match="id"):
        Study(id="", title="x")
    assert Study(id="1", abstract="Only this.").text == "Only this."
