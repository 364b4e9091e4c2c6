"""Words cut into the pieces an encoder knows."""

import re
import unicodedata
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["WordPieces", "packed_vocabulary"]

PART = re.compile(r"[a-z0-9]+|[^\sa-z0-9]")
BEGIN, END, UNKNOWN = "[CLS]", "[SEP]", "[UNK]"


def packed_vocabulary(pieces: Sequence[str]) -> NDArray[np.uint8]:
    """Pieces as one array of bytes."""
    return np.frombuffer("\n".join(pieces).encode(), dtype=np.uint8)


class WordPieces:
    """A vocabulary of pieces; the longest that fits is always taken.

    Examples
    --------
    >>> pieces = WordPieces(["[UNK]", "[CLS]", "[SEP]", "pain", "##less", "-"])
    >>> pieces.of("Pain-painless"), pieces.of("é")
    ([3, 5, 3, 4], [0])
    """

    __slots__ = ("known", "numbers")

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self.numbers = {piece: number for number, piece in enumerate(vocabulary)}
        self.known: dict[str, list[int]] = {}

    @classmethod
    def unpacked(cls, packed: NDArray[np.uint8]) -> "WordPieces":
        """Return the vocabulary that `packed_vocabulary` packed."""
        return cls(packed.tobytes().decode().split("\n"))

    @property
    def begin(self) -> int:
        """Number of the sign before a text."""
        return self.numbers[BEGIN]

    @property
    def end(self) -> int:
        """Number of the sign behind a text."""
        return self.numbers[END]

    def of(self, word: str) -> list[int]:
        """Numbers of the pieces of a word, at least one."""
        if word not in self.known:
            self.known[word] = self._cut(word)
        return self.known[word]

    def _cut(self, word: str) -> list[int]:
        plain = unicodedata.normalize("NFD", word.lower())
        bare = "".join(c for c in plain if unicodedata.category(c) != "Mn")
        found: list[int] = []
        for part in PART.findall(bare):
            found += self._longest(part)
        return found or [self.numbers[UNKNOWN]]

    def _longest(self, part: str) -> list[int]:
        """Return the longest pieces from the left; all unknown if one is missing."""
        found, start = [], 0
        while start < len(part):
            for end in range(len(part), start, -1):
                piece = ("##" if start else "") + part[start:end]
                if piece in self.numbers:
                    found.append(self.numbers[piece])
                    start = end
                    break
            else:
                return [*found, self.numbers[UNKNOWN]]
        return found
