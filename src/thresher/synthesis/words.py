"""Words of a text, their places, stems and hashed buckets."""

import functools
import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["STOPWORDS", "Word", "buckets", "plain_words", "stem", "stems", "words"]

WORD = re.compile(r"[^\W_]+(?:[-'/.,\u2019\u00b7][^\W_]+)*|[^\w\s]|_+")
PLAIN = re.compile(r"[^\W\d_]+|\d+(?:[.,\u00b7]\d+)*|[%<>=\u00b1\u2264\u2265]")
_STOPWORDS = (
    "a about after all also an and any are as at be because been before being between"
    " both but by can could did do does during each either for from had has have how if"
    " in into is it its may more most no nor not of on only or other our over same some"
    " such than that the their them then there these they this those through to under"
    " up upon via was we were what when where which while who will with within without"
    " would per using used use vs versus study group groups level levels"
)
STOPWORDS = frozenset(_STOPWORDS.split())
ENDINGS = (
    ("ations", "at"),
    ("ation", "at"),
    ("ative", "at"),
    ("ating", "at"),
    ("ated", "at"),
    ("ates", "at"),
    ("ments", "ment"),
    ("ities", "iti"),
    ("ity", "iti"),
    ("ically", "ic"),
    ("ical", "ic"),
    ("ness", ""),
    ("ions", "ion"),
    ("ies", "i"),
    ("ings", ""),
    ("ing", ""),
    ("edly", ""),
    ("ed", ""),
    ("ly", ""),
    ("es", "e"),
    ("s", ""),
    ("y", "i"),
    ("e", ""),
)
SHORTEST_STEM = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word or mark, and where it stands."""

    text: str
    start: int
    end: int


def words(text: str, *, shift: int = 0) -> list[Word]:
    """Words and marks of a text, hyphenated words and decimals in one piece.

    `shift` is added to their places: where the text begins in a longer one.

    Examples
    --------
    >>> [word.text for word in words("Double-blind (n=12), 3.5%.")]
    ['Double-blind', '(', 'n', '=', '12', ')', ',', '3.5', '%', '.']
    """
    return [
        Word(text=found.group(), start=found.start() + shift, end=found.end() + shift)
        for found in WORD.finditer(text)
    ]


def plain_words(text: str) -> list[str]:
    """Words in lower case, every number as 0, and the signs that matter.

    Examples
    --------
    >>> plain_words("Pain fell by 12.5% (P<0.05).")
    ['pain', 'fell', 'by', '0', '%', 'p', '<', '0']
    """
    return ["0" if word[0].isdigit() else word for word in PLAIN.findall(text.lower())]


@functools.lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """Word without its commonest English endings.

    Examples
    --------
    >>> stem("fractures"), stem("fracture"), stem("sleeping"), stem("gas")
    ('fractur', 'fractur', 'sleep', 'gas')
    """
    if len(word) <= SHORTEST_STEM:
        return word
    for ending, kept in ENDINGS:
        if word.endswith(ending) and not (ending == "s" and word.endswith("ss")):
            short = word[: len(word) - len(ending)]
            if len(short) >= SHORTEST_STEM:
                return stem(short + "e") if kept == "e" else short + kept
    return word


@functools.lru_cache(maxsize=20_000)
def stems(text: str) -> tuple[str, ...]:
    """Stems of the content words of a text, in order.

    Examples
    --------
    >>> stems("The risk of hip fractures at 12 months")
    ('risk', 'hip', 'fractur', '0', 'month')
    """
    return tuple(stem(word) for word in plain_words(text) if word not in STOPWORDS)


def buckets(features: Iterable[str], *, size: int) -> NDArray[np.int64]:
    """Distinct numbers below `size` that stand for the features, in rising order.

    Examples
    --------
    >>> int(buckets(["pain", "pain"], size=100).size)
    1
    """
    numbers = {
        zlib.crc32(feature.encode(errors="replace")) % size for feature in features
    }
    return np.array(sorted(numbers), dtype=np.int64)
