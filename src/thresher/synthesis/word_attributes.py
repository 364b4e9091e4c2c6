"""Whole numbers that stand for what a word looks like."""

import functools
import re
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["ATTRIBUTES", "Clusters", "word_attributes"]

ATTRIBUTES = ("word", "shape", "prefix", "suffix", "ending", "fine", "middle", "coarse")
RUN = re.compile(r"(.)\1+")
UPPER, LOWER, DIGIT = re.compile(r"[A-Z]"), re.compile(r"[a-z]"), re.compile(r"\d")


class Clusters:
    """Groups of words used alike, found by the word's hash, at three finenesses."""

    __slots__ = ("groups",)

    def __init__(self, keys: NDArray[np.generic], groups: NDArray[np.generic]) -> None:
        rows: list[Sequence[int]] = groups.astype(int).tolist()
        numbers: list[int] = keys.astype(int).tolist()
        self.groups = dict(zip(numbers, rows, strict=True))

    def of(self, key: int) -> Sequence[int]:
        """Return the word's groups, zeros if it is not known."""
        return self.groups.get(key, (0, 0, 0))


def word_attributes(words: Sequence[str], clusters: Clusters) -> NDArray[np.uint64]:
    """One row a word, one column an attribute."""
    rows = []
    for word in words:
        looks = _looks(word)
        rows.append((*looks, *(100_000 + group for group in clusters.of(looks[0]))))
    return np.array(rows, dtype=np.uint64).reshape(-1, len(ATTRIBUTES))


@functools.lru_cache(maxsize=200_000)
def _looks(word: str) -> tuple[int, ...]:
    lower = DIGIT.sub("0", word.lower())
    shape = DIGIT.sub("0", LOWER.sub("x", UPPER.sub("X", word)))
    parts = (
        lower,
        "shape " + RUN.sub(r"\1", shape),
        f"prefix {lower[:3]}",
        f"suffix {lower[-3:]}",
        f"ending {lower[-4:]}",
    )
    return tuple(zlib.crc32(part.encode(errors="replace")) for part in parts)
