"""The audited recall certificate: a lower bound on recall, valid after every label."""

import math

import numpy as np

from thresher.certification.intervals.binomial import check_alpha
from thresher.certification.sequential.bets import bets_for
from thresher.certification.sequential.wealth import (
    SLACK,
    AuditRun,
    Watch,
    log_wealth,
    most_relevant,
)
from thresher.errors import InputError
from thresher.screening.recall_target import exact_share, least_denying

__all__ = ["RecallCertificate"]

LARGEST_LOG = 700.0


class RecallCertificate:
    r"""A recall bound that grows with the screening; ask whenever you like.

    Guarantee: with probability at least ``1 - alpha`` the true recall is never below
    `lower_bound`, at all moments of the screening together. It holds for every
    ranker, for every rule that says when to audit and when to stop, and for any
    placement of the relevant records. It rests on two things: each audit is drawn
    uniformly from the records unread at that moment, and labels are right.

    Parameters
    ----------
    records
        How many records the pile holds.
    alpha
        The chance of error that is allowed, over the whole screening.
    target
        The recall aimed at. The bound is sharpest there, and valid everywhere.

    Raises
    ------
    InputError
        No records, or a share that is not in (0, 1).

    Notes
    -----
    Against each total :math:`R` of relevant records it bets on the greatest total at
    which :math:`R` would still deny the claim; see
    `thresher.certification.sequential.wealth`. By Ville's inequality the wealth
    against the true total ever reaches :math:`1/\alpha` with probability at most
    :math:`\alpha`. While audits find nothing, as few are needed as in one sample of a
    size fixed beforehand: looking after each label costs nothing.

    Examples
    --------
    >>> certificate = RecallCertificate(records=1000)
    >>> for label in [True] * 95:
    ...     certificate.observe(label)
    >>> for _ in range(360):
    ...     certificate.observe(False, audit=True)
    >>> certificate.certifies(0.95), round(certificate.lower_bound, 3)
    (True, 0.95)
    """

    def __init__(
        self, *, records: int, alpha: float = 0.05, target: float = 0.95
    ) -> None:
        if records < 1:
            raise InputError(f"records must be 1 or more, got {records}")
        check_alpha(alpha)
        self.records = records
        self.alpha = alpha
        self.target = target
        self.found = 0
        self.irrelevant = 0
        self.audits = 0
        self._bets = bets_for(exact_share(target, name="target"))
        self._limit = SLACK - math.log(alpha)
        self._most = records
        self._closed: list[AuditRun] = []
        self._open: AuditRun | None = None
        self._watch: Watch | None = None

    @property
    def read(self) -> int:
        """How many records were read."""
        return self.found + self.irrelevant

    @property
    def unread(self) -> int:
        """How many records were not."""
        return self.records - self.read

    @property
    def possible(self) -> int:
        """How many records could be relevant: those found and those unread."""
        return self.records - self.irrelevant

    def observe(self, label: bool, *, audit: bool = False) -> None:  # noqa: FBT001
        """Take in the label of the next record read.

        Parameters
        ----------
        label
            Whether it is relevant.
        audit
            Whether it was drawn uniformly from all unread records. Every such pick
            must be told, hit or miss.

        Raises
        ------
        InputError
            Every record was read already.
        """
        relevant = int(bool(label))
        if not audit:
            self.observe_ranked(relevant=relevant, irrelevant=1 - relevant)
            return
        self._refuse_more_than_unread(1)
        self._audit(label=bool(label))
        self.found += relevant
        self.irrelevant += 1 - relevant

    def observe_ranked(self, *, relevant: int, irrelevant: int) -> None:
        """Take in labels of records that are no audits: only their numbers matter.

        Raises
        ------
        InputError
            Fewer records are unread.
        """
        self._refuse_more_than_unread(relevant + irrelevant)
        if self._open is not None and relevant + irrelevant:
            self._closed.append(self._open)
            self._open = None
        self.found += relevant
        self.irrelevant += irrelevant

    @property
    def most_relevant(self) -> int:
        """Greatest number of relevant records that is still plausible.

        What was once ruled out stays so: the number never grows.
        """
        self._settle()
        return self._most

    @property
    def lower_bound(self) -> float:
        """Lower bound on recall: the found over the greatest plausible total."""
        return self.found / self.most_relevant if self.found else 0.0

    def evidence(self, target: float) -> float:
        """Evidence that recall is at least `target`; 1 is none, infinite is certain.

        An e-value: before the fact its mean is at most 1 if recall is lower.
        """
        least = least_denying(self.found, exact_share(target, name="target"))
        last = min(self.possible, least + self._bets.period - 1)
        if least > last:
            return math.inf
        totals = np.arange(least, last + 1)
        logs = log_wealth(totals, self._runs(), bets=self._bets)
        return math.exp(min(float(logs.min()), LARGEST_LOG))

    def certifies(self, target: float) -> bool:
        """Return whether recall is at least `target`, as sure as was asked for."""
        least = least_denying(self.found, exact_share(target, name="target"))
        if not self.found:
            return False
        if min(self._most, self.possible) < least:
            return True
        if self._log_wealth_against(least) < self._limit:
            return False
        return self.most_relevant < least

    def clean_audits_needed(self, target: float) -> int | None:
        """Fewest further audits, all irrelevant, after which `target` is certified.

        A plan, not a promise: an audit that finds something makes it more. ``None``
        where nothing is found yet, so that no audit would do.
        """
        if not self.found:
            return None
        if self.certifies(target):
            return 0
        least = least_denying(self.found, exact_share(target, name="target"))
        low, high = 0, self.possible - least + 1  # then no total denies it any more
        while high - low > 1:
            middle = (low + high) // 2
            if self._denied_after(least, misses=middle):
                low = middle
            else:
                high = middle
        return high

    def _refuse_more_than_unread(self, labels: int) -> None:
        if labels > self.unread:
            raise InputError(
                f"{self.unread} of {self.records} records are unread: there cannot be "
                f"{labels} further labels"
            )

    def _denied_after(self, least: int, *, misses: int) -> bool:
        """Say whether some total would still deny the claim after so many misses."""
        last = min(self.possible - misses, least + self._bets.period - 1)
        run = self._open or AuditRun(self.found, self.possible, 0, 0)
        longer = run._replace(misses=run.misses + misses)
        logs = log_wealth(
            np.arange(least, last + 1), [*self._closed, longer], bets=self._bets
        )
        return bool((logs < self._limit).any())

    def _audit(self, *, label: bool) -> None:
        self.audits += 1
        if label:
            self._settle()  # the wealth falls now, so this was a peak
        run = self._open or AuditRun(self.found, self.possible, 0, 0)
        self._open = AuditRun(
            run.found, run.possible, run.hits + label, run.misses + (not label)
        )

    def _runs(self) -> list[AuditRun]:
        return self._closed if self._open is None else [*self._closed, self._open]

    def _settle(self) -> None:
        """Rule out what can be ruled out now."""
        self._most = max(min(self._most, self.possible), self.found)
        if not self.audits or self._log_wealth_against(self._most) < self._limit:
            return
        self._most = most_relevant(
            self._runs(),
            bets=self._bets,
            found=self.found,
            possible=self._most,
            alpha=self.alpha,
        )

    def _log_wealth_against(self, total: int) -> float:
        if self._watch is None or self._watch.total != total:
            self._watch = Watch(total, self._closed, bets=self._bets)
        self._watch.close(self._closed)
        return self._watch.log_wealth(self._open)
