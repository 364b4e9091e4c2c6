"""What past reviews tell of a record before any label: how included studies speak."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from thresher.errors import UnknownNameError
from thresher.records.citation import Citation
from thresher.screening.features.counts import Counts, counts_of
from thresher.screening.features.matrix import Features
from thresher.screening.features.tokens import BREAK, Tokens, tokens_of

__all__ = ["EVERY", "Experience", "past_words"]

EVERY = "every"
FILE = "experience.tsv"
WORD_BITS = 32
PIECE = 250_000  # records read at a time: the pairs of a million fill a machine


@dataclass(frozen=True, slots=True, kw_only=True)
class Experience:
    r"""One number a record: how much it speaks like studies that past reviews included.

    Parameters
    ----------
    table
        Which past reviews: ``every``, or all but one collection (``without-cohen``,
        ``without-synergy``, ``without-clef``), to judge the model on that one fairly.

    Notes
    -----
    The weights :math:`w_t` of words and pairs of words come from a logistic regression
    over public reviews, each with a constant of its own, so that they tell how studies
    were made rather than what about ("randomized", "we report a case"). A record with
    :math:`m` of these terms gets :math:`\sum_t w_t/\sqrt m`. The table is made by
    ``benchmarks/experience.py``.
    """

    table: str = EVERY

    def __call__(self, citations: Sequence[Citation]) -> Features:
        """Return one column for a whole pile.

        Raises
        ------
        UnknownNameError
            There is no such table; the message lists those there are.
        """
        words, size = past_words(self.table), len(citations)
        score = np.zeros(size)
        for begin in range(0, size, PIECE):
            piece = slice(begin, begin + PIECE)
            score[piece] = _scores(citations[piece], words=words)
        return Features(
            matrix=csr_array(score[:, None].astype(np.float32)),
            alone_square=np.zeros(size),
            alone_sum=np.zeros(size),
            terms=("past reviews",),
        )


def _scores(
    citations: Sequence[Citation], *, words: Mapping[str, float]
) -> NDArray[np.float64]:
    """Return the number of each record."""
    tokens = tokens_of([citation.text] for citation in citations)
    counts, size = counts_of(tokens), len(citations)
    weight = np.repeat(_weights(counts, tokens, words=words), counts.spread)
    entry = ~np.isnan(weight)
    record = counts.record[entry]
    total = np.bincount(record, weights=weight[entry], minlength=size)
    many = np.bincount(record, minlength=size)
    scores: NDArray[np.float64] = total / np.sqrt(np.maximum(many, 1))
    return scores


@cache
def past_words(table: str = EVERY) -> Mapping[str, float]:
    """Weights of the words of past reviews.

    Raises
    ------
    UnknownNameError
        There is no such table; the message lists those there are.

    Examples
    --------
    >>> past_words()["randomized"] > 0 > past_words()["review"]
    True
    """
    text = files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    head, *lines = text.splitlines()
    tables = head.split("\t")[1:]
    if table not in tables:
        raise UnknownNameError("table of past reviews", table, known=tables)
    at = tables.index(table) + 1
    cells = (line.split("\t") for line in lines)
    return {row[0]: float(row[at]) for row in cells if row[at]}


def _weights(
    counts: Counts, tokens: Tokens, *, words: Mapping[str, float]
) -> NDArray[np.float64]:
    """Return the weight of each term counted, NaN for those without."""
    if not counts.spread.size:
        return np.zeros(0)
    number = {word: at for at, word in enumerate(tokens.words)}
    terms = [term.partition(" ") for term in words]
    first = np.array([number.get(one, -1) for one, _, _ in terms], dtype=np.int64)
    second = np.array(
        [number.get(two, -1) if two else BREAK for _, _, two in terms], dtype=np.int64
    )
    keys = (counts.first.astype(np.int64) << WORD_BITS) + counts.second
    order = np.argsort(keys, kind="stable")
    wanted = (first << WORD_BITS) + second
    at = np.searchsorted(keys, wanted, sorter=order)
    place = order[np.minimum(at, keys.size - 1)]
    met = (keys[place] == wanted) & (second >= 0)
    found = np.full(keys.size, np.nan)
    found[place[met]] = np.array([*words.values()])[met]
    return found
