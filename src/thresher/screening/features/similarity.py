"""How alike records are, by the terms they share."""

import numpy as np

from thresher.arrays import Indices, Scores
from thresher.screening.features.matrix import Features

__all__ = ["most_alike", "similarity_to"]


def similarity_to(features: Features, rows: Indices) -> Scores:
    """Cosine of each record with the mean of some records; 1 is the same direction.

    Examples
    --------
    >>> from thresher.records.citation import Citation
    >>> from thresher.screening.features.tfidf import TfIdf
    >>> pile = [Citation(id=str(i), title=t) for i, t in enumerate(["ab", "ab", "cd"])]
    >>> similarity_to(TfIdf()(pile), np.array([0])).round(6).tolist()
    [1.0, 1.0, 0.0]
    """
    matrix = features.matrix
    mean = matrix[rows].astype(np.float64).T @ np.full(rows.size, 1 / rows.size)
    own = features.alone_square[rows] / rows.size**2
    length = np.sqrt(mean @ mean + own.sum()) or 1.0
    products = np.asarray(matrix @ mean.astype(np.float32), dtype=np.float64)
    products[rows] += features.alone_square[rows] / rows.size
    square = features.alone_square + np.asarray(matrix.power(2).sum(axis=1))
    alike: Scores = products / (length * np.sqrt(np.where(square == 0, 1, square)))
    return alike


def most_alike(
    features: Features, row: int, *, among: Indices, most: int = 5
) -> tuple[Indices, Scores]:
    """Return those `among` some records that are most like one, and how much.

    Equal ones keep their order; records that share no term are left out.
    """
    alike = similarity_to(features, np.array([row]))[among]
    order = np.argsort(-alike, kind="stable")[:most]
    order = order[alike[order] > 0]
    return among[order], alike[order]
