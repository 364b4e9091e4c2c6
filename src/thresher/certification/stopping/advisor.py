"""The advisor: every rule on one screening, side by side."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.certification.stopping.offered import StoppingRule
from thresher.errors import InputError, UnjudgedRuleError

__all__ = ["Advice", "advise", "drawing_for"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What one rule says of a screening.

    Parameters
    ----------
    name, title, guarantee
        The rule, and its promise in words.
    kind
        The kind of promise: none, assumed, lower, planned, always or certain.
    would_stop_at
        Records read when it stops, those it draws for itself included; ``None`` if it
        would not have stopped yet, or cannot be judged.
    found
        Relevant records found by then.
    share
        The share of the pile read by then.
    recall
        The recall by then, where the number of relevant records is known.
    drawn
        How many of the records read it drew at random.
    simulated
        Whether its draws were made here, on known labels.
    missing
        What it would need, if it cannot be judged.
    evidence
        What it can say if it would not have stopped.
    """

    name: str
    title: str
    guarantee: str
    kind: str
    would_stop_at: int | None = None
    found: int | None = None
    share: float | None = None
    recall: float | None = None
    drawn: int = 0
    simulated: bool = False
    missing: str | None = None
    evidence: str | None = None


def advise(
    history: History,
    goal: Goal,
    *,
    rules: Sequence[StoppingRule],
    rng: np.random.Generator,
) -> list[Advice]:
    """Return what each rule says of a screening: when it stops, and what it found.

    Parameters
    ----------
    history
        What was read. Where all labels are known it is replayed to its end, and rules
        that draw records of their own have their draws simulated and counted.
    goal
        The recall, and how sure to be.
    rules
        Those to ask.
    rng
        For the simulated draws. A rule's draws do not depend on the other rules.

    Raises
    ------
    InputError
        Nothing was read yet.
    """
    if not history.read:
        raise InputError(
            "nothing was read yet: a stopping rule needs decisions to look at"
        )
    given = history.completed() if history.is_whole else history
    base = int(rng.integers(2**63))
    return [_advice(rule, given, goal, rng=drawing_for(rule, base)) for rule in rules]


def drawing_for(rule: StoppingRule, base: int) -> np.random.Generator:
    """Return a generator that depends on the rule's name and `base` alone."""
    return np.random.default_rng([base, zlib.crc32(rule.name.encode())])


def _advice(
    rule: StoppingRule, history: History, goal: Goal, *, rng: np.random.Generator
) -> Advice:
    plain = Advice(
        name=rule.name,
        title=rule.title,
        guarantee=rule.promise(goal),
        kind=rule.guarantee.name.lower(),
    )
    try:
        laid_out, stop = _judged(rule, history, goal, rng=rng)
    except UnjudgedRuleError as error:
        return replace(plain, missing=error.reason)
    if stop is None:
        told = rule.evidence(laid_out, goal) if rule.evidence else None
        return replace(plain, evidence=told)
    found, read = laid_out.found_after(stop), laid_out.cost(stop)
    return replace(
        plain,
        would_stop_at=read,
        found=found,
        share=read / history.records,
        recall=found / history.relevant if history.relevant else None,
        drawn=_drawn(laid_out, stop),
        simulated=laid_out is not history,
    )


def _judged(
    rule: StoppingRule, history: History, goal: Goal, *, rng: np.random.Generator
) -> tuple[History, int | None]:
    """Return the rule's stop and the history it holds for, with draws if it needs."""
    draws = rule.prepared if history.is_whole else None
    if draws is None or _has_draws(history):
        try:
            return history, rule.rule(history, goal)
        except UnjudgedRuleError:
            if draws is None:
                raise
    laid_out = draws(history, goal, rng=rng)
    return laid_out, rule.rule(laid_out, goal)


def _has_draws(history: History) -> bool:
    if history.sample is not None:
        return True
    return history.random is not None and bool(history.random.any())


def _drawn(history: History, stop: int) -> int:
    if history.sample is not None:
        return int(history.sample.size)
    return 0 if history.random is None else int(history.random[:stop].sum())
