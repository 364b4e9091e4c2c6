"""Groups of words that stand in the same company, from plain texts."""

import zlib
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array, hstack
from sklearn.cluster import MiniBatchKMeans
from sklearn.decomposition import TruncatedSVD

__all__ = ["word_clusters"]

FINENESS = (1024, 256, 64)
FEWEST, CONTEXTS, OFFSETS, DIMENSIONS = 6, 800, (-2, -1, 1, 2), 64


def word_clusters(
    texts: Iterable[Sequence[str]], *, seed: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
    """Hashes of the words, and their groups at three finenesses, counted from one.

    Parameters
    ----------
    texts
        Words of each sentence in lower case, digits as 0.
    seed
        Of the factorisation and the grouping.

    Notes
    -----
    Positive pointwise mutual information with the commonest words one and two places
    away, reduced by a singular value decomposition, grouped by k-means.
    """
    sentences = [list(text) for text in texts]
    counted = Counter(word for sentence in sentences for word in sentence)
    known = [word for word, times in counted.most_common() if times >= FEWEST]
    vectors = _vectors(_together(sentences, known), seed=seed)
    groups = [
        MiniBatchKMeans(
            min(size, len(known)), random_state=seed, n_init=1, batch_size=2048
        ).fit_predict(vectors)
        for size in FINENESS
    ]
    keys = np.array([zlib.crc32(word.encode()) for word in known], dtype=np.uint32)
    order = np.argsort(keys, kind="stable")
    return keys[order], (np.column_stack(groups) + 1).astype(np.uint16)[order]


def _together(sentences: list[list[str]], known: list[str]) -> csr_array:
    """Return how often each word has each common word at each offset."""
    number = {word: place for place, word in enumerate(known)}
    width = min(CONTEXTS, len(known))
    ends = [-1] * max(OFFSETS)
    stream = np.array(
        [n for s in sentences for n in [*(number.get(w, -1) for w in s), *ends]]
    )
    blocks = []
    for offset in OFFSETS:
        there = np.roll(stream, -offset)
        seen = (stream >= 0) & (there >= 0) & (there < width)
        ones = np.ones(int(seen.sum()), dtype=np.float32)
        pairs = (stream[seen], there[seen])
        blocks.append(coo_array((ones, pairs), shape=(len(known), width)).tocsr())
    return csr_array(hstack(blocks))


def _vectors(together: csr_array, *, seed: int) -> NDArray[np.float64]:
    """Return unit vectors from the positive mutual information of the counts."""
    total = together.sum()
    rows = np.asarray(together.sum(axis=1)).ravel()
    columns = np.asarray(together.sum(axis=0)).ravel()
    cells = together.tocoo()
    cells.sum_duplicates()
    information = np.log(
        cells.data
        * total
        / (rows[cells.row] * columns[cells.col] ** 0.75 * total**0.25)
    )
    positive = np.maximum(information, 0)
    matrix = coo_array((positive, (cells.row, cells.col)), shape=together.shape)
    dimensions = min(DIMENSIONS, min(together.shape) - 1)
    found = TruncatedSVD(dimensions, random_state=seed).fit_transform(matrix.tocsr())
    lengths = np.linalg.norm(found, axis=1, keepdims=True)
    unit: NDArray[np.float64] = found / np.maximum(lengths, 1e-9)
    return unit
