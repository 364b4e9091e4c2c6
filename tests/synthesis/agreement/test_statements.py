"""Statements on a topic: known or strange, agreed with or opposed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.synthesis.agreement.statements import (
    GENERAL,
    opposed_directions,
    share_known,
    topic_stems,
)
from thresher.synthesis.agreement.support import Why, unsupported
from thresher.synthesis.finding import Direction
from thresher.synthesis.study import Study
from thresher.synthesis.text_models import TextModels

NO_MODELS = TextModels(
    phrases=lambda _: {},
    directions=lambda _, pairs: (None,) * len(pairs),
    evidence_name="none",
    evidence_f1=None,
)
STUDY = Study(id="1", abstract="Vitamin K reduced hip fractures in older women.")
WORDS = st.sampled_from(["zinc", "colds", "falls", "review", "reduced", "patients"])


def why(text: str) -> set[Why]:
    return {one.why for one in unsupported(text, [STUDY], models=NO_MODELS)}


def test_a_statement_turned_round_is_caught_without_any_model() -> None:
    assert why("Vitamin K increased hip fractures in older women.") == {Why.DIRECTION}
    assert why("Vitamin K had no effect on hip fractures in older women.") == {
        Why.DIRECTION
    }
    assert why("In older women, vitamin K reduced hip fractures.") == set()


def test_a_made_up_side_of_a_change_is_caught_without_any_model() -> None:
    assert why("Zinc lozenges reduced hip fractures.") == {Why.INTERVENTION}
    assert why("Vitamin K prevents heart attacks.") == {Why.OUTCOME}
    assert why("Vitamin K supplements reduced fractures of the hip.") == set()


def test_a_statement_on_something_else_is_caught_without_any_model() -> None:
    assert why("Melatonin is good for sleep latency in children.") == {Why.TOPIC}
    assert why("Vitamin K prevents hip fractures in nursing homes.") == set()


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("Vitamin K and fractures.", ["Vitamin K reduced fractures."]),
        ("Zinc reduced or increased colds.", ["Zinc increased colds."]),
        ("Zinc increased colds.", ["Yoga reduced blood pressure at work."]),
        ("Zinc increased colds.", ["Zinc reduced colds.", "Colds rose: higher, zinc."]),
        ("It increased.", ["It decreased."]),
    ],
)
def test_no_opposition_where_nothing_is_stated_or_someone_agrees(
    text: str, sources: list[str]
) -> None:
    assert opposed_directions(text, sources) == frozenset()


@given(st.lists(WORDS, min_size=1).map(" ".join))
def test_a_source_never_opposes_itself_and_knows_its_own_topic(text: str) -> None:
    assert opposed_directions(text, [text]) == frozenset()
    assert share_known(text, topic_stems(text)) in (None, 1.0)
    assert not topic_stems(text) & GENERAL


def test_all_opposing_directions_are_named() -> None:
    sources = ["Zinc reduced colds.", "Zinc made no difference to colds."]
    assert opposed_directions("Zinc increased colds.", sources) == {
        Direction.DECREASES,
        Direction.NO_CHANGE,
    }
