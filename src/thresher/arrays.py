"""The array types that travel between stages, and the door they come in by."""

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thresher.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Indices", "Labels", "Ranks", "Scores", "as_labels", "as_scores"]

Labels: TypeAlias = NDArray[np.bool_]
Scores: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.intp]
Ranks: TypeAlias = NDArray[np.int64]


def as_labels(labels: ArrayLike) -> Labels:
    """Labels in reading order as one row of booleans.

    Parameters
    ----------
    labels
        0 or 1 (or False, True) for every record that was read.

    Raises
    ------
    InputError
        A label is something else, or the labels are not one row.

    Examples
    --------
    >>> as_labels([0, 1.0, True])
    array([False,  True,  True])
    """
    given = np.asarray(labels)
    if given.ndim != 1:
        raise InputError(f"labels must be one row, got {given.ndim} dimensions")
    if given.dtype == np.bool_:
        return given
    if given.size == 0:
        return np.zeros(0, dtype=np.bool_)
    if not np.issubdtype(given.dtype, np.number):
        raise InputError(f"labels must be 0 or 1, got {_first_odd(given.tolist())!r}")
    relevant: Labels = given == 1
    if np.count_nonzero(relevant) + np.count_nonzero(given == 0) < given.size:
        at = int(np.argmax(~relevant & (given != 0)))
        raise InputError(f"labels must be 0 or 1, got {given[at]} at position {at + 1}")
    return relevant


def as_scores(scores: ArrayLike, *, size: int) -> Scores:
    """One finite score for each of `size` records.

    Examples
    --------
    >>> as_scores([0.5, 1], size=2)
    array([0.5, 1. ])
    """
    try:
        given = np.asarray(scores, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError("scores must be numbers") from error
    if given.shape != (size,):
        raise InputError(f"need {size} scores in one row, got shape {given.shape}")
    finite = np.isfinite(given)
    if not finite.all():
        at = int(np.argmin(finite))
        odd = "NaN" if np.isnan(given[at]) else given[at]
        raise InputError(f"scores must be finite, got {odd} at position {at + 1}")
    return given


def _first_odd(values: "Sequence[Any]") -> object:
    """Return the first value that is neither 0 nor 1."""
    return next((v for v in values if v not in (0, 1)), values)
