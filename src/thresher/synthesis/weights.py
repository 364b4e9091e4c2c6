"""Weights of the shipped models, and how they are packed."""

import functools
import io
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thresher.errors import FileError

__all__ = ["Arrays", "load", "packed", "read", "write"]

Arrays = Mapping[str, NDArray[Any]]
SCALE = ".scale"
STEPS = 127


@functools.cache
def load(name: str) -> Arrays:
    """Arrays of a shipped model, read once and kept.

    Raises
    ------
    FileError
        The installed package has no such weights.
    """
    file = resources.files("thresher.synthesis") / "weights" / f"{name}.npz"
    if not file.is_file():
        raise FileError(
            str(file),
            "the weights are not in the installed package",
            hint="install thresher again, or make them with `thresher train`",
        )
    return _unpacked(np.load(io.BytesIO(file.read_bytes()), allow_pickle=False))


def read(path: Path) -> Arrays:
    """Arrays of weights written by `write`.

    Raises
    ------
    FileError
        It is no such file.
    """
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return _unpacked(arrays)
    except (OSError, ValueError) as error:
        raise FileError(path, f"it holds no weights ({error})") from error


def write(path: Path, arrays: Mapping[str, NDArray[np.generic]]) -> None:
    """Write arrays, compressed and without pickles; the same arrays, the same file."""
    np.savez_compressed(path, **dict(sorted(arrays.items())))  # type: ignore[arg-type]


def packed(
    name: str, values: NDArray[np.floating], *, steps: int = STEPS
) -> dict[str, NDArray[np.generic]]:
    """Whole numbers from -`steps` to `steps` and one scale a row block, under `name`.

    A matrix keeps one scale a column, so that small columns stay exact.

    Examples
    --------
    >>> small = packed("w", np.array([[0.5, 100.0], [-0.25, 50.0]]))
    >>> small["w"].dtype.name, small["w"].tolist()
    ('int8', [[127, 127], [-64, 64]])
    """
    scale = np.abs(values).max(axis=0, keepdims=True) / steps
    scale = np.where(scale > 0, scale, 1.0)
    whole = np.rint(values / scale).astype(np.int8)
    return {name: whole, name + SCALE: scale.astype(np.float32)}


def _unpacked(arrays: Mapping[str, NDArray[np.generic]]) -> Arrays:
    """Return the arrays, those with a scale as floats."""
    return {name: _floats(arrays, name) for name in arrays if not name.endswith(SCALE)}


def _floats(
    arrays: Mapping[str, NDArray[np.generic]], name: str
) -> NDArray[np.float32]:
    values = arrays[name].astype(np.float32)
    if name + SCALE in arrays:
        values *= arrays[name + SCALE].astype(np.float32)
    return values
