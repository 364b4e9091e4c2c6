"""The audited strategy: reads by rank, and from time to time draws an audit."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from thresher.arrays import Indices
from thresher.screening.audit_schedule import AuditSchedule
from thresher.screening.cycle import Known, Ranking, next_of
from thresher.screening.picking import Picks
from thresher.screening.seal import SEED_BYTES, Seal, audit_order, frame_digest
from thresher.screening.strategies import Strategy, best_first

__all__ = ["Audited", "AuditedPicker"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """Another strategy, with audits when its picks have become rare.

    Audits are drawn uniformly from all unread records, whatever their scores: a
    recall certificate may count on them.

    Parameters
    ----------
    strategy
        What to read between audits.
    target, alpha
        The recall to certify, and the chance of error; they time the audits.
    """

    strategy: Strategy = best_first
    target: float = 0.95
    alpha: float = 0.05

    def begin(self, ids: Sequence[str], *, rng: np.random.Generator) -> "AuditedPicker":
        """Return the picker of one screening; its seed is drawn from `rng`."""
        seal = Seal(
            seed=rng.bytes(SEED_BYTES).hex(),
            frame=frame_digest(ids),
            target=self.target,
            alpha=self.alpha,
        )
        schedule = AuditSchedule(records=len(ids), alpha=self.alpha, target=self.target)
        return AuditedPicker(
            ids, strategy=self.strategy, schedule=schedule, seal=seal, rng=rng
        )


class AuditedPicker:
    """Picks of one screening, and what the schedule learned from their labels."""

    def __init__(
        self,
        ids: Sequence[str],
        *,
        strategy: Strategy,
        schedule: AuditSchedule,
        seal: Seal,
        rng: np.random.Generator,
    ) -> None:
        self.seal = seal
        self._strategy = strategy
        self._schedule = schedule
        self._rng = rng
        self._drawn = audit_order(ids, seal.seed)
        self._passed = 0  # draws up to here were read
        self._audits: set[int] = set()

    def __call__(self, ranking: Ranking, known: Known, *, size: int) -> Picks:
        """Return the next picks: all audits, or none."""
        self._learn(known)
        if not self._schedule.next_is_audit:
            rows, scores = next_of(ranking, self._strategy, size=size, rng=self._rng)
            return Picks(
                rows=rows, scores=scores, audits=np.zeros(size, dtype=np.bool_)
            )
        rows = self._next_drawn(known, size=size)
        self._audits.update(rows.tolist())
        scores = ranking.scores[np.searchsorted(ranking.unread, rows)]
        return Picks(rows=rows, scores=scores, audits=np.ones(size, dtype=np.bool_))

    def _learn(self, known: Known) -> None:
        """Tell the schedule of the labels since the last picks."""
        for at in range(self._schedule.read, known.rows.size):
            audit = int(known.rows[at]) in self._audits
            self._schedule.observe(bool(known.labels[at]), audit=audit)

    def _next_drawn(self, known: Known, *, size: int) -> Indices:
        """Return the first unread records in the order of the draw."""
        is_read = np.zeros(self._drawn.size, dtype=np.bool_)
        is_read[known.rows] = True
        while is_read[self._drawn[self._passed]]:
            self._passed += 1
        ahead = self._drawn[self._passed :]
        return ahead[~is_read[ahead]][:size]
