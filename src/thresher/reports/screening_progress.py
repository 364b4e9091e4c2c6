"""Where a live screening stands: what is found, what is certain, how long it takes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from thresher.certification.sequential.course import Course
from thresher.certification.sequential.live import LiveBound, Standing
from thresher.certification.stopping.advisor import Advice, advise
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import history_of_ledger
from thresher.certification.stopping.offered import StoppingRule
from thresher.errors import InputError
from thresher.measures.pace import Pace, minutes_from_timestamps
from thresher.measures.planning import Plan, plan
from thresher.screening.ledger import Ledger
from thresher.screening.seal import Seal

__all__ = [
    "HoursLeft",
    "ScreeningProgress",
    "hours_left",
    "progress_advice",
    "progress_plan",
    "screening_progress",
    "team_pace",
]

MINUTES = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class HoursLeft:
    """Person hours for a number of records: expected, and between which they lie."""

    records: int
    hours: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreeningProgress:
    """All that a progress page shows of a screening.

    Parameters
    ----------
    standing
        Records read and found, the bound on recall, and whether the claim is shown.
    course
        Found records and bound as the screening went on, for curves.
    target, alpha
        Of the seal; ``None`` where nothing was sealed.
    pace
        Minutes a record takes, from the time stamps; ``None`` while they are too few.
    to_the_end
        Hours to read all that is unread.
    to_the_certificate
        Hours for the audits that would show the claim, if all are irrelevant: the
        least it can take, not what it will. ``None`` where that is not known.
    """

    standing: Standing
    course: Course
    target: float | None
    alpha: float | None
    pace: Pace | None
    to_the_end: HoursLeft | None
    to_the_certificate: HoursLeft | None


def screening_progress(
    ledger: Ledger,
    frame: Sequence[str],
    seal: Seal | None,
    *,
    bound: LiveBound | None = None,
    longest: float = 10.0,
    readings: float = 1.0,
) -> ScreeningProgress:
    """Progress of a screening after all rows of its ledger.

    Parameters
    ----------
    ledger, frame, seal
        All decisions that hold for the team, all records in their order, and the seal
        of the certificate if there is one.
    bound
        A bound that followed this ledger before: then only new rows cost time. The
        result is the same without it.
    longest
        Gaps of more minutes than this are breaks.
    readings
        How often each record is read: 2 where two readers read everything.

    Raises
    ------
    CertificateError
        Ledger, frame and seal do not belong together.
    InputError
        A number is out of range, or `bound` is that of another seal.
    """
    if bound is None:
        bound = LiveBound(frame, seal)
    elif bound.seal != seal:
        raise InputError("the bound follows another seal: make one for this seal")
    if not readings > 0:
        raise InputError(f"readings must be above 0, got {readings}")
    standing = bound.see(ledger)
    pace = team_pace(ledger, longest=longest)
    unread = standing.records - standing.read
    needed = standing.audits_needed
    return ScreeningProgress(
        standing=standing,
        course=bound.course,
        target=seal.target if seal else None,
        alpha=seal.alpha if seal else None,
        pace=pace,
        to_the_end=hours_left(unread, pace, readings=readings),
        to_the_certificate=None
        if needed is None
        else hours_left(needed, pace, readings=readings),
    )


def team_pace(ledger: Ledger, *, longest: float = 10.0) -> Pace | None:
    """Minutes a record takes, from gaps between decisions of the same reader.

    Rows without a time, and rows that take something back, are left out. ``None``
    where fewer than two gaps are left.

    Parameters
    ----------
    ledger
        All decisions.
    longest
        Gaps of more minutes than this are breaks.

    Raises
    ------
    InputError
        `longest` is not above 0.
    """
    if not longest > 0:
        raise InputError(f"longest must be above 0 minutes, got {longest}")
    rows = [row for row in ledger.rows if row.time and row.label is not None]
    rows.sort(key=lambda row: (row.reader, row.time))
    times: list[float] = []
    readers = 0
    for _, own in groupby(rows, key=lambda row: row.reader):
        stamps = [row.time for row in own]
        # Readers one after the other, further apart than any gap that counts.
        shift = (times[-1] + 2 * MINUTES * longest if times else 0.0) - stamps[0]
        times += [stamp + shift for stamp in stamps]
        readers += 1
    try:
        pace = minutes_from_timestamps(times, longest=longest)
    except InputError:
        return None
    return replace(pace, breaks=pace.breaks - (readers - 1))


def hours_left(
    records: int, pace: Pace | None, *, readings: float = 1.0
) -> HoursLeft | None:
    """Person hours that so many more records take, by the mean and its interval.

    Examples
    --------
    >>> left = hours_left(120, minutes_from_timestamps([0, 30, 60, 120]))
    >>> left.hours if left else None
    1.3333333333333333
    """
    if pace is None:
        return None
    mean, low, high = (
        records * readings * minutes / MINUTES
        for minutes in (pace.mean, pace.mean_low, pace.mean_high)
    )
    return HoursLeft(records=records, hours=mean, low=low, high=high)


def progress_plan(
    progress: ScreeningProgress, *, hours: float, coverage: float = 0.95
) -> Plan | None:
    """Share of the unread records that so many hours get through.

    The range of minutes is that of the mean in the time stamps. ``None`` where nothing
    is unread, or the pace is not known or shows no spread.

    Parameters
    ----------
    progress
        Of the screening so far.
    hours
        Person hours that are left.
    coverage
        Of the range.

    Raises
    ------
    InputError
        The hours are not above 0.
    """
    unread = progress.standing.records - progress.standing.read
    pace = progress.pace
    if pace is None or not unread or not pace.mean_low < pace.mean_high:
        return None
    return plan(
        records=unread,
        hours=hours,
        minutes=(pace.mean_low, pace.mean_high),
        coverage=coverage,
    )


def progress_advice(
    ledger: Ledger,
    *,
    records: int,
    goal: Goal,
    rules: Sequence[StoppingRule],
    rng: np.random.Generator,
) -> list[Advice]:
    """Return what each stopping rule says of a live screening.

    The same as `thresher stop` says of the same decisions.

    Raises
    ------
    InputError
        Nothing was read yet.
    """
    history = history_of_ledger(ledger, records=records)
    return advise(history, goal, rules=rules, rng=rng)
