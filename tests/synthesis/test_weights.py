"""Weights are packed, written and read without loss that matters."""

from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from thresher.errors import FileError
from thresher.synthesis.weights import load, packed, packed_bytes, read, unpacked

TIER_0 = ("roles", "pico", "evidence")
MOST = 12e6  # bytes


@given(
    hnp.arrays(np.float64, (7, 3), elements=st.floats(-1e3, 1e3, allow_subnormal=False))
)
def test_packing_loses_less_than_a_step(values: np.ndarray) -> None:
    again = unpacked(packed("w", values))["w"]
    step = np.abs(values).max(axis=0) / 127
    assert (np.abs(again - values) <= step * 0.51 + 1e-9).all()


def test_the_same_arrays_give_the_same_bytes(tmp_path: Path) -> None:
    arrays = {"b": np.arange(4, dtype=np.uint32), "a": np.ones((2, 2), np.float32)}
    whole = packed_bytes(arrays)
    assert whole == packed_bytes(dict(reversed(arrays.items())))
    (tmp_path / "w.npz").write_bytes(whole)
    again = read(tmp_path / "w.npz")
    assert again["b"].dtype == np.uint32
    assert again["b"].tolist() == [0, 1, 2, 3]


def test_what_holds_no_weights_is_refused(tmp_path: Path) -> None:
    (tmp_path / "w.npz").write_text("no")
    with pytest.raises(FileError, match="holds no weights"):
        read(tmp_path / "w.npz")
    with pytest.raises(FileError, match="installed"):
        load("nothing")


def test_the_shipped_weights_are_small_and_hold_no_pickles() -> None:
    folder = Path(str(resources.files("thresher.synthesis"))) / "weights"
    assert sum((folder / f"{name}.npz").stat().st_size for name in TIER_0) < MOST
    for name in TIER_0:
        assert (folder / f"{name}.json").is_file()
        with np.load(folder / f"{name}.npz", allow_pickle=False) as arrays:
            assert all(arrays[key].dtype != object for key in arrays)
