"""The area under the curve: how often one kind of record scores above another."""

import numpy as np

from thresher.arrays import Scores

__all__ = ["area_above"]


def area_above(these: Scores, others: Scores) -> float:
    """Return how often one of `these` scores above one of the `others`.

    Ties count half; where there are no others, the answer is a half.

    Examples
    --------
    >>> area_above(np.array([3.0, 1.0]), np.array([0.0, 2.0]))
    0.75
    """
    if not others.size or not these.size:
        return 0.5
    few = np.sort(these)
    below = np.searchsorted(few, others, side="left")
    below += np.searchsorted(few, others, side="right")
    return 1 - float(below.sum()) / (2 * these.size * others.size)
