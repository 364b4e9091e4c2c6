"""A test that may be looked at after every label: F1, recall or precision."""

import math
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from thresher.certification.bets import Bet
from thresher.certification.intervals.binomial import check_alpha
from thresher.certification.samples import Counts
from thresher.errors import InputError

__all__ = [
    "SequentialTest",
    "State",
    "chance_to_pass",
    "fewest_to_pass",
    "most_that_are_hopeless",
    "with_horizon",
]

HALVINGS = 14  # of the search for the lowest wealth that is still safe
HOPELESS = 0.1  # chance to pass below which going on is not worth it


class State(Enum):
    """Where a sequential test stands."""

    CERTIFIED = "certified"
    OPEN = "open"
    HOPELESS = "hopeless"
    ENDED = "ended"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SequentialTest:
    r"""A test of a share, looked at after every record that counts.

    Guarantee: if the population's share is at most ``bet.null``, the test *ever*
    certifies with probability at most `alpha`, however often one looks and whenever
    one stops. Assumption: records are drawn at random one after the other and
    labelled in that order without error; classifier, bet and horizon were fixed
    before the first of them.

    Parameters
    ----------
    bet
        The share tested, and what is bet against it.
    alpha
        Chance to certify wrongly, in (0, 1).
    wealth
        The wealth that certifies: ``1 / alpha`` without a horizon, less with one.
    horizon
        How many records that count are looked at, at most; None without an end.
    """

    bet: Bet
    alpha: float
    wealth: float
    horizon: int | None = None

    def __post_init__(self) -> None:
        check_alpha(self.alpha)
        if self.horizon is None and self.wealth < 1 / self.alpha:
            raise InputError(
                f"without a horizon a wealth of {1 / self.alpha:g} certifies, not "
                f"{self.wealth:g}"
            )
        if self.horizon is not None and self.horizon < 1:
            raise InputError(f"the horizon must be 1 or more, got {self.horizon}")

    @classmethod
    def endless(cls, bet: Bet, *, alpha: float) -> "SequentialTest":
        """Return the test without an end, safe by Ville's inequality."""
        check_alpha(alpha)
        return cls(bet=bet, alpha=alpha, wealth=1 / alpha)

    def state(self, successes: Counts) -> State:
        """Return where the test stands after each record that counts was added.

        Parameters
        ----------
        successes
            True positives after the first, second, … record that counts.
        """
        trials = min(successes.size, self.horizon or successes.size)
        if not trials:
            return State.OPEN
        needed = fewest_to_pass(self, trials=trials)
        if (successes[:trials] >= needed[1:]).any():
            return State.CERTIFIED
        if self.horizon is None:
            return State.OPEN
        if trials == self.horizon:
            return State.ENDED
        hopeless = most_that_are_hopeless(self)
        if (successes[:trials] <= hopeless[1 : trials + 1]).any():
            return State.HOPELESS
        return State.OPEN


def fewest_to_pass(test: SequentialTest, *, trials: int) -> Counts:
    """Fewest successes that certify after 0, 1, … trials; one too many where none do.

    Examples
    --------
    >>> from thresher.certification.bets import even_bet
    >>> test = SequentialTest.endless(even_bet(0.5), alpha=0.05)
    >>> fewest_to_pass(test, trials=8)
    array([1, 2, 3, 4, 5, 6, 7, 7, 8])
    """
    every = np.arange(trials + 1)
    needed: Counts = every + 1
    enough = math.log(test.wealth)
    perfect = np.flatnonzero(test.bet.log_wealth(every, every) >= enough)
    if not perfect.size:
        return needed
    fewest = int(perfect[0])
    needed[fewest] = fewest
    win, lose = np.exp(test.bet.gains)
    parts = test.bet.stakes * win**fewest
    for trial in range(fewest + 1, trials + 1):
        failed = parts * lose  # a further failure, or else a further success
        passes = failed.sum() >= test.wealth
        parts = failed if passes else parts * win
        fewest += not passes
        needed[trial] = fewest
    return needed


def chance_to_pass(
    needed: Counts, share: float, *, hopeless: Counts | None = None
) -> float:
    """Chance that the successes ever reach what is needed, summed exactly.

    Parameters
    ----------
    needed
        Fewest successes that pass after 0, 1, … trials.
    share
        The true share.
    hopeless
        Most successes at which one gives up, likewise; by default one never does.

    Examples
    --------
    >>> chance_to_pass(np.array([1, 2, 2]), 0.5)
    0.25
    """
    alive = np.zeros(needed.size + 1)
    alive[0] = 1.0
    passed = 0.0
    for trial in range(1, needed.size):
        after = alive * (1 - share)
        after[1:] += alive[:-1] * share
        passed += float(after[needed[trial] :].sum())
        after[needed[trial] :] = 0.0
        if hopeless is not None:
            after[: hopeless[trial] + 1] = 0.0
        alive = after
    return passed


def with_horizon(test: SequentialTest, *, horizon: int) -> SequentialTest:
    """Return the test with an end, and with it the lowest wealth that is safe.

    The chance that the wealth ever gets there by the horizon, where the share is just
    the one tested, is summed exactly and at most `alpha`; a lower share makes it
    smaller still. Giving up early is not counted on: who goes on against the advice
    is as safe.

    Examples
    --------
    >>> from thresher.certification.bets import even_bet
    >>> endless = SequentialTest.endless(even_bet(0.5), alpha=0.05)
    >>> with_horizon(endless, horizon=50).wealth < 20
    True
    """
    low, high = 0.0, math.log(1 / test.alpha)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        tried = replace(test, wealth=math.exp(middle), horizon=horizon)
        needed = fewest_to_pass(tried, trials=horizon)
        safe = chance_to_pass(needed, test.bet.null) <= test.alpha
        low, high = (low, middle) if safe else (middle, high)
    return replace(test, wealth=math.exp(high), horizon=horizon)


def most_that_are_hopeless(test: SequentialTest, *, chance: float = HOPELESS) -> Counts:
    """Most successes after 0, 1, … trials at which passing has become unlikely.

    Judged by what was seen before the test and since; -1 where there is hope. Advice
    only: it has no part in the guarantee.

    Parameters
    ----------
    test
        With a horizon.
    chance
        Of passing by then, below which there is no hope.
    """
    if test.horizon is None:
        raise InputError("without a horizon no test is hopeless: give it one")
    needed = fewest_to_pass(test, trials=test.horizon)
    every = np.arange(test.horizon + 1)
    passing = (every >= needed[-1]).astype(np.float64)
    hopeless: Counts = np.full(test.horizon + 1, -1)
    for trial in range(test.horizon - 1, -1, -1):
        seen = every[: trial + 1]
        next_share = test.bet.expected(seen, trials=trial)
        ahead = next_share * passing[1 : trial + 2]
        ahead += (1 - next_share) * passing[: trial + 1]
        passing = np.where(seen >= needed[trial], 1.0, ahead)
        hopeless[trial] = int(np.count_nonzero(passing < chance)) - 1
    return hopeless
