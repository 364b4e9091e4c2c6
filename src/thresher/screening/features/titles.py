"""Titles read apart from abstracts."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from thresher.records.citation import Citation
from thresher.screening.features.matrix import Features
from thresher.screening.features.tfidf import TfIdf
from thresher.screening.features.tokens import WORD

__all__ = ["Titles"]

WORDS_AND_PAIRS = TfIdf(pairs=True, sublinear=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Titles:
    """Words and pairs of words of the titles alone; a pile without titles has none.

    Examples
    --------
    >>> pile = [Citation(id="1", title="sleep"), Citation(id="2", abstract="sleep")]
    >>> Titles()(pile).alone_square
    array([1., 0.])
    """

    words: TfIdf = WORDS_AND_PAIRS

    def __call__(self, citations: Sequence[Citation]) -> Features:
        """Return the weights of a whole pile, one row a citation."""
        titles = [Citation(id=one.id, title=one.title) for one in citations]
        if any(WORD.search(one.title) for one in titles):
            found = self.words(titles)
            return Features(
                matrix=found.matrix,
                alone_square=found.alone_square,
                alone_sum=found.alone_sum,
                alone_terms=found.alone_terms,
                terms=[f"title: {term}" for term in found.terms],
            )
        return Features(
            matrix=csr_array(np.zeros((len(titles), 0), dtype=np.float32)),
            alone_square=np.zeros(len(titles)),
            alone_sum=np.zeros(len(titles)),
        )
