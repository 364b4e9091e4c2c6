"""The course of a live screening: found, certain, advised, and how long it takes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from sqlalchemy import Connection

from thresher.certification.rounding import percent, rounded_down
from thresher.certification.sequential.live import LiveBound
from thresher.certification.sequential.replay import Pick
from thresher.certification.stopping.advisor import Advice
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.registry import DEFAULT_RULES, find_rules
from thresher.reports.screening_progress import (
    ScreeningProgress,
    hours_left,
    progress_advice,
    screening_progress,
    team_pace,
)
from thresher.screening.ledger import Chosen, Decision, Ledger
from thresher.screening.seal import Seal
from thresher.store.canonical import HeldBy, canonical_picks
from thresher.store.history_rows import decisions_log
from thresher.store.publications import publications_of
from thresher.store.refusals import seconds_of
from thresher.store.seal_count import seal_count
from thresher.store.seal_rows import seal_of
from thresher.store.setting_rows import reading_of, settings_of

__all__ = ["Course", "course_of"]

SEED = 1
WORDS = {"include": True, "exclude": False}
WHY = {
    "audit": "an audit that was drawn waits to be read",
    "undone": "a decision was taken back and waits for another",
    "second reader": "a record waits for its second reader",
    "conflict": "two readers differ, and nobody has settled it",
    "maybe": "somebody was not sure",
}
DIFFERS = (
    "The settings say recall of {target} with {sure} confidence, but what is sealed, "
    "and told here, is recall of {sealed} with {sealed_sure}."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """Everything a progress page shows, but for the counts.

    Parameters
    ----------
    target, alpha
        The claim that the bound is about: that of the seal, and of the settings only
        while nothing is sealed.
    commitment
        Digest of the seal, to be written down by whoever wants to check it later.
    notes
        What one must know of the claim: where the settings differ, and how many seals
        there were.
    """

    progress: ScreeningProgress
    advice: Sequence[Advice]
    held_by: Sequence[HeldBy]
    log: Sequence[Decision]
    target: float
    alpha: float
    readings: float
    bound: LiveBound
    commitment: str | None = None
    notes: Sequence[str] = ()

    def facts(self) -> dict[str, Any]:
        """Return the course as values that JSON can hold."""
        course, standing = self.progress.course, self.progress.standing
        read, found = course.read.tolist(), course.found.tolist()
        return {
            "curve": [list(pair) for pair in zip(read, found, strict=True)],
            "bounds": [
                list(pair) for pair in zip(read, course.bound.tolist(), strict=True)
            ],
            "bound": standing.lower_bound,
            "most_relevant": standing.most_relevant,
            "audits": standing.audits,
            "audits_needed": standing.audits_needed,
            "problems": list(standing.problems),
            "target": self.target,
            "alpha": self.alpha,
            "commitment": self.commitment,
            "notes": list(self.notes),
            "certified": standing.certified,
            "certified_at": standing.certified_at,
            "held_by": [_held(one) for one in self.held_by],
            "advice": [self._advised(one) for one in self.advice],
            "pace": self._pace(standing.records - standing.read),
            "days": _days(self.log),
        }

    def _advised(self, one: Advice) -> dict[str, Any]:
        """Return a rule's advice; that of the certificate is what the seal shows."""
        told = _advice(one)
        standing = self.progress.standing
        if one.name != "certificate" or self.commitment is None:
            return told
        if standing.certified and standing.certified_at is not None:
            says = f"stops after {standing.certified_at:,} records"
            return {**told, "says": says, "stops_at": standing.certified_at}
        least = rounded_down(standing.lower_bound, digits=3)
        says = f"recall of {least:.3f} or more so far"
        return {**told, "says": says, "stops_at": None}

    def _pace(self, unread: int) -> dict[str, float] | None:
        pace = team_pace(Ledger(rows=tuple(self.log)))
        left = hours_left(unread, pace, readings=self.readings)
        if pace is None or left is None:
            return None
        return {
            "seconds": 60 * pace.mean,
            "hours_left": left.hours,
            "low": left.low,
            "high": left.high,
        }


