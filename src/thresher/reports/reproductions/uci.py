"""The five UCI data sets on which the rate-weighted area was first tried."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.io import arff

from thresher.arrays import Labels, Scores
from thresher.errors import FileError, MissingDataError

__all__ = ["PREDICTED", "Sample", "load_samples"]


BINARY = 2  # values of a column that can be predicted
PREDICTED = {
    "vote": "class",
    "autos": "aspiration",
    "credit-g": "class",
    "breast-w": "class",
    "colic": "class",
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sample:
    """Records with their attributes, and the label to be predicted.

    Parameters
    ----------
    name
        Of the data set.
    attributes
        One row a record; nominal values as numbers from 0, missing ones as NaN.
    values
        How many values each attribute can take, 0 for a number.
    labels
        Whether the record has the rarer value of the predicted column.
    """

    name: str
    attributes: Scores
    values: tuple[int, ...]
    labels: Labels

    def take(self, rows: NDArray[np.intp]) -> "Sample":
        """Return some of the records, repeated ones as often as asked."""
        return Sample(
            name=self.name,
            attributes=self.attributes[rows],
            values=self.values,
            labels=self.labels[rows],
        )


def load_samples(folder: Path) -> tuple[Sample, ...]:
    """Return the five data sets from ARFF files in a folder.

    Raises
    ------
    MissingDataError
        The folder lacks one of them.
    FileError
        A file is not ARFF, or lacks the column that is predicted.
    """
    return tuple(
        _sample(folder / f"{name}.arff", column) for name, column in PREDICTED.items()
    )


def _sample(path: Path, target: str) -> Sample:
    if not path.is_file():
        raise MissingDataError(f"the UCI data set measures/uci5/{path.name}")
    rows, described = _table(path)
    if target not in described.names() or not _has_two_values(described[target][1]):
        raise FileError(path, f"there is no two-valued column {target!r}")
    value = _numbers(rows, described, target)
    known = ~np.isnan(value)
    if not known.any():
        raise FileError(path, f"no record has a {target!r}")
    labels = value[known] == 1
    names = [name for name in described.names() if name != target]
    columns = [_numbers(rows, described, name)[known] for name in names]
    return Sample(
        name=path.stem,
        attributes=np.column_stack(columns),
        values=tuple(len(described[name][1] or ()) for name in names),
        labels=labels if labels.mean() <= 1 / 2 else ~labels,
    )


def _table(path: Path) -> tuple[NDArray[np.void], arff.MetaData]:
    try:
        return arff.loadarff(path)
    except (arff.ArffError, ValueError, StopIteration, NotImplementedError) as error:
        raise FileError(
            path, "this is not an ARFF file of numbers and names"
        ) from error


def _numbers(rows: NDArray[np.void], described: arff.MetaData, name: str) -> Scores:
    """Return one column as numbers: a nominal value is its place in the list."""
    kind, listed = described[name]
    if kind != "nominal" or listed is None:
        return np.asarray(rows[name], dtype=np.float64)
    places = {value.encode(): float(place) for place, value in enumerate(listed)}
    return np.array([places.get(value, np.nan) for value in rows[name]])


def _has_two_values(listed: str | Sequence[str] | None) -> bool:
    return isinstance(listed, tuple) and len(listed) == BINARY
