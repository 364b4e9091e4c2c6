"""Logistic regression."""

from dataclasses import dataclass

import numpy as np

from thresher.arrays import Labels, Scores
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

__all__ = ["Logistic"]

TOLERANCE = 1e-6  # in the scores of training rows
MOST_ROUNDS, MOST_HALVINGS = 50, 30
FLATTEST = 1e-10  # curvature of a row that the model is sure of


@dataclass(frozen=True, slots=True, kw_only=True)
class Logistic:
    r"""The chance of relevance, its log odds linear in the terms.

    Parameters
    ----------
    cost
        What a record's surprise costs, :math:`C`.

    Notes
    -----
    Minimises :math:`\tfrac12\lVert w \rVert^2 + \tfrac12 c^2 + \sum_i C v_i
    \ln(1 + e^{-y_i(w^\top x_i + c)})` with the weights :math:`v_i` of the records by
    Newton's method, starting from the model before; scikit-learn's
    ``LogisticRegression(solver="liblinear")`` has the same minimum.
    """

    cost: float = 1.0

    def __post_init__(self) -> None:
        if not self.cost > 0:
            raise InputError(f"cost must be positive, got {self.cost}")

    def __call__(
        self, features: Features, training: Training, *, memory: Memory
    ) -> Scored:
        """Return the log odds of relevance."""
        kernel, start = recalled(memory, features, training)
        found = _climbed(
            kernel,
            training.labels,
            costs=self.cost * training.weights,
            start=start,
        )
        return scored(training, kernel=kernel, found=found)


def _climbed(
    kernel: AnyKernel, labels: Labels, *, costs: Scores, start: Solution
) -> Solution:
    now = start
    everywhere = np.ones(labels.size, dtype=np.bool_)
    for _ in range(MOST_ROUNDS):
        chance = (1 + np.tanh(now.scores / 2)) / 2
        curvature = np.maximum(costs * chance * (1 - chance), FLATTEST)
        aim = solved(
            kernel,
            now.scores + costs * (labels - chance) / curvature,
            ridge=1 / curvature,
            among=everywhere,
            start=now,
            tolerance=TOLERANCE / 10,
        )
        before, now = now, _downhill(now, aim, labels=labels, costs=costs)
        if np.abs(now.scores - before.scores).max() <= TOLERANCE:
            break
    return now


def _downhill(
    now: Solution, aim: Solution, *, labels: Labels, costs: Scores
) -> Solution:
    """Return the first point on the way back from `aim` that is no worse than now."""
    height, share = _height(now, labels=labels, costs=costs), 1.0
    for _ in range(MOST_HALVINGS):
        point = Solution(
            shares=now.shares + share * (aim.shares - now.shares),
            scores=now.scores + share * (aim.scores - now.scores),
            error=max(now.error, aim.error),
        )
        if _height(point, labels=labels, costs=costs) <= height:
            return point
        share /= 2
    return now


def _height(point: Solution, *, labels: Labels, costs: Scores) -> float:
    """Return what is minimised."""
    margins = np.where(labels, point.scores, -point.scores)
    surprise = costs @ np.logaddexp(0, -margins)
    return float(point.shares @ point.scores / 2 + surprise)
