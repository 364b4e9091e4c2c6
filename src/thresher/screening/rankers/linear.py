"""Linear models told by the share of each training record in them."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from thresher.arrays import Indices, Labels, Scores
from thresher.screening.features.matrix import Features
from thresher.screening.rankers.kernel import Kernel, common_start
from thresher.screening.rankers.protocol import Memory, Scored, Training
from thresher.screening.rankers.small_kernel import SmallKernel, is_small

__all__ = ["AnyKernel", "Recollection", "Solution", "recalled", "scored", "solved"]

AnyKernel: TypeAlias = Kernel | SmallKernel
MOST_PRODUCTS = 500
ROUNDING = 0.3  # share of the tolerance that rounding may take before it is mended


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Solution:
    """Shares :math:`b` of the training rows, and the rows' scores :math:`Kb`.

    `error` is how far the scores may be off by rounding.
    """

    shares: Scores
    scores: Scores
    error: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Recollection:
    """The kernel of a pile, and a model's shares of some of its rows."""

    kernel: AnyKernel
    rows: Indices
    found: Solution


def recalled(
    memory: Memory, features: Features, training: Training
) -> tuple[AnyKernel, Solution]:
    """Return the kernel of the training rows, and shares to begin from.

    A memory of another pile is not used, nor a share with the wrong sign.
    """
    rows, size = training.rows, training.rows.size
    if not isinstance(memory, Recollection) or memory.kernel.features is not features:
        kernel = _kernel_for(features, size)
        kernel.turn_to(rows)
        return kernel, Solution(shares=np.zeros(size), scores=np.zeros(size))
    kernel, known = memory.kernel, memory.rows.size
    if isinstance(kernel, SmallKernel) and not is_small(features, rows=size):
        kernel = Kernel(features)
    kernel.turn_to(rows)
    shares = np.zeros(size)
    if common_start(memory.rows, rows) == known:
        shares[:known] = memory.found.shares
        if (shares * training.signs >= 0).all():
            scores = kernel.continued(memory.found.scores, shares)
            error = memory.found.error
            return kernel, Solution(shares=shares, scores=scores, error=error)
    everywhere = np.zeros(features.records)
    everywhere[memory.rows] = memory.found.shares
    shares = everywhere[rows]
    shares = np.where(shares * training.signs > 0, shares, 0.0)
    return kernel, Solution(shares=shares, scores=kernel @ shares)


def _kernel_for(features: Features, rows: int) -> AnyKernel:
    return (SmallKernel if is_small(features, rows=rows) else Kernel)(features)


def solved(
    kernel: AnyKernel,
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
    Conjugate gradients. They are conditioned by :math:`D + 11^\top`, where the
    diagonal :math:`D` takes rows of length 1: most of :math:`K` is the constant that
    all rows share.
    """
    inside = among.astype(np.float64)
    inverse = inside / (1 + ridge)
    weight = 1 / (1 + inverse.sum())
    shares, scores, error = start.shares.copy(), start.scores.copy(), start.error
    left = inside * (target - scores - ridge * shares)
    way, size = np.zeros(left.size), 1.0
    for _ in range(MOST_PRODUCTS):
        if max(left.max(), -left.min()) <= tolerance:
            if error <= ROUNDING * tolerance:
                break
            scores, error = kernel @ shares, 0.0
            left = inside * (target - scores - ridge * shares)
            way, size = np.zeros(left.size), 1.0
            continue
        scaled = inverse * left
        scaled -= inverse * (scaled.sum() * weight)
        size, before = float(left @ scaled), size
        way *= size / before
        way += scaled
        ahead = kernel.quickly(way)
        rise = ridge * way
        rise += ahead
        rise *= inside
        step = size / float(way @ rise)
        shares += step * way
        scores += step * ahead
        left -= step * rise
        error += kernel.rounding * abs(step) * float(np.abs(way).sum())
    return Solution(shares=shares, scores=scores, error=error)


def scored(training: Training, *, kernel: AnyKernel, found: Solution) -> Scored:
    """Score every record by the model with these shares of the training rows."""
    return Scored(
        scores=kernel.pile_scores(found),
        memory=Recollection(kernel=kernel, rows=training.rows, found=found),
    )
