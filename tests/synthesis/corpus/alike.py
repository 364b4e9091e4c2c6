"""Two data sets that are the same, byte for byte."""

from pathlib import Path


def assert_alike(one: Path, other: Path) -> None:
    """Nothing depends on the process, the executor or the order of a set."""
    assert one.read_bytes() == other.read_bytes()
