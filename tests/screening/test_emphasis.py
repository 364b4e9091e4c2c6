"""Relevant records that stand apart, or were found late, count more."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from thresher.errors import InputError
from thresher.screening.balance import Balanced
from thresher.screening.emphasis import Emphasis
from thresher.screening.features.matrix import Features
from thresher.screening.rankers.protocol import Training
from thresher.screening.recipes import DEFAULT, RECIPES

ROWS = [
    [1.0, 0, 0],
    [0.8, 0.6, 0],
    [0.6, 0.8, 0],
    [0.0, 0, 1],
    [0.0, 1, 0],
    [1.0, 0, 0],
]
NUMBERS = st.floats(0, 4)


def _features(rows: list[list[float]]) -> Features:
    nothing = np.zeros(len(rows))
    matrix = csr_array(np.array(rows, dtype=np.float32))
    return Features(matrix=matrix, alone_square=nothing, alone_sum=nothing)


def _lesson(labels: list[bool]) -> Training:
    given_labels = np.array(labels)
    return Training(
        rows=np.arange(given_labels.size),
        labels=given_labels,
        weights=Balanced(ratio=9.8)(given_labels),
    )


LESSON = _lesson([True, True, True, True, False, False])


@given(apart=NUMBERS, late=NUMBERS)
def test_both_kinds_of_labels_weigh_as_much_as_before(
    apart: float, late: float
) -> None:
    found = Emphasis(apart=apart, late=late)(_features(ROWS), LESSON)
    relevant = LESSON.labels
    assert found.weights[relevant].sum() == pytest.approx(
        LESSON.weights[relevant].sum()
    )
    np.testing.assert_array_equal(found.weights[~relevant], LESSON.weights[~relevant])


def test_a_record_without_text_weighs_as_the_others_do_on_average() -> None:
    rows = [*ROWS[:3], [0.0, 0, 0], *ROWS[4:]]
    before = LESSON.weights[:4]
    found = Emphasis(late=0)(_features(rows), LESSON).weights[:4] / before
    assert found[3] == pytest.approx(found[:3].mean())
    assert found[3] == pytest.approx(1)
    nothing = [[0.0, 0, 0]] * 4
    none = Emphasis(late=0)(_features([*nothing, *ROWS[4:]]), LESSON).weights[:4]
    np.testing.assert_allclose(none, before)


def test_words_that_no_other_record_has_are_text() -> None:
    rows = [*ROWS[:3], [0.0, 0, 0], *ROWS[4:]]
    alone = np.array([0.0, 0, 0, 1, 0, 0])
    features = replace(_features(rows), alone_square=alone)
    found = Emphasis(late=0)(features, LESSON).weights[:4]
    assert found[3] > 10 * found[:3].max()


def test_the_weight_follows_the_mean_likeness_to_the_other_relevant_records() -> None:
    found = Emphasis(apart=2, late=0)(_features(ROWS), LESSON).weights[:4]
    alike = np.array([1.4 / 3, (0.8 + 0.96) / 3, (0.6 + 0.96) / 3, 0.0])
    expected = (alike + 0.01) ** -2.0
    np.testing.assert_allclose(found / found.sum(), expected / expected.sum(), 1e-6)


def test_the_last_found_weighs_as_many_doublings_more_as_asked() -> None:
    found = Emphasis(apart=0, late=3)(_features(ROWS), LESSON).weights[:4]
    np.testing.assert_allclose(found / found[0], [1, 2, 4, 8])


def test_without_emphasis_nothing_changes() -> None:
    found = Emphasis(apart=0, late=0)(_features(ROWS), LESSON)
    np.testing.assert_allclose(found.weights, LESSON.weights)


def test_of_two_relevant_records_none_stands_apart() -> None:
    lesson = _lesson([True, True, False, False, False, False])
    assert Emphasis()(_features(ROWS), lesson) is lesson


def test_negative_emphasis_is_refused() -> None:
    with pytest.raises(InputError, match="0 or more"):
        Emphasis(apart=-1)
    with pytest.raises(InputError, match="0 or more"):
        Emphasis(late=-1)


def test_the_machines_that_read_words_learn_with_emphasis() -> None:
    first, second, *others = RECIPES[DEFAULT].parts
    features = _features(ROWS)
    expected = Emphasis()(features, LESSON).weights
    for part in (first, second):
        found = part.lesson(features, LESSON.rows, LESSON.labels)
        np.testing.assert_array_equal(found.weights, expected)
    assert not any(part.emphasis for part in others)


def test_of_records_drawn_by_chance_none_counts_more() -> None:
    first, *_ = RECIPES[DEFAULT].parts
    found = first.lesson(_features(ROWS), LESSON.rows, LESSON.labels, by_chance=True)
    np.testing.assert_array_equal(found.weights, LESSON.weights)
