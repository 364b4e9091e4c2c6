"""Records that share a score: groups in which the order means nothing."""

from dataclasses import dataclass

import numpy as np

from thresher.arrays import Ranks, Scores
from thresher.screening.reading import Reading

__all__ = ["TieGroups", "tie_groups"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TieGroups:
    """The groups of equal score that hold a relevant record, best score first.

    Parameters
    ----------
    above
        How many records rank above the group.
    upto
        How many records rank above or in it.
    relevant
        How many relevant records it holds.
    """

    above: Ranks
    upto: Ranks
    relevant: Ranks


def tie_groups(reading: Reading, *, measure: str) -> TieGroups:
    """Group the relevant records of a reading by equal scores.

    Scores count only where they never rise along the reading: those of a model that was
    retrained on the way say nothing about ties, and then every record stands alone.
    """
    ranks = reading.discovery_ranks(measure)
    scores = reading.scores
    if scores is None or not scores.size or _rises(scores):
        return TieGroups(above=ranks - 1, upto=ranks, relevant=np.ones_like(ranks))
    starts = np.flatnonzero(np.diff(scores)) + 1
    first = np.concatenate([[0], starts])
    last = np.concatenate([starts, [scores.size]])
    group = np.searchsorted(starts, reading.found_at - 1, side="right")
    held, relevant = np.unique(group, return_counts=True)
    unread = ranks[reading.found :]
    return TieGroups(
        above=np.concatenate([first[held], unread - 1]),
        upto=np.concatenate([last[held], unread]),
        relevant=np.concatenate([relevant, np.ones_like(unread)]),
    )


def _rises(scores: Scores) -> bool:
    return bool((scores[1:] > scores[:-1]).any())
