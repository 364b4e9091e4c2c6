"""Replays of ledgers with changed minds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.certification.sequential import RecallCertificate, picks_of, replayed
from thresher.certification.sequential.course import course_of
from thresher.errors import InputError
from thresher.screening.ledger import Chosen, Decision, Ledger

AUDIT, RANKED = Chosen.CERTIFICATION, Chosen.RANKED


def ledger(*rows: tuple[str, bool | None, Chosen]) -> Ledger:
    return Ledger(
        rows=tuple(
            Decision(record=record, label=label, chosen=chosen, time=float(at))
            for at, (record, label, chosen) in enumerate(rows)
        )
    )


@given(steps=st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30))
def test_a_replay_says_what_the_stream_said(steps: list[tuple[bool, bool]]) -> None:
    stream = RecallCertificate(records=40, alpha=0.2, target=0.8)
    rows = []
    for at, (label, audit) in enumerate(steps):
        stream.observe(label, audit=audit)
        rows.append((str(at), label, AUDIT if audit else RANKED))
    picks = picks_of(ledger(*rows))
    again = replayed(picks, records=40, alpha=0.2, target=0.8)
    assert again.most_relevant == stream.most_relevant
    assert (again.found, again.audits) == (stream.found, stream.audits)
    course = course_of(picks, records=40, alpha=0.2, target=0.8)
    assert course.bound[-1] == stream.lower_bound
    assert course.read[-1] == stream.read
    assert (np.diff(course.bound) >= 0).all() or sum(label for label, _ in steps)


def test_a_changed_label_counts_at_the_place_of_the_first() -> None:
    picks = picks_of(
        ledger(("a", False, AUDIT), ("b", True, RANKED), ("a", True, RANKED))
    )
    assert [pick.record for pick in picks] == ["a", "b"]
    assert picks[0].label
    assert picks[0].audit
    assert picks[0].changed
    assert picks[0].time == 2
    assert not picks[1].changed


def test_an_audit_cannot_be_undone_by_reading_again_by_rank() -> None:
    picks = picks_of(
        ledger(("a", True, AUDIT), ("a", None, AUDIT), ("a", True, RANKED))
    )
    assert [pick.audit for pick in picks] == [True]
    assert not picks[0].changed


def test_what_was_taken_back_last_is_unread() -> None:
    rows = [("a", False, AUDIT), ("b", True, RANKED), ("b", None, RANKED)]
    assert [pick.record for pick in picks_of(ledger(*rows))] == ["a"]
    undone = [("a", False, AUDIT), ("b", True, AUDIT), ("b", None, AUDIT)]
    assert [pick.record for pick in picks_of(ledger(*undone))] == ["a"]


def test_an_audit_after_a_lost_label_is_refused() -> None:
    rows = ledger(
        ("a", False, RANKED),
        ("c", False, RANKED),
        ("b", True, AUDIT),
        ("a", None, RANKED),
        ("c", None, RANKED),
    )
    with pytest.raises(InputError, match="'a' was read before the audit of 'b'"):
        picks_of(rows)
