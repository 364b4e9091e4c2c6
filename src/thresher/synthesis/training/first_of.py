"""A linear model of which of several things comes first."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

__all__ = ["first_weights"]

Floats = NDArray[np.float64]


def first_weights(
    rows: NDArray[np.floating], told: Sequence[NDArray[np.bool_]], *, penalty: float
) -> Floats:
    r"""Weights under which the right rows of each question score highest.

    Parameters
    ----------
    rows
        Standardised features, the rows of one question after those of another.
    told
        Which rows of each question are right; at least one.
    penalty
        Variance of the weights' prior: the smaller, the smaller the weights.

    Notes
    -----
    Maximises :math:`\sum_q \log \sum_{i \in R_q} p_i - |w|^2 / 2c`, the
    :math:`p` being the softmax of the scores over a question's rows.

    Examples
    --------
    >>> right = [np.array([True, False]), np.array([False, True])]
    >>> found = first_weights(np.array([[2.0], [1], [0], [1]]), right, penalty=1.0)
    >>> bool(found[0] > 0)
    True
    """
    seen = np.asarray(rows, dtype=np.float64)
    right = np.concatenate(list(told)).astype(np.float64)
    lengths = np.array([len(one) for one in told])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    question = np.repeat(np.arange(len(lengths)), lengths)

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = seen @ weights
        raised = np.exp(scores - np.maximum.reduceat(scores, starts)[question])
        total = np.add.reduceat(raised, starts)
        won = np.add.reduceat(raised * right, starts)
        surprise = (np.log(total) - np.log(won)).sum()
        pull = raised / total[question] - raised * right / won[question]
        return (
            float(surprise + weights @ weights / (2 * penalty)),
            seen.T @ pull + weights / penalty,
        )

    start = np.zeros(seen.shape[1])
    found = minimize(loss, start, jac=True, method="L-BFGS-B")
    weights: Floats = found.x
    return weights
