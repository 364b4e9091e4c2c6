"""Cross-validation of a recipe on a pile, and the classifier it makes."""

import numpy as np

from thresher.certification.classifiers import (
    Classifier,
    cross_validated,
    shuffled_folds,
)
from thresher.errors import InputError
from thresher.measures.confusion import Confusion
from thresher.screening.pile import Pile
from thresher.screening.recipes import Recipe

__all__ = ["classifier_of", "cross_validated_pile"]


def classifier_of(recipe: Recipe) -> Classifier:
    """Return the classifier of a recipe, which must have one part.

    Raises
    ------
    InputError
        Several rankers vote: their mean of standard scores has no cutoff.
    """
    if len(recipe.parts) > 1:
        raise InputError(
            f"the recipe {recipe.name!r} combines {len(recipe.parts)} rankers and has "
            "no cutoff between relevant and irrelevant: take one ranker"
        )
    part = recipe.parts[0]
    return Classifier(ranker=part.ranker, balance=part.balance)


def cross_validated_pile(
    pile: Pile, recipe: Recipe, *, folds: int, rng: np.random.Generator
) -> Confusion:
    """Confusion matrix of a recipe on a labelled pile, by cross-validation.

    Parameters
    ----------
    pile
        A random sample of the records that the classifier is for; the weights of
        words are taken from the whole of it, labels only from the other folds.
    recipe
        What is trained: one ranker.
    folds
        How many parts to make.
    rng
        Puts the records into folds.
    """
    classifier = classifier_of(recipe)
    features = recipe.parts[0].extractor(pile.citations)
    return cross_validated(
        features,
        np.arange(pile.labels.size),
        labels=pile.labels,
        fold=shuffled_folds(pile.labels.size, folds=folds, rng=rng),
        classifier=classifier,
    )
