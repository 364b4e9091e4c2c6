"""ROUGE: words, pairs of words and sequences that two summaries share."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import LCSseq

from thresher.errors import InputError

__all__ = ["Overlap", "Rouge", "rouge", "rouge_l", "rouge_n", "rouge_words"]

NO_WORD = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """Precision, recall and F1 of a generated text against its target.

    Examples
    --------
    >>> round(Overlap(precision=0.5, recall=0.25).f1, 4)
    0.3333
    """

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Harmonic mean of both; 0 where nothing is shared."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rouge:
    """ROUGE-1, ROUGE-2 and ROUGE-L of one pair of texts."""

    one: Overlap
    two: Overlap
    longest: Overlap


def rouge_words(text: str) -> tuple[str, ...]:
    """Words as ROUGE counts them: Latin letters and digits, in lower case, unstemmed.

    Examples
    --------
    >>> rouge_words("Pain-free (12.5 %)")
    ('pain', 'free', '12', '5')
    """
    return tuple(NO_WORD.sub(" ", text.lower()).split())


def rouge_n(target: Sequence[str], generated: Sequence[str], *, size: int) -> Overlap:
    """Share of runs of `size` words that target and generated text have in common.

    Raises
    ------
    InputError
        `size` is below 1.

    Examples
    --------
    >>> rouge_n(["a", "b", "c"], ["a", "b"], size=2)
    Overlap(precision=1.0, recall=0.5)
    """
    if size < 1:
        raise InputError(f"ROUGE counts runs of at least one word, got size {size}")
    wanted, given = _runs(target, size), _runs(generated, size)
    shared = (wanted & given).total()
    return Overlap(
        precision=shared / max(given.total(), 1), recall=shared / max(wanted.total(), 1)
    )


def rouge_l(target: Sequence[str], generated: Sequence[str]) -> Overlap:
    """Share of words in the longest common subsequence of both texts.

    Examples
    --------
    >>> rouge_l(["a", "b", "c", "d"], ["a", "x", "c"]).recall
    0.5
    """
    shared = LCSseq.similarity(target, generated)
    return Overlap(
        precision=shared / max(len(generated), 1), recall=shared / max(len(target), 1)
    )


def rouge(target: str, generated: str) -> Rouge:
    """ROUGE-1, ROUGE-2 and ROUGE-L of a generated summary.

    Notes
    -----
    Equal to the package rouge-score 0.1.2 with ``use_stemmer=False``, as MS² and MSLR
    use it. Lin (2004), https://aclanthology.org/W04-1013. An empty text shares nothing
    with any other, and scores 0.

    Examples
    --------
    >>> scores = rouge("Vitamin K reduces fractures", "vitamin K prevents fractures")
    >>> scores.one.f1, round(scores.two.f1, 3), scores.longest.f1
    (0.75, 0.333, 0.75)
    """
    wanted, given = rouge_words(target), rouge_words(generated)
    return Rouge(
        one=rouge_n(wanted, given, size=1),
        two=rouge_n(wanted, given, size=2),
        longest=rouge_l(wanted, given),
    )


def _runs(words: Sequence[str], size: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[at : at + size]) for at in range(len(words) - size + 1))
