"""The audited certificate as a stopping rule, and a review read with its audits."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from thresher.arrays import Indices
from thresher.certification.sequential.recall_certificate import RecallCertificate
from thresher.certification.stopping.certain import certain
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.errors import UnjudgedRuleError

__all__ = ["audited", "certificate", "certified_so_far"]

PATIENCE = 0.6  # of the mean gap to a relevant record, were the target just missed
SHORTEST = 20  # records in a row without a relevant one, at least
RETURN = 50  # records read by rank after an audit found one, at first


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
    return f"recall of {kept.lower_bound:.3f} or more so far"


def audited(history: History, goal: Goal, *, rng: np.random.Generator) -> History:
    """Return a whole history as it would have been read with audits.

    Records are read in their order until a dry spell, then drawn at random from the
    unread ones until a relevant one turns up, then in their order again for a while;
    from the certificate on in their order.
    """
    whole = history.completed()
    kept, schedule = _new(whole, goal), _Schedule(goal=goal)
    picks = _Picks(rng.permutation(whole.records))
    order: list[int] = []
    marks: list[bool] = []
    while kept.unread and not kept.certifies(goal.target):
        drawn = schedule.audits(kept)
        at = picks.drawn() if drawn else picks.next()
        label = bool(whole.labels[at])
        kept.observe(label, audit=drawn)
        schedule.learn(label, audit=drawn)
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


@dataclass(slots=True, kw_only=True)
class _Schedule:
    """When to audit: after dry spells, until an audit finds something."""

    goal: Goal
    auditing: bool = False
    began: bool = False
    dry: int = 0
    patience: int = RETURN
    fruits: int = 0

    def audits(self, kept: RecallCertificate) -> bool:
        """Return whether the next record is to be drawn at random."""
        if not self.auditing and kept.found and self.dry >= self._limit(kept):
            if self.began:
                more = min(2 * self.patience, RETURN)
                self.patience = more if self.fruits else max(self.patience // 2, 1)
            self.auditing = self.began = True
            self.fruits = 0
        return self.auditing

    def learn(self, label: bool, *, audit: bool) -> None:  # noqa: FBT001
        """Take in what became of the record."""
        self.dry = 0 if label else self.dry + 1
        if label and audit:
            self.auditing = False
        elif label:
            self.fruits += 1

    def _limit(self, kept: RecallCertificate) -> int:
        if self.began:
            return self.patience
        missing = self.goal.too_many(kept.found) - kept.found
        return max(SHORTEST, int(PATIENCE * kept.unread / missing))
