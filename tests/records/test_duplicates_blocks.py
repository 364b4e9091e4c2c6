"""Blocks: which records are compared, and what happens where they are large."""

from typing import Any

import pytest

from thresher.records.citation import Citation
from thresher.records.duplicates import Link, find_links
from thresher.records.duplicates.blocks import candidate_pairs
from thresher.records.duplicates.columns import columns

TITLE = "Evening walks and sleep in adults who live with kidney failure"


def told(pile: list[Citation], links: list[Link]) -> set[tuple[object, ...]]:
    """Links by ids, so that piles in different orders can be compared."""
    return {
        (frozenset((pile[link.first].id, pile[link.second].id)), link.band)
        for link in links
    }


def record(at: int, *, year: int) -> Citation:
    """One of many records with the same title, author and page."""
    return Citation(
        id=f"{at:03}",
        title=TITLE,
        authors=("Ito, K.",),
        year=year,
        pages="221-8",
    )


KEYS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "DOI": ({"doi": "10.5555/1"}, {"doi": "10.5555/1.pub2"}),
    "PMID": ({"pmid": "7"}, {"pmid": "07"}),
    "OpenAlex id": ({"openalex_id": "W7"}, {"openalex_id": "https://o.org/W7"}),
    "title": ({"title": "Oats; hay."}, {"title": "OATS, HAY"}),
    "abstract": ({"abstract": "We asked."}, {"abstract": "WE ASKED."}),
    "start of the title and author": (
        {
            "title": "Slow walks in the early evening by steamboats",
            "authors": ("Ito, K.",),
        },
        {
            "title": "Slow walks in the early evening by aeroplanes",
            "authors": ("Ito K",),
        },
    ),
    "end of the title and author": (
        {
            "title": "Steamboats: slow walks in the early evening",
            "authors": ("Ito, K.",),
        },
        {"title": "Aeroplanes: slow walks in the early evening", "authors": ("Ito K",)},
    ),
    "start of the title and year": (
        {
            "title": "Slow walks in the early evening and late by steamboats",
            "year": 2015,
        },
        {
            "title": "Slow walks in the early evening and late by aeroplanes",
            "year": 2015,
        },
    ),
    "end of the title and year": (
        {"title": "Steamboats: slow walks in the early evening and late", "year": 2015},
        {"title": "Aeroplanes: slow walks in the early evening and late", "year": 2015},
    ),
    "longest words": (
        {"title": "Sleeplessness: hospital walks, nightly"},
        {"title": "On nightly sleeplessness, hospital and walks"},
    ),
    "longest word, author and year": (
        {"title": "Sleeplessness or oats", "authors": ("Ito, K.",), "year": 2015},
        {"title": "Hay, not sleeplessness", "authors": ("Ito K",), "year": 2015},
    ),
    "next longest word, author and year": (
        {"title": "Sleeplessness in hospital", "authors": ("Ito, K.",), "year": 2015},
        {"title": "My sleeplesness: a hospital", "authors": ("Ito K",), "year": 2015},
    ),
    "two longest words and author": (
        {"title": "Sleeplessness or hospital", "authors": ("Ito, K.",), "year": 2014},
        {"title": "A hospital: sleeplessness", "authors": ("Ito K",), "year": 2015},
    ),
    "volume and page": (
        {"volume": "12", "pages": "221-8"},
        {"volume": "12 (3)", "pages": "221"},
    ),
    "author, year and page": (
        {"authors": ("Ito, K.",), "year": 2015, "pages": "221-8"},
        {"authors": ("Ito K",), "year": 2015, "pages": "221"},
    ),
}


@pytest.mark.parametrize("key", KEYS)
def test_one_key_in_common_is_enough_to_be_compared(key: str) -> None:
    pile = [Citation(id=str(at), **fields) for at, fields in enumerate(KEYS[key])]
    first, second = candidate_pairs(columns(pile), warn=pytest.fail)
    assert (first.tolist(), second.tolist()) == ([0], [1])


def test_records_with_no_key_in_common_are_not_compared() -> None:
    pile = [Citation(id="1"), Citation(id="2"), Citation(id="3", title="Oats", year=9)]
    assert candidate_pairs(columns(pile), warn=pytest.fail)[0].size == 0


def crowd(size: int) -> list[Citation]:
    """Records that nothing but their ids tells apart."""
    return [record(i, year=2015) for i in range(size)]


def test_large_blocks_are_split_and_that_is_said() -> None:
    cautions: list[str] = []
    links = find_links(crowd(60), warn=cautions.append, largest_block=20)
    assert any("more than 20 records have the same title" in said for said in cautions)
    assert any("60 of them were compared only with" in said for said in cautions)
    found = {(link.first, link.second) for link in links}
    assert found == {(i, i + d) for i in range(60) for d in range(1, 11) if i + d < 60}


def test_small_blocks_are_compared_whole_and_nothing_is_said() -> None:
    cautions: list[str] = []
    links = find_links(crowd(20), warn=cautions.append)
    assert len(links) == 20 * 19 / 2
    assert cautions == []


def test_large_blocks_that_years_tell_apart_lose_nothing() -> None:
    pile = [record(i, year=1900 + i // 2) for i in range(60)]
    links = find_links(pile, largest_block=20)
    certain = {(link.first, link.second) for link in links if link.band == "certain"}
    assert certain == {(i, i + 1) for i in range(0, 60, 2)}


def test_the_order_of_a_crowd_does_not_matter() -> None:
    pile = crowd(60)
    backwards = pile[::-1]
    links = find_links(pile, largest_block=20)
    others = find_links(backwards, largest_block=20)
    assert told(pile, links) == told(backwards, others)


def test_progress_is_reported() -> None:
    heard: list[str] = []

    def report(what: str, *, done: int, total: int) -> None:
        assert 0 <= done <= total
        heard.append(what)

    find_links(crowd(4), report=report)
    assert heard == ["Reading records", "Comparing pairs"]
