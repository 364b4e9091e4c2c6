"""Odds of terms among the relevant records."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.screening.features.matrix import Features
from thresher.screening.rankers.given import Given
from thresher.screening.rankers.protocol import Ranker, Training
from thresher.screening.rankers.term_odds import TermOdds

from .piles import small_features

ROWS = st.lists(st.integers(0, 19), min_size=2, max_size=9, unique=True)


def lesson(rows: list[int], relevant: int) -> Training:
    labels = np.arange(len(rows)) < relevant
    return Training(rows=np.array(rows), labels=labels, weights=np.ones(len(rows)))


@given(rows=ROWS, data=st.data())
def test_the_odds_are_those_of_the_formula(
    rows: list[int], data: st.DataObject
) -> None:
    training = lesson(rows, data.draw(st.integers(1, len(rows) - 1)))
    found = TermOdds()(small_features(), training, memory=None).scores
    holds = small_features().matrix.toarray() > 0
    size, relevant = len(holds), training.rows[training.labels]
    many, inside = holds.sum(axis=0), holds[relevant].sum(axis=0)
    usual = (many + 1) / (size + 2)
    odds = np.log(
        (inside + usual)
        / (relevant.size + 1)
        / ((many - inside + usual) / (size - relevant.size + 1))
    )
    expected = holds @ odds / np.sqrt(np.maximum(holds.sum(axis=1), 1))
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


@given(rows=ROWS)
def test_irrelevant_labels_and_the_order_of_the_relevant_ones_change_nothing(
    rows: list[int],
) -> None:
    features, many = small_features(), len(rows) - 1
    first = TermOdds()(features, lesson(rows, many), memory=None).scores
    turned = [*rows[:many][::-1], rows[-1]]
    again = TermOdds()(features, lesson(turned, many), memory=None).scores
    assert first.tolist() == again.tolist()
    other = next(row for row in range(20) if row not in rows)
    more = TermOdds()(features, lesson([*rows, other], many), memory=None).scores
    assert first.tolist() == more.tolist()


@pytest.mark.parametrize("ranker", [TermOdds(), Given()], ids=repr)
@given(first=ROWS, second=ROWS)
def test_memory_changes_nothing(
    ranker: Ranker, first: list[int], second: list[int]
) -> None:
    features = small_features()
    memory = ranker(features, lesson(first, 1), memory=None).memory
    for many in range(1, len(second)):
        warm = ranker(features, lesson(second, many), memory=memory)
        cold = ranker(features, lesson(second, many), memory=None)
        assert warm.scores.tolist() == cold.scores.tolist()
        assert warm.area == cold.area
        memory = warm.memory


@pytest.mark.parametrize("ranker", [TermOdds(), Given()], ids=repr)
def test_the_memory_of_another_pile_is_not_used(ranker: Ranker) -> None:
    features, training = small_features(), lesson([0, 1, 2], 2)
    other = Features(
        matrix=features.matrix[::-1],
        alone_square=features.alone_square[::-1],
        alone_sum=features.alone_sum[::-1],
    )
    memory = ranker(features, training, memory=None).memory
    moved = ranker(other, training, memory=memory).scores
    assert moved.tolist() == ranker(other, training, memory=None).scores.tolist()


@given(rows=ROWS, data=st.data())
def test_what_is_given_tells_how_often_relevant_records_stand_above_the_rest(
    rows: list[int], data: st.DataObject
) -> None:
    training = lesson(rows, data.draw(st.integers(1, len(rows) - 1)))
    found = Given()(small_features(), training, memory=None)
    relevant = training.rows[training.labels]
    others = np.delete(found.scores, relevant)
    pairs = [(a > b) + (a == b) / 2 for a in found.scores[relevant] for b in others]
    assert found.area == pytest.approx(np.mean(pairs))
