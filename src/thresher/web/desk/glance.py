"""A glance: a ranking by titles alone, for the time until a large pile is read."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from thresher.arrays import Indices
from thresher.records.citation import Citation
from thresher.screening.balance import Balanced
from thresher.screening.cold_start import likeness_to_texts
from thresher.screening.cycle import Known, ranked
from thresher.screening.features.matrix import Features
from thresher.screening.features.tfidf import TfIdf
from thresher.screening.rankers.linear_svm import LinearSvm
from thresher.screening.recipes import Part, Recipe

if TYPE_CHECKING:
    from thresher.screening.rankers.protocol import Memory

__all__ = ["TITLES", "Glance"]

WORDS = TfIdf(pairs=True, sublinear=True)
TITLES = Recipe(
    name="titles",
    parts=(
        Part(
            extractor=WORDS,
            ranker=LinearSvm(cost=0.11),
            balance=Balanced(ratio=9.8),
        ),
    ),
)
LONGEST = 200  # characters of an abstract that stand in for a missing title


@dataclass(kw_only=True)
class Glance:
    """Titles of a pile, and a light model of them.

    Fifty thousand titles take half a second, their abstracts a quarter of a minute.
    """

    citations: Sequence[Citation]
    memory: "Memory" = None

    def ranked(self, known: Known) -> Indices:
        """Return all positions as the titles of the known ones advise, best first.

        Raises
        ------
        InputError
            One kind of label only, or no title holds a word.
        """
        found = ranked(TITLES, (self.features,), known, memories=(self.memory,))
        (self.memory,) = found.memories
        best = np.argsort(-found.scores, kind="stable")
        return np.concatenate([found.unread[best], known.rows])

    def alike(self, texts: Sequence[str]) -> Indices:
        """Return all positions by the likeness of their titles to some texts.

        Raises
        ------
        InputError
            No text, or none that shares a word with the titles.
        """
        alike = likeness_to_texts(self.titles, texts, extractor=WORDS)
        return np.argsort(-alike, kind="stable")

    @cached_property
    def titles(self) -> list[Citation]:
        """The pile with nothing but titles."""
        return [
            Citation(id=one.id, title=one.title or one.abstract[:LONGEST])
            for one in self.citations
        ]

    @cached_property
    def features(self) -> Features:
        """The words of the titles, weighed."""
        return WORDS(self.titles)
