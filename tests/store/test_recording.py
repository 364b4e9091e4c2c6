"""Decisions: each kept once, and what holds in the end."""

from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import func, select

from thresher.store.counting import conflicts, counts, queue_state
from thresher.store.history_rows import decisions_log, history
from thresher.store.lease_rows import Holding, keep_leases, leases_of
from thresher.store.link_rows import StoredLink, add_found, current_links, decide_links
from thresher.store.project import Project
from thresher.store.recording import record_decisions
from thresher.store.schema import decisions
from thresher.store.setting_rows import reading_of
from thresher.store.shown import publication, publications, search_records
from thresher.store.standing import standing

from .lab import AT, adjust, draw, fill, link, said, seal, stands, tell

SETTLES: dict[str, Any] = {"settles": True, "may_settle": True}
JOINED = StoredLink(
    first_id=1, second_id=2, band="certain", score=0.9, reason="same title"
)


def rows(project: Project) -> int:
    with project.reading() as connection:
        return connection.scalar(select(func.count()).select_from(decisions)) or 0


def test_the_same_uid_again_changes_nothing(project: Project) -> None:
    fill(project, 3)
    one = said(1, "include", uid="one")
    [first] = tell(project, one)
    again, other = tell(project, said(1, "exclude", uid="one"), said(2, "exclude"))
    assert (first.status, again.status, other.status) == ("kept", "known", "kept")
    assert (first.turn, other.turn) == (1, 2)
    [kept, twice] = tell(project, said(3, "include", uid="x"), said(3, "undo", uid="x"))
    assert (kept.status, twice.status) == ("kept", "known")
    assert rows(project) == 3
    assert [one.final for one in stands(project).values()] == [True, False, True]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (said(9, "include"), "no record 9"),
        (said(10**30, "include"), "no record"),
        (said(1, "perhaps"), "'perhaps' is no label"),
        (said(1, "include", stage="third"), "'third' is no stage"),
        (said(1, "include", chosen="whim"), "'whim' is no way"),
        (said(1, "undo"), "nothing of yours to undo"),
        (said(1, "include", uid=""), "a uid has"),
        (said(1, "include", uid="\0"), "a uid has"),
        (said(1, "include", reader=""), "needs a reader"),
        (said(1, "include", reader="a\0"), "needs a reader"),
        (said(1, "include", seconds=float("nan")), "nobody looks"),
    ],
)
def test_what_makes_no_sense_is_refused_and_the_rest_is_kept(
    project: Project, wrong: object, why: str
) -> None:
    fill(project, 2)
    first, refused, last = tell(
        project,
        said(2, "include", reader="bob"),
        wrong,  # type: ignore[arg-type]
        said(1, "maybe", reader="bob"),
    )
    assert (first.status, last.status) == ("kept", "kept")
    assert refused.status == "refused"
    assert why in refused.message
    assert rows(project) == 2


def test_an_undo_leaves_nothing_of_the_reader_and_the_turn_as_it_was(
    project: Project,
) -> None:
    fill(project, 3)
    tell(project, said(1, "include"), said(2, "exclude"), said(1, "exclude"))
    [undone] = tell(project, said(1, "undo"))
    assert undone.turn == 1
    assert stands(project)[1].final is None
    assert stands(project)[1].told == {}
    [again] = tell(project, said(1, "include"))
    assert again.turn == 1
    assert stands(project)[1].changed


def test_a_maybe_takes_no_turn_until_it_is_decided(project: Project) -> None:
    fill(project, 2)
    [maybe, other] = tell(project, said(1, "maybe"), said(2, "exclude"))
    assert (maybe.turn, other.turn) == (None, 1)
    [sure] = tell(project, said(1, "include"))
    assert sure.turn == 2
    assert stands(project)[1].waiting == ""


def test_a_decision_on_a_duplicate_is_one_on_the_publication(project: Project) -> None:
    fill(project, 4)
    link(project, (2, 4))
    [kept] = tell(project, said(4, "include", tags=("pilot",), note="read twice"))
    assert kept.publication == 2
    assert stands(project)[2].final is True
    with project.reading() as connection:
        found = publication(connection, 4)
        assert found is not None
        assert (found.id, found.records, found.tags) == (2, (2, 4), ("pilot",))
        assert publications(connection, [77]) == {}
        [row] = history(connection, record=4)[0]
    assert (row["record"], row["publication"]) == (4, 2)
    assert (row["tags"], row["note"]) == (["pilot"], "read twice")


