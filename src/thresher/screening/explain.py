"""Why a record stands where it stands: its words, and the records it resembles."""

from dataclasses import dataclass

import numpy as np

from thresher.errors import InputError
from thresher.screening.cycle import Known
from thresher.screening.features.matrix import Features
from thresher.screening.features.similarity import most_alike
from thresher.screening.rankers.linear import Recollection
from thresher.screening.rankers.protocol import Memory

__all__ = ["Explanation", "Lift", "Likeness", "explained"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lift:
    """A term of a record, and what it adds to the score; negative pulls down."""

    term: str
    lift: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """A labelled record by position, how alike it is, and its label."""

    row: int
    alike: float
    label: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What a linear model saw in a record, strongest first, and its neighbours.

    The lifts of all terms and the model's constant add up to the score.
    """

    lifts: tuple[Lift, ...]
    neighbours: tuple[Likeness, ...]


def explained(
    features: Features, row: int, *, memory: Memory, known: Known, most: int = 10
) -> Explanation:
    """Return the words that moved a record most, and the labelled records it is like.

    Parameters
    ----------
    features
        The pile.
    row
        The record's position.
    memory
        What a linear ranker gave back with its scores.
    known
        The labelled records.
    most
        How many words and records to name at most.

    Raises
    ------
    InputError
        The memory is not that of a linear ranker, or the row is not in the pile.
    """
    if not isinstance(memory, Recollection):
        raise InputError("only linear rankers can tell the weight of a word")
    if not 0 <= row < features.records:
        raise InputError(f"the pile has rows 0 to {features.records - 1}, not {row}")
    memory.kernel.turn_to(memory.rows)
    weights = memory.kernel.weights(memory.found.shares)
    one = features.matrix[[row]]
    lifts = one.data.astype(np.float64) * weights[one.indices]
    strongest = np.argsort(-np.abs(lifts), kind="stable")[:most]
    rows, alike = most_alike(features, row, among=known.rows, most=most)
    label = dict(zip(known.rows.tolist(), known.labels.tolist(), strict=True))
    return Explanation(
        lifts=tuple(
            Lift(term=features.terms[one.indices[at]], lift=float(lifts[at]))
            for at in strongest
            if lifts[at] != 0
        ),
        neighbours=tuple(
            Likeness(row=at, alike=much, label=label[at])
            for at, much in zip(rows.tolist(), alike.tolist(), strict=True)
        ),
    )
