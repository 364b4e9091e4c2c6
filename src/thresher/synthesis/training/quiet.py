"""Models fitted for a fixed number of steps, without a word about convergence."""

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning

__all__ = ["fitted"]


def fitted(
    model: Any,  # noqa: ANN401  scikit-learn has no types
    rows: Any,  # noqa: ANN401
    labels: NDArray[Any],
    *,
    weights: NDArray[np.float64] | None = None,
) -> Any:  # noqa: ANN401
    """Return the model fitted to the rows; stopping early is meant, not a fault."""
    more = {} if weights is None else {"sample_weight": weights}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(rows, labels, **more)
