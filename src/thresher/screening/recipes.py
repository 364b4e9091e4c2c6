"""Recipes: which features, rankers and balance make a model."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass

from thresher.errors import InputError
from thresher.plugins import find
from thresher.screening.balance import Balance, Balanced
from thresher.screening.features.links import Links
from thresher.screening.features.matrix import Extractor
from thresher.screening.features.tfidf import TfIdf
from thresher.screening.rankers.ensemble import Combination, mean_of_standard_scores
from thresher.screening.rankers.linear_svm import LinearSvm
from thresher.screening.rankers.logistic import Logistic
from thresher.screening.rankers.naive_bayes import NaiveBayes
from thresher.screening.rankers.protocol import Ranker

__all__ = ["DEFAULT", "RECIPES", "Part", "Recipe", "find_recipe", "settings_of"]

GROUP = "thresher.rankers"
PREFIX = "asreview:"  # a model of ASReview, where it is installed


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One ranker, what it reads, and how it is balanced; `weight` counts its vote."""

    extractor: Extractor
    ranker: Ranker
    balance: Balance
    weight: float = 1.0

    def __post_init__(self) -> None:
        if not self.weight > 0:
            raise InputError(f"a part's weight must be positive, got {self.weight}")


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


DEFAULT = "default"
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
    extractor=Links(),
    ranker=LinearSvm(cost=0.11),
    balance=Balanced(ratio=9.8),
    weight=0.5,
)
_OURS = (
    Recipe(name=DEFAULT, parts=(U4,)),
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
