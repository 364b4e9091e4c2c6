"""Cold starts: an order to read in before anything is labelled."""

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from thresher.arrays import Indices, Scores
from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.screening.features.matrix import Extractor, Features
from thresher.screening.features.similarity import similarity_to

__all__ = ["diverse_order", "diverse_start", "likeness_to_texts"]


def likeness_to_texts(
    citations: Sequence[Citation], texts: Sequence[str], *, extractor: Extractor
) -> Scores:
    """Likeness of each citation to a question, PICO texts or key papers.

    Parameters
    ----------
    citations
        The pile.
    texts
        What is looked for, in words: the question, its parts, or the titles and
        abstracts of papers known to be relevant.
    extractor
        What turns texts into numbers; the texts are weighed with the pile.

    Raises
    ------
    InputError
        No text, or none that shares a word with the pile.

    Examples
    --------
    >>> from thresher.screening.features.tfidf import TfIdf
    >>> pile = [Citation(id="1", title="sleep"), Citation(id="2", title="kidney")]
    >>> likeness_to_texts(pile, ["Does sleep matter?"], extractor=TfIdf()).argmax()
    np.int64(0)
    """
    asked = [
        Citation(id=f"question {at}", abstract=text) for at, text in enumerate(texts)
    ]
    if not asked:
        raise InputError("a cold start needs a question or a key paper, got none")
    features = extractor([*citations, *asked])
    rows = np.arange(len(citations), len(citations) + len(asked))
    found = similarity_to(features, rows)[: len(citations)]
    if not found.any():
        raise InputError(
            f"the {len(asked)} texts given share no word with the pile: use the words "
            "that its titles and abstracts use"
        )
    return found


def diverse_start(
    features: Features, *, size: int, rng: np.random.Generator
) -> Indices:
    """Draw records that are as unlike each other as can be.

    Parameters
    ----------
    features
        The pile.
    size
        How many to draw.
    rng
        Draws the first; each further one is the least like those before it.

    Raises
    ------
    InputError
        More are asked for than there are.
    """
    if not 1 <= size <= features.records:
        raise InputError(
            f"{size} records were asked for, but the pile has {features.records}"
        )
    order = diverse_order(features, rng=rng)
    return np.array([*islice(order, size)], dtype=np.intp)


def diverse_order(features: Features, *, rng: np.random.Generator) -> Iterator[int]:
    """Yield the positions of a pile, each as unlike those before it as can be."""
    latest = int(rng.integers(features.records))
    nearest = np.full(features.records, -np.inf)
    for _ in range(features.records):
        yield latest
        nearest = np.maximum(nearest, similarity_to(features, np.array([latest])))
        nearest[latest] = np.inf
        latest = int(nearest.argmin())
