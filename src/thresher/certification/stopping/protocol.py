"""What a stopping rule is, and how much its word is worth."""

from enum import IntEnum
from typing import Protocol

import numpy as np

from thresher.arrays import Labels
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History

__all__ = ["Guarantee", "Preparation", "Rule", "first_from", "first_true"]


class Guarantee(IntEnum):
    """What stands behind a rule, from nothing to certainty."""

    NONE = 0
    ASSUMED = 1
    LOWER = 2
    PLANNED = 3
    ALWAYS = 4
    CERTAIN = 5


class Rule(Protocol):
    """Anything that says when a screening could have stopped."""

    def __call__(self, history: History, goal: Goal) -> int | None:
        """Return after how many records of the history to stop; ``None``: not yet.

        Raises
        ------
        UnjudgedRuleError
            The history lacks what the rule needs; the message says what.
        """
        ...


class Preparation(Protocol):
    """Anything that lays out a whole history as a rule would have had it read."""

    def __call__(
        self, history: History, goal: Goal, *, rng: np.random.Generator
    ) -> History:
        """Return the history with the records the rule draws for itself."""
        ...


def first_from(steps: int, history: History) -> int | None:
    """Return a stop for a rule that holds from `steps` on, if it was reached.

    Examples
    --------
    >>> import numpy as np
    >>> first_from(2, History(labels=np.zeros(3, dtype=bool), records=9))
    2
    >>> first_from(5, History(labels=np.zeros(3, dtype=bool), records=9)) is None
    True
    """
    stop = max(steps, history.first_look)
    return stop if stop <= history.read else None


def first_true(holds: Labels, history: History) -> int | None:
    """Return the first look at which a rule holds; `holds` has one entry a record.

    Examples
    --------
    >>> import numpy as np
    >>> seen = History(labels=np.zeros(3, dtype=bool), records=9)
    >>> first_true(np.array([False, True, True]), seen)
    2
    """
    looks = np.flatnonzero(holds[history.first_look - 1 :])
    return history.first_look + int(looks[0]) if looks.size else None
