"""Words, stems, cues and pairs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.synthesis.cues import is_prognostic
from thresher.synthesis.pair_words import masked, pair_words
from thresher.synthesis.words import buckets, stem, words


@given(st.text(max_size=80))
def test_words_stand_where_they_say(text: str) -> None:
    found = words(text)
    assert all(text[word.start : word.end] == word.text for word in found)
    assert "".join(word.text for word in found) == "".join(text.split())


@given(st.lists(st.text(max_size=5), max_size=20), st.integers(1, 1000))
def test_buckets_are_distinct_sorted_and_small(features: list[str], size: int) -> None:
    found = buckets(features, size=size)
    assert np.array_equal(found, np.unique(found))
    assert all(0 <= number < size for number in found)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("fracture", "fractures"),
        ("complication", "complications"),
        ("infections", "infection"),
        ("therapies", "therapy"),
        ("sleep", "sleeping"),
        ("hospitalized", "hospitalizes"),
        ("severity", "severities"),
    ],
)
def test_forms_of_a_word_share_a_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    "text",
    [
        "Fracture risk increased in women with elevated ucOC.",
        "High ferritin was associated with mortality.",
        "Age was a predictor of pain.",
        "Mortality rose per quartile of intake.",
    ],
)
def test_a_prognostic_sentence_is_known(text: str) -> None:
    assert is_prognostic(text)


@pytest.mark.parametrize(
    "text",
    [
        "Treatment was associated with lower mortality than placebo.",
        "Fracture risk was lower in the vitamin K group.",
        "Pain fell.",
    ],
)
def test_an_effect_of_a_treatment_is_not_prognostic(text: str) -> None:
    assert not is_prognostic(text)


def test_an_abbreviated_outcome_is_masked_by_its_long_form() -> None:
    long = {"LOS": "length of stay"}
    pair = pair_words("aspirin", "LOS", short_forms=long)
    assert masked("Length of stay fell.", pair)[0] == "OUTCOME"
    pair = pair_words("aspirin", "length of stay", short_forms=long)
    assert masked("LOS fell.", pair) == ["OUTCOME", "fell"]


def test_words_shared_by_both_sides_are_the_outcomes() -> None:
    pair = pair_words("pain education", "pain", short_forms={})
    assert masked("pain after education", pair) == ["OUTCOME", "after", "TREATMENT"]