def test_what_was_not_committed_is_not_remembered(project: Project) -> None:
    """A link that was rolled back leaves its number to the next one."""
    fill(project, 4)
    with suppress(ZeroDivisionError), project.writing() as connection:
        add_found(connection, [JOINED])
        record_decisions(connection, [said(2, "include", uid="gone")])
        standing(connection)
        _ = 1 // 0
    link(project, (3, 4))
    tell(project, said(2, "exclude"), said(4, "include"))
    assert {one: row.final for one, row in stands(project).items()} == {
        2: False,
        3: True,
    }


def part(project: Project, first: int, second: int) -> None:
    """Say that two linked records are not the same after all."""
    with project.writing() as connection:
        [held] = [
            one for one in current_links(connection) if one.pair == (first, second)
        ]
        decide_links(connection, {held.id: False}, reader="ann", at=AT)


def test_a_decision_on_a_linked_record_is_that_records_when_they_are_parted(
    project: Project,
) -> None:
    fill(project, 3)
    link(project, (1, 2))
    [kept] = tell(project, said(2, "include", note="mine", tags=("rct",)))
    assert (kept.publication, kept.turn) == (1, 1)
    with project.reading() as connection:
        [row], _ = history(connection)
        [logged] = decisions_log(connection)
    assert (row["record"], row["publication"], row["tags"]) == (2, 1, ["rct"])
    assert logged["turn"] == 1
    assert stands(project)[1].final is True
    part(project, 1, 2)
    found = {one: row.final for one, row in stands(project).items()}
    assert (found.get(1), found[2]) == (None, True)


def test_what_was_undone_while_linked_stays_undone_when_parted(
    project: Project,
) -> None:
    fill(project, 3)
    tell(project, said(2, "include"), said(1, "exclude"), said(2, "include", "bob"))
    link(project, (1, 2))
    [undone] = tell(project, said(2, "undo", uid="one", note="a slip"))
    assert (undone.status, undone.publication) == ("kept", 1)
    with project.reading() as connection:
        log = [row for row in decisions_log(connection) if row["label"] == "undo"]
    assert [(row["record"], row["uid"], row["note"]) for row in log] == [
        (1, "one", "a slip"),
        (2, None, ""),
    ]
    assert list(stands(project)[1].told) == ["bob"]
    part(project, 1, 2)
    assert {one: list(row.told) for one, row in stands(project).items()} == {
        1: [],
        2: ["bob"],
    }
    [again] = tell(project, said(2, "undo"))
    assert "nothing of yours" in again.message


def test_an_undo_takes_back_the_word_on_its_record_if_links_come_later(
    project: Project,
) -> None:
    fill(project, 2)
    adjust(project, mode="dual")
    tell(project, said(1, "include", "bob"), said(1, "exclude", "cid"))
    tell(project, said(1, "exclude", **SETTLES), said(2, "include"), said(2, "undo"))
    link(project, (1, 2))
    one = stands(project)[1]
    assert (one.final, one.settled_by, list(one.told)) == (False, "ann", ["bob", "cid"])
    tell(project, said(2, "undo"))
    assert stands(project)[1].conflict


def test_single_readers_hold_the_last_word_and_differences_show(
    project: Project,
) -> None:
    fill(project, 2)
    tell(project, said(1, "include"), said(1, "exclude", reader="bob"))
    assert (stands(project)[1].final, stands(project)[1].conflict) == (False, True)
    [settled] = tell(project, said(1, "include", reader="cid", **SETTLES))
    assert settled.settled
    tell(project, said(1, "exclude", reader="bob"))
    assert (stands(project)[1].final, stands(project)[1].conflict) == (True, False)
    tell(project, said(1, "undo", reader="cid"))
    assert stands(project)[1].conflict


