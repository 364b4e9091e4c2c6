"""ASReview's models as recipes, with stand-ins that have ASReview's interface.

ASReview itself is not installed where these tests run; `asreview:elas_u4` and
`asreview:elas_u3` of 3.0.8 were seen to read made-up reviews in the order of ours.
"""

import sys
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from thresher.errors import InputError, MissingExtraError, UnknownNameError
from thresher.screening import asreview_models
from thresher.screening.balance import unbalanced
from thresher.screening.cycle import features_for
from thresher.screening.procedures import Model
from thresher.screening.recipes import find_recipe, settings_of
from thresher.screening.seeded import seeded_simulation
from thresher.screening.starts import Drawn

from .piles import small_pile


class Tfidf(TfidfVectorizer):  # type: ignore[misc]
    """An extractor that takes a table, as ASReview's do."""

    def fit_transform(self, table: Any, y: None = None) -> Any:  # noqa: ANN401
        assert list(table) == ["title", "abstract", "keywords"]
        return super().fit_transform(table["title"] + " " + table["abstract"], y)


@dataclass
class Balanced:
    ratio: float = 1.0

    def compute_sample_weight(self, y: NDArray[np.int64]) -> NDArray[np.float64]:
        assert set(y.tolist()) == {0, 1}
        return np.where(y == 1, self.ratio, 1.0)


@dataclass
class Value:
    classifier: str | None
    feature_extractor: str | None = "tfidf"
    balancer: str | None = "balanced"
    classifier_param: dict[str, object] | None = None
    feature_extractor_param: dict[str, object] = field(default_factory=dict)
    balancer_param: dict[str, object] = field(default_factory=dict)


@dataclass
class Point:
    name: str
    part: type

    def load(self) -> type:
        return self.part


GROUPS = {
    "asreview.models.classifiers": [
        Point("svm", LinearSVC),
        Point("logistic", LogisticRegression),
    ],
    "asreview.models.feature_extractors": [Point("tfidf", Tfidf)],
    "asreview.models.balancers": [Point("balanced", Balanced)],
}
MODELS = [
    {
        "name": "elas_u4",
        "value": Value(
            classifier="svm",
            classifier_param={"C": 0.11},
            feature_extractor_param={"ngram_range": [1, 2]},
            balancer_param={"ratio": 9.8},
        ),
    },
    {"name": "plain", "value": Value(classifier="svm", balancer=None)},
    {"name": "reader", "value": Value(classifier=None)},
    {"name": "elas_l2", "value": Value(classifier="svm", feature_extractor="e5")},
]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asreview_models, "version", lambda _: "3.0.8")
    monkeypatch.setattr(asreview_models, "entry_points", lambda group: GROUPS[group])
    models = ModuleType("asreview.models.models")
    models.AI_MODEL_CONFIGURATIONS = MODELS  # type: ignore[attr-defined]
    for name in ("asreview", "asreview.models"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, models.__name__, models)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("name", ["elas_u4", "plain", "svm", "logistic+tfidf+balanced"])
def test_a_model_of_asreview_reads_a_pile_better_than_chance(name: str) -> None:
    pile, model = small_pile(), Model(ranker=f"asreview:{name}", stop="never")
    procedure = model.procedure
    features = features_for(procedure.recipe, pile.citations)
    orders = [
        seeded_simulation(
            pile, features, procedure, start=Drawn(), seed=1
        ).order.tolist()
        for _ in range(2)
    ]
    assert orders[0] == orders[1]
    assert sorted(orders[0]) == list(range(80))
    assert pile.labels[orders[0][2:20]].sum() >= 6


@pytest.mark.usefixtures("installed")
def test_a_named_model_keeps_its_settings_and_version() -> None:
    (part,) = find_recipe("asreview:elas_u4").parts
    told = settings_of(part)
    assert isinstance(told, dict)
    assert told["ranker"]["settings"] == [["C", 0.11]]
    assert told["balance"]["settings"] == [["ratio", 9.8]]
    assert told["extractor"]["settings"] == [["ngram_range", [1, 2]]]
    assert told["extractor"]["version"] == "3.0.8"
    assert find_recipe("asreview:plain").parts[0].balance is unbalanced


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("swm", "no ASReview classifier 'swm'. Did you mean 'svm'.*elas_u4.*logistic"),
        ("svm+onehut", "no ASReview feature extractor 'onehut'. Known: tfidf"),
        ("svm+tfidf+even", "no ASReview balancer 'even'. Known: balanced"),
        ("elas_l2", "no ASReview feature extractor 'e5'"),
    ],
)
def test_a_wrong_name_is_answered_with_those_of_asreview(name: str, said: str) -> None:
    with pytest.raises(UnknownNameError, match=said):
        find_recipe(f"asreview:{name}")


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("svm+tfidf+balanced+max", "more than a classifier"),
        ("reader", "does not learn"),
    ],
)
def test_what_is_no_model_is_refused(name: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        find_recipe(f"asreview:{name}")


def test_without_asreview_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def absent(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(asreview_models, "version", absent)
    with pytest.raises(MissingExtraError, match=r"thresher\[asreview\]"):
        find_recipe("asreview:svm")
