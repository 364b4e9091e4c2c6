"""Cold starts, explanations and label checks."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError
from thresher.screening import label_check
from thresher.screening.cold_start import diverse_start, likeness_to_texts
from thresher.screening.cycle import Known, Ranking, ranked
from thresher.screening.explain import explained
from thresher.screening.features.matrix import Features
from thresher.screening.features.similarity import most_alike, similarity_to
from thresher.screening.features.tfidf import TfIdf
from thresher.screening.label_check import suspicious
from thresher.screening.recipes import RECIPES, Recipe

from .piles import small_features, small_pile

RECIPE = RECIPES["logistic"]


def known(size: int = 40) -> Known:
    labels = small_pile().labels
    rows = np.arange(size)
    return Known(rows=rows, labels=labels[rows])


def test_a_question_in_the_topics_words_puts_relevant_records_first() -> None:
    pile = small_pile()
    likeness = likeness_to_texts(
        pile.citations, ["sleep apnea and fatigue on dialysis"], extractor=TfIdf()
    )
    wins = likeness[pile.labels][:, None] > likeness[~pile.labels]
    assert wins.mean() > 0.8


def test_a_key_paper_is_most_like_itself() -> None:
    pile = small_pile()
    likeness = likeness_to_texts(
        pile.citations, [pile.citations[5].text], extractor=TfIdf()
    )
    assert int(likeness.argmax()) == 5


@pytest.mark.parametrize(
    ("texts", "said"), [([], "got none"), (["xylophone"], "share no word")]
)
def test_a_cold_start_without_words_is_refused(texts: list[str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        likeness_to_texts(small_pile().citations, texts, extractor=TfIdf())


@given(rows=st.lists(st.integers(0, 79), min_size=1, max_size=5, unique=True))
def test_similarity_is_the_cosine_with_the_mean(rows: list[int]) -> None:
    features = small_features()
    alone = np.diag(np.sqrt(features.alone_square))
    whole = np.hstack([features.matrix.toarray().astype(np.float64), alone])
    mean = whole[rows].mean(axis=0)
    expected = whole @ mean / np.linalg.norm(mean)
    found = similarity_to(features, np.array(rows))
    np.testing.assert_allclose(found, expected, atol=1e-6)


@given(size=st.integers(1, 80), seed=st.integers(0, 5))
def test_a_diverse_start_draws_each_record_once(size: int, seed: int) -> None:
    drawn = diverse_start(small_features(), size=size, rng=np.random.default_rng(seed))
    assert len(set(drawn.tolist())) == size


def test_a_diverse_start_is_less_alike_than_chance() -> None:
    features, rng = small_features(), np.random.default_rng(1)

    def closeness(rows: list[int]) -> float:
        alike = [similarity_to(features, np.array([r]))[rows].sum() - 1 for r in rows]
        return float(np.mean(alike))

    diverse = closeness(diverse_start(features, size=8, rng=rng).tolist())
    drawn = [closeness(rng.choice(80, 8, replace=False).tolist()) for _ in range(20)]
    assert diverse < np.quantile(drawn, 0.1)
    with pytest.raises(InputError, match="81 records were asked for"):
        diverse_start(features, size=81, rng=rng)


def test_the_lifts_of_all_terms_add_up_to_the_score() -> None:
    features, lesson = small_features(), known()
    ranking = ranked(RECIPE, [features], lesson)
    (memory,) = ranking.memories
    constant = memory.found.shares.sum()  # type: ignore[attr-defined]
    for at in (0, 7, 30):
        row = int(ranking.unread[at])
        why = explained(features, row, memory=memory, known=lesson, most=10**6)
        total = sum(one.lift for one in why.lifts)
        assert total + constant == pytest.approx(ranking.scores[at], abs=1e-5)


def test_a_relevant_record_is_lifted_by_the_topics_words() -> None:
    features, lesson, pile = small_features(), known(), small_pile()
    ranking = ranked(RECIPE, [features], lesson)
    best = int(ranking.unread[ranking.scores.argmax()])
    why = explained(features, best, memory=ranking.memories[0], known=lesson, most=3)
    words = " ".join(one.term for one in why.lifts)
    assert any(w in words for w in ("dialysis", "sleep", "apnea", "kidney", "fatigue"))
    assert len(why.neighbours) <= 3
    for one in why.neighbours:
        assert one.label == pile.labels[one.row]
        assert 0 < one.alike <= 1


def test_what_cannot_be_explained_is_refused() -> None:
    features, lesson = small_features(), known()
    with pytest.raises(InputError, match="only linear rankers"):
        explained(features, 1, memory=None, known=lesson)
    (memory,) = ranked(RECIPE, [features], lesson).memories
    with pytest.raises(InputError, match="rows 0 to 79, not 80"):
        explained(features, 80, memory=memory, known=lesson)


def test_records_without_a_common_term_are_not_alike() -> None:
    features = small_features()
    rows, alike = most_alike(features, 3, among=np.arange(80), most=80)
    assert rows[0] == 3
    assert alike[0] == pytest.approx(1)
    assert (alike > 0).all()


def test_a_slip_stands_out_among_the_labels() -> None:
    features, pile = small_features(), small_pile()
    labels = pile.labels.copy()
    slip = int(np.flatnonzero(labels)[3])
    labels[slip] = False
    lesson = Known(rows=np.arange(80), labels=labels)
    found = suspicious(RECIPE, [features], lesson, rng=np.random.default_rng(1))
    assert len(found) == 10
    assert slip in [one.row for one in found]
    against = [one.against for one in found]
    assert against == sorted(against, reverse=True)
    assert all(0 <= much <= 1 for much in against)


@pytest.mark.parametrize("by_chance", [False, True])
def test_a_label_check_learns_as_the_screening_does(
    monkeypatch: pytest.MonkeyPatch, *, by_chance: bool
) -> None:
    lessons: list[Known] = []

    def noted(recipe: Recipe, features: Sequence[Features], known: Known) -> Ranking:
        lessons.append(known)
        return ranked(recipe, features, known)

    monkeypatch.setattr(label_check, "ranked", noted)
    lesson = replace(known(), by_chance=by_chance)
    suspicious(RECIPE, [small_features()], lesson, rng=np.random.default_rng(1))
    assert {one.by_chance for one in lessons} == {by_chance}


def test_a_label_check_needs_two_of_each_kind() -> None:
    lesson = Known(rows=np.arange(3), labels=np.array([True, False, False]))
    with pytest.raises(InputError, match="got 1 relevant"):
        suspicious(RECIPE, [small_features()], lesson, rng=np.random.default_rng(1))
