"""Recipes: which features, rankers and balance make a model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace

import numpy as np

from thresher.arrays import Indices, Labels
from thresher.errors import InputError
from thresher.plugins import find
from thresher.screening.balance import Balance, Balanced, unbalanced
from thresher.screening.emphasis import Emphasis
from thresher.screening.features.experience import EVERY, Experience
from thresher.screening.features.joined import Block, Joined
from thresher.screening.features.matrix import Extractor, Features
from thresher.screening.features.references import References
from thresher.screening.features.tfidf import TfIdf
from thresher.screening.features.titles import Titles
from thresher.screening.rankers.ensemble import Combination, mean_of_standard_scores
from thresher.screening.rankers.given import Given
from thresher.screening.rankers.likeness import LikeAll, LikeNearest
from thresher.screening.rankers.linear_svm import LinearSvm
from thresher.screening.rankers.logistic import Logistic
from thresher.screening.rankers.naive_bayes import NaiveBayes
from thresher.screening.rankers.protocol import Ranker, Scored, Training
from thresher.screening.rankers.term_odds import TermOdds
from thresher.screening.trust import Trust

__all__ = [
    "DEFAULT",
    "LARGE",
    "RECIPES",
    "Part",
    "Recipe",
    "find_recipe",
    "model_for",
    "settings_of",
]

GROUP = "thresher.rankers"
PREFIX = "asreview:"  # a model of ASReview, where it is installed


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One ranker, what it reads, how it is balanced, and what its vote counts.

    Parameters
    ----------
    extractor, ranker, balance
        What it reads, what learns, and how much each kind of label counts.
    weight
        What its vote counts among those of the other parts.
    half_after
        Its vote counts half as much when so many relevant records are known, and less
        the more there are; ``None`` where it always counts the same.
    until
        Its vote falls evenly to nothing until this share of the pile is read; ``None``
        where it does not.
    name
        What other parts call it; empty where none does.
    trust
        How its vote follows what the known relevant records show, if it does.
    emphasis
        Which relevant records count more than others, if any do.
    """

    extractor: Extractor
    ranker: Ranker
    balance: Balance
    weight: float = 1.0
    half_after: float | None = None
    until: float | None = None
    name: str = ""
    trust: Trust | None = None
    emphasis: Emphasis | None = None

    def __post_init__(self) -> None:
        if not self.weight > 0:
            raise InputError(f"a part's weight must be positive, got {self.weight}")
        if self.half_after is not None and not self.half_after > 0:
            raise InputError(f"half_after must be positive, got {self.half_after}")
        if self.until is not None and not 0 < self.until <= 1:
            raise InputError(f"until must be in (0, 1], got {self.until}")

    def lesson(
        self,
        features: Features,
        rows: Indices,
        labels: Labels,
        *,
        by_chance: bool = False,
    ) -> Training:
        """Return what its ranker learns from: records, labels and weights.

        Parameters
        ----------
        features
            What it reads of the pile.
        rows, labels
            Positions of the records read so far, in reading order, and their labels.
        by_chance
            Whether they were drawn, not found by ranking: then without emphasis.
        """
        training = Training(rows=rows, labels=labels, weights=self.balance(labels))
        if self.emphasis is None or by_chance:
            return training
        return self.emphasis(features, training)

    def vote(self, relevant: int, *, read: float = 0.0) -> float:
        """Return what its vote counts.

        Parameters
        ----------
        relevant
            How many relevant records are known.
        read
            The share of the pile that is read.
        """
        vote = self.weight
        if self.half_after is not None:
            vote *= self.half_after / (self.half_after + relevant)
        if self.until is not None:
            vote *= max(0.0, 1 - read / self.until)
        return vote


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """A model: one part, or several whose scores are combined.

    Examples
    --------
    >>> RECIPES["elas_u4"].parts[0].ranker
    LinearSvm(cost=0.11)
    """

    name: str
    parts: tuple[Part, ...]
    combination: Combination = mean_of_standard_scores

    def __post_init__(self) -> None:
        if not self.parts:
            raise InputError(f"the recipe {self.name!r} has no part: give it a ranker")
        names = {part.name for part in self.parts}
        for trust in filter(None, (part.trust for part in self.parts)):
            for asked in (trust.of, trust.beside):
                if isinstance(asked, str) and asked not in names:
                    raise InputError(
                        f"the recipe {self.name!r} has no part called {asked!r}, by "
                        f"which a vote is to follow: it has {sorted(names)}"
                    )

    def votes(self, learned: Sequence[Scored], *, labels: Labels) -> list[float]:
        """Return what each part's vote counts after a lesson.

        Parameters
        ----------
        learned
            What each part made of it.
        labels
            The labels it was given.
        """
        relevant = int(np.count_nonzero(labels))
        read = labels.size / learned[0].scores.size
        areas = {
            part.name: one.area for part, one in zip(self.parts, learned, strict=True)
        }
        return [
            part.vote(relevant, read=read)
            * (part.trust(areas, relevant=relevant) if part.trust else 1.0)
            for part in self.parts
        ]


