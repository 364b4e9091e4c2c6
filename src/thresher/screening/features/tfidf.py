"""TF-IDF weights of words and pairs of words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.screening.features.counts import Counts, counts_of
from thresher.screening.features.matrix import Features
from thresher.screening.features.tokens import BREAK, Tokens, tokens_of

__all__ = ["TfIdf"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TfIdf:
    r"""Terms weighed by how often they stand here and how seldom elsewhere.

    Parameters
    ----------
    pairs
        Whether pairs of neighbouring words count as terms beside single words.
    sublinear
        Whether a count :math:`c` weighs :math:`1 + \ln c` rather than :math:`c`.
    most_common
        Terms in more than this share of the records are left out.
    stop_words
        Whether scikit-learn's list of English stop words is left out first.
    title_times
        How often the title counts; 1 is as often as the abstract.
    keywords
        Whether key words and subject headings are read too.

    Notes
    -----
    A term in :math:`d` of :math:`n` records weighs :math:`\ln((1 + n)/(1 + d)) + 1`
    times its count, and each row has length 1, as in scikit-learn's
    ``TfidfVectorizer``.

    Examples
    --------
    >>> citations = [Citation(id="1", title="sleep"), Citation(id="2", title="sleep")]
    >>> TfIdf()(citations).matrix.toarray()
    array([[1.],
           [1.]], dtype=float32)
    """

    pairs: bool = True
    sublinear: bool = True
    most_common: float = 1.0
    stop_words: bool = False
    title_times: int = 1
    keywords: bool = False

    def __post_init__(self) -> None:
        if not 0 < self.most_common <= 1:
            raise InputError(f"most_common must be in (0, 1], got {self.most_common}")
        if self.title_times < 1:
            raise InputError(f"title_times must be 1 or more, got {self.title_times}")

    def __call__(self, citations: Sequence[Citation]) -> Features:
        """Return the weights of a whole pile.

        Raises
        ------
        InputError
            No citation holds a word.
        """
        tokens = tokens_of(self._texts(citations))
        if self.stop_words:
            tokens = _without_stop_words(tokens)
        counts = counts_of(tokens, pairs=self.pairs)
        if not counts.spread.size:
            raise InputError(
                f"{len(citations)} records hold no word to learn from: "
                "give titles or abstracts"
            )
        return self._weighed(counts, tokens)

    def _texts(self, citations: Sequence[Citation]) -> Iterator[list[str]]:
        for citation in citations:
            pieces = [citation.text, *[citation.title] * (self.title_times - 1)]
            yield [*pieces, *citation.keywords] if self.keywords else pieces

    def _weighed(self, counts: Counts, tokens: Tokens) -> Features:
        records = tokens.lengths.size
        kept = counts.spread <= self.most_common * records
        idf = np.where(kept, np.log((1 + records) / (1 + counts.spread)) + 1, 0)
        weights = counts.count.astype(np.float64)
        if self.sublinear:
            weights = _damped(counts.count)
        weights *= idf[counts.term]
        square = _sums(weights * weights, counts, records=records)
        length = np.sqrt(np.where(square == 0, 1, square))
        weights /= length[counts.record]
        shared = kept & (counts.spread > 1)
        alone: NDArray[np.float64] = weights * (counts.spread == 1)[counts.term]
        order = np.flatnonzero(shared)[
            np.argsort(-counts.spread[shared], kind="stable")
        ]
        return Features(
            matrix=_matrix(counts, weights, order=order, records=records).tocsr(),
            alone_square=_sums(alone * alone, counts, records=records),
            alone_sum=_sums(alone, counts, records=records),
            alone_terms=int(np.count_nonzero(counts.spread == 1)),
            terms=_names(counts, tokens, order=order),
        )


def _sums(
    values: NDArray[np.float64], counts: Counts, *, records: int
) -> NDArray[np.float64]:
    """Return the sum of the values of each record."""
    sums = np.bincount(counts.record, weights=values, minlength=records)
    return sums.astype(np.float64, copy=False)


def _damped(counts: NDArray[np.int32]) -> NDArray[np.float64]:
    """Return one and the logarithm of each count, from a table."""
    table = np.arange(counts.max(initial=1) + 1, dtype=np.float64)
    table[0] = 1
    return (1 + np.log(table))[counts]


def _matrix(
    counts: Counts,
    weights: NDArray[np.float64],
    *,
    order: NDArray[np.intp],
    records: int,
) -> csc_array:
    """Return the columns in `order`: common terms first stay close in memory."""
    spread = counts.spread[order]
    starts = np.concatenate([[0], np.cumsum(counts.spread)])[order]
    pointer = np.concatenate([[0], np.cumsum(spread)])
    entry = np.repeat(starts - pointer[:-1], spread) + np.arange(pointer[-1])
    if entry.size <= np.iinfo(np.int32).max:  # short numbers are read faster
        pointer = pointer.astype(np.int32)
    parts = (weights[entry].astype(np.float32), counts.record[entry], pointer)
    return csc_array(parts, shape=(records, order.size))


def _names(counts: Counts, tokens: Tokens, *, order: NDArray[np.intp]) -> list[str]:
    words = tokens.words
    pairs = zip(
        counts.first[order].tolist(), counts.second[order].tolist(), strict=True
    )
    return [words[a] if b == BREAK else f"{words[a]} {words[b]}" for a, b in pairs]


def _without_stop_words(tokens: Tokens) -> Tokens:
    from sklearn.feature_extraction.text import (  # noqa: PLC0415  slow to load
        ENGLISH_STOP_WORDS,
    )

    stopped = np.array([word in ENGLISH_STOP_WORDS for word in tokens.words])
    kept = ~stopped[tokens.stream]
    record = np.repeat(np.arange(tokens.lengths.size), tokens.lengths)[kept]
    return Tokens(
        stream=tokens.stream[kept],
        lengths=np.bincount(record, minlength=tokens.lengths.size),
        words=tokens.words,
    )
