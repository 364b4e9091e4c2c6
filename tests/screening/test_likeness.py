"""Likeness to relevant records, votes that fade, and the default model."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.screening.balance import unbalanced
from thresher.screening.cycle import Known, features_for, ranked
from thresher.screening.features.matrix import Features
from thresher.screening.rankers.given import Given
from thresher.screening.rankers.likeness import LikeAll, LikeNearest
from thresher.screening.rankers.protocol import Ranker, Training
from thresher.screening.recipes import DEFAULT, RECIPES, Part

from .piles import small_features, small_pile

ROWS = st.lists(st.integers(0, 19), min_size=2, max_size=9, unique=True)


def lesson(rows: list[int], relevant: int) -> Training:
    labels = np.arange(len(rows)) % len(rows) < relevant
    return Training(rows=np.array(rows), labels=labels, weights=np.ones(len(rows)))


def products(features: Features) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    matrix = features.matrix.toarray().astype(np.float64)
    return matrix @ matrix.T + np.diag(features.alone_square)


@given(rows=ROWS, data=st.data())
def test_likeness_to_all_is_the_mean_product(
    rows: list[int], data: st.DataObject
) -> None:
    training = lesson(rows, data.draw(st.integers(1, len(rows) - 1)))
    found = LikeAll()(small_features(), training, memory=None).scores
    expected = products(small_features())[training.rows[training.labels]].mean(axis=0)
    np.testing.assert_allclose(found, expected, atol=1e-6)


@given(rows=ROWS, data=st.data(), neighbours=st.integers(1, 4))
def test_likeness_to_the_nearest_is_the_mean_of_the_largest_products(
    rows: list[int], data: st.DataObject, neighbours: int
) -> None:
    training = lesson(rows, data.draw(st.integers(1, len(rows) - 1)))
    ranker = LikeNearest(neighbours=neighbours)
    found = ranker(small_features(), training, memory=None).scores
    relevant = products(small_features())[training.rows[training.labels]]
    expected = np.sort(relevant, axis=0)[::-1][:neighbours].mean(axis=0)
    np.testing.assert_allclose(found, expected, atol=1e-6)


@given(rows=ROWS, data=st.data())
def test_the_area_of_likeness_leaves_each_relevant_record_out(
    rows: list[int], data: st.DataObject
) -> None:
    training = lesson(rows, data.draw(st.integers(1, len(rows) - 1)))
    found = LikeAll()(small_features(), training, memory=None).area
    relevant = training.rows[training.labels].tolist()
    if len(relevant) == 1:
        assert found is None
        return
    alike = products(small_features())
    above = []
    for one in relevant:
        rest = [row for row in relevant if row != one]
        mine = alike[one, rest].mean()
        for other in set(range(len(alike))) - set(relevant):
            theirs = alike[other, relevant].mean()
            above.append(0.5 if abs(mine - theirs) < 1e-6 else float(mine > theirs))
    assert found == pytest.approx(np.mean(above), abs=0.02)  # ties hang on rounding


@pytest.mark.parametrize("ranker", [LikeAll(), LikeNearest()], ids=repr)
@given(first=ROWS, second=ROWS)
def test_memory_of_likeness_changes_nothing(
    ranker: Ranker, first: list[int], second: list[int]
) -> None:
    features = small_features()
    longer = [*first, *(row for row in second if row not in first)]
    for before, after, many in ((first, longer, 1), (first, second, len(second) - 1)):
        memory = ranker(features, lesson(before, 1), memory=None).memory
        training = lesson(after, many)
        warm = ranker(features, training, memory=memory).scores
        cold = ranker(features, training, memory=None).scores
        assert warm.tolist() == cold.tolist()


def test_memory_of_other_neighbours_or_another_pile_is_not_used() -> None:
    features, training = small_features(), lesson([0, 1, 2], 2)
    memory = LikeNearest(neighbours=1)(features, training, memory=None).memory
    again = LikeNearest()(features, training, memory=memory).scores
    assert (
        again.tolist() == LikeNearest()(features, training, memory=None).scores.tolist()
    )
    other = Features(
        matrix=features.matrix[::-1],
        alone_square=features.alone_square[::-1],
        alone_sum=features.alone_sum[::-1],
    )
    for ranker in (LikeAll(), LikeNearest()):
        memory = ranker(features, training, memory=None).memory
        moved = ranker(other, training, memory=memory).scores
        assert moved.tolist() == ranker(other, training, memory=None).scores.tolist()


def test_what_is_given_is_the_sum_of_the_features_whatever_the_labels() -> None:
    features = small_features()
    found = Given()(features, lesson([0, 1], 1), memory=None).scores
    expected = features.matrix.toarray().sum(axis=1) + features.alone_sum
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_no_neighbour_is_refused() -> None:
    with pytest.raises(InputError, match="neighbours"):
        LikeNearest(neighbours=0)


PLAIN = Part(
    extractor=RECIPES["elas_u4"].parts[0].extractor,
    ranker=Given(),
    balance=unbalanced,
)


def test_a_vote_counts_half_after_as_many_relevant_records_as_asked() -> None:
    fading = replace(PLAIN, weight=2.0, half_after=10)
    assert [fading.vote(0), fading.vote(10), fading.vote(30)] == [2.0, 1.0, 0.5]
    assert replace(PLAIN, weight=2.0).vote(1000, read=0.9) == 2.0


def test_a_vote_falls_evenly_to_nothing_until_the_share_asked_is_read() -> None:
    fading = replace(PLAIN, weight=2.0, until=0.5)
    shares = (0.0, 0.125, 0.25, 0.5, 1.0)
    assert [fading.vote(9, read=one) for one in shares] == [2.0, 1.5, 1.0, 0.0, 0.0]


def test_a_vote_cannot_fade_at_once() -> None:
    with pytest.raises(InputError, match="half_after"):
        replace(PLAIN, half_after=0)
    with pytest.raises(InputError, match="until"):
        replace(PLAIN, until=0.0)


def test_the_default_adds_up_standard_scores_by_its_votes() -> None:
    pile = small_pile()
    best = RECIPES[DEFAULT]
    features = features_for(best, pile.citations)
    relevant, others = np.flatnonzero(pile.labels), np.flatnonzero(~pile.labels)
    rows = np.concatenate([relevant[:6], others[:6]])
    known = Known(rows=rows, labels=pile.labels[rows])
    ranking = ranked(best, features, known)
    learned = [
        one.ranker(matrix, one.lesson(matrix, rows, known.labels), memory=None)
        for one, matrix in zip(best.parts, features, strict=True)
    ]
    read = 12 / pile.labels.size
    past = best.parts[-1].trust
    assert past is not None
    faith = past({"past": learned[-1].area}, relevant=6)
    votes = [1.0, 0.5, 0.4, *[0.5 * (1 - 2 * read)] * 2, 1.6 * 10 / 16 * faith]
    told = [*learned[:5], learned[-1]]  # nothing is cited in this pile
    expected = sum(
        vote * (scores - scores.mean()) / (scores.std() or 1.0)
        for vote, scores in (
            (vote, one.scores[ranking.unread])
            for vote, one in zip(votes, told, strict=True)
        )
    )
    found = ranking.scores - ranking.scores.mean()  # a part may lift all alike
    np.testing.assert_allclose(found, expected, atol=1e-6)


@pytest.mark.parametrize("in_title", [True, False])
def test_the_default_reads_titles_alone_and_abstracts_alone(*, in_title: bool) -> None:
    citations = [
        Citation(
            id=one.id, title=one.text * in_title, abstract=one.text * (not in_title)
        )
        for one in small_pile().citations
    ]
    features = features_for(RECIPES[DEFAULT], citations)
    rows = np.array([0, 1, 2])
    known = Known(rows=rows, labels=np.array([True, False, False]))
    assert np.isfinite(ranked(RECIPES[DEFAULT], features, known).scores).all()
