"""Linear models told by the share of each training record in them."""

from dataclasses import dataclass

import numpy as np

from thresher.arrays import Labels, Scores
from thresher.screening.features.matrix import Features
from thresher.screening.rankers.kernel import Kernel
from thresher.screening.rankers.protocol import Memory, Scored, Training

__all__ = ["Recollection", "Solution", "recalled", "scored", "solved"]

LEADERS = 64  # unread records scored again in double precision
MOST_PRODUCTS = 500


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Solution:
    """Shares :math:`b` of the training rows, and the rows' scores :math:`Kb`."""

    shares: Scores
    scores: Scores


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Recollection:
    """The kernel of a pile, and the share each of its records had in a model."""

    kernel: Kernel
    shares: Scores


def recalled(
    memory: Memory, features: Features, training: Training
) -> tuple[Kernel, Scores]:
    """Return the kernel of the training rows, and shares to begin from.

    A memory of another pile is not used, nor a share with the wrong sign.
    """
    if not isinstance(memory, Recollection) or memory.kernel.features is not features:
        memory = Recollection(
            kernel=Kernel(features), shares=np.zeros(features.records)
        )
    memory.kernel.turn_to(training.rows)
    shares = memory.shares[training.rows]
    return memory.kernel, np.where(shares * training.signs > 0, shares, 0.0)


def solved(
    kernel: Kernel,
    target: Scores,
    *,
    ridge: Scores,
    among: Labels,
    start: Solution,
    tolerance: float,
) -> Solution:
    r"""Shares with :math:`(K + R)b = t` on the rows `among`, 0 on the others.

    Parameters
    ----------
    kernel, target, ridge
        :math:`K`, :math:`t` and the diagonal of :math:`R`.
    among
        The rows that may have a share; the others have none in `start` either.
    start
        Shares to begin from; the closer, the sooner done.
    tolerance
        The largest error allowed in any row's equation.

    Notes
    -----
    Conjugate gradients, scaled by the diagonal, taking rows of length 1.
    """
    inverse = np.where(among, 1 / (2 + ridge), 0.0)
    shares, scores = start.shares, start.scores
    left = np.where(among, target - scores - ridge * shares, 0.0)
    scaled = inverse * left
    way, size = scaled, left @ scaled
    for _ in range(MOST_PRODUCTS):
        if np.abs(left).max() <= tolerance:
            break
        ahead = kernel @ way
        step = size / (way @ (ahead + ridge * way))
        shares = shares + step * way
        scores = scores + step * ahead
        left = np.where(among, target - scores - ridge * shares, 0.0)
        scaled = inverse * left
        size, before = left @ scaled, size
        way = scaled + (size / before) * way
    return Solution(shares=shares, scores=scores)


def scored(
    features: Features, training: Training, *, kernel: Kernel, shares: Scores
) -> Scored:
    """Score every record by the model with these shares of the training rows.

    Notes
    -----
    The product with the pile is in single precision, which halves its time. The
    likeliest of the unread are then scored again in double precision, so that their
    order does not hang on rounding.
    """
    matrix, rows = features.matrix, training.rows
    weights = kernel.weights(shares)
    scores = (matrix @ weights.astype(np.float32)).astype(np.float64)
    unread = scores.copy()
    unread[rows] = -np.inf
    leading = min(LEADERS, unread.size)
    leaders = np.argpartition(unread, unread.size - leading)[-leading:]
    scores[leaders] = matrix[leaders].astype(np.float64) @ weights
    scores += shares.sum()
    scores[rows] += kernel.alone * shares
    all_shares = np.zeros(features.records)
    all_shares[rows] = shares
    memory = Recollection(kernel=kernel, shares=all_shares)
    return Scored(scores=scores, memory=memory)