DEFAULT = "default"
LARGE = 250_000  # records; beyond, the default would need more memory than most have
WORDS_AND_PAIRS = TfIdf(pairs=True, sublinear=True, most_common=0.95)
U4 = Part(
    extractor=WORDS_AND_PAIRS,
    ranker=LinearSvm(cost=0.11),
    balance=Balanced(ratio=9.8),
)
U3 = Part(
    extractor=TfIdf(pairs=False, sublinear=False, stop_words=True),
    ranker=NaiveBayes(smoothing=3.822),
    balance=Balanced(ratio=1.2),
)
REGRESSION = Part(
    extractor=WORDS_AND_PAIRS, ranker=Logistic(cost=1.0), balance=Balanced(ratio=1.0)
)
LINKS = Part(
    extractor=References(),
    ranker=LinearSvm(cost=0.11),
    balance=Balanced(ratio=9.8),
    weight=0.5,
)
WITHOUT = ("cohen", "synergy", "clef")  # collections a model can be judged on fairly


def _best(name: str, *, table: str) -> Recipe:
    """Return our best model, with what the past reviews of a table tell."""
    words = TfIdf(pairs=True, sublinear=True, most_common=0.95, keywords=True)
    single = TfIdf(pairs=False, sublinear=True, most_common=0.95, keywords=True)
    titles = Block(extractor=Titles(), weight=0.16)
    rich = Joined(blocks=(Block(extractor=words), titles))
    machine = replace(U4, extractor=rich, emphasis=Emphasis())
    proven = Trust(of="links", beside="words", power=3.0, worth=2.0, most=1.2)
    known = Trust(of="past", beside=0.72, worth=5.0)
    likeness = Part(extractor=rich, ranker=LikeNearest(), balance=unbalanced)
    topic = replace(likeness, weight=0.5, until=0.5)
    past = replace(likeness, extractor=Experience(table=table), ranker=Given())
    return Recipe(
        name=name,
        parts=(
            machine,
            replace(machine, extractor=single, weight=0.5),
            replace(likeness, weight=0.4),
            replace(topic, ranker=LikeAll(), name="words"),
            replace(topic, ranker=TermOdds()),
            replace(LINKS, weight=0.6, trust=proven),
            Part(
                extractor=References(),
                ranker=LikeAll(),
                balance=unbalanced,
                weight=0.3,
                name="links",
                trust=proven,
            ),
            replace(past, weight=1.6, half_after=10, name="past", trust=known),
        ),
    )


def _on_single_words(recipe: Recipe, *, name: str) -> Recipe:
    """Return a recipe that reads single words wherever the given one reads pairs.

    Parts that are then the same are one, with their weights together.
    """
    kept: list[Part] = []
    for part in recipe.parts:
        extractor = part.extractor
        while isinstance(extractor, Joined):
            extractor = extractor.blocks[0].extractor
        if isinstance(extractor, TfIdf):
            extractor = replace(extractor, pairs=False)
        lighter = replace(part, extractor=extractor)
        before = kept[-1] if kept else None
        if before is not None and replace(lighter, weight=before.weight) == before:
            kept[-1] = replace(before, weight=before.weight + lighter.weight)
        else:
            kept.append(lighter)
    return replace(recipe, name=name, parts=tuple(kept))


_OURS = (
    _best(DEFAULT, table=EVERY),
    _on_single_words(_best(DEFAULT, table=EVERY), name=f"{DEFAULT}-large"),
    *(_best(f"{DEFAULT}-without-{c}", table=f"without-{c}") for c in WITHOUT),
    Recipe(name="elas_u4", parts=(U4,)),
    Recipe(name="elas_u3", parts=(U3,)),
    Recipe(name="svm", parts=(U4,)),
    Recipe(name="naive-bayes", parts=(U3,)),
    Recipe(name="logistic", parts=(REGRESSION,)),
    Recipe(name="ensemble", parts=(U4, U3)),
    Recipe(name="linked", parts=(U4, LINKS)),
)
RECIPES: Mapping[str, Recipe] = {recipe.name: recipe for recipe in _OURS}


def find_recipe(name: str) -> Recipe:
    """Return the recipe called `name`: ours, a plug-in's, or ASReview's by prefix.

    Raises
    ------
    UnknownNameError
        There is none; the message lists those there are.
    """
    if name.startswith(PREFIX):
        from thresher.screening.asreview_models import (  # noqa: PLC0415  an extra
            asreview_recipe,
        )

        return asreview_recipe(name)
    return find("ranker", name, group=GROUP, ours=RECIPES, kind=Recipe)


def model_for(name: str, *, records: int) -> str:
    """Return the name of the recipe that ranks so many records where `name` is set.

    Of more than `LARGE` records the default reads single words instead of pairs, in
    a fraction of the memory; what was named otherwise is taken as named.

    Examples
    --------
    >>> model_for("default", records=1_000_000)
    'default-large'
    """
    return f"{DEFAULT}-large" if name == DEFAULT and records > LARGE else name


def settings_of(part: object) -> object:
    """Return a part of a recipe as plain JSON values, for a run's file.

    Examples
    --------
    >>> settings_of(LinearSvm(cost=0.11))
    {'kind': 'LinearSvm', 'cost': 0.11}
    """
    if is_dataclass(part) and not isinstance(part, type):
        inner = {f.name: settings_of(getattr(part, f.name)) for f in fields(part)}
        return {"kind": type(part).__name__, **inner}
    if isinstance(part, tuple):
        return [settings_of(one) for one in part]
    if part is None or isinstance(part, bool | int | float | str):
        return part
    return getattr(part, "__name__", repr(part))
