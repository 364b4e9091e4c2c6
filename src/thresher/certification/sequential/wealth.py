"""Wealth that audits earn by betting against each total of relevant records."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln, logsumexp

from thresher.arrays import Ranks, Scores
from thresher.certification.sequential.bets import Bets

__all__ = ["AuditRun", "Watch", "log_wealth", "most_relevant"]

SLACK = 1e-7  # of a logarithm, against rounding: ties never count as evidence
MANY = 200_000  # cells held at a time


class AuditRun(NamedTuple):
    """Audits in a row, with no other pick between them.

    Parameters
    ----------
    found
        Relevant records found before the first of them.
    possible
        Records that could be relevant before the first: found or unread.
    hits, misses
        How many of them were relevant, and how many were not.
    """

    found: int
    possible: int
    hits: int
    misses: int


def log_wealth(totals: Ranks, runs: Sequence[AuditRun], *, bets: Bets) -> Scores:
    r"""Logarithm of the wealth against each total; 0 before any audit.

    Parameters
    ----------
    totals
        Totals :math:`R` from the number found to the number possible.
    runs
        All audits so far.
    bets
        What is supposed instead of each total.

    Notes
    -----
    An audit is a uniform draw from the :math:`U` unread records. If there are
    :math:`R` relevant records, :math:`f` of them found, it is relevant with
    probability :math:`(R-f)/U`, whatever was read before and in whatever order. A bet
    supposes :math:`r` instead, never fewer than found, and multiplies its stake by
    :math:`(r-f)/(R-f)` at a hit and :math:`(U-r+f)/(U-R+f)` at a miss. So each stake,
    and their sum, is a martingale if :math:`R` is the truth. Over a run of audits the
    product depends on the counts only.
    """
    supposed = bets.supposed_table(totals)[:, :, None]
    logs = np.zeros(supposed.shape[:2])
    step = max(1, MANY // supposed.size)
    table = np.array(runs, dtype=np.int64).reshape(-1, 4)
    for begin in range(0, len(runs), step):
        found, possible, hits, misses = table[begin : begin + step].T
        bet = np.maximum(supposed, found)
        null = totals[:, None]
        logs += (
            _log_falling(bet - found, hits)
            - _log_falling(null - found, hits)
            + _log_falling(possible - bet, misses)
            - _log_falling(possible - null, misses)
        ).sum(axis=2)
    found_logs: Scores = logsumexp(logs, axis=0, b=np.array(bets.stakes)[:, None])
    return found_logs


def most_relevant(
    runs: Sequence[AuditRun], *, bets: Bets, found: int, possible: int, alpha: float
) -> int:
    """Greatest total that the audits do not reject, between `found` and `possible`.

    Notes
    -----
    For totals that are a period of the bets apart the rounding is the same, and every
    factor grows with the total; so each class of such totals is searched by halving.
    """
    period = min(bets.period, possible - found + 1)
    first = found + np.arange(period)
    low, high = np.zeros(period, dtype=np.int64), (possible - first) // period + 1
    while (low < high).any():
        middle = (low + high) // 2
        totals = np.minimum(first + period * middle, possible)
        kept = log_wealth(totals, runs, bets=bets) < SLACK - math.log(alpha)
        open_ = low < high
        low = np.where(open_ & kept, middle + 1, low)
        high = np.where(open_ & ~kept, middle, high)
    return max(found, int((first + period * (low - 1)).max()))


class Watch:
    """Wealth against one total, kept up to date at the price of a few logarithms."""

    def __init__(self, total: int, runs: Sequence[AuditRun], *, bets: Bets) -> None:
        self.total = total
        self._bets = [*zip(bets.supposed(total), bets.stakes, strict=True)]
        self._logs = [math.log(stake) for stake in bets.stakes]
        self._runs = 0
        self.close(runs)

    def close(self, runs: Sequence[AuditRun]) -> None:
        """Take in runs that are over."""
        for run in runs[self._runs :]:
            self._logs = self._after(run)
        self._runs = len(runs)

    def log_wealth(self, run: AuditRun | None) -> float:
        """Return the logarithm of the wealth, with a run that goes on."""
        logs = self._logs if run is None else self._after(run)
        most = max(logs)
        if most == -math.inf:
            return most
        return most + math.log(sum(math.exp(log - most) for log in logs))

    def _after(self, run: AuditRun) -> list[float]:
        found, possible, hits, misses = run
        under_null = _log_product(self.total - found, hits) + _log_product(
            possible - self.total, misses
        )
        logs = []
        for (supposed, _), log in zip(self._bets, self._logs, strict=True):
            bet = max(supposed, found)
            logs.append(
                log
                + _log_product(bet - found, hits)
                + _log_product(possible - bet, misses)
                - under_null
            )
        return logs


def _log_falling(top: Ranks, count: Ranks) -> Scores:
    """Return the logarithm of ``top (top - 1) …``, `count` factors; minus infinity."""
    logs: Scores = gammaln(top + 1.0) - gammaln(top - count + 1.0)
    return logs


def _log_product(top: int, count: int) -> float:
    """Return the same for plain numbers."""
    if count > top:
        return -math.inf
    return math.lgamma(top + 1) - math.lgamma(top - count + 1)
