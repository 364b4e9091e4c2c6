"""Label check: the past decisions that the others contradict most."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from thresher.errors import InputError
from thresher.screening.cycle import Known, ranked
from thresher.screening.features.matrix import Features
from thresher.screening.recipes import Recipe

__all__ = ["Suspicion", "suspicious"]

FEWEST = 2  # of each kind, so that one can be left out


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspicion:
    """A labelled record by position, its label, and how much speaks against it.

    `against` is the share of records of the other kind that the model, taught without
    this record, puts on the wrong side of it: near 1 the label is likely a slip.
    """

    row: int
    label: bool
    against: float


def suspicious(
    recipe: Recipe,
    features: Sequence[Features],
    known: Known,
    *,
    parts: int = 5,
    most: int = 10,
    rng: np.random.Generator,
) -> tuple[Suspicion, ...]:
    """Return the labels that a model taught on the others doubts most.

    Parameters
    ----------
    recipe, features
        The model and its features.
    known
        The labelled records.
    parts
        Each record is judged by a model that learned from the other parts.
    most
        How many to return.
    rng
        Deals the records into parts.

    Raises
    ------
    InputError
        Fewer than two relevant or two irrelevant records are known.
    """
    relevant = int(np.count_nonzero(known.labels))
    if min(relevant, known.labels.size - relevant) < FEWEST:
        raise InputError(
            f"a label check needs two records of each kind, got {relevant} relevant "
            f"and {known.labels.size - relevant} irrelevant"
        )
    part = np.empty(known.labels.size, dtype=np.intp)
    for kind in (True, False):  # each kind is spread over all parts
        places = rng.permutation(np.flatnonzero(known.labels == kind))
        part[places] = np.arange(places.size) % parts
    against = np.zeros(known.labels.size)
    for one in np.unique(part):
        out = part == one
        against[out] = _against(recipe, features, known, out=out)
    order = np.argsort(-against, kind="stable")[:most]
    return tuple(
        Suspicion(
            row=int(known.rows[at]),
            label=bool(known.labels[at]),
            against=float(against[at]),
        )
        for at in order
    )


def _against(
    recipe: Recipe,
    features: Sequence[Features],
    known: Known,
    *,
    out: np.ndarray[tuple[int], np.dtype[np.bool_]],
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return how much speaks against the labels of the records left out."""
    kept = replace(known, rows=known.rows[~out], labels=known.labels[~out])
    ranking = ranked(recipe, features, kept)
    score = dict(zip(ranking.unread.tolist(), ranking.scores.tolist(), strict=True))
    mine = np.array([score[row] for row in known.rows[out].tolist()])
    all_scores = np.sort(ranking.scores)
    below = np.searchsorted(all_scores, mine) / max(1, all_scores.size - 1)
    return np.where(known.labels[out], 1 - below, below)
