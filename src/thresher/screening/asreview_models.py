"""ASReview's own models as recipes, where ASReview is installed."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, PackageNotFoundError, entry_points, version
from typing import Any, TypeAlias

import numpy as np
from scipy.sparse import csr_array

from thresher.arrays import Labels, Scores
from thresher.errors import InputError, MissingExtraError, UnknownNameError
from thresher.records.citation import Citation
from thresher.screening.balance import unbalanced
from thresher.screening.features.matrix import Features
from thresher.screening.rankers.protocol import Memory, Scored, Training
from thresher.screening.recipes import PREFIX, Part, Recipe

__all__ = [
    "AsreviewBalance",
    "AsreviewClassifier",
    "AsreviewFeatures",
    "asreview_recipe",
]

Settings: TypeAlias = tuple[tuple[str, Any], ...]  # of a part of ASReview, hashable
KINDS = ("classifiers", "feature_extractors", "balancers")
USUAL = ("tfidf", "balanced")
SEED = 0  # of classifiers that draw: the same run must come out again


@dataclass(frozen=True, slots=True, kw_only=True)
class AsreviewFeatures:
    """Features as an extractor of ASReview makes them; `version` is ASReview's."""

    name: str
    settings: Settings = ()
    version: str = ""

    def __call__(self, citations: Sequence[Citation]) -> Features:
        """Return the features of a whole pile, from titles, abstracts and key words."""
        import pandas as pd  # noqa: PLC0415  comes with ASReview

        table = pd.DataFrame(
            {
                "title": [citation.title for citation in citations],
                "abstract": [citation.abstract for citation in citations],
                "keywords": ["; ".join(one.keywords) for one in citations],
            }
        )
        made = _part("feature_extractors", self.name, self.settings)
        nothing = np.zeros(len(citations))
        matrix = csr_array(made.fit_transform(table)).astype(np.float32)
        return Features(matrix=matrix, alone_square=nothing, alone_sum=nothing)


@dataclass(frozen=True, slots=True, kw_only=True)
class AsreviewClassifier:
    """A classifier of ASReview, taught afresh at every lesson, as ASReview does."""

    name: str
    settings: Settings = ()
    version: str = ""

    def __call__(
        self, features: Features, training: Training, *, memory: Memory
    ) -> Scored:
        """Return chances of relevance, or distances where there are none."""
        del memory
        model = _part("classifiers", self.name, self.settings)
        if "random_state" in model.get_params(deep=False):
            model.set_params(random_state=SEED)
        known = features.matrix[training.rows]
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # of convergence: ASReview takes it as it is
            labels = training.labels.astype(np.int64)
            model.fit(known, labels, sample_weight=training.weights)
        if hasattr(model, "predict_proba"):
            scores = model.predict_proba(features.matrix)[:, 1]
        else:
            scores = model.decision_function(features.matrix)
        return Scored(scores=np.asarray(scores, dtype=np.float64))


@dataclass(frozen=True, slots=True, kw_only=True)
class AsreviewBalance:
    """Weights as a balancer of ASReview gives them."""

    name: str
    settings: Settings = ()
    version: str = ""

    def __call__(self, labels: Labels) -> Scores:
        """Return the weights; both kinds of labels must be there."""
        made = _part("balancers", self.name, self.settings)
        weights = made.compute_sample_weight(labels.astype(np.int64))
        return np.asarray(weights, dtype=np.float64)


def asreview_recipe(name: str) -> Recipe:
    """Recipe of a model of ASReview.

    Parameters
    ----------
    name
        ``asreview:elas_u4`` for one of its named models, ``asreview:svm`` for a
        classifier with TF-IDF and balancing, or ``asreview:rf+onehot+balanced``.
        Settings that a name does not fix are ASReview's defaults.

    Raises
    ------
    MissingExtraError
        ASReview is not installed.
    UnknownNameError
        It has no such model or part; the message lists those it has.
    """
    try:
        installed = version("asreview")
    except PackageNotFoundError as error:
        raise MissingExtraError(f"the ranker {name!r}", extra="asreview") from error
    asked = name.removeprefix(PREFIX)
    models = _named_models()
    if asked in models:
        parts = models[asked]
    else:
        words = asked.split("+")
        if len(words) > len(KINDS):
            raise InputError(
                f"{name!r} has more than a classifier, features and balance"
            )
        chosen = [*words, *USUAL[len(words) - 1 :]]
        parts = {kind: (part, ()) for kind, part in zip(KINDS, chosen, strict=True)}
    for kind, (part, _) in parts.items():
        _found(kind, part, known=models if kind == KINDS[0] else ())
    classifier, extractor, balance = (parts.get(kind) for kind in KINDS)
    if classifier is None or extractor is None:
        raise InputError(f"{name!r} does not learn: choose a model with a classifier")
    return Recipe(
        name=name,
        parts=(
            Part(
                extractor=AsreviewFeatures(**_told(extractor, installed)),
                ranker=AsreviewClassifier(**_told(classifier, installed)),
                balance=AsreviewBalance(**_told(balance, installed))
                if balance
                else unbalanced,
            ),
        ),
    )


def _told(part: tuple[str, Settings], installed: str) -> dict[str, Any]:
    return {"name": part[0], "settings": part[1], "version": installed}


def _named_models() -> dict[str, dict[str, tuple[str, Settings]]]:
    """Return ASReview's named models, with the parts that each has."""
    from asreview.models.models import AI_MODEL_CONFIGURATIONS  # noqa: PLC0415  extra

    found = {}
    for model in AI_MODEL_CONFIGURATIONS:
        value = model["value"]
        parts = {}
        for kind in KINDS:
            word = kind.removesuffix("s")
            if getattr(value, word) is not None:
                settings = getattr(value, f"{word}_param") or {}
                parts[kind] = (getattr(value, word), _settings(settings))
        found[model["name"]] = parts
    return found


def _settings(given: Mapping[str, Any]) -> Settings:
    return tuple(
        (key, tuple(value) if isinstance(value, list) else value)
        for key, value in given.items()
    )


def _found(
    kind: str, name: str, *, known: Sequence[str] | Mapping[str, Any]
) -> EntryPoint:
    offered = {
        point.name: point for point in entry_points(group=f"asreview.models.{kind}")
    }
    if name not in offered:
        what = f"ASReview {kind.removesuffix('s').replace('_', ' ')}"
        raise UnknownNameError(what, name, known=[*offered, *known])
    return offered[name]


def _part(kind: str, name: str, settings: Settings) -> Any:  # noqa: ANN401  ASReview's
    made = _found(kind, name, known=()).load()
    return made(**dict(settings))