def course_of(connection: Connection, *, bound: LiveBound | None = None) -> Course:
    """Course of a project's screening by title and abstract.

    Parameters
    ----------
    connection
        To the project, open for reading.
    bound
        One that followed this project before: then only new decisions cost time.
    """
    settings = settings_of(connection)
    picks, frame, seal, held = _canonical(connection)
    if bound is None or bound.seal != seal:
        bound = LiveBound(frame, seal)
    ledger = Ledger(
        rows=tuple(
            Decision(
                record=pick.record,
                label=pick.label,
                chosen=_drawn_by_seal(pick.chosen),
                time=pick.time,
            )
            for pick in picks
        )
    )
    claim = _claim(seal, settings)
    goal = Goal(target=claim["target"], confidence=1 - claim["alpha"])
    reading = reading_of(connection)
    share = {"single": 0.0, "dual": 1.0, "share": reading.share}[reading.mode]
    return Course(
        progress=screening_progress(ledger, frame, seal, bound=bound),
        advice=_asked(ledger, goal, records=len(frame)),
        held_by=held,
        log=_log(connection),
        readings=1 + share,
        bound=bound,
        commitment=None if seal is None else seal.commitment,
        notes=_notes(connection, seal, settings),
        **claim,
    )


def _claim(seal: Seal | None, settings: Mapping[str, Any]) -> dict[str, float]:
    """Return the claim that a bound is about: the sealed one, if one is sealed."""
    if seal is None:
        return {name: settings[name] for name in ("target", "alpha")}
    return {"target": seal.target, "alpha": seal.alpha}


def _notes(
    connection: Connection, seal: Seal | None, settings: Mapping[str, Any]
) -> list[str]:
    """Return what one must know of a sealed claim, a sentence each."""
    stored = seal_of(connection)
    if seal is None or stored is None:
        return []
    notes = []
    if (seal.target, seal.alpha) != (settings["target"], settings["alpha"]):
        notes.append(
            DIFFERS.format(
                target=percent(settings["target"]),
                sure=percent(1 - settings["alpha"]),
                sealed=percent(seal.target),
                sealed_sure=percent(1 - seal.alpha),
            )
        )
    counted = seal_count(connection, stored.id).says
    return [*notes, counted] if counted else notes


def _drawn_by_seal(chosen: Chosen) -> Chosen:
    """Return how a record was chosen, where only a seal's draws are draws.

    A record that the lab took at random has its turn when it is labelled: who leaves
    some of them unlabelled chooses, so rules may not take them for a sample.
    """
    return Chosen.RANKED if chosen is Chosen.RANDOM else chosen


def _canonical(
    connection: Connection,
) -> tuple[Sequence[Pick], Sequence[str], Seal | None, Sequence[HeldBy]]:
    """Return the picks that count, frame and seal; none where nothing is sealed."""
    if seal_of(connection) is None:
        frame = [str(one) for one in publications_of(connection).ids]
        return (), frame, None, ()
    return canonical_picks(connection)


def _asked(ledger: Ledger, goal: Goal, *, records: int) -> list[Advice]:
    if not ledger.rows:
        return []
    return progress_advice(
        ledger,
        records=records,
        goal=goal,
        rules=find_rules(",".join(DEFAULT_RULES)),
        rng=np.random.default_rng(SEED),
    )


def _log(connection: Connection) -> list[Decision]:
    """Return the labels that people gave in the lab, each as a first word."""
    found = []
    for at, row in enumerate(decisions_log(connection)):
        if row["uid"] and row["label"] in WORDS:
            found.append(
                Decision(
                    record=f"{row['record']} {at}",
                    label=WORDS[row["label"]],
                    chosen=Chosen.RANKED,
                    reader=row["reader"],
                    time=seconds_of(row["decided_at"]),
                )
            )
    return found


def _days(log: Sequence[Decision]) -> list[list[Any]]:
    days = Counter(
        datetime.fromtimestamp(row.time).astimezone().date().isoformat() for row in log
    )
    return [[day, days[day]] for day in sorted(days)]


def _held(one: HeldBy) -> dict[str, Any]:
    return {
        "record": one.publication,
        "turn": one.turn,
        "why": one.why,
        "says": WHY.get(one.why, one.why),
    }


def _advice(one: Advice) -> dict[str, Any]:
    if one.missing:
        says = f"cannot be judged: {one.missing}"
    elif one.would_stop_at is not None:
        says = f"stops after {one.would_stop_at:,} records"
    else:
        says = one.evidence or "goes on"
    return {
        "rule": one.name,
        "title": one.title,
        "says": says,
        "stops_at": one.would_stop_at,
        "promise": one.guarantee,
        "kind": one.kind,
    }
