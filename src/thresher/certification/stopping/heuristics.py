"""Rules of thumb: none of them promises anything."""

from dataclasses import dataclass
from math import ceil

import numpy as np

from thresher.arrays import Ranks
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.certification.stopping.protocol import first_from, first_true
from thresher.errors import InputError

__all__ = [
    "BatchPrecision",
    "IrrelevantInARow",
    "Rule2399",
    "SafeStyle",
    "ShareRead",
    "dry_streaks",
]


def dry_streaks(history: History) -> Ranks:
    """Irrelevant records since the last relevant one, after each record read.

    Zero as long as no relevant record was found.

    Examples
    --------
    >>> dry_streaks(History(labels=[0, 1, 0, 0], records=9)).tolist()
    [0, 0, 1, 2]
    """
    at = np.arange(1, history.read + 1)
    last = np.maximum.accumulate(np.where(history.labels, at, 0))
    streaks: Ranks = np.where(last > 0, at - last, 0)
    return streaks


@dataclass(frozen=True, slots=True, kw_only=True)
class IrrelevantInARow:
    """Stop after so many irrelevant records in a row, once one relevant was found.

    Guarantee: none. How long a dry streak must be depends on what nobody knows, the
    number of relevant records left.

    Examples
    --------
    >>> IrrelevantInARow(records=2)(
    ...     History(labels=[1, 0, 1, 0, 0], records=9), Goal(target=0.95)
    ... )
    5
    """

    records: int = 50

    def __post_init__(self) -> None:
        if self.records < 1:
            raise InputError(f"records must be 1 or more, got {self.records}")

    def __call__(self, history: History, goal: Goal) -> int | None:
        """Return the end of the first such streak."""
        del goal
        return first_true(dry_streaks(history) >= self.records, history)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareRead:
    """Stop when this share of the pile was read.

    Guarantee: none.

    Examples
    --------
    >>> ShareRead(share=0.3)(History(labels=[0] * 9, records=10), Goal(target=0.95))
    3
    """

    share: float = 0.5

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise InputError(f"share must be in (0, 1], got {self.share}")

    def __call__(self, history: History, goal: Goal) -> int | None:
        """Return the number of records that is this share, rounded up."""
        del goal
        return first_from(ceil(self.share * history.records - 1e-9), history)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule2399:
    """Stop when 2399 records and 1.2 for every relevant one found were read.

    Guarantee: none. The numbers were fitted to one set of reviews; piles of fewer
    records are read whole. As in Yang, Lewis and Frieder (2021),
    doi:10.1145/3469096.3469873.

    Examples
    --------
    >>> Rule2399()(History(labels=[1] * 5 + [0] * 2995, records=4000), Goal(target=0.9))
    2405
    """

    def __call__(self, history: History, goal: Goal) -> int | None:
        """Return the first look at which enough was read."""
        del goal
        at = np.arange(1, history.read + 1)
        return first_true(10 * at >= 12 * history.counts[1:] + 23990, history)


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchPrecision:
    """Stop after batches in a row with hardly a relevant record.

    Guarantee: none. No batch counts before the first relevant record was found.

    Parameters
    ----------
    batch
        Records in a batch.
    most
        A batch with no more relevant records than this is poor; 5 of 200 as in
        tarexp 0.1.4.
    batches
        How many poor ones in a row it takes.

    Examples
    --------
    >>> BatchPrecision(batch=2, most=0)(
    ...     History(labels=[1, 0, 0, 0, 0], records=9), Goal(target=0.95)
    ... )
    4
    """

    batch: int = 200
    most: int = 5
    batches: int = 1

    def __post_init__(self) -> None:
        if self.batch < 1 or self.most < 0 or self.batches < 1:
            raise InputError(f"need batch >= 1, most >= 0 and batches >= 1, got {self}")

    def __call__(self, history: History, goal: Goal) -> int | None:
        """Return the end of the last of the first poor batches in a row."""
        del goal
        ends = np.arange(self.batch, history.read + 1, self.batch)
        counts = history.counts
        poor = counts[ends] - counts[ends - self.batch] <= self.most
        poor &= counts[ends] > 0
        at = np.arange(1, poor.size + 1)
        run = at - np.maximum.accumulate(np.where(poor, 0, at))
        holds = np.zeros(history.read, dtype=np.bool_)
        holds[ends[run >= self.batches] - 1] = True
        return first_true(holds, history)


@dataclass(frozen=True, slots=True, kw_only=True)
class SafeStyle:
    """Second phase of SAFE: a least share, twice what was expected, a dry streak.

    Guarantee: none. Boetje and van de Schoot (2024), doi:10.1186/s13643-024-02502-7.

    Parameters
    ----------
    share
        Read at least this share of the pile.
    streak
        Then stop after so many irrelevant records in a row.

    Notes
    -----
    Where the reading began with a random sample, twice as many records are read as its
    share of relevant ones lets expect in the pile. Key papers are records known
    beforehand, so they are found. The procedure's later phases (another model, a look
    at the excluded) are not part of this rule.

    Examples
    --------
    >>> SafeStyle(streak=2)(History(labels=[1, 0, 0, 0], records=30), Goal(target=0.9))
    3
    """

    share: float = 0.1
    streak: int = 50

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1 or self.streak < 1:
            raise InputError(f"need 0 < share <= 1 and streak >= 1, got {self}")

    def __call__(self, history: History, goal: Goal) -> int | None:
        """Return the first look at which all conditions hold."""
        del goal
        least = max(self.share * history.records, 2 * _expected(history)) - 1e-9
        at = np.arange(1, history.read + 1)
        return first_true(
            (at >= least) & (dry_streaks(history) >= self.streak), history
        )


def _expected(history: History) -> float:
    """Return how many relevant records an opening random sample lets expect."""
    if history.random is None or not history.read or not history.random[0]:
        return 0.0
    ranked = np.flatnonzero(~history.random)
    drawn = int(ranked[0]) if ranked.size else history.read
    return float(history.counts[drawn]) / drawn * history.records
