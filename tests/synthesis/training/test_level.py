"""How far one tagger stands above another, article by article."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError
from thresher.synthesis.training.level import Gain, expected_level, mean_f1_gain
from thresher.synthesis.training.pico import token_f1

labels = st.lists(st.integers(0, 3), min_size=6, max_size=6).map(np.array)
articles = st.lists(st.tuples(labels, labels, labels), min_size=2, max_size=6)


def gain(found: list[tuple[np.ndarray, ...]], order: tuple[int, int, int]) -> Gain:
    truth, one, other = ([row[at] for row in found] for at in order)
    rng = np.random.default_rng(3)
    return mean_f1_gain(truth, one, other, rng=rng, draws=50)


@given(articles)
def test_the_levels_are_those_of_all_words_together(
    found: list[tuple[np.ndarray, ...]],
) -> None:
    whole = gain(found, (0, 1, 2))
    truth, one, other = (np.concatenate([row[at] for row in found]) for at in range(3))
    assert whole.lower == pytest.approx(token_f1(truth, one)["mean"], abs=2e-4)
    assert whole.higher == pytest.approx(token_f1(truth, other)["mean"], abs=2e-4)


@given(articles)
def test_taggers_that_change_places_turn_the_gain_round(
    found: list[tuple[np.ndarray, ...]],
) -> None:
    there, back = gain(found, (0, 1, 2)), gain(found, (0, 2, 1))
    assert there.value == pytest.approx(-back.value)
    assert (there.low, there.high) == pytest.approx((-back.high, -back.low))


@given(articles)
def test_a_tagger_gains_nothing_over_itself(
    found: list[tuple[np.ndarray, ...]],
) -> None:
    same = gain(found, (0, 1, 1))
    assert (same.low, same.value, same.high) == (0, 0, 0)


@given(articles, st.floats(0.3, 0.9))
def test_what_gains_all_there_is_to_gain_is_expected_to_be_perfect(
    found: list[tuple[np.ndarray, ...]], crf: float
) -> None:
    perfect = gain([(*row[:1], row[1], row[0]) for row in found], (0, 1, 2))
    if perfect.higher == pytest.approx(1) and perfect.lower < 1:
        assert expected_level(perfect, crf)["share"][0] == pytest.approx(1)


def test_lists_of_other_articles_are_refused() -> None:
    rng = np.random.default_rng(0)
    with pytest.raises(InputError, match="as many articles"):
        mean_f1_gain([np.zeros(2, int)], [], [], rng=rng)
