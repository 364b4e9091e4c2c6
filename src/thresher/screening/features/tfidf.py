"""TF-IDF weights of words and pairs of words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.screening.features.counts import counts_of
from thresher.screening.features.matrix import Features
from thresher.screening.features.names import TermNames
from thresher.screening.features.tokens import Tokens, tokens_of
from thresher.screening.features.weighing import Weighing

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
        weighing = Weighing(
            counts,
            records=len(citations),
            sublinear=self.sublinear,
            most_common=self.most_common,
        )
        order = weighing.order
        names = TermNames(
            tokens.words, first=counts.first[order], second=counts.second[order]
        )
        return weighing.features(names)

    def _texts(self, citations: Sequence[Citation]) -> Iterator[list[str]]:
        for citation in citations:
            pieces = [citation.text, *[citation.title] * (self.title_times - 1)]
            yield [*pieces, *citation.keywords] if self.keywords else pieces


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
