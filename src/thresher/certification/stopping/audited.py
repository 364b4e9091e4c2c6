"""The audited certificate as a stopping rule, and a review read with its audits."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from thresher.arrays import Indices
from thresher.certification.rounding import rounded_down
from thresher.certification.sequential.recall_certificate import RecallCertificate
from thresher.certification.stopping.certain import certain
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.errors import UnjudgedRuleError
from thresher.screening.audit_schedule import AuditSchedule

__all__ = ["audited", "certificate", "certified_so_far"]


def certificate(history: History, goal: Goal) -> int | None:
    """Return when the audited certificate first assures the goal.

    Guarantee: with at least the confidence asked for, recall is at the target or above
    at the stop, whatever the ranker, however often one looks and whoever stops. It
    rests on the audits: each a record drawn uniformly from those unread then, and on
    true labels.

    Raises
    ------
    UnjudgedRuleError
        No record was drawn at random, and the goal is not certain without.
    """
    if history.random is None or not history.random.any():
        stop = certain(history, goal)
        if stop is None:
            raise UnjudgedRuleError(
                "certificate",
                "no record was drawn at random from those unread; it needs such audits",
            )
        return stop
    kept = _new(history, goal)
    for step, (label, drawn) in enumerate(
        zip(history.labels.tolist(), history.random.tolist(), strict=True), 1
    ):
        kept.observe(label, audit=drawn)
        if step >= history.first_look and kept.certifies(goal.target):
            return step
    return None


def certified_so_far(history: History, goal: Goal) -> str:
    """Return the recall that is certain or certified after all that was read."""
    kept = _new(history, goal)
    marks = history.random if history.random is not None else history.labels & False
    for label, drawn in zip(history.labels.tolist(), marks.tolist(), strict=True):
        kept.observe(label, audit=drawn)
    shown = rounded_down(kept.lower_bound, digits=3)
    return f"recall of {shown:.3f} or more so far"


def audited(history: History, goal: Goal, *, rng: np.random.Generator) -> History:
    """Return a whole history as it would have been read with audits.

    Records are read in their order, and drawn at random from the unread ones when the
    schedule of `thresher.screening.audit_schedule` says so; from the certificate on in
    their order.
    """
    whole = history.completed()
    kept = _new(whole, goal)
    schedule = AuditSchedule(
        records=whole.records, alpha=goal.alpha, target=goal.target
    )
    picks = _Picks(rng.permutation(whole.records))
    order: list[int] = []
    marks: list[bool] = []
    while kept.unread and not kept.certifies(goal.target):
        drawn = schedule.next_is_audit
        at = picks.drawn() if drawn else picks.next()
        label = bool(whole.labels[at])
        kept.observe(label, audit=drawn)
        schedule.observe(label, audit=drawn)
        order.append(at)
        marks.append(drawn)
    rest = np.flatnonzero(~picks.taken)
    read = np.concatenate([np.array(order, dtype=np.intp), rest])
    random = np.zeros(whole.records, dtype=np.bool_)
    random[: len(marks)] = marks
    return replace(
        whole, labels=whole.labels[read], random=random, chances=None, committee=None
    )


def _new(history: History, goal: Goal) -> RecallCertificate:
    return RecallCertificate(
        records=history.records, alpha=goal.alpha, target=goal.target
    )


class _Picks:
    """Records not yet taken, by rank and at random."""

    def __init__(self, shuffled: Indices) -> None:
        self.taken = np.zeros(shuffled.size, dtype=np.bool_)
        self._ranked = iter(range(shuffled.size))
        self._shuffled = iter(shuffled.tolist())

    def next(self) -> int:
        return self._take(self._ranked)

    def drawn(self) -> int:
        return self._take(self._shuffled)

    def _take(self, order: Iterator[int]) -> int:
        at = next(place for place in order if not self.taken[place])
        self.taken[at] = True
        return at