def test_two_must_agree_or_somebody_settles_it(project: Project) -> None:
    fill(project, 3)
    adjust(project, mode="dual")
    [one] = tell(project, said(1, "include"))
    assert (one.turn, stands(project)[1].waiting) == (None, "second reader")
    [two] = tell(project, said(1, "include", reader="bob"))
    assert (two.turn, stands(project)[1].final) == (1, True)
    tell(project, said(2, "include"), said(2, "exclude", reader="bob"))
    assert stands(project)[2].waiting == "conflict"
    with project.reading() as connection:
        assert [row.publication for row in conflicts(connection)] == [2]
        assert counts(connection)["conflicts"] == 1
    [settled] = tell(project, said(2, "exclude", reader="cid", **SETTLES))
    assert (settled.settled, settled.turn) == (True, 2)
    tell(project, said(3, "include"), said(3, "maybe", reader="bob"))
    assert stands(project)[3].waiting == "maybe"


def test_only_what_is_sent_to_settle_settles_and_only_a_conflict(
    project: Project,
) -> None:
    fill(project, 2)
    adjust(project, mode="dual")
    tell(project, said(1, "include"), said(1, "exclude", "bob"))
    [late] = tell(project, said(1, "include", "cid", may_settle=True))
    assert (late.settled, stands(project)[1].conflict) == (False, True)
    [forbidden] = tell(project, said(1, "include", "bob", settles=True))
    assert "only an owner" in forbidden.message
    [empty] = tell(project, said(1, "maybe", "cid", **SETTLES))
    assert "maybe settles nothing" in empty.message
    tell(project, said(1, "include", "bob"))
    [stale] = tell(project, said(1, "exclude", "cid", **SETTLES))
    assert "no conflict here any more" in stale.message
    assert stands(project)[1].told == {"ann": True, "cid": True, "bob": True}


def test_an_undo_that_names_a_decision_takes_back_no_other(project: Project) -> None:
    fill(project, 1)
    adjust(project, mode="dual")
    tell(project, said(1, "include", uid="own"), said(1, "exclude", "bob"))
    tell(project, said(1, "exclude", uid="final", **SETTLES))
    [early] = tell(project, said(1, "undo", undoes="own"))
    [undone] = tell(project, said(1, "undo", undoes="final"))
    [twice] = tell(project, said(1, "undo", undoes="final"))
    assert (early.status, undone.status, twice.status) == ("refused", "kept", "refused")
    assert "nothing was undone" in twice.message
    assert list(stands(project)[1].told) == ["ann", "bob"]


def test_two_read_a_random_share_that_stays_the_same(project: Project) -> None:
    fill(project, 400)
    adjust(project, mode="share", share=0.25)
    with project.reading() as connection:
        reading = reading_of(connection)
    chosen = [one for one in range(1, 401) if reading.is_dual(one)]
    assert 60 <= len(chosen) <= 140
    adjust(project, share=0.3)
    with project.reading() as connection:
        later = reading_of(connection)
    assert all(later.is_dual(one) for one in chosen)
    alone = next(one for one in range(1, 401) if not later.is_dual(one))
    tell(project, said(chosen[0], "include"), said(alone, "include"))
    found = stands(project)
    assert (found[chosen[0]].final, found[alone].final) == (None, True)


def test_what_a_reader_holds_takes_the_place_of_what_they_held(
    project: Project,
) -> None:
    fill(project, 4)

    def keep(**held: dict[int, float]) -> None:
        with project.writing() as connection:
            few = [Holding(reader=name, until=until) for name, until in held.items()]
            keep_leases(connection, few)

    def holders(now: float, stage: str = "abstract") -> dict[int, set[str]]:
        with project.reading() as connection:
            return leases_of(connection, now=now, stage=stage)

    keep(ann={1: 10.0, 2: 10.0}, bob={3: 20.0})
    assert holders(5) == {1: {"ann"}, 2: {"ann"}, 3: {"bob"}}
    assert holders(15) == {3: {"bob"}}
    with project.writing() as connection:
        full = Holding(reader="ann", stage="fulltext", until={4: 10.0})
        keep_leases(connection, [full])
    keep(ann={2: 30.0, 3: 30.0})
    assert holders(5) == {2: {"ann"}, 3: {"ann", "bob"}}
    assert holders(5, "fulltext") == {4: {"ann"}}
    tell(project, said(2, "include"))
    assert holders(5) == {3: {"ann", "bob"}}
    keep(ann={}, bob={})
    assert holders(5) == {}
    assert holders(5, "fulltext") == {4: {"ann"}}


