"""The desk's table: who gets which publication, whatever happens before."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from thresher.web.desk.audits import Audits
from thresher.web.desk.line import random_ranking
from thresher.web.desk.seat import LEASE, Seat
from thresher.web.desk.table import Table
from thresher.web.security.patience import wait_after

NAMES = ["ann", "bob", "cat"]
moves = st.lists(
    st.tuples(
        st.sampled_from(NAMES),
        st.sampled_from(["ask", "include", "exclude", "maybe", "undo"]),
        st.integers(0, 5),
    ),
    max_size=60,
)


def table_of(size: int, readers: int) -> Table:
    seats = [Seat(publication=at + 1, readers=readers) for at in range(size)]
    return Table(seats, random_ranking(size, seed=1, at=""))


def after(seat: Seat, reader: str, label: str) -> Seat:
    """The seat as the store would tell it after a decision."""
    told = {name: said for name, said in seat.told.items() if name != reader}
    if label != "undo":
        told[reader] = label
    sure = [said for said in told.values() if said != "maybe"]
    agreed = len(sure) >= seat.readers and len(set(sure)) == 1
    final = sure[-1] == "include" if agreed else None
    turn = seat.turn or (1 if final is not None else None)
    return Seat(
        publication=seat.publication,
        told=told,
        final=final,
        conflict=len(set(sure)) > 1,
        turn=turn,
        readers=seat.readers,
    )


@given(moves=moves, readers=st.integers(1, 2))
def test_no_publication_is_with_more_readers_than_it_needs(
    moves: list[tuple[str, str, int]], readers: int
) -> None:
    table = table_of(6, readers)
    now = 0.0
    for reader, what, number in moves:
        now += 1
        if what == "ask":
            table.pick(reader, number + 1, audits=(), now=now)
        else:
            seat = table.seats[number]
            # Who said "maybe" may decide later without being given it again; what two
            # others then hold is one reading too many that nobody handed out.
            is_theirs = seat.told.get(reader, "maybe") != "maybe"
            if is_theirs or (reader in seat.holders and what != "undo"):
                table.take_in([after(seat, reader, what)])
        for seat in table.seats:
            held = {name for name, until in seat.holders.items() if until > now}
            sure = {name for name, said in seat.told.items() if said != "maybe"}
            assert len(held | sure) <= readers
            assert all(seat.publication in table.holds(name) for name in held)


@given(moves=moves)
def test_counts_always_add_up(moves: list[tuple[str, str, int]]) -> None:
    table = table_of(6, 2)
    for reader, what, number in moves:
        seat = table.seats[number]
        if what != "ask" and (what != "undo" or reader in seat.told):
            table.take_in([after(seat, reader, what)])
        found = table.counts()
        assert found["publications"] == 6
        assert found["decided"] == found["included"] + found["excluded"]
        assert found["left"] + found["decided"] + found["conflicts"] == 6


def test_a_lease_that_ran_out_frees_the_publication() -> None:
    table = table_of(1, 1)
    assert table.pick("ann", 1, audits=(), now=0.0)
    assert not table.pick("bob", 1, audits=(), now=LEASE - 1)
    assert table.pick("bob", 1, audits=(), now=LEASE + 1)


def test_who_takes_up_again_what_they_put_off_holds_it() -> None:
    table = table_of(1, 1)
    assert table.pick("ann", 1, audits=(), now=0.0)
    table.take_in([after(table.seats[0], "ann", "maybe")])
    assert table.pick("ann", 1, audits=(), now=1.0)
    assert not table.pick("bob", 1, audits=(), now=2.0)


def test_who_asked_first_and_was_served_later_gets_nothing_that_is_held() -> None:
    table, before, after = table_of(1, 1), 0.0, 0.5  # when two requests came
    assert table.pick("ann", 1, audits=(), now=after)
    assert not table.pick("bob", 1, audits=(), now=before)


def test_a_clock_that_is_set_back_keeps_no_publication_from_others() -> None:
    table, right, wrong = table_of(1, 1), 0.0, 70 * 365 * 86_400.0
    assert table.pick("ann", 1, audits=(), now=wrong)
    assert table.pick("bob", 1, audits=(), now=right)
    assert not table.pick("cat", 1, audits=(), now=right)


@given(moves=moves)
def test_what_a_reader_lets_go_is_another_readers_at_once(
    moves: list[tuple[str, str, int]],
) -> None:
    table = table_of(6, 1)
    for at, (reader, _, number) in enumerate(moves):
        table.pick(reader, number, audits=(), now=float(at))
        held = table.holds(reader)
        freed = table.release(reader, range(1, 7), until=at + LEASE)
        assert set(freed) == held
        assert table.holds(reader) == set()
        others = [name for name in NAMES if name != reader]
        for one in freed:
            assert table.seats[one - 1].wants(others[0], float(at))


def test_a_late_word_of_a_closed_tab_does_not_free_what_was_taken_again() -> None:
    table = table_of(3, 1)
    (first,) = table.pick("ann", 1, audits=(), now=0.0)
    table.renew("ann", [first.publication], now=5.0)
    assert table.release("ann", [first.publication], until=first.until) == []
    assert table.release("bob", [first.publication], until=9e9) == []
    assert not table.pick("bob", 3, audits=(), now=6.0)[2:]


def test_a_new_ranking_leaves_what_readers_hold() -> None:
    table = table_of(10, 1)
    held = {one.publication for one in table.pick("ann", 3, audits=(), now=0.0)}
    table.swap(random_ranking(10, seed=2, at=""))
    more = {one.publication for one in table.pick("bob", 10, audits=(), now=1.0)}
    assert table.holds("ann") == held
    assert not held & more
    assert len(held | more) == 10


def test_audits_are_fed_in_order_of_turn_as_far_as_labels_are_known() -> None:
    seats = [Seat(publication=at + 1, turn=at + 1) for at in range(300)]
    audits = Audits(seats, target=0.95, alpha=0.05)
    for seat in seats[1:]:
        seat.final = seat.publication <= 50
    audits.take_in(seats[1:])
    assert not audits.next_is_audit  # the first turn is not known yet
    seats[0].final = True
    audits.take_in(seats[:1])
    reference = Audits(seats, target=0.95, alpha=0.05)
    assert audits.next_is_audit == reference.next_is_audit
    assert audits.last_turn == 300


def test_pending_audits_come_in_order_of_their_draw() -> None:
    seats = [Seat(publication=n, turn=10 - n, is_audit=True) for n in range(1, 6)]
    audits = Audits(seats, target=0.95, alpha=0.05)
    assert [seat.turn for seat in audits.pending] == [5, 6, 7, 8, 9]


@given(st.integers(0, 10_000))
def test_the_wait_only_grows_and_never_beyond_a_quarter_of_an_hour(wrong: int) -> None:
    assert wait_after(wrong, free=5) <= wait_after(wrong + 1, free=5) <= 900
    assert (wait_after(wrong, free=5) == 0) == (wrong <= 5)


def test_a_line_is_random_but_whole() -> None:
    order = random_ranking(100, seed=3, at="").order
    assert np.array_equal(np.sort(order), np.arange(100))
