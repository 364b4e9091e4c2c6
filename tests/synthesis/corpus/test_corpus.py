"""Data sets whose parts share no study."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError
from thresher.synthesis.corpus import (
    EXCLUDED_TYPES,
    STUDY_TYPES,
    Parts,
    Review,
    is_study_of_interest,
    is_systematic_review,
    shared_studies,
    split,
    split_reviews,
)
from thresher.synthesis.corpus.split import topics

citing = st.lists(
    st.frozensets(st.integers(0, 30).map(str), max_size=4), min_size=3, max_size=25
)


def reviews_of(studies: list[frozenset[str]]) -> list[Review]:
    return [Review(id=f"r{at}", studies=one) for at, one in enumerate(studies)]


@given(citing, st.integers(0, 100))
def test_parts_never_share_a_study_and_lose_no_review(
    studies: list[frozenset[str]], seed: int
) -> None:
    reviews = reviews_of(studies)
    try:
        parts = split_reviews(reviews, rng=np.random.default_rng(seed))
    except InputError as error:
        assert "too few for 3 parts" in str(error)  # noqa: PT017  a lawful refusal
        return
    assert shared_studies(reviews, parts) == frozenset()
    dealt = [one for part in parts.reviews.values() for one in part]
    assert sorted(dealt) == sorted(review.id for review in reviews)
    assert all(parts.reviews.values())


def test_many_small_groups_come_near_the_shares() -> None:
    reviews = reviews_of([frozenset({str(at)}) for at in range(1000)])
    parts = split_reviews(reviews, rng=np.random.default_rng(1)).reviews
    assert {name: len(ids) for name, ids in parts.items()} == {
        "train": 800,
        "validation": 100,
        "test": 100,
    }


def test_reviews_of_one_topic_stay_together() -> None:
    reviews = reviews_of([frozenset()] * 6)
    parts = split_reviews(
        reviews, rng=np.random.default_rng(1), topic_of=[0, 0, 1, 1, 2, 2]
    )
    pairs = [{"r0", "r1"}, {"r2", "r3"}, {"r4", "r5"}]
    for ids in parts.reviews.values():
        assert all(pair <= set(ids) or not pair & set(ids) for pair in pairs)


def test_a_leak_is_seen() -> None:
    reviews = reviews_of([frozenset({"x"}), frozenset({"x"})])
    leaking = Parts(reviews={"train": ("r0",), "test": ("r1",)})
    assert shared_studies(reviews, leaking) == {"x"}
    with pytest.raises(InputError, match="in two parts"):
        Parts(reviews={"train": ("r0",), "test": ("r0",)})


def test_impossible_splits_are_refused() -> None:
    rng = np.random.default_rng(1)
    twice = [Review(id="a", studies=frozenset())] * 2
    with pytest.raises(InputError, match="one id"):
        split_reviews(twice, rng=rng)
    with pytest.raises(InputError, match="add up to 1"):
        split_reviews(twice[:1], rng=rng, shares={"train": 0.5})


def test_topics_follow_words() -> None:
    texts = [
        "zinc colds zinc",
        "zinc and colds",
        "falls exercise",
        "exercise for falls",
    ]
    reviews = [
        Review(id=str(at), studies=frozenset(), text=text)
        for at, text in enumerate(texts)
    ]
    found = topics(reviews, number=2)
    assert found[0] == found[1] != found[2] == found[3]
    assert topics(reviews[:1], number=1) == [0]
    with pytest.raises(InputError, match="cannot find 5 topics"):
        topics(reviews, number=5)
    with pytest.raises(InputError, match="no words"):
        topics([Review(id="a", studies=frozenset(), text="the of")], number=1)


@pytest.mark.parametrize(
    ("types", "text", "wanted"),
    [
        (["Randomized Controlled Trial"], "", True),
        (["Journal Article"], "", False),
        ([], "A randomised trial.", True),
        ([], "A randomized trial.", True),
        ([], "Chosen at random.", False),
        (["Case Reports", "Clinical Trial"], "", False),
        (["Clinical Trial, Veterinary"], "randomized", False),
    ],
)
def test_studies_of_interest(types: list[str], text: str, wanted: bool) -> None:  # noqa: FBT001
    assert is_study_of_interest(types, text) == wanted


def test_the_lists_are_those_of_appendix_a_with_medlines_case_reports() -> None:
    assert len(STUDY_TYPES) == 13
    assert len(EXCLUDED_TYPES) == 4
    assert "Case Reports" in EXCLUDED_TYPES


def test_reviews_are_known_by_type_or_by_words() -> None:
    assert is_systematic_review(["Meta-Analysis"], "")
    assert is_systematic_review([], "Systematic reviews of zinc")
    assert not is_systematic_review(["Review"], "A narrative review")


def test_parts_that_would_share_a_study_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reviews = [Review(id=str(at), studies=frozenset({"s"})) for at in range(3)]
    monkeypatch.setattr(split, "_together", lambda some, _: [[one.id] for one in some])
    with pytest.raises(InputError, match="parts share the study s"):
        split_reviews(reviews, rng=np.random.default_rng(1))
