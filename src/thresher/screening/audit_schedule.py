"""The audit schedule: when to read by rank, and when to draw an audit instead."""

import math

from thresher.errors import InputError
from thresher.screening.recall_target import exact_share, least_denying

__all__ = ["AuditSchedule"]

FEWEST = 5  # finds before their times say how fast the rest will come
EVERY = 5  # labels between two looks at the times
LATER = 0.7  # of the finds, by which to tell how they thin out
ENOUGH = 1.2  # times the worth of a pick, below which ranked picks are not worth it
LONGEST = 100  # ranked picks after an audit found something
HALVINGS = 40
LARGEST = 700.0  # exponent


class AuditSchedule:
    """Says whether the next pick is an audit; a matter of cost, never of validity.

    It reads by rank while relevant records come often enough to be worth more than
    the audits they save, then audits; after a hit it reads by rank again for a while.

    Parameters
    ----------
    records
        How many records the pile holds.
    alpha, target
        Those of the certificate that the audits are for.

    Examples
    --------
    >>> schedule = AuditSchedule(records=1000)
    >>> for label in [True] * 50 + [False] * 200:
    ...     schedule.observe(label)
    >>> schedule.next_is_audit
    True
    """

    def __init__(
        self, *, records: int, alpha: float = 0.05, target: float = 0.95
    ) -> None:
        if records < 1:
            raise InputError(f"records must be 1 or more, got {records}")
        if not 0 < alpha < 1:
            raise InputError(f"alpha must be above 0 and below 1, got {alpha}")
        self.records = records
        self.alpha = alpha
        self.target = exact_share(target, name="target")
        self.found = 0
        self.read = 0
        self.next_is_audit = False
        self._dry = 0
        self._times: list[float] = []
        self._began = False
        self._patience = LONGEST
        self._fruitful = False

    def observe(self, label: bool, *, audit: bool = False) -> None:  # noqa: FBT001
        """Take in the label of the next record read, and think about the one after."""
        self.read += 1
        self.found += bool(label)
        self._dry = 0 if label else self._dry + 1
        if label and not audit:
            self._fruitful = True
            if not self._began:
                self._times.append(self._now())
        if label or self.read == self.records:
            self.next_is_audit = False
        elif not self.next_is_audit and self.found:
            self.next_is_audit = self._is_due()
            if self.next_is_audit:
                self._begin()

    def _begin(self) -> None:
        if self._began:
            longer, shorter = 2 * self._patience, self._patience // 2
            self._patience = min(longer, LONGEST) if self._fruitful else max(shorter, 1)
        self._began = True
        self._fruitful = False

    def _is_due(self) -> bool:
        if self._began:
            return self._dry >= self._patience
        if self._dry % EVERY or len(self._times) < FEWEST:
            return False
        return self._expected_rate() * self._worth_of_a_find() < ENOUGH

    def _now(self) -> float:
        """Return the time at which a random order would have come as far."""
        return -math.log1p(-self.read / (self.records + 1))

    def _worth_of_a_find(self) -> float:
        """Return how many ranked picks one more find is worth, in audits saved."""
        left = least_denying(self.found, self.target) - self.found
        none = -math.expm1(math.log(self.alpha) / left)
        one = -math.expm1(math.log(self.alpha / (left + 1)) / left)
        return (self.records - self.read) * none * (one - none) / (1 - none)

    def _expected_rate(self) -> float:
        """Return the finds a ranked pick may bring now, if they go on to thin out.

        The later finds are taken to thin out exponentially in the time of `_now`; the
        rate of that is the likeliest one.
        """
        begin = max(1, int((1 - LATER) * len(self._times)))
        start = self._times[begin - 1]
        span = self._now() - start
        finds = len(self._times) - begin
        mean = sum(self._times[begin:]) / finds - start
        rate = _thinning(mean, span)
        left = finds / math.expm1(min(rate * span, LARGEST))
        return rate * left / (self.records - self.read)


def _thinning(mean: float, span: float) -> float:
    """Return the rate of an exponential law cut off at `span` that has this mean.

    A law that does not thin out gets a rate near 0: finds are then expected to go on.
    """
    low, high = 1e-9 / span, 1 / mean
    for _ in range(HALVINGS):
        rate = (low + high) / 2
        if 1 / rate - span / math.expm1(min(rate * span, LARGEST)) > mean:
            low = rate
        else:
            high = rate
    return rate