def test_a_uid_known_from_another_record_is_known(project: Project) -> None:
    fill(project, 3)
    tell(project, said(1, "include", uid="one"))
    [again] = tell(project, said(2, "exclude", uid="one"))
    assert (again.status, again.publication) == ("known", 2)
    found = stands(project)
    assert (found[1].final, 2 in found) == (True, False)


def test_more_than_one_question_holds_is_kept_all_the_same(project: Project) -> None:
    fill(project, 600)
    first = [said(at, "include", uid=f"many{at}") for at in range(1, 601)]
    assert {one.status for one in tell(project, *first)} == {"kept"}
    again = [said(601 - at, "exclude", uid=f"many{at}") for at in range(1, 601)]
    assert {one.status for one in tell(project, *again)} == {"known"}
    assert rows(project) == 600


def test_holes_are_served_first_and_in_order(project: Project) -> None:
    fill(project, 6)
    seal(project)
    tell(project, said(1, "include"), said(2, "exclude"))
    drawn = draw(project, 2)
    tell(project, said(1, "undo"))
    with project.reading() as connection:
        state = queue_state(connection, now=0)
    assert state.holes == (1, *drawn)
    assert state.pile == (1, 2, 3, 4, 5, 6)


def test_full_texts_are_a_stage_of_their_own(project: Project) -> None:
    fill(project, 3)
    tell(project, said(1, "include"), said(2, "include"), said(3, "exclude"))
    [kept] = tell(project, said(1, "exclude", stage="fulltext", reason="no outcome"))
    assert kept.turn is None
    assert stands(project)[1].final is True
    assert stands(project, "fulltext")[1].final is False
    with project.reading() as connection:
        assert counts(connection, "fulltext")["publications"] == 2
        assert counts(connection, "fulltext")["left"] == 1


def test_history_comes_newest_first_in_pages_and_by_kind(project: Project) -> None:
    fill(project, 3)
    tell(project, said(1, "include"), said(2, "maybe", reader="bob"), said(1, "undo"))
    with project.reading() as connection:
        page, more = history(connection, limit=2)
        assert [row["label"] for row in page] == ["undo", "maybe"]
        assert more
        rest, more = history(connection, before=page[-1]["id"])
        assert [row["label"] for row in rest] == ["include"]
        assert not more
        for kind, reader in (("undo", "ann"), ("maybe", "bob"), ("include", "ann")):
            [row] = history(connection, label=kind)[0]
            assert row["reader"] == reader
        assert history(connection, reader="bo\0b")[0][0]["record"] == 2
        assert history(connection, record=10**20, before=10**20) == ([], False)
        assert [row["turn"] for row in decisions_log(connection)] == [1, None, 1]


def test_records_are_found_by_words_label_and_tag(project: Project) -> None:
    fill(project, 12)
    link(project, (3, 12))
    tell(project, said(3, "include", tags=("a b",)), said(5, "exclude"))
    with project.reading() as connection:

        def found(text: str = "", **filters: str | int) -> list[int]:
            return search_records(connection, text, **filters).ids  # type: ignore[arg-type]

        assert found("TITLE 4") == [5]
        assert found("title 11") == [3]
        assert found("tit%") == []
        assert found("tit\0le \ud800") == []
        assert found(label="included") == [3]
        assert found(label="excluded", text="title") == [5]
        assert found(tag="a b") == [3]
        assert len(found(label="undecided")) == 9
        page = search_records(connection, "title", limit=4)
        assert (page.ids, page.next_after) == ([1, 2, 3, 4], 4)
        assert found("title", after=4, limit=3) == [5, 6, 7]
        assert search_records(connection, "title", after=10).next_after is None


def test_a_label_two_agreed_on_and_somebody_settled_otherwise_was_changed(
    project: Project,
) -> None:
    """Nobody changed their own word, and the label is another one all the same."""
    fill(project, 3)
    adjust(project, mode="dual")
    tell(project, said(1, "include"), said(1, "include", "bob"))
    assert not stands(project)[1].changed
    tell(project, said(1, "exclude", "eve"))  # a conflict
    tell(project, said(1, "exclude", "eve", **SETTLES))
    assert stands(project)[1].final is False
    assert stands(project)[1].changed
    tell(project, said(2, "include"), said(2, "exclude", "bob"))
    tell(project, said(2, "exclude", "eve", **SETTLES))
    assert stands(project)[2].final is False
    assert not stands(project)[2].changed  # no other label ever held
