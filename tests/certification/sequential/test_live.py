"""The live bound: as if replayed from the start, after every row."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.certification.certificate.issuing import first_certified, issue
from thresher.certification.sequential import RecallCertificate, picks_of
from thresher.certification.sequential.course import course_of
from thresher.certification.sequential.live import LiveBound
from thresher.errors import CertificateError, InputError
from thresher.screening.audit_schedule import AuditSchedule
from thresher.screening.ledger import Chosen, Decision, Ledger
from thresher.screening.seal import Seal, audit_order, frame_digest

TARGETS = st.sampled_from([0.95, 0.9, 0.8, 0.5])
FRAME = [f"r{number}" for number in range(80)]


def seal_of(frame: list[str], *, target: float = 0.8, alpha: float = 0.2) -> Seal:
    return Seal(seed="5f" * 32, frame=frame_digest(frame), target=target, alpha=alpha)


def sealed_rows(
    relevant: set[str], frame: list[str], seal: Seal, *, read: int
) -> list[Decision]:
    """A screening in the order of the frame, with audits when the schedule says so."""
    schedule = AuditSchedule(records=len(frame), alpha=seal.alpha, target=seal.target)
    drawn = [frame[at] for at in audit_order(frame, seal.seed)]
    rows: list[Decision] = []
    done: set[str] = set()
    for _ in range(read):
        audit = schedule.next_is_audit
        record = next(one for one in (drawn if audit else frame) if one not in done)
        done.add(record)
        label = record in relevant
        schedule.observe(label, audit=audit)
        chosen = Chosen.CERTIFICATION if audit else Chosen.RANKED
        rows.append(
            Decision(record=record, label=label, chosen=chosen, time=float(len(rows)))
        )
    return rows


@given(
    relevant=st.sets(st.sampled_from(FRAME[:30]), max_size=20),
    hidden=st.sets(st.sampled_from(FRAME[30:]), max_size=3),
    target=TARGETS,
    pieces=st.lists(st.integers(1, 20), min_size=1, max_size=8),
)
@settings(max_examples=40, deadline=None)
def test_after_every_row_it_says_what_a_certificate_of_that_moment_would(
    relevant: set[str], hidden: set[str], target: float, pieces: list[int]
) -> None:
    seal = seal_of(FRAME, target=target)
    rows = sealed_rows(relevant | hidden, FRAME, seal, read=min(80, sum(pieces)))
    live = LiveBound(FRAME, seal)
    seen = 0
    for piece in pieces:
        seen = min(seen + piece, len(rows))
        ledger = Ledger(rows=tuple(rows[:seen]))
        found = live.see(ledger)
        picks = picks_of(ledger)
        whole = issue(picks, FRAME, seal, issued_at=0.0)
        assert found.problems == ()
        assert (found.read, found.found) == (whole.read, whole.found)
        assert found.audits == len(whole.audits)
        assert found.most_relevant == whole.most_relevant
        assert found.lower_bound == whole.lower_bound
        assert found.certified_at == first_certified(picks, seal, records=80)
        assert found.certified == whole.certified
    course = live.course
    again = course_of(picks, records=80, alpha=seal.alpha, target=seal.target)
    assert course.read.tolist() == sorted(set(course.read.tolist()))
    known = dict(zip(again.read.tolist(), again.bound.tolist(), strict=True))
    for at, bound in zip(course.read.tolist(), course.bound.tolist(), strict=True):
        assert bound == known[at]


def test_a_changed_mind_is_as_if_it_had_been_so_from_the_start() -> None:
    seal = seal_of(FRAME)
    rows = sealed_rows(set(FRAME[:20]), FRAME, seal, read=60)
    live = LiveBound(FRAME, seal)
    live.see(Ledger(rows=tuple(rows)))
    ledger = Ledger(rows=tuple(rows)).with_row(
        Decision(record="r3", label=False, chosen=Chosen.RANKED)
    )
    assert live.see(ledger) == LiveBound(FRAME, seal).see(ledger)
    assert live.standing.found == 19
    undone = ledger.with_row(Decision(record="r3", label=None, chosen=Chosen.RANKED))
    with pytest.raises(InputError, match="was read before the audit"):
        live.see(undone)


def test_a_label_taken_back_makes_the_record_unread_again() -> None:
    live = LiveBound(FRAME, seal_of(FRAME))
    row = Decision(record="r1", label=True, chosen=Chosen.RANKED)
    ledger = Ledger(rows=(row,))
    assert live.see(ledger).read == 1
    ledger = ledger.with_row(Decision(record="r1", label=None, chosen=Chosen.RANKED))
    assert live.see(ledger).read == 0
    assert live.see(ledger.with_rows([row, row])).read == 1


def test_another_ledger_is_followed_from_its_start() -> None:
    live = LiveBound(FRAME, seal_of(FRAME))
    one, two = (
        Ledger(rows=(Decision(record=record, label=True, chosen=Chosen.RANKED),))
        for record in ("r1", "r2")
    )
    assert live.see(one).found == live.see(two).found == 1
    assert live.see(Ledger()).found == 0
    assert live.standing.lower_bound == 0.0


def test_an_audit_that_the_seal_did_not_draw_makes_all_audits_worthless() -> None:
    seal = seal_of(FRAME)
    rows = sealed_rows(set(FRAME[:20]), FRAME, seal, read=70)
    good = LiveBound(FRAME, seal).see(Ledger(rows=tuple(rows)))
    assert good.certified
    last = next(row for row in reversed(rows) if row.chosen is Chosen.CERTIFICATION)
    swapped = [row for row in rows if row is not last]
    first = next(
        at for at, row in enumerate(swapped) if row.chosen is Chosen.CERTIFICATION
    )
    swapped.insert(first, last)
    live = LiveBound(FRAME, seal)
    found = live.see(Ledger(rows=tuple(swapped)))
    assert not found.certified
    assert "but the seal draws" in found.problems[0]
    assert found.audits_needed is None
    assert found.lower_bound == 20 / (20 + 10)
    assert live.course.bound[-1] == found.lower_bound


def test_without_a_seal_only_what_is_certain_is_said() -> None:
    rows = sealed_rows(set(FRAME[:20]), FRAME, seal_of(FRAME), read=70)
    found = LiveBound(FRAME, None).see(Ledger(rows=tuple(rows)))
    assert found.lower_bound == 20 / 30
    assert (found.certified, found.audits_needed) == (False, None)
    assert found.audits > 0


def test_a_long_ledger_at_once_gives_a_course_that_can_be_drawn() -> None:
    frame = [f"x{number}" for number in range(3000)]
    seal = seal_of(frame)
    rows = sealed_rows(set(frame[:50]), frame, seal, read=1500)
    live = LiveBound(frame, seal)
    live.see(Ledger(rows=tuple(rows)))
    assert live.course.read.size <= 400
    assert live.course.read[-1] == 1500
    live.see(
        Ledger(
            rows=(*rows, Decision(record="x2999", label=False, chosen=Chosen.RANKED))
        )
    )
    assert live.course.read[-1] == 1501


def test_other_frames_and_strange_records_are_refused() -> None:
    with pytest.raises(CertificateError, match="another frame"):
        LiveBound(FRAME[:-1], seal_of(FRAME))
    with pytest.raises(CertificateError, match="'z' was read, but is not in the frame"):
        LiveBound(FRAME, None).see(
            Ledger(rows=(Decision(record="z", label=True, chosen=Chosen.RANKED),))
        )


@given(
    steps=st.lists(
        st.tuples(st.integers(0, 3).map(lambda n: n == 0), st.booleans()), max_size=60
    ),
    target=TARGETS,
)
@settings(deadline=None)
def test_the_clean_audits_needed_are_exactly_those_that_suffice(
    steps: list[tuple[bool, bool]], target: float
) -> None:
    def made() -> RecallCertificate:
        kept = RecallCertificate(records=90, alpha=0.1, target=target)
        for label, audit in steps:
            kept.observe(label, audit=audit)
        return kept

    needed = made().clean_audits_needed(target)
    kept = made()
    if needed is None:
        assert kept.found == 0
        return
    for _ in range(needed):
        assert not kept.certifies(target)
        kept.observe(False, audit=True)  # noqa: FBT003
    assert kept.certifies(target)


def test_the_course_holds_numbers_of_the_right_kind() -> None:
    live = LiveBound(FRAME, None)
    assert live.course.read.dtype == np.int64
    assert live.course.read.size == 0
