"""Groups of records: Thresher's links, and what people made of them."""

import pytest

from thresher.records.citation import Citation
from thresher.store.grouping import Grouping, grouping
from thresher.store.link_rows import (
    StoredLink,
    add_found,
    decide_links,
    undo_links,
)
from thresher.store.linking import duplicates_of, find_duplicates, queue
from thresher.store.project import Project

from .conftest import put

AT = "2024-05-03T09:00:00+00:00"


def link(
    first: int, second: int, *, band: str = "certain", guards: tuple[str, ...] = ()
) -> StoredLink:
    return StoredLink(
        first_id=first,
        second_id=second,
        band=band,
        score=0.9,
        reason="same title",
        guards=guards,
    )


@pytest.fixture
def five(project: Project) -> Project:
    """A project of five records."""
    put(project, *(Citation(id=str(number), title="T") for number in range(5)))
    return project


def grouped(project: Project, *found: StoredLink) -> Grouping:
    with project.writing() as connection:
        add_found(connection, found)
    with project.reading() as connection:
        return grouping(connection)


def answer(project: Project, pair: tuple[int, int], *, same: bool) -> Grouping:
    with project.writing() as connection:
        [one] = [li for li in grouping(connection).links if li.pair == pair]
        decide_links(connection, {one.id: same}, reader="Ann", at=AT)
        return grouping(connection)


def test_certain_links_join_and_others_do_not(five: Project) -> None:
    found = grouped(five, link(1, 2), link(2, 4), link(3, 5, band="maybe"))
    assert found.groups == [[1, 2, 4], [3], [5]]
    assert found.members() == {one: [1, 2, 4] for one in (1, 2, 4)}
    assert [one.pair for one in found.questions] == [(3, 5)]


def test_a_yes_joins_and_a_no_keeps_apart(five: Project) -> None:
    grouped(five, link(1, 2, band="maybe"), link(3, 4))
    assert answer(five, (1, 2), same=True).groups == [[1, 2], [3, 4], [5]]
    assert answer(five, (3, 4), same=False).groups == [[1, 2], [3], [4], [5]]


def test_what_was_called_different_is_not_joined_through_others(five: Project) -> None:
    chain = [link(1, 2), link(2, 3), link(1, 3, band="maybe")]
    assert grouped(five, *chain).groups[0] == [1, 2, 3]
    after = answer(five, (1, 3), same=False)
    assert all(not {1, 3} <= set(group) for group in after.groups)


def test_a_link_taken_back_is_not_joined_through_others(five: Project) -> None:
    [first, *_] = grouped(five, link(1, 2), link(2, 3), link(1, 3)).links
    with five.writing() as connection:
        undo_links(connection, [first.id], reader="Ann", at=AT)
        after = grouping(connection)
    assert all(not {1, 2} <= set(group) for group in after.groups)


def test_a_yes_is_stronger_than_what_thresher_found(five: Project) -> None:
    """Of two links that a guard keeps from both being followed, the person's is."""
    grouped(
        five,
        link(1, 2, band="maybe"),
        link(2, 3),
        link(1, 3, band="apart", guards=("part I and part II",)),
    )
    assert answer(five, (1, 2), same=True).groups == [[1, 2], [3], [4], [5]]


def test_two_groups_are_asked_about_once(five: Project) -> None:
    found = grouped(
        five,
        link(1, 2),
        link(1, 3, band="maybe"),
        link(2, 3, band="maybe"),
    )
    assert len(found.questions) == 1
    after = answer(five, found.questions[0].pair, same=False)
    assert after.questions == []


def test_duplicates_of_a_project_are_found_and_asked_about(project: Project) -> None:
    same = {"title": "Sleep on dialysis at home", "year": 2014, "doi": "10.1000/1"}
    put(
        project,
        Citation(id="a", authors=("Ito, K.",), **same),  # type: ignore[arg-type]
        Citation(id="b", authors=("Ito K",), **same),  # type: ignore[arg-type]
        Citation(id="c", title="Sleep on dialysis at home", authors=("Ito, K.",)),
    )
    warned: list[str] = []
    assert find_duplicates(project, at=AT, warn=warned.append) > 0
    with project.reading() as connection:
        counts = duplicates_of(connection)
        asked = list(queue(connection))
    assert counts.records == 3
    assert counts.bands["certain"] >= 1
    assert counts.waiting == len(asked)
    assert all(pair.first.title == "Sleep on dialysis at home" for pair in asked)
    assert warned == []
