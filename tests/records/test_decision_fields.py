"""Decisions in the fields of records: read, written, and the same both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError
from thresher.records.decision_fields import (
    CarriedDecision,
    asreview_fields,
    carried_decisions,
    decision_fields,
    label_column,
    labels_seen,
    may_carry,
    without_decisions,
)

words = st.text(max_size=6)
decisions = st.builds(
    CarriedDecision,
    label=st.booleans(),
    reader=words,
    time=words,
    chosen=words,
    reason=words,
    note=words,
    order=st.integers(0, 10**9),
)


@given(st.lists(decisions, max_size=3))
def test_fields_of_ours_give_back_what_went_in(told: list[CarriedDecision]) -> None:
    assert carried_decisions(decision_fields(told), column="included") == told
    assert carried_decisions(asreview_fields(told), column="asreview_label") == told


@given(st.lists(decisions, max_size=3))
def test_nothing_is_left_of_them_when_they_are_taken_out(
    told: list[CarriedDecision],
) -> None:
    kept = ("M1", "kept")
    ours = (kept, *decision_fields(told))
    assert without_decisions(ours, column="included") == (kept,)
    theirs = (kept, *asreview_fields(told))
    assert without_decisions(theirs, column="asreview_label") == (kept,)


def test_times_of_asreview_are_read_and_written() -> None:
    raw = (("asreview_label", "1"), ("asreview_time", "1714637297.5"))
    [told] = carried_decisions(raw, column="asreview_label")
    assert told.time == "2024-05-02T08:08:17.500000+00:00"
    assert dict(asreview_fields([told]))["asreview_time"] == "1714637297.5"


def test_how_asreview_chose_a_record_is_read() -> None:
    def chosen(*fields: tuple[str, str]) -> str:
        raw = (("asreview_label", "1"), *fields)
        return carried_decisions(raw, column="asreview_label")[0].chosen

    assert chosen() == ""
    assert chosen(("asreview_querier", "max")) == "ranked"
    assert chosen(("asreview_querier", "top_down_random")) == "random"
    assert chosen(("asreview_prior", "1")) == "prior"


def test_a_field_of_another_meaning_is_no_list_of_decisions() -> None:
    for other in ("7", '"text"', "[]", "yes, by both", "[1]"):
        raw = (("included", "0"), ("decision_all", other))
        assert carried_decisions(raw, column="included") == [
            CarriedDecision(label=False)
        ]


TWO = [CarriedDecision(label=True, reader="Ann"), CarriedDecision(label=False)]
WHOLE = dict(decision_fields(TWO))["decision_all"]


@pytest.mark.parametrize(
    "broken",
    [
        WHOLE[:-1],  # as a spreadsheet cuts a long cell
        WHOLE.replace("true", '"no"'),
        WHOLE.replace('"Ann"', "7"),
        '[{"x": 1}]',
        '[{"label": true, "order": "1"}]',
        '[{"label":' + "[" * 100_000,
    ],
    ids=["cut", "label", "reader", "name", "order", "nested"],
)
def test_a_list_of_decisions_that_is_not_whole_is_refused(broken: str) -> None:
    """The label beside it is one reader's: the others would be lost in silence."""
    raw = (("included", "0"), ("decision_all", broken))
    with pytest.raises(InputError, match="cut off or changed"):
        carried_decisions(raw, column="included")


def test_an_order_that_is_no_number_counts_as_none() -> None:
    for order in ("x", "inf", ""):
        raw = (("included", "0"), ("decision_order", order))
        assert carried_decisions(raw, column="included")[0].order == 0


def test_label_columns_are_found_whatever_their_case() -> None:
    raw = (("Label_Included", "1"), ("INCLUDE", "perhaps"), ("label", ""))
    assert list(labels_seen(raw)) == [
        ("label_included", 1),
        ("include", None),
        ("label", -1),
    ]
    assert label_column(set()) is None


def test_a_note_is_read_where_the_column_is_silent() -> None:
    raw = (("N1", "ASReview_relevant"),)
    assert may_carry(raw)
    assert carried_decisions(raw, column="included")[0].label
    both = (("included", "0"), *raw)
    assert not carried_decisions(both, column="included")[0].label


def test_a_note_that_says_more_keeps_the_rest() -> None:
    raw = (("N1", "ASReview_relevant; ask Ann"), ("N1", "<p>ASReview_not_seen</p>"))
    assert without_decisions(raw, column=None) == (("N1", "; ask Ann"),)
