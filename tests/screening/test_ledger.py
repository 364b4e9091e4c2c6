"""The ledger only grows, and every past state is a view of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError
from thresher.screening.ledger import Chosen, Decision, Ledger

CHOSEN = st.sampled_from(list(Chosen))


@st.composite
def ledgers(draw: st.DrawFn) -> Ledger:
    """Ledgers of some decisions, changed minds and undone labels."""
    rows: list[Decision] = []
    known: set[str] = set()
    for _ in range(draw(st.integers(0, 12))):
        record = draw(st.sampled_from("abcde"))
        label = draw(
            st.sampled_from([True, False, None] if record in known else [True, False])
        )
        known = known - {record} if label is None else known | {record}
        rows.append(Decision(record=record, label=label, chosen=draw(CHOSEN)))
    return Ledger(rows=tuple(rows))


@given(ledger=ledgers(), data=st.data())
def test_what_was_written_stays_whatever_comes_after(
    ledger: Ledger, data: st.DataObject
) -> None:
    length = data.draw(st.integers(0, len(ledger.rows)))
    past = ledger.at(length)
    assert past.rows == ledger.rows[:length]
    assert past.with_rows(ledger.rows[length:]) == ledger


@given(ledger=ledgers(), data=st.data())
def test_undoing_a_label_leaves_every_other_as_it_was(
    ledger: Ledger, data: st.DataObject
) -> None:
    standing = ledger.standing()
    if not standing:
        return
    record = data.draw(st.sampled_from(sorted(standing)))
    undo = Decision(record=record, label=None, chosen=Chosen.RANKED)
    expected = {k: v for k, v in standing.items() if k != record}
    assert ledger.with_row(undo).standing() == expected


@given(ledger=ledgers())
def test_a_reading_holds_each_labelled_record_once_priors_first(
    ledger: Ledger,
) -> None:
    standing = ledger.standing()
    reading = ledger.reading(records=9)
    assert sorted(map(str, reading.ids or ())) == sorted(standing)
    labels = {record: row.label for record, row in standing.items()}
    assert [labels[str(i)] for i in reading.ids or ()] == reading.labels.tolist()
    kinds = [standing[str(i)].chosen is Chosen.PRIOR for i in reading.ids or ()]
    assert kinds == sorted(kinds, reverse=True)
    assert reading.priors == sum(kinds)


def test_a_changed_mind_keeps_its_place_and_how_it_was_chosen() -> None:
    ledger = Ledger().with_rows(
        [
            Decision(record="a", label=True, chosen=Chosen.PRIOR, reader="Ada"),
            Decision(record="b", label=False, chosen=Chosen.RANKED),
            Decision(record="a", label=False, chosen=Chosen.RANKED, reader="Bo"),
        ]
    )
    first, second = ledger.standing().values()
    assert (first.record, first.label, first.chosen) == ("a", False, Chosen.PRIOR)
    assert (first.reader, second.record) == ("Bo", "b")


def test_a_label_that_was_never_given_cannot_be_undone() -> None:
    undo = Decision(record="a", label=None, chosen=Chosen.RANKED)
    with pytest.raises(InputError, match="row 1 takes back"):
        Ledger(rows=(undo,))


def test_no_past_is_longer_than_the_ledger() -> None:
    with pytest.raises(InputError, match="0 to 0, not 1"):
        Ledger().at(1)
