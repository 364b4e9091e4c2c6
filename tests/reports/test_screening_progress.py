"""Progress of a live screening: true to the certificate, the rules and the clock."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.certification.certificate.issuing import issue
from thresher.certification.sequential import picks_of
from thresher.certification.sequential.live import LiveBound
from thresher.certification.stopping.catalogue import DEFAULT_RULES
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.registry import find_rules
from thresher.cli.main import cli
from thresher.errors import InputError
from thresher.reports.screening_progress import (
    progress_advice,
    progress_plan,
    screening_progress,
    team_pace,
)
from thresher.screening.ledger import Chosen, Decision, Ledger
from thresher.screening.seal import Seal, audit_order, frame_digest

FRAME = [f"r{number}" for number in range(200)]
SEAL = Seal(seed="17" * 32, frame=frame_digest(FRAME), target=0.9, alpha=0.1)


def screened(*, ranked: int = 40, audits: int = 60, found: int = 20) -> Ledger:
    """Records by rank, then audits, half a minute apart, with a night in between."""
    order = [FRAME[at] for at in audit_order(FRAME, SEAL.seed)]
    drawn = [record for record in order if record not in FRAME[:ranked]][:audits]
    rows = []
    for at, record in enumerate([*FRAME[:ranked], *drawn]):
        night = 40_000.0 if at >= ranked else 0.0
        rows.append(
            Decision(
                record=record,
                label=at < found,
                chosen=Chosen.RANKED if at < ranked else Chosen.CERTIFICATION,
                reader="Ann",
                time=1e9 + 30.0 * at + night,
            )
        )
    return Ledger(rows=tuple(rows))


@given(read=st.integers(0, 100), step=st.integers(1, 40))
@settings(max_examples=25, deadline=None)
def test_a_bound_that_was_kept_gives_the_same_progress_as_a_new_one(
    read: int, step: int
) -> None:
    ledger = screened()
    kept = LiveBound(FRAME, SEAL)
    for length in [*range(0, read, step), read]:
        now = screening_progress(ledger.at(length), FRAME, SEAL, bound=kept)
    again = screening_progress(ledger.at(read), FRAME, SEAL)
    assert now.standing == again.standing
    assert (now.pace, now.to_the_end) == (again.pace, again.to_the_end)
    assert now.to_the_certificate == again.to_the_certificate


def test_the_bound_is_the_certificates() -> None:
    ledger = screened()
    progress = screening_progress(ledger, FRAME, SEAL)
    certificate = issue(picks_of(ledger), FRAME, SEAL, issued_at=0.0)
    assert progress.standing.lower_bound == certificate.lower_bound
    assert progress.standing.certified == certificate.certified
    assert progress.course.bound[-1] == certificate.lower_bound
    assert (progress.target, progress.alpha) == (0.9, 0.1)


def test_hours_come_from_the_time_stamps_without_the_night() -> None:
    progress = screening_progress(screened(), FRAME, SEAL)
    assert progress.pace is not None
    assert progress.pace.median == 0.5
    assert progress.pace.breaks == 1
    assert progress.to_the_end is not None
    assert progress.to_the_end.hours == pytest.approx(100 * 0.5 / 60)
    needed = progress.standing.audits_needed
    assert needed is not None
    assert progress.to_the_certificate is not None
    assert progress.to_the_certificate.records == needed
    twice = screening_progress(screened(), FRAME, SEAL, readings=2)
    assert twice.to_the_end is not None
    assert twice.to_the_end.hours == pytest.approx(100 / 60)


def test_gaps_between_different_readers_are_nobodys_minutes() -> None:
    rows = [  # each takes a minute, in turn half a minute apart
        Decision(
            record=FRAME[at],
            label=False,
            chosen=Chosen.RANKED,
            reader="Ann" if at % 2 else "Bo",
            time=1e9 + 30.0 * at,
        )
        for at in range(20)
    ]
    pace = team_pace(Ledger(rows=tuple(rows)))
    assert pace is not None
    assert pace.median == pytest.approx(1.0)
    assert (pace.gaps, pace.breaks) == (18, 0)


def test_rows_without_a_time_and_rows_taken_back_say_nothing_of_the_pace() -> None:
    timeless = Decision(record="r1", label=True, chosen=Chosen.PRIOR)
    ledger = Ledger(rows=(timeless,))
    assert team_pace(ledger) is None
    assert team_pace(Ledger()) is None
    undone = Decision(record="r1", label=None, chosen=Chosen.PRIOR, time=1e9 + 1)
    more = screened().rows
    whole = Ledger(rows=(timeless, undone, *(r for r in more if r.record != "r1")))
    pace = team_pace(whole)
    assert pace is not None
    assert pace.median == 0.5
    with pytest.raises(InputError, match="longest must be above 0"):
        team_pace(ledger, longest=0)


def test_without_a_pace_or_a_seal_nothing_is_made_up() -> None:
    bare = screening_progress(Ledger(), FRAME, None)
    assert (bare.target, bare.alpha, bare.pace) == (None, None, None)
    assert (bare.to_the_end, bare.to_the_certificate) == (None, None)
    assert bare.standing.lower_bound == 0.0
    assert progress_plan(bare, hours=1) is None
    steady = screening_progress(screened(), FRAME, None)
    assert progress_plan(steady, hours=1) is None  # no spread in the gaps


def test_a_plan_for_the_hours_left_has_an_interval() -> None:
    rng = np.random.default_rng(1)
    times = 1e9 + np.cumsum(rng.exponential(40, 100))
    rows = [
        Decision(record=record, label=False, chosen=Chosen.RANKED, time=float(time))
        for record, time in zip(FRAME, times, strict=False)
    ]
    progress = screening_progress(Ledger(rows=tuple(rows)), FRAME, None)
    budget = progress_plan(progress, hours=0.5)
    assert budget is not None
    assert budget.records == 100
    assert budget.records_low < budget.expected_records < budget.records_high <= 100


def test_a_bound_of_another_seal_and_odd_readings_are_refused() -> None:
    with pytest.raises(InputError, match="another seal"):
        screening_progress(Ledger(), FRAME, None, bound=LiveBound(FRAME, SEAL))
    with pytest.raises(InputError, match="readings must be above 0"):
        screening_progress(Ledger(), FRAME, SEAL, readings=0)


def test_the_advisor_says_what_the_command_says(tmp_path: Path) -> None:
    ledger = Ledger(
        rows=tuple(
            Decision(record=record, label=at < 12, chosen=Chosen.RANKED)
            for at, record in enumerate(FRAME[:90])
        )
    )
    table = tmp_path / "labels.csv"
    rows = [f"{row.record},{int(bool(row.label))}" for row in ledger.rows]
    rest = [f"{record}," for record in FRAME[90:]]
    table.write_text("\n".join(["record_id,included", *rows, *rest, ""]))
    told = CliRunner().invoke(cli, ["stop", str(table), "--json"])
    assert told.exit_code == 0, told.output
    advice = progress_advice(
        ledger,
        records=200,
        goal=Goal(target=0.95),
        rules=find_rules(",".join(DEFAULT_RULES)),
        rng=np.random.default_rng(1),
    )
    for said, one in zip(json.loads(told.stdout), advice, strict=True):
        assert (said["name"], said["guarantee"]) == (one.name, one.guarantee)
        assert (said["would_stop_at"], said["missing"]) == (
            one.would_stop_at,
            one.missing,
        )
    assert any(one.would_stop_at for one in advice)
