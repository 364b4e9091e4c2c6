"""Rankers: scikit-learn's models, and the same order on every path."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.stats import rankdata
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB
from sklearn.svm import LinearSVC

from thresher.arrays import Scores
from thresher.errors import InputError
from thresher.screening.balance import Balanced, unbalanced
from thresher.screening.features.matrix import Features
from thresher.screening.rankers import kernel as kernels
from thresher.screening.rankers.ensemble import mean_of_ranks, mean_of_standard_scores
from thresher.screening.rankers.linear_svm import LinearSvm
from thresher.screening.rankers.logistic import Logistic
from thresher.screening.rankers.naive_bayes import NaiveBayes
from thresher.screening.rankers.protocol import Ranker, Training

from .piles import small_features, small_pile

RANKERS: list[Ranker] = [
    LinearSvm(cost=0.11),
    LinearSvm(cost=5),
    Logistic(cost=3),
    NaiveBayes(),
]
IDS = [repr(ranker) for ranker in RANKERS]


def training(size: int, *, ratio: float = 9.8) -> Training:
    """The first relevant and irrelevant records of the small pile."""
    labels = small_pile().labels
    relevant, irrelevant = np.flatnonzero(labels), np.flatnonzero(~labels)
    few = max(1, size // 5)
    rows = np.concatenate([relevant[:few], irrelevant[: size - few]])
    return Training(
        rows=rows, labels=labels[rows], weights=Balanced(ratio=ratio)(labels[rows])
    )


def reference(fitted: Callable[..., Any], lesson: Training) -> Scores:
    """Scores by a model of scikit-learn, in double precision."""
    texts = [citation.text for citation in small_pile().citations]
    matrix = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True).fit_transform(texts)
    model = fitted(matrix[lesson.rows], lesson.labels, sample_weight=lesson.weights)
    if hasattr(model, "decision_function"):
        return np.asarray(model.decision_function(matrix))
    odds = model.predict_log_proba(matrix)
    return np.asarray(odds[:, 1] - odds[:, 0])


@pytest.mark.parametrize("size", [2, 9, 40])
@pytest.mark.parametrize("cost", [0.11, 5.0])
def test_the_support_vector_machine_is_scikit_learns(size: int, cost: float) -> None:
    lesson = training(size)
    model = LinearSVC(C=cost, tol=1e-7, max_iter=100_000, random_state=1)
    ours = LinearSvm(cost=cost)(small_features(), lesson, memory=None).scores
    np.testing.assert_allclose(ours, reference(model.fit, lesson), atol=2e-5)


@pytest.mark.parametrize("size", [2, 9, 40])
@pytest.mark.parametrize("cost", [0.5, 50.0])
def test_logistic_regression_is_scikit_learns(size: int, cost: float) -> None:
    lesson = training(size)
    model = LogisticRegression(C=cost, solver="liblinear", tol=1e-9, max_iter=10_000)
    ours = Logistic(cost=cost)(small_features(), lesson, memory=None).scores
    np.testing.assert_allclose(ours, reference(model.fit, lesson), atol=1e-4)


@pytest.mark.parametrize("size", [2, 9, 40])
def test_naive_bayes_is_scikit_learns(size: int) -> None:
    lesson = training(size, ratio=1.2)
    ours = NaiveBayes(smoothing=3.8)(small_features(), lesson, memory=None).scores
    expected = reference(MultinomialNB(alpha=3.8).fit, lesson)
    unread = np.setdiff1d(np.arange(ours.size), lesson.rows)
    np.testing.assert_allclose(ours[unread], expected[unread], atol=1e-5)


@pytest.mark.parametrize("ranker", RANKERS, ids=IDS)
@given(size=st.integers(2, 30), more=st.integers(0, 20))
def test_memory_saves_time_but_changes_nothing(
    ranker: Ranker, size: int, more: int
) -> None:
    features = small_features()
    memory = ranker(features, training(size), memory=None).memory
    lesson = training(size + more)
    warm = ranker(features, lesson, memory=memory).scores
    cold = ranker(features, lesson, memory=None).scores
    np.testing.assert_allclose(warm, cold, atol=1e-4 if "Log" in repr(ranker) else 2e-5)


@pytest.mark.parametrize("ranker", RANKERS, ids=IDS)
@pytest.mark.parametrize("size", [2, 11, 40])
def test_the_order_is_the_same_whether_the_kernel_is_kept_whole_or_not(
    ranker: Ranker, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson, features, orders = training(size), small_features(), []
    for largest in (100, 0):
        monkeypatch.setattr(kernels, "LARGEST", largest)
        scores = ranker(features, lesson, memory=None).scores
        orders.append(np.argsort(-scores, kind="stable").tolist())
    assert orders[0] == orders[1]


@given(
    lists=st.lists(
        st.tuples(
            st.lists(st.integers(0, 9), min_size=1, max_size=9, unique=True),
            st.integers(0, 12),
        ),
        max_size=4,
    )
)
def test_a_kernel_is_that_of_its_rows_whatever_rows_it_had_before(
    lists: list[tuple[list[int], int]],
) -> None:
    monkeypatch = pytest.MonkeyPatch()
    features = small_features()
    kernel = kernels.Kernel(features)
    for rows, largest in lists:
        monkeypatch.setattr(kernels, "LARGEST", largest)
        kernel.turn_to(np.array(rows, dtype=np.intp))
        matrix = features.matrix[rows].toarray().astype(np.float64)
        expected = matrix @ matrix.T + 1 + np.diag(features.alone_square[rows])
        shares = np.linspace(-1, 1, len(rows))
        np.testing.assert_allclose(kernel @ shares, expected @ shares, atol=1e-12)
        np.testing.assert_allclose(
            kernel.weights(shares), matrix.T @ shares, atol=1e-12
        )
    monkeypatch.undo()


def test_a_kernel_that_was_too_large_to_keep_is_filled_in_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kernel, rows = kernels.Kernel(small_features()), np.arange(6)
    monkeypatch.setattr(kernels, "LARGEST", 4)
    for size in (6, 4, 3):
        kernel.turn_to(rows[:size])
        fresh = kernels.Kernel(small_features())
        fresh.turn_to(rows[:size])
        shares = np.arange(1.0, size + 1)
        np.testing.assert_allclose(kernel @ shares, fresh @ shares, atol=1e-12)


@pytest.mark.parametrize("ranker", RANKERS, ids=IDS)
def test_a_ranker_finds_the_topic(ranker: Ranker) -> None:
    labels, lesson = small_pile().labels, training(15)
    scores = ranker(small_features(), lesson, memory=None).scores
    unread = np.setdiff1d(np.arange(labels.size), lesson.rows)
    relevant, others = labels[unread], ~labels[unread]
    wins = scores[unread][relevant][:, None] > scores[unread][others]
    assert wins.mean() > 0.7


def test_a_memory_of_another_pile_is_not_used() -> None:
    features, lesson = small_features(), training(9)
    for ranker in RANKERS:
        strange = ranker(features, lesson, memory=np.ones(3)).scores
        np.testing.assert_array_equal(
            strange, ranker(features, lesson, memory=None).scores
        )


def test_training_needs_both_kinds_and_positive_weights() -> None:
    rows, labels = np.array([0, 1]), np.array([True, False])
    with pytest.raises(InputError, match="got 2 and 0: label one of each"):
        Training(rows=rows, labels=labels | True, weights=np.ones(2))
    with pytest.raises(InputError, match="positive"):
        Training(rows=rows, labels=labels, weights=np.zeros(2))
    with pytest.raises(InputError, match="as many"):
        Training(rows=rows, labels=labels, weights=np.ones(3))


def test_naive_bayes_wants_one_weight_a_kind() -> None:
    lesson = training(9)
    odd = Training(rows=lesson.rows, labels=lesson.labels, weights=np.linspace(1, 2, 9))
    with pytest.raises(InputError, match="one weight for each kind"):
        NaiveBayes()(small_features(), odd, memory=None)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: LinearSvm(cost=0),
        lambda: Logistic(cost=-1),
        lambda: NaiveBayes(smoothing=0),
        lambda: Balanced(ratio=0),
    ],
)
def test_impossible_settings_are_refused(wrong: Callable[[], object]) -> None:
    with pytest.raises(InputError, match="must be positive"):
        wrong()


@given(labels=st.lists(st.booleans(), min_size=2), ratio=st.floats(0.1, 20))
def test_balance_gives_the_relevant_their_share_and_a_mean_of_one(
    labels: list[bool], ratio: float
) -> None:
    known = np.array(labels)
    if known.all() or not known.any():
        with pytest.raises(InputError, match="both kinds"):
            Balanced(ratio=ratio)(known)
        return
    weights = Balanced(ratio=ratio)(known)
    assert weights.mean() == pytest.approx(1)
    assert weights[known].sum() == pytest.approx(ratio * weights[~known].sum())
    assert unbalanced(known).tolist() == [1.0] * known.size


@given(
    scores=st.lists(st.integers(-9, 9), min_size=2, max_size=9),
    scale=st.integers(1, 5),
    shift=st.integers(-5, 5),
)
def test_an_ensemble_of_a_ranker_with_itself_keeps_its_order(
    scores: list[int], scale: int, shift: int
) -> None:
    one = np.array(scores, dtype=np.float64)
    unread = np.arange(one.size)
    for combine in (mean_of_standard_scores, mean_of_ranks):
        both = combine([one, scale * one + shift], weights=[1, 2], unread=unread)
        np.testing.assert_array_equal(
            np.argsort(-both.round(9), kind="stable"), np.argsort(-one, kind="stable")
        )


@given(scores=st.lists(st.integers(-3, 3), min_size=1, max_size=9))
def test_ranks_are_scipys(scores: list[int]) -> None:
    one = np.array(scores, dtype=np.float64)
    found = mean_of_ranks([one], weights=[1.0], unread=np.arange(one.size))
    np.testing.assert_allclose(found, rankdata(one))


@given(seed=st.integers(0, 10**6), cost=st.sampled_from([0.1, 3.0, 100.0]))
@example(seed=710, cost=100.0)  # whole steps run in a circle here
def test_the_machine_is_scikit_learns_where_many_records_are_beyond_the_margin(
    seed: int, cost: float
) -> None:
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(60, 3)).astype(np.float32)
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    labels = points[:, 0] + 0.3 * rng.normal(size=60) > 0.2
    if labels[:40].all() or not labels[:40].any():
        return
    features = Features(
        matrix=csr_array(points), alone_square=np.zeros(60), alone_sum=np.zeros(60)
    )
    rows = np.arange(40)
    lesson = Training(rows=rows, labels=labels[:40], weights=rng.uniform(0.5, 2, 40))
    model = LinearSVC(C=cost, dual=False, tol=1e-10, max_iter=10_000)
    model.fit(points[:40].astype(np.float64), labels[:40], lesson.weights)
    memory = None
    for _ in range(2):  # the second time from the right answer
        done = LinearSvm(cost=cost)(features, lesson, memory=memory)
        np.testing.assert_allclose(
            done.scores, model.decision_function(points), atol=1e-4, rtol=1e-4
        )
        memory = done.memory


def test_scores_that_differ_by_rounding_alone_have_no_vote() -> None:
    rng = np.random.default_rng(1)
    telling = rng.normal(size=50)
    alike = 0.78 + 1e-7 * rng.normal(size=50)
    unread = np.arange(50)
    alone = mean_of_standard_scores([telling], weights=[1.0], unread=unread)
    both = mean_of_standard_scores([telling, alike], weights=[1.0, 0.6], unread=unread)
    assert np.array_equal(alone, both)


def test_with_nothing_left_to_read_every_vote_is_nil() -> None:
    scores, nothing = [np.array([1.0, 2.0])], np.array([], dtype=np.int64)
    for combined in (mean_of_standard_scores, mean_of_ranks):
        assert not combined(scores, weights=[1.0], unread=nothing).any()
