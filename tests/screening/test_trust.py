"""Areas, and votes that follow them."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError
from thresher.screening.balance import unbalanced
from thresher.screening.features.references import References
from thresher.screening.rankers.area import area_above
from thresher.screening.rankers.likeness import LikeAll
from thresher.screening.rankers.protocol import Scored
from thresher.screening.recipes import Part, Recipe
from thresher.screening.trust import Trust

NUMBERS = st.lists(st.integers(-3, 3), min_size=1, max_size=12)
AREAS = st.floats(0, 1)
LINKS = Trust(of="links", beside="words", power=3.0, worth=2.0)


@given(these=NUMBERS, others=NUMBERS)
def test_an_area_counts_the_pairs_in_order_and_half_of_the_ties(
    these: list[int], others: list[int]
) -> None:
    pairs = [(a > b) + (a == b) / 2 for a in these for b in others]
    found = area_above(np.array(these, float), np.array(others, float))
    assert found == pytest.approx(np.mean(pairs))


def test_the_area_over_nothing_is_that_of_chance() -> None:
    assert area_above(np.array([1.0]), np.zeros(0)) == 0.5
    assert area_above(np.zeros(0), np.array([1.0])) == 0.5


@given(area=AREAS, measure=AREAS, relevant=st.integers(1, 500))
def test_trust_is_never_negative_and_never_above_the_most(
    area: float, measure: float, relevant: int
) -> None:
    trust = replace(LINKS, most=1.2)
    found = trust({"links": area, "words": measure}, relevant=relevant)
    assert 0 <= found <= max(1.0, 1.2**3)


@given(areas=st.tuples(AREAS, AREAS), measure=AREAS, relevant=st.integers(1, 500))
def test_trust_rises_with_what_was_shown(
    areas: tuple[float, float], measure: float, relevant: int
) -> None:
    low, high = (
        LINKS({"links": area, "words": measure}, relevant=relevant)
        for area in sorted(areas)
    )
    assert low <= high


@given(area=AREAS, measure=AREAS)
def test_one_relevant_record_shows_nothing(area: float, measure: float) -> None:
    assert LINKS({"links": area, "words": measure}, relevant=1) == 1.0
    assert LINKS({"links": None, "words": measure}, relevant=1) == 1.0


def test_trust_by_hand() -> None:
    found = LINKS({"links": 0.7, "words": 0.9}, relevant=3)
    assert found == pytest.approx((2 + 2 * 0.5**3) / 4)
    usual = Trust(of="past", beside=0.75, worth=3.0)
    assert usual({"past": 0.5}, relevant=4) == pytest.approx(0.5)


def test_trust_refuses_numbers_that_are_not_positive() -> None:
    with pytest.raises(InputError, match="positive"):
        replace(LINKS, power=0.0)
    with pytest.raises(InputError, match="positive"):
        replace(LINKS, worth=-1.0)
    with pytest.raises(InputError, match="positive"):
        replace(LINKS, most=0.0)


def part(name: str, trust: Trust | None = None) -> Part:
    return Part(
        extractor=References(),
        ranker=LikeAll(),
        balance=unbalanced,
        weight=2.0,
        name=name,
        trust=trust,
    )


def test_a_vote_that_follows_an_unknown_part_is_refused() -> None:
    with pytest.raises(InputError, match="no part called 'words'"):
        Recipe(name="odd", parts=(part("links", LINKS), part("")))


def test_a_recipe_votes_by_what_its_parts_showed() -> None:
    recipe = Recipe(name="both", parts=(part("words"), part("links", LINKS)))
    learned = [Scored(scores=np.zeros(10), area=area) for area in (0.9, 0.7)]
    labels = np.array([True, False, True, True])
    votes = recipe.votes(learned, labels=labels)
    assert votes == pytest.approx([2.0, 2.0 * (2 + 2 * 0.5**3) / 4])
