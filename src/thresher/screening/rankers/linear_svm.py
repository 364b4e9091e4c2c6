"""A linear support vector machine."""

from dataclasses import dataclass

import numpy as np

from thresher.arrays import Scores
from thresher.errors import InputError
from thresher.screening.features.matrix import Features
from thresher.screening.rankers.linear import (
    AnyKernel,
    Solution,
    recalled,
    scored,
    solved,
)
from thresher.screening.rankers.protocol import Memory, Scored, Training

__all__ = ["LinearSvm"]

TOLERANCE = 1e-6  # in the scores of training rows, whose margin is 1
MOST_ROUNDS = 300
WHOLE_STEPS = 30  # rounds before steps are measured
HALVINGS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class LinearSvm:
    r"""The plane that parts relevant from irrelevant records with the widest margin.

    Parameters
    ----------
    cost
        What a record inside the margin costs, :math:`C`.

    Notes
    -----
    Minimises :math:`\tfrac12\lVert w \rVert^2 + \tfrac12 c^2 + \sum_i C v_i
    \max(0, 1 - y_i(w^\top x_i + c))^2` with the weights :math:`v_i` of the records, as
    scikit-learn's ``LinearSVC`` does, but closer and starting from the model before.

    Rows inside the margin have :math:`(K + R)b = y` with :math:`R_{ii} = 1/(2Cv_i)`,
    the others no share. Solving for one set of rows shows which rows belong to it; a
    few rounds settle it. Keerthi and DeCoste (2005), JMLR 6:341.
    """

    cost: float = 0.11

    def __post_init__(self) -> None:
        if not self.cost > 0:
            raise InputError(f"cost must be positive, got {self.cost}")

    def __call__(
        self, features: Features, training: Training, *, memory: Memory
    ) -> Scored:
        """Return the signed distances from the plane, times its steepness."""
        kernel, start = recalled(memory, features, training)
        found = _settled(
            kernel,
            training.signs,
            ridge=0.5 / (self.cost * training.weights),
            start=start,
        )
        return scored(training, kernel=kernel, found=found)


def _settled(
    kernel: AnyKernel, signs: Scores, *, ridge: Scores, start: Solution
) -> Solution:
    """Return the shares of the rows when solving no longer changes which have one.

    Whole steps settle almost always, and then at once. Where they run in a circle,
    each step goes only as far as the loss falls, which cannot.
    """
    now = start
    for turn in range(MOST_ROUNDS):
        inside = signs * now.scores < 1
        aim = now
        if now.shares[~inside].any():
            shares = np.where(inside, now.shares, 0.0)
            aim = Solution(shares=shares, scores=kernel @ shares)
        aim = solved(
            kernel, signs, ridge=ridge, among=inside, start=aim, tolerance=TOLERANCE
        )
        if np.array_equal(inside, signs * aim.scores < 1):
            return aim
        part = 1.0 if turn < WHOLE_STEPS else _furthest(now, aim, signs, ridge=ridge)
        now = Solution(
            shares=now.shares + part * (aim.shares - now.shares),
            scores=now.scores + part * (aim.scores - now.scores),
            error=max(now.error, aim.error),
        )
    return now


def _furthest(now: Solution, aim: Solution, signs: Scores, *, ridge: Scores) -> float:
    """Return the part of a step after which the loss would rise again."""
    ahead, rise = aim.shares - now.shares, aim.scores - now.scores
    first = 0.5 * (now.shares @ rise + ahead @ now.scores)
    second = float(ahead @ rise)

    def slope(part: float) -> float:
        margins = signs * (now.scores + part * rise)
        lacking = np.maximum(1 - margins, 0.0)
        return float(first + part * second - (lacking / ridge) @ (signs * rise))

    low, high = 0.0, 1.0
    if slope(high) <= 0:
        return high
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) <= 0 else (low, middle)
    return (low + high) / 2
