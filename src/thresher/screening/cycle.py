"""The cycle: learn from what was read, score the rest, pick what to read next."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from thresher.arrays import Indices, Labels, Scores
from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.screening.features.matrix import Extractor, Features
from thresher.screening.ledger import Ledger
from thresher.screening.rankers.protocol import Memory
from thresher.screening.recipes import Recipe
from thresher.screening.strategies import Strategy

__all__ = ["Known", "Ranking", "features_for", "known_of", "next_of", "ranked"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Known:
    """Positions of the records read so far, in reading order, and their labels.

    Parameters
    ----------
    rows, labels
        The positions and what was decided.
    by_chance
        Whether the records were drawn by chance: then those found do not lead to each
        other, and none is given more weight for standing apart.
    """

    rows: Indices
    labels: Labels
    by_chance: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ranking:
    """Scores of a whole pile after one lesson.

    Parameters
    ----------
    unread
        Positions of the records not yet read, in the order of the pile.
    scores
        One for each unread record.
    memories
        What the rankers keep for the next lesson.
    """

    unread: Indices
    scores: Scores
    memories: tuple[Memory, ...]


def features_for(recipe: Recipe, citations: Sequence[Citation]) -> tuple[Features, ...]:
    """Return the features of each part of a recipe; equal ones are made once."""
    made: dict[Extractor, Features] = {}
    for part in recipe.parts:
        if part.extractor not in made:
            made[part.extractor] = part.extractor(citations)
    return tuple(made[part.extractor] for part in recipe.parts)


def known_of(ledger: Ledger, citations: Sequence[Citation]) -> Known:
    """Return what a ledger knows of a pile, by position.

    Raises
    ------
    InputError
        The ledger holds a record that the pile does not.
    """
    place = {citation.id: at for at, citation in enumerate(citations)}
    standing = ledger.standing()
    strange = next((record for record in standing if record not in place), None)
    if strange is not None:
        raise InputError(
            f"the ledger holds record {strange!r}, which is not in the pile: "
            "give the pile the ledger was kept for"
        )
    return Known(
        rows=np.array([place[record] for record in standing], dtype=np.intp),
        labels=np.array([row.label for row in standing.values()], dtype=np.bool_),
    )


def ranked(
    recipe: Recipe,
    features: Sequence[Features],
    known: Known,
    *,
    memories: Sequence[Memory] = (),
) -> Ranking:
    """Scores of the unread records, learned from the known ones.

    Parameters
    ----------
    recipe, features
        The model, and the features of each of its parts, see `features_for`.
    known
        What was read so far, with both kinds of labels.
    memories
        Those of the previous ranking of the same pile; saves time, changes nothing.

    Raises
    ------
    InputError
        One kind of label only.
    """
    given = memories or (None,) * len(recipe.parts)
    learned = [
        part.ranker(
            matrix,
            part.lesson(matrix, known.rows, known.labels, by_chance=known.by_chance),
            memory=memory,
        )
        for part, matrix, memory in zip(recipe.parts, features, given, strict=True)
    ]
    is_unread = np.ones(features[0].records, dtype=np.bool_)
    is_unread[known.rows] = False
    unread = np.flatnonzero(is_unread)
    scores = learned[0].scores
    if len(learned) > 1:
        scores = recipe.combination(
            [one.scores for one in learned],
            weights=recipe.votes(learned, labels=known.labels),
            unread=unread,
        )
    return Ranking(
        unread=unread,
        scores=scores[unread],
        memories=tuple(one.memory for one in learned),
    )


def next_of(
    ranking: Ranking, strategy: Strategy, *, size: int, rng: np.random.Generator
) -> tuple[Indices, Scores]:
    """Return the positions of the next records to read, and their scores."""
    if not 1 <= size <= ranking.unread.size:
        raise InputError(
            f"{size} records were asked for, but {ranking.unread.size} are unread"
        )
    picked = strategy(ranking.scores, size=size, rng=rng)
    return ranking.unread[picked], ranking.scores[picked]
