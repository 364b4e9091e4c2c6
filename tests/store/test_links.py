"""Links between records: found, decided on, taken back, never deleted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.store.link_rows import (
    StoredLink,
    add_found,
    current_links,
    decide_links,
    undo_links,
)
from thresher.store.project import Project, create_project
from thresher.store.schema import links

from .conftest import put

AT = "2024-05-03T09:00:00+00:00"


def found(first: int, second: int, band: str = "certain") -> StoredLink:
    return StoredLink(
        first_id=first,
        second_id=second,
        band=band,
        score=0.9,
        reason="same DOI",
        flags=("preprint",),
        decided_at=AT,
    )


@pytest.fixture
def filled(project: Project) -> Project:
    """A project of four records, two certain links and one that may be."""
    put(project, *(Citation(id=str(number)) for number in range(4)))
    with project.writing() as connection:
        add_found(connection, [found(1, 2), found(2, 3, "maybe"), found(3, 4)])
    return project


def bands(project: Project) -> dict[tuple[int, int], str]:
    with project.reading() as connection:
        return {link.pair: link.band for link in current_links(connection)}


def number(project: Project, pair: tuple[int, int]) -> int:
    with project.reading() as connection:
        return next(one.id for one in current_links(connection) if one.pair == pair)


def rows(project: Project) -> int:
    with project.reading() as connection:
        return connection.scalar(select(func.count()).select_from(links)) or 0


def undo(project: Project, pair: tuple[int, int]) -> None:
    one = number(project, pair)
    with project.writing() as connection:
        undo_links(connection, [one], reader="Ann", at=AT)


def decide(project: Project, pair: tuple[int, int], *, same: bool) -> int:
    one = number(project, pair)
    with project.writing() as connection:
        return decide_links(connection, {one: same}, reader="Ann", at=AT)


def test_links_come_back_as_they_were_found(filled: Project) -> None:
    with filled.reading() as connection:
        first = current_links(connection)[0]
    assert (first.reason, list(first.flags), first.decided_by) == (
        "same DOI",
        ["preprint"],
        "thresher",
    )


def test_finding_the_same_again_writes_nothing(filled: Project) -> None:
    with filled.writing() as connection:
        again = [found(1, 2), found(2, 3, "maybe"), found(3, 4)]
        assert add_found(connection, again) == 0
        assert add_found(connection, [found(2, 3, "certain"), found(1, 3)]) == 2
    assert bands(filled) == dict.fromkeys([(1, 2), (1, 3), (2, 3), (3, 4)], "certain")
    assert rows(filled) == 5


def test_what_a_person_decided_is_not_found_away(filled: Project) -> None:
    decide(filled, (2, 3), same=False)
    undo(filled, (1, 2))
    with filled.writing() as connection:
        assert add_found(connection, [found(1, 2), found(2, 3)]) == 0
    assert bands(filled)[1, 2] == "undone"
    assert bands(filled)[2, 3] == "different"


def test_undo_is_a_new_row_and_can_itself_be_undone(filled: Project) -> None:
    before = rows(filled)
    undo(filled, (1, 2))
    assert bands(filled)[1, 2] == "undone"
    undo(filled, (1, 2))
    assert bands(filled)[1, 2] == "certain"
    assert rows(filled) == before + 2


def test_an_answer_taken_back_is_in_the_queue_again(filled: Project) -> None:
    assert decide(filled, (2, 3), same=True) == 1
    assert bands(filled)[2, 3] == "same"
    assert decide(filled, (2, 3), same=True) == 0
    undo(filled, (2, 3))
    assert bands(filled)[2, 3] == "maybe"


def test_a_row_that_no_longer_counts_cannot_be_undone(filled: Project) -> None:
    old = number(filled, (1, 2))
    undo(filled, (1, 2))
    with (
        filled.writing() as connection,
        pytest.raises(InputError, match=f"no link that stands has the number {old}"),
    ):
        undo_links(connection, [old], reader="Ann", at=AT)


def test_many_wrong_numbers_are_not_all_listed(filled: Project) -> None:
    with (
        filled.writing() as connection,
        pytest.raises(InputError, match="90, 91, 92, 93, 94 …:"),
    ):
        undo_links(connection, range(90, 99), reader="Ann", at=AT)


@pytest.mark.parametrize("reader", ["", "thresher"])
def test_a_reader_has_a_name_of_their_own(filled: Project, reader: str) -> None:
    with (
        filled.writing() as connection,
        pytest.raises(InputError, match="name of their own"),
    ):
        decide_links(connection, {1: True}, reader=reader, at=AT)


@given(st.lists(st.sampled_from(["yes", "no", "undo", "find"]), max_size=8))
def test_the_ledger_only_grows_whatever_is_done(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str]
) -> None:
    with create_project(tmp_path_factory.mktemp("links") / "p") as project:
        put(project, Citation(id="1"), Citation(id="2"))
        with project.writing() as connection:
            add_found(connection, [found(1, 2, "maybe")])
        seen = rows(project)
        for step in steps:
            if step == "undo":
                undo(project, (1, 2))
            elif step == "find":
                with project.writing() as connection:
                    add_found(connection, [found(1, 2)])
            else:
                decide(project, (1, 2), same=step == "yes")
                expected = "same" if step == "yes" else "different"
                assert bands(project)[1, 2] == expected
            assert rows(project) >= seen
            seen = rows(project)
        assert len(bands(project)) == 1
