"""When to stop training and open the box: policies over the rounds of a training."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

import numpy as np

from thresher.errors import InputError

__all__ = [
    "Opening",
    "Outcome",
    "Patience",
    "Policy",
    "Round",
    "Wait",
    "blind_oracle",
    "opening",
    "saving",
    "sighted_oracle",
    "within_budget",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A classifier on its way: what it cost so far, and what certifying it would.

    Parameters
    ----------
    trained
        How many records were labelled for training, :math:`r_j`.
    size
        How many test labels would do, :math:`s_j`; None where no size can.
    passed
        Whether a test of that size would have passed; None where there was none. Only
        oracles and those who judge a policy may look at it.
    """

    trained: int
    size: int | None
    passed: bool | None = None

    def __post_init__(self) -> None:
        if self.trained < 0 or (self.size is not None and self.size < 1):
            raise InputError(
                f"a round needs 0 or more training labels and 1 or more test labels, "
                f"got {self.trained} and {self.size}"
            )

    @property
    def cost(self) -> int | None:
        """Labels for training and test together, :math:`c_j`."""
        return None if self.size is None else self.trained + self.size


class Policy(Protocol):
    """Anything that says at which round to open the box."""

    def __call__(self, rounds: Sequence[Round], *, budget: int) -> int | None:
        """Return the position of the round, or None to leave the box closed."""
        ...


def within_budget(rounds: Sequence[Round], *, budget: int) -> int | None:
    """Position of the first round whose cost is within the budget.

    The first estimate that fits is more often lucky than not, so that fewer tests
    pass than were asked for. Bagdouri et al. (2013), section 6.1.

    Examples
    --------
    >>> rounds = [Round(trained=20, size=None), Round(trained=40, size=50)]
    >>> within_budget(rounds, budget=100)
    1
    """
    return Wait(rounds=0)(rounds, budget=budget)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """After the first round within the budget, wait for so many more of them.

    The luck of the first estimate fades, training goes on, and the chance to open the
    box at all may pass. Section 6.3 of the paper found 25 to 50 rounds of 20 best.

    Examples
    --------
    >>> rounds = [Round(trained=20 * j, size=50) for j in range(5)]
    >>> Wait(rounds=2)(rounds, budget=100)
    2
    """

    rounds: int

    def __post_init__(self) -> None:
        if self.rounds < 0:
            raise InputError(f"cannot wait {self.rounds} rounds: give 0 or more")

    def __call__(self, rounds: Sequence[Round], *, budget: int) -> int | None:
        """Return the round to open at."""
        inside = _affordable(rounds, budget=budget)
        return inside[self.rounds] if self.rounds < len(inside) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """Open when the usual cost has not fallen for so many rounds.

    The usual cost is the median of the last `window` costs, which one lucky estimate
    does not move. The box is opened at a round that is within the budget.

    Parameters
    ----------
    rounds
        How many rounds without a new lowest median to bear.
    window
        How many costs the median is taken of.
    """

    rounds: int = 12
    window: int = 9

    def __post_init__(self) -> None:
        if self.rounds < 1 or self.window < 1:
            raise InputError(
                f"patience needs 1 or more rounds and a window of 1 or more, got "
                f"{self.rounds} and {self.window}"
            )

    def __call__(self, rounds: Sequence[Round], *, budget: int) -> int | None:
        """Return the round to open at."""
        costs = [np.inf if r.cost is None else float(r.cost) for r in rounds]
        lowest, since = np.inf, 0
        for at in range(self.window - 1, len(rounds)):
            usual = sorted(costs[at + 1 - self.window : at + 1])[self.window // 2]
            since = 0 if usual < lowest else since + 1
            lowest = min(lowest, usual)
            if since >= self.rounds and lowest <= budget and costs[at] <= budget:
                return at
        return None


def blind_oracle(rounds: Sequence[Round], *, budget: int) -> int | None:
    """Position of the cheapest round, seen afterwards; whether it passes is luck.

    Nobody can follow it: the cheapest round is only known when later ones are.
    """
    return _cheapest(rounds, _affordable(rounds, budget=budget))


def sighted_oracle(rounds: Sequence[Round], *, budget: int) -> int | None:
    """Position of the cheapest round that would have passed; nobody can follow it."""
    inside = _affordable(rounds, budget=budget)
    return _cheapest(rounds, [at for at in inside if rounds[at].passed])


class Outcome(Enum):
    """What becomes of a training."""

    PASSED = "passed"
    FAILED = "failed"
    NEVER_OPENED = "never opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """Where a policy opened the box, what it cost, and how it ended."""

    outcome: Outcome
    at: int | None
    cost: int | None


def opening(rounds: Sequence[Round], policy: Policy, *, budget: int) -> Opening:
    """Outcome of a policy on the rounds of a training.

    Raises
    ------
    InputError
        The round that the policy chose has no test.

    Examples
    --------
    >>> rounds = [Round(trained=20, size=50, passed=True)]
    >>> opening(rounds, within_budget, budget=100).outcome.value
    'passed'
    """
    at = policy(rounds, budget=budget)
    if at is None:
        return Opening(outcome=Outcome.NEVER_OPENED, at=None, cost=None)
    chosen = rounds[at]
    if chosen.passed is None:
        raise InputError(f"round {at + 1} was opened, but nobody tested it")
    outcome = Outcome.PASSED if chosen.passed else Outcome.FAILED
    return Opening(outcome=outcome, at=at, cost=chosen.cost)


def saving(policy: Opening, first: Opening) -> float | None:
    """Share of the first round's cost that a policy saves, where both opened.

    Examples
    --------
    >>> dear = Opening(outcome=Outcome.PASSED, at=1, cost=100)
    >>> saving(Opening(outcome=Outcome.FAILED, at=2, cost=80), dear)
    0.2
    """
    if policy.cost is None or first.cost is None:
        return None
    return (first.cost - policy.cost) / first.cost


def _affordable(rounds: Sequence[Round], *, budget: int) -> list[int]:
    return [
        at
        for at, one in enumerate(rounds)
        if one.cost is not None and one.cost <= budget
    ]


def _cheapest(rounds: Sequence[Round], among: Sequence[int]) -> int | None:
    """Return the position of the lowest cost, the first of equals."""
    return min(among, key=lambda at: rounds[at].cost or 0, default=None)
