"""Stopping rules as stoppers of a simulation."""

from dataclasses import dataclass

from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.certification.stopping.offered import StoppingRule
from thresher.certification.stopping.registry import find_rule
from thresher.errors import InputError
from thresher.screening.stoppers import Progress

__all__ = ["RuleStopper", "stopper_named", "stopper_of"]

USUAL_TARGET = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleStopper:
    """Stop a simulation when a rule does; looks are made where the model learns.

    Examples
    --------
    >>> import numpy as np
    >>> stop = stopper_named("irrelevant:2", Goal(target=0.95))
    >>> stop(Progress(labels=np.array([True, False, False]), records=9, relevant=1))
    True
    """

    rule: StoppingRule
    goal: Goal

    def __call__(self, progress: Progress) -> bool:
        """Return whether to read no further."""
        read = max(1, progress.labels.size)
        seen = History(
            labels=progress.labels, records=progress.records, first_look=read
        )
        return self.rule.rule(seen, self.goal) is not None


def stopper_named(text: str, goal: Goal) -> RuleStopper:
    """Return the rule of a text as a stopper; see `find_rule`.

    Raises
    ------
    UnknownNameError
        There is no such rule.
    InputError
        The rule draws records of its own or needs a model's chances, which a stopper
        is not told; replay the run with it instead.
    """
    rule = find_rule(text)
    if rule.prepared is not None or rule.name in ("quant", "quantci", "chao"):
        raise InputError(
            f"the stopping rule {rule.name!r} needs more than the labels read: read to "
            "the end (--stop never) and judge the run with thresher stop"
        )
    return RuleStopper(rule=rule, goal=goal)


def stopper_of(text: str) -> RuleStopper:
    """Return the stopper of a text such as ``buscar@0.9``: a rule and its target.

    Raises
    ------
    UnknownNameError, InputError
        As `stopper_named` does, and for a target that is no number.

    Examples
    --------
    >>> stopper_of("knee@0.8").goal.target
    0.8
    """
    name, at, target = text.rpartition("@")
    if not at:
        return stopper_named(text, Goal(target=USUAL_TARGET))
    try:
        goal = Goal(target=float(target))
    except ValueError as error:
        raise InputError(
            f"the target of the stopper rule:{text} must be a recall above 0 and below "
            "1, as in rule:buscar@0.95"
        ) from error
    return stopper_named(name, goal)
