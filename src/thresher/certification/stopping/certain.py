"""The certificate that needs no statistics."""

import numpy as np

from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.certification.stopping.protocol import first_true

__all__ = ["certain"]


def certain(history: History, goal: Goal) -> int | None:
    r"""Return when recall reached the target even if all that is unread were relevant.

    Guarantee: certain, whatever was read in whatever order.

    Notes
    -----
    :math:`f \ge \tau (f + U)`, with :math:`U` records unread.

    Examples
    --------
    >>> certain(History(labels=[1] * 19 + [0], records=21), Goal(target=0.95))
    20
    """
    found = history.counts[1:]
    unread = history.records - np.arange(1, history.read + 1)
    ratio = goal.ratio
    holds = ratio.denominator * found >= ratio.numerator * (found + unread)
    return first_true(holds, history)
