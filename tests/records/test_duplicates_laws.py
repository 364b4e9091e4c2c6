"""Laws of links and groups, on piles in which much coincides."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.records.duplicates import Link, find_links, groups, open_questions

TITLE = "Evening walks and sleep in adults who live with kidney failure"
TEXT = (
    "We asked whether evening walks change sleep. Forty adults walked for eight weeks "
    "and kept a diary. Sleep was longer in those who walked, by half an hour."
)
BARE: dict[str, Any] = {"title": TITLE, "authors": ("Ito, K.",), "year": 2015}
TITLES = (
    "",
    TITLE,
    TITLE.upper(),
    f"{TITLE}, part II",
    f"Erratum: {TITLE}",
    TITLE[:38],
    "Editorial",
    "Oats for sheep in the hills of the far north",
)
citations = st.builds(
    Citation,
    id=st.just("1"),
    title=st.sampled_from(TITLES),
    abstract=st.sampled_from(("", TEXT)),
    authors=st.sampled_from(((), ("Ito, K.",), ("Ito, R.", "Roe, A."), ("Roe, A.",))),
    year=st.sampled_from((None, 2014, 2015, 2018)),
    venue=st.sampled_from(("", "J Even Med", "Journal of Evening Medicine", "medRxiv")),
    volume=st.sampled_from(("", "12", "13")),
    issue=st.sampled_from(("", "1", "2")),
    pages=st.sampled_from(("", "221-8", "228", "e1234", "7")),
    doi=st.sampled_from(("", "10.5555/a", "10.5555/b", "10.1101/2015.1")),
    pmid=st.sampled_from(("", "", "7", "8")),
)


def numbered(pile: list[Citation]) -> list[Citation]:
    return [replace(citation, id=str(i)) for i, citation in enumerate(pile)]


piles = st.lists(citations, max_size=12).map(numbered)
small_piles = st.lists(citations, max_size=5).map(numbered)


def told(pile: list[Citation], links: list[Link]) -> set[tuple[object, ...]]:
    """Links by ids, so that piles in different orders can be compared."""
    return {
        (
            frozenset((pile[link.first].id, pile[link.second].id)),
            link.band,
            link.score,
            link.reason,
            link.flags,
            link.guards,
        )
        for link in links
    }


@given(pile=piles, data=st.data())
def test_the_order_of_records_does_not_matter(
    pile: list[Citation], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(pile))
    links, others = find_links(pile), find_links(shuffled)
    assert told(pile, links) == told(shuffled, others)
    ours = {frozenset(pile[i].id for i in g) for g in groups(links, size=len(pile))}
    theirs = groups(others, size=len(pile))
    assert ours == {frozenset(shuffled[i].id for i in g) for g in theirs}


@given(pile=piles, data=st.data())
def test_records_added_later_take_no_link_away(
    pile: list[Citation], data: st.DataObject
) -> None:
    size = data.draw(st.integers(0, len(pile)))
    before, after = find_links(pile[:size]), find_links(pile)
    assert told(pile, before) <= told(pile, after)


@given(pile=piles)
def test_a_pair_is_linked_at_most_once_and_never_with_itself(
    pile: list[Citation],
) -> None:
    pairs = [(link.first, link.second) for link in find_links(pile)]
    assert pairs == sorted(set(pairs))
    assert all(0 <= first < second < len(pile) for first, second in pairs)


@given(pile=small_piles)
def test_links_depend_on_their_two_records_alone(pile: list[Citation]) -> None:
    for link in find_links(pile):
        alone = find_links([pile[link.first], pile[link.second]])
        if link.band == "apart":
            assert alone == []
        else:
            assert alone == [replace(link, first=0, second=1)]


@given(pile=piles)
def test_groups_hold_every_record_once_and_nothing_a_guard_forbids(
    pile: list[Citation],
) -> None:
    links = find_links(pile)
    found = groups(links, size=len(pile))
    assert sorted(at for group in found for at in group) == list(range(len(pile)))
    guarded = {(link.first, link.second) for link in links if link.guards}
    joined = {pair for group in found for pair in combinations(group, 2)}
    assert not guarded & joined


@given(pile=small_piles)
def test_every_pair_of_a_group_is_free_of_guards_even_if_only_chained(
    pile: list[Citation],
) -> None:
    for group in groups(find_links(pile), size=len(pile)):
        for pair in combinations(group, 2):
            links = find_links([pile[at] for at in pair])
            assert all(not link.guards for link in links)


@given(pile=piles)
def test_what_is_left_open_lies_between_groups_and_is_asked_once(
    pile: list[Citation],
) -> None:
    links = find_links(pile)
    found = groups(links, size=len(pile))
    group_of = {at: n for n, group in enumerate(found) for at in group}
    asked = [
        frozenset((group_of[link.first], group_of[link.second]))
        for link in open_questions(links, found=found)
    ]
    wanted = {
        frozenset((group_of[link.first], group_of[link.second]))
        for link in links
        if link.band != "apart" and group_of[link.first] != group_of[link.second]
    }
    assert len(asked) == len(set(asked))
    assert set(asked) == wanted


def chain(*scores: float, guard: tuple[int, int]) -> list[Link]:
    """Certain links from record to record, and a guard between two of the records."""
    links = [
        Link(first=i, second=i + 1, band="certain", score=score, reason="")
        for i, score in enumerate(scores)
    ]
    first, second = guard
    apart = Link(
        first=first,
        second=second,
        band="apart",
        score=0.1,
        reason="",
        guards=("different DOIs",),
    )
    return [*links, apart]


def test_a_chain_is_cut_at_its_weakest_link() -> None:
    assert groups(chain(0.9, 0.8, guard=(0, 2)), size=3) == [(0, 1), (2,)]
    assert groups(chain(0.7, 0.8, guard=(0, 2)), size=3) == [(0,), (1, 2)]


def test_links_of_one_strength_are_cut_together() -> None:
    assert groups(chain(0.9, 0.9, guard=(0, 2)), size=3) == [(0,), (1,), (2,)]


def test_a_cut_leaves_the_rest_of_the_chain_joined() -> None:
    links = chain(0.9, 0.9, 0.95, 0.6, guard=(0, 2))
    assert groups(links, size=5) == [(0,), (1,), (2, 3, 4)]


def test_different_dois_are_not_joined_through_a_record_without_one() -> None:
    pile = [
        Citation(id="1", **BARE, doi="10.5555/1"),
        Citation(id="2", **BARE),
        Citation(id="3", **BARE, doi="10.5555/2"),
    ]
    links = find_links(pile)
    assert [link.band for link in links] == ["certain", "maybe", "certain"]
    assert groups(links, size=3) == [(0,), (1,), (2,)]
    assert len(open_questions(links, found=[(0,), (1,), (2,)])) == 3


def test_unlike_records_that_a_chain_joins_are_told_to_be_apart() -> None:
    middle: dict[str, Any] = {"title": TITLE, "doi": "10.5555/1", "pmid": "7"}
    pile = [
        Citation(id="1", title=TITLE, doi="10.5555/1", year=2001),
        Citation(id="2", **middle),
        Citation(id="3", title=TITLE, pmid="7", year=2010),
    ]
    links = find_links(pile)
    assert [(link.first, link.second, link.band) for link in links] == [
        (0, 1, "certain"),
        (0, 2, "apart"),
        (1, 2, "certain"),
    ]
    assert groups(links, size=3) == [(0,), (1,), (2,)]


def test_a_link_needs_two_positions_in_order() -> None:
    with pytest.raises(InputError, match="the lower one first, got 2 and 2"):
        Link(first=2, second=2, band="maybe", score=0.5, reason="")


def test_a_certain_link_has_no_guards() -> None:
    with pytest.raises(InputError, match="no guards"):
        Link(first=0, second=1, band="certain", score=1, reason="", guards=("x",))


def test_a_link_out_of_the_pile_is_refused() -> None:
    link = Link(first=0, second=9, band="certain", score=1, reason="")
    with pytest.raises(InputError, match="position 9 of a pile of 3 records"):
        groups([link], size=3)


def test_a_pile_of_none_or_one_has_no_links() -> None:
    assert find_links([]) == []
    assert find_links([Citation(id="1", **BARE)]) == []
    assert groups([], size=0) == []
