"""A stopping rule with its name and what it promises."""

from collections.abc import Callable
from dataclasses import dataclass

from thresher.certification.rounding import percent
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.certification.stopping.protocol import Guarantee, Preparation, Rule

__all__ = ["StoppingRule", "asked", "only_if", "unpromising"]


def unpromising(goal: Goal) -> str:
    """Return the word for no guarantee.

    Examples
    --------
    >>> unpromising(Goal(target=0.95))
    'none'
    """
    del goal
    return "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoppingRule:
    """A rule as the advisor shows it, and as plug-ins offer it.

    Parameters
    ----------
    name
        How it is asked for, such as ``irrelevant:50``.
    title
        What it does, in a few words.
    rule
        Says when to stop.
    guarantee
        What kind of promise it makes.
    promise
        The promise in words, for a goal.
    prepared
        For rules that draw records of their own: how a review with known labels would
        have gone with them.
    evidence
        What it can tell of a review that it would not stop yet, in words.
    """

    name: str
    title: str
    rule: Rule
    guarantee: Guarantee = Guarantee.NONE
    promise: Callable[[Goal], str] = unpromising
    prepared: Preparation | None = None
    evidence: Callable[[History, Goal], str] | None = None


def asked(goal: Goal) -> str:
    """Return the promise that was asked for, in words.

    Examples
    --------
    >>> asked(Goal(target=0.95, confidence=0.9))
    'recall of 0.95 or more with 90 % confidence'
    """
    sure = f"{percent(goal.confidence)} confidence"
    return f"recall of {goal.target:g} or more with {sure}"


def only_if(condition: str) -> Callable[[Goal], str]:
    """Return the promise that was asked for, under a condition.

    Examples
    --------
    >>> only_if("whatever the ranker")(Goal(target=0.8))
    'recall of 0.8 or more with 95 % confidence, whatever the ranker'
    """
    return lambda goal: f"{asked(goal)}, {condition}"
