"""The three learners of the reproduction."""

import numpy as np
import pytest
from sklearn.naive_bayes import CategoricalNB, GaussianNB

from thresher.arrays import Scores
from thresher.reports.reproductions.learners import (
    LEARNERS,
    decision_tree,
    naive_bayes,
    one_rule,
)
from thresher.reports.reproductions.uci import Sample

MISSING = float("nan")


def sample(attributes: Scores, labels: list[int], *values: int) -> Sample:
    return Sample(
        name="made up",
        attributes=np.asarray(attributes, dtype=np.float64),
        values=values,
        labels=np.asarray(labels, dtype=np.bool_),
    )


def test_naive_bayes_on_numbers_ranks_as_scikit_learns_does() -> None:
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 2, 80)
    numbers = rng.normal(size=(80, 3)) + labels[:, None]
    ours = naive_bayes(sample(numbers, labels.tolist(), 0, 0, 0), numbers)
    theirs = GaussianNB(var_smoothing=0).fit(numbers, labels).predict_log_proba(numbers)
    odds = theirs[:, 1] - theirs[:, 0]
    share = labels.mean()
    prior = np.log((labels.sum() + 1) / (81 - labels.sum())) - np.log(
        share / (1 - share)
    )
    assert ours == pytest.approx(odds + prior)


def test_naive_bayes_on_names_ranks_as_scikit_learns_does() -> None:
    rng = np.random.default_rng(2)
    labels = rng.integers(0, 2, 80)
    names = rng.integers(0, 3, size=(80, 2)).astype(float)
    ours = naive_bayes(sample(names, labels.tolist(), 3, 3), names)
    model = CategoricalNB(alpha=1, min_categories=3).fit(names, labels)
    odds = np.diff(model.predict_log_proba(names)).ravel()
    share = labels.mean()
    prior = np.log((labels.sum() + 1) / (81 - labels.sum())) - np.log(
        share / (1 - share)
    )
    assert ours == pytest.approx(odds + prior)


@pytest.mark.parametrize("values", [0, 2])
def test_naive_bayes_leaves_out_what_is_missing(values: int) -> None:
    training = sample(np.array([[0.0], [1], [1], [MISSING]]), [0, 1, 1, 1], values)
    prior = np.log(4 / 6 / (2 / 6))
    assert naive_bayes(training, np.array([[MISSING]])) == pytest.approx([prior])


def test_naive_bayes_bears_a_number_that_one_label_never_has() -> None:
    training = sample(np.array([[MISSING], [1.0], [1.0]]), [1, 0, 0], 0)
    assert np.isfinite(naive_bayes(training, np.array([[1.0], [MISSING]]))).all()


@pytest.mark.parametrize("learner", LEARNERS.values(), ids=LEARNERS)
def test_every_learner_finds_the_one_attribute_that_tells(learner: object) -> None:
    rng = np.random.default_rng(3)
    labels = np.arange(60) % 3 == 0
    attributes = np.column_stack(
        [rng.normal(size=60), labels + rng.normal(size=60) / 9, rng.integers(0, 4, 60)]
    )
    attributes[5, 2] = MISSING
    training = sample(attributes, labels.tolist(), 0, 0, 4)
    scores = learner(training, attributes)  # type: ignore[operator]
    assert scores[labels].min() > scores[~labels].max()


def test_a_tree_that_saw_one_label_only_scores_all_alike() -> None:
    training = sample(np.array([[0.0], [1.0]]), [0, 0], 0)
    assert decision_tree(training, np.array([[0.0], [5.0]])).tolist() == [0, 0]


def test_one_rule_gives_each_name_its_commonest_label() -> None:
    names = np.array([[0], [0], [0], [1], [1], [1], [2]], dtype=float)
    training = sample(names, [1, 1, 0, 0, 0, 1, 1], 4)
    asked = np.array([[0], [1], [2], [3], [MISSING]])
    assert one_rule(training, asked).tolist() == [1, 0, 1, 1, 1]


def test_one_rule_takes_missing_for_a_value_of_its_own() -> None:
    numbers = np.array([[MISSING]] * 4 + [[1.0]] * 4)
    training = sample(numbers, [1] * 4 + [0] * 4, 0)
    assert one_rule(training, np.array([[MISSING], [1.0]])).tolist() == [1, 0]


def test_one_rule_cuts_numbers_only_into_intervals_of_six_of_a_label() -> None:
    numbers = np.arange(20.0)[:, None]
    one_stray = [0] * 5 + [1] + [0] * 6 + [1] * 8
    asked = np.array([[5.0], [11.4], [11.6], [99.0], [-99.0]])
    assert one_rule(sample(numbers, one_stray, 0), asked).tolist() == [0, 0, 1, 1, 0]


def test_one_rule_looks_past_runs_of_fewer_than_six_of_a_label() -> None:
    labels = [0] * 5 + [1] * 5 + [0] * 2 + [1] * 8
    numbers = np.arange(20.0)[:, None]
    asked = np.array([[2.0], [7.0], [11.0], [12.0]])
    assert one_rule(sample(numbers, labels, 0), asked).tolist() == [0, 0, 0, 1]


def test_one_rule_never_cuts_between_equal_numbers() -> None:
    numbers = np.array([[1.0]] * 7 + [[2.0]] * 7)
    labels = [0] * 6 + [1] * 8
    asked = np.array([[1.0], [1.4], [1.6], [2.0]])
    assert one_rule(sample(numbers, labels, 0), asked).tolist() == [0, 0, 1, 1]


def test_one_rule_bears_a_column_without_numbers() -> None:
    empty = np.array([[MISSING, 0.0], [MISSING, 1.0]])
    training = sample(empty, [0, 1], 0, 2)
    assert one_rule(training, empty).tolist() == [0, 1]
