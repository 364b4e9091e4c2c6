"""Weights of the shipped models, and how they are packed."""

import functools
import io
import zipfile
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thresher.errors import FileError

__all__ = ["SCALE", "Arrays", "load", "packed", "packed_bytes", "read", "unpacked"]

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
    return unpacked(np.load(io.BytesIO(file.read_bytes()), allow_pickle=False))


def read(path: Path) -> Arrays:
    """Arrays of weights in the form of `packed_bytes`.

    Raises
    ------
    FileError
        It is no such file.
    """
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return unpacked(arrays)
    except (OSError, ValueError) as error:
        raise FileError(path, f"it holds no weights ({error})") from error


def packed_bytes(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Arrays as the bytes of a file, compressed and without pickles.

    The same arrays give the same bytes.
    """
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for name, values in sorted(arrays.items()):
            entry = io.BytesIO()
            np.lib.format.write_array(entry, np.asarray(values), allow_pickle=False)
            info = zipfile.ZipInfo(f"{name}.npy")
            info.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(info, entry.getvalue())
    return whole.getvalue()


def packed(
    name: str, values: NDArray[np.floating], *, by_row: bool = False
) -> dict[str, NDArray[Any]]:
    """Whole numbers from -127 to 127 under `name`, with one scale a column or row.

    Examples
    --------
    >>> small = packed("w", np.array([[0.5, 100.0], [-0.25, 50.0]]))
    >>> small["w"].dtype.name, small["w"].tolist()
    ('int8', [[127, 127], [-64, 63]])
    """
    scale = np.abs(values).max(axis=int(by_row), keepdims=True) / STEPS
    scale = np.where(scale > 0, scale, 1.0)
    whole = np.rint(values / scale).astype(np.int8)
    return {name: whole, name + SCALE: scale.astype(np.float32)}


def unpacked(arrays: Mapping[str, NDArray[Any]]) -> Arrays:
    """Arrays ready for use: those packed with a scale as floats, others as they are."""
    return {
        name: arrays[name].astype(np.float32) * arrays[name + SCALE]
        if name + SCALE in arrays
        else arrays[name]
        for name in arrays
        if not name.endswith(SCALE)
    }
