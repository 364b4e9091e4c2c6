"""A linear support vector machine."""

from dataclasses import dataclass

import numpy as np

from thresher.arrays import Scores
from thresher.errors import InputError
from thresher.screening.features.matrix import Features
from thresher.screening.rankers.kernel import Kernel
from thresher.screening.rankers.linear import (
    Solution,
    recalled,
    scored,
    solved,
)
from thresher.screening.rankers.protocol import Memory, Scored, Training

__all__ = ["LinearSvm"]

TOLERANCE = 1e-6  # in the scores of training rows, whose margin is 1
MOST_ROUNDS = 100


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
        shares = _settled(
            kernel,
            training.signs,
            ridge=0.5 / (self.cost * training.weights),
            start=start,
        )
        return scored(features, training, kernel=kernel, shares=shares)


def _settled(kernel: Kernel, signs: Scores, *, ridge: Scores, start: Scores) -> Scores:
    now = Solution(shares=start, scores=kernel @ start)
    inside = signs * now.scores < 1
    for _ in range(MOST_ROUNDS):
        if now.shares[~inside].any():
            shares = np.where(inside, now.shares, 0.0)
            now = Solution(shares=shares, scores=kernel @ shares)
        now = solved(
            kernel, signs, ridge=ridge, among=inside, start=now, tolerance=TOLERANCE
        )
        before, inside = inside, signs * now.scores < 1
        if np.array_equal(before, inside):
            break
    return now.shares
