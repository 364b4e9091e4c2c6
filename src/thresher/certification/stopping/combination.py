"""Several rules as one: stop when any of them says so, or when all have."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.certification.stopping.protocol import Preparation, Rule
from thresher.errors import UnjudgedRuleError

__all__ = ["AllOf", "AnyOf", "Shared", "refused"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOf:
    """Stop when the first of several rules does.

    Guarantee: the weakest part's. Where every part has one, each is asked for a share
    of the chance of a miss, so that the chances of all add up to the one asked for.

    Parameters
    ----------
    rules
        The parts.
    shares_misses
        Whether the chance of a miss is shared out.

    Examples
    --------
    >>> from thresher.certification.stopping.heuristics import ShareRead
    >>> from thresher.certification.stopping.certain import certain
    >>> rule = AnyOf(rules=(ShareRead(share=0.5), certain))
    >>> rule(History(labels=[0] * 9, records=10), Goal(target=0.9))
    5
    """

    rules: Sequence[Rule]
    shares_misses: bool = False

    def __call__(self, history: History, goal: Goal) -> int | None:
        """Return the earliest stop."""
        asked = goal.shared(len(self.rules)) if self.shares_misses else goal
        stops = [rule(history, asked) for rule in self.rules]
        return min((stop for stop in stops if stop is not None), default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllOf:
    """Stop when every one of several rules has said so.

    Guarantee: the strongest part's. Reading on after that part's stop cannot lower the
    recall. Each part counts from its first stop on, even if it would now go on.

    Examples
    --------
    >>> from thresher.certification.stopping.heuristics import ShareRead
    >>> rule = AllOf(rules=(ShareRead(share=0.5), ShareRead(share=0.7)))
    >>> rule(History(labels=[0] * 9, records=10), Goal(target=0.9))
    7
    """

    rules: Sequence[Rule]

    def __call__(self, history: History, goal: Goal) -> int | None:
        """Return the latest stop, if every part has one."""
        anytime = replace(history, first_look=1)
        stops = [rule(anytime, goal) for rule in self.rules]
        known = [stop for stop in stops if stop is not None]
        if len(known) < len(stops):
            return None
        return max(*known, history.first_look)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """A part's own draws, for its share of the chance of a miss."""

    preparation: Preparation
    parts: int

    def __call__(
        self, history: History, goal: Goal, *, rng: np.random.Generator
    ) -> History:
        """Return the history as that part would have had it read."""
        return self.preparation(history, goal.shared(self.parts), rng=rng)


def refused(history: History, goal: Goal, *, rng: np.random.Generator) -> History:
    """Refuse to lay out a history for parts that each draw records of their own.

    Raises
    ------
    UnjudgedRuleError
        Always.
    """
    del history, goal, rng
    raise UnjudgedRuleError(
        "the combination",
        "two of its parts draw records of their own, which cannot be replayed "
        "together; combine one of them with rules that draw none",
    )
