"""Linear models told by the share of each training record in them."""

from dataclasses import dataclass

import numpy as np

from thresher.arrays import Labels, Scores
from thresher.screening.features.matrix import Features
from thresher.screening.rankers.kernel import Rows, rows_of
from thresher.screening.rankers.protocol import Memory, Scored, Training

__all__ = ["Kernel", "Solution", "kernel_of", "remembered", "scored", "solved"]

LEADERS = 64  # unread records scored again in double precision
MOST_PRODUCTS = 500


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Kernel:
    r"""The kernel of the training rows, told by its products.

    Notes
    -----
    A linear model with a constant is a sum of its training rows,
    :math:`w = \sum_i b_i x_i`, and scores row :math:`i` by :math:`(Kb)_i` with
    :math:`K = XX^\top + 11^\top + \mathrm{diag}(a)`, where :math:`a_i` is the square
    of the terms that only row :math:`i` has.
    """

    rows: Rows
    alone: Scores

    def __matmul__(self, shares: Scores) -> Scores:
        """Return :math:`Kb`."""
        inner = self.rows.scores(self.rows.weights(shares))
        product: Scores = inner + shares.sum() + self.alone * shares
        return product


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Solution:
    """Shares :math:`b` of the training rows, and the rows' scores :math:`Kb`."""

    shares: Scores
    scores: Scores


def kernel_of(features: Features, training: Training) -> Kernel:
    """Return the kernel of the training rows."""
    return Kernel(
        rows=rows_of(features, training.rows),
        alone=features.alone_square[training.rows],
    )


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
    weights = kernel.rows.weights(shares)
    scores = (matrix @ weights.astype(np.float32)).astype(np.float64)
    unread = scores.copy()
    unread[rows] = -np.inf
    leading = min(LEADERS, unread.size)
    leaders = np.argpartition(unread, unread.size - leading)[-leading:]
    scores[leaders] = rows_of(features, leaders).scores(weights)
    scores += shares.sum()
    scores[rows] += kernel.alone * shares
    memory = np.zeros(features.records)
    memory[rows] = shares
    return Scored(scores=scores, memory=memory)


def remembered(memory: Memory, training: Training, *, records: int) -> Scores:
    """Return the shares the previous model gave to the training rows, 0 if none."""
    if not isinstance(memory, np.ndarray) or memory.shape != (records,):
        return np.zeros(training.rows.size)
    shares: Scores = memory[training.rows]
    return np.where(shares * training.signs > 0, shares, 0.0)
