"""Classifiers, cross-validation and trainings in rounds."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csr_array
from tests.certification.tables import generator

from thresher.arrays import Labels
from thresher.certification.claim import Claim
from thresher.certification.classifiers import (
    Classifier,
    cross_validated,
    shuffled_folds,
)
from thresher.certification.criteria import find_criterion
from thresher.certification.labelled_pile import classifier_of, cross_validated_pile
from thresher.certification.training_rounds import Course, trained_rounds
from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.screening.balance import Balanced
from thresher.screening.features.matrix import Features
from thresher.screening.pile import Pile
from thresher.screening.rankers.linear_svm import LinearSvm
from thresher.screening.recipes import find_recipe
from thresher.screening.strategies import best_first

CLASSIFIER = Classifier(ranker=LinearSvm(cost=1.0), balance=Balanced(ratio=1.0))


def newswire(records: int = 400, *, noise: float = 0.1) -> tuple[Features, Labels]:
    """Two kinds of records that share some of their words."""
    rng = generator(3)
    labels = rng.random(records) < 0.3
    seen = labels ^ (rng.random(records) < noise)
    words = rng.random((records, 30)) < np.where(
        seen[:, None], np.linspace(0.8, 0.1, 30), np.linspace(0.1, 0.8, 30)
    )
    rows = words / np.maximum(np.sqrt(words.sum(axis=1, keepdims=True)), 1)
    nothing = np.zeros(records)
    matrix = csr_array(rows.astype(np.float32))
    return Features(matrix=matrix, alone_square=nothing, alone_sum=nothing), labels


def test_a_classifier_learns_what_can_be_learned() -> None:
    features, labels = newswire(noise=0.0)
    rows = np.arange(200)
    found = CLASSIFIER(features, rows, labels=labels[rows], memory=None)
    assert (found.labels[200:] == labels[200:]).mean() > 0.95


@pytest.mark.parametrize("kind", [True, False])
def test_labels_of_one_kind_predict_that_kind(kind: bool) -> None:  # noqa: FBT001
    features, _ = newswire()
    found = CLASSIFIER(features, np.arange(5), labels=np.full(5, kind), memory=None)
    assert (found.labels == kind).all()
    nothing = CLASSIFIER(
        features, np.arange(0), labels=np.zeros(0, np.bool_), memory=None
    )
    assert not nothing.labels.any()


def test_cross_validation_predicts_every_record_by_one_that_has_not_seen_it() -> None:
    """Labels that are noise cannot be guessed, though training would fit them."""
    features, _ = newswire()
    labels = generator(5).random(400) < 0.5
    rows = np.arange(400)
    fold = shuffled_folds(400, folds=5, rng=generator())
    table = cross_validated(
        features, rows, labels=labels, fold=fold, classifier=CLASSIFIER
    )
    right = table.true_positives + table.true_negatives
    assert table.relevant + table.irrelevant == 400
    assert 150 < right < 250
    memories: dict[int, object] = {}
    again = cross_validated(
        features, rows, labels=labels, fold=fold, classifier=CLASSIFIER,
        memories=memories,
    )  # fmt: skip
    assert again == table
    assert set(memories) == set(range(5))


def test_folds_are_even_and_need_records() -> None:
    fold = shuffled_folds(23, folds=5, rng=generator())
    assert sorted(np.bincount(fold).tolist()) == [4, 4, 5, 5, 5]
    for folds, records in ((1, 9), (9, 3)):
        with pytest.raises(InputError, match="2 or more folds"):
            shuffled_folds(records, folds=folds, rng=generator())


def test_a_pile_is_cross_validated_with_a_recipe() -> None:
    citations = [
        Citation(id=str(i), title="sleep apnoea" if i % 2 else "heart failure")
        for i in range(40)
    ]
    pile = Pile(name="p", citations=citations, labels=np.arange(40) % 2 == 1)
    table = cross_validated_pile(
        pile, find_recipe("logistic"), folds=4, rng=generator()
    )
    assert (table.true_positives, table.true_negatives) == (20, 20)
    with pytest.raises(InputError, match="combines 2 rankers"):
        classifier_of(find_recipe("ensemble"))


def course(*, step: int = 10, most: int = 120, folds: int = 5) -> Course:
    return Course(
        claim=Claim(criterion=find_criterion("f1"), target=0.5),
        classifier=CLASSIFIER,
        step=step,
        most=most,
        folds=folds,
        draws=200,
    )


def test_a_training_goes_from_no_size_to_smaller_and_smaller_ones() -> None:
    features, labels = newswire(noise=0.02)
    told: list[int] = []

    def report(what: str, *, done: int, total: int) -> None:
        assert (what, total) == ("Training", 120)
        told.append(done)

    found = trained_rounds(features, labels, course(), rng=generator(), report=report)
    assert told[-1] == 120
    assert [one.round.trained for one in found][-1] == 120
    sizes = [one.round.size for one in found]
    assert sizes[-1] is not None
    first = next(size for size in sizes if size is not None)
    assert sizes[-1] <= first
    assert all((one.round.passed is None) == (one.round.size is None) for one in found)
    last = found[-1]
    assert last.actual == pytest.approx(last.estimate, abs=0.2)
    assert last.table is not None
    assert last.table.relevant + last.table.irrelevant == 280


def test_the_same_seed_gives_the_same_training() -> None:
    features, labels = newswire()
    one, two = (
        trained_rounds(features, labels, course(), rng=generator(4)) for _ in range(2)
    )
    assert one == two


def test_an_active_learner_picks_what_it_is_told_to() -> None:
    features, labels = newswire(noise=0.02)
    active = replace(course(), strategy=best_first)
    found = trained_rounds(features, labels, active, rng=generator())
    random = trained_rounds(features, labels, course(), rng=generator())
    last, other = found[-1].table, random[-1].table
    assert last is not None
    assert other is not None
    assert last.relevant < other.relevant  # they were taken for training


def test_rounds_before_both_kinds_are_seen_are_left_out() -> None:
    features, _ = newswire()
    rare = np.zeros(400, np.bool_)
    rare[:3] = True
    found = trained_rounds(features, rare, course(), rng=generator())
    assert len(found) < 12
    assert all(one.round.size is None for one in found if one.estimate == 0)


def test_a_topic_that_cannot_be_learned_never_has_a_size() -> None:
    features, _ = newswire()
    scattered = np.zeros(400, np.bool_)
    scattered[generator(8).choice(400, 24, replace=False)] = True
    found = trained_rounds(features, scattered, course(), rng=generator())
    nothing = [one for one in found if one.estimate == 0]
    assert nothing
    assert all(one.round.size is None for one in nothing)


def test_impossible_trainings_are_refused() -> None:
    for wrong in ({"step": 0}, {"folds": 1}, {"most": 5}):
        with pytest.raises(InputError, match="a training needs"):
            course(**wrong)
