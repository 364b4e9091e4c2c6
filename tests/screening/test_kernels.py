"""Kernels of small and large piles: one model, one order, whatever they keep."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from thresher.arrays import Scores
from thresher.screening import batch
from thresher.screening.batch import batch_of_simulations
from thresher.screening.cycle import features_for
from thresher.screening.features.matrix import Features
from thresher.screening.procedures import Model
from thresher.screening.rankers import linear, pile_product, small_kernel
from thresher.screening.rankers.kernel import Kernel
from thresher.screening.rankers.linear import Recollection, Solution
from thresher.screening.rankers.linear_svm import LinearSvm
from thresher.screening.rankers.logistic import Logistic
from thresher.screening.rankers.pile_product import PileProduct
from thresher.screening.rankers.protocol import Ranker, Training
from thresher.screening.rankers.small_kernel import SmallKernel
from thresher.screening.seeded import seeded_simulation
from thresher.screening.starts import Drawn

from .piles import small_features, small_pile

KERNELS = [Kernel, SmallKernel]
RANKERS: list[Ranker] = [LinearSvm(cost=0.11), LinearSvm(cost=5), Logistic(cost=3)]
ROWS = st.lists(st.integers(0, 79), min_size=1, max_size=40, unique=True)


def expected_scores(features: Features, rows: list[int], shares: Scores) -> Scores:
    """Scores by the whole kernel of a pile, in double precision."""
    matrix = features.matrix.toarray().astype(np.float64)
    kernel = matrix @ matrix[rows].T + 1
    kernel[rows, range(len(rows))] += features.alone_square[rows]
    return np.asarray(kernel @ shares)


@pytest.mark.parametrize("kind", KERNELS)
@given(lists=st.lists(ROWS, min_size=1, max_size=4))
@example(lists=[[*range(30)], [*range(40, 45)]])  # those dropped are unread again
def test_a_kernel_scores_all_records_whatever_rows_it_had_before(
    kind: type[Kernel | SmallKernel], lists: list[list[int]]
) -> None:
    features = small_features()
    kernel = kind(features)
    for rows in lists:
        kernel.turn_to(np.array(rows, dtype=np.intp))
        shares = np.linspace(-1, 1, len(rows))
        expected = expected_scores(features, rows, shares)
        np.testing.assert_allclose(kernel @ shares, expected[rows], atol=1e-12)
        quick = kernel.quickly(shares)
        bound = kernel.rounding * np.abs(shares).sum() + 1e-12
        assert np.abs(quick - expected[rows]).max() <= bound
        found = Solution(shares=shares, scores=kernel @ shares)
        np.testing.assert_allclose(kernel.pile_scores(found), expected, atol=1e-5)
        half = len(rows) // 2
        continued = kernel.continued(expected[rows][:half], shares)
        np.testing.assert_allclose(continued, expected[rows], atol=1e-12)
        np.testing.assert_allclose(
            kernel.weights(shares),
            features.matrix[rows].astype(np.float64).T @ shares,
            atol=1e-12,
        )


@pytest.mark.parametrize("ranker", RANKERS, ids=map(repr, RANKERS))
@given(size=st.integers(2, 40), data=st.data())
def test_small_and_large_kernels_lead_to_one_order(
    ranker: Ranker, size: int, data: st.DataObject
) -> None:
    labels = small_pile().labels
    order = data.draw(st.permutations(range(80)))
    rows = np.array([*order[:size], *np.flatnonzero(labels)[:1]], dtype=np.intp)
    rows = np.unique(rows)
    if labels[rows].all():
        return
    lesson = Training(rows=rows, labels=labels[rows], weights=np.ones(rows.size))
    features, found = small_features(), []
    with pytest.MonkeyPatch.context() as patch:
        for records in (0, 1000):
            patch.setattr(small_kernel, "MOST_RECORDS", records)
            done = ranker(features, lesson, memory=None)
            assert isinstance(done.memory, Recollection)
            assert isinstance(done.memory.kernel, SmallKernel) == (records > 0)
            found.append(done.scores)
    np.testing.assert_allclose(found[0], found[1], atol=5e-6)
    unread = np.setdiff1d(np.arange(80), rows)
    second, best = np.sort(found[0][unread])[-2:]
    if best - second > 1e-5:  # else they are as good as equal
        assert found[0][unread].argmax() == found[1][unread].argmax()


def test_a_pile_that_grows_too_large_goes_on_with_the_other_kernel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    labels, features, ranker = small_pile().labels, small_features(), LinearSvm()
    rows = np.concatenate([np.flatnonzero(labels)[:3], np.flatnonzero(~labels)[:9]])
    few = rows[:8]
    weights = np.ones(rows.size)
    memory = ranker(
        features,
        Training(rows=few, labels=labels[few], weights=weights[:8]),
        memory=None,
    ).memory
    monkeypatch.setattr(small_kernel, "MOST_KEPT", 10 * features.records)
    lesson = Training(rows=rows, labels=labels[rows], weights=weights)
    done = ranker(features, lesson, memory=memory)
    assert isinstance(done.memory, Recollection)
    assert isinstance(done.memory.kernel, Kernel)
    alone = ranker(features, lesson, memory=None)
    np.testing.assert_allclose(done.scores, alone.scores, atol=5e-6)


@pytest.mark.parametrize("kind", KERNELS)
@given(seed=st.integers(0, 10**6), many=st.integers(1, 30))
def test_equal_records_have_equal_scores_among_the_leaders(
    kind: type[Kernel | SmallKernel], seed: int, many: int
) -> None:
    rng = np.random.default_rng(seed)
    dense = rng.random((20, 9)) * (rng.random((20, 9)) < 0.4)
    copies = rng.integers(0, 20, 41)  # so that equal records stand anywhere
    features = Features(
        matrix=csr_array(dense[copies].astype(np.float32)),
        alone_square=np.zeros(41),
        alone_sum=np.zeros(41),
    )
    kernel = kind(features)
    rows = rng.permutation(41)[:many]
    kernel.turn_to(rows)
    shares = rng.normal(size=many)
    scores = kernel.pile_scores(Solution(shares=shares, scores=kernel @ shares))
    for at in set(range(41)) - set(rows.tolist()):
        for other in set(range(at)) - set(rows.tolist()):
            if copies[at] == copies[other]:
                assert scores[at] == scores[other]


@pytest.mark.parametrize("kind", KERNELS)
def test_a_lesson_of_records_without_terms_tells_nothing(
    kind: type[Kernel | SmallKernel],
) -> None:
    features = Features(
        matrix=csr_array(np.array([[0, 0], [1, 0], [0, 0], [1, 1]], dtype=np.float32)),
        alone_square=np.ones(4),
        alone_sum=np.ones(4),
    )
    kernel = kind(features)
    kernel.turn_to(np.array([2, 0]))
    shares = np.array([0.5, -0.25])
    found = Solution(shares=shares, scores=kernel @ shares)
    assert kernel.pile_scores(found)[[1, 3]].tolist() == [0.25, 0.25]


@given(seed=st.integers(0, 10**6), common=st.integers(1, 11), data=st.data())
def test_common_and_rare_terms_apart_give_the_products_of_all(
    seed: int, common: int, data: st.DataObject
) -> None:
    rng = np.random.default_rng(seed)
    dense = rng.random((15, 12)) * (rng.random((15, 12)) < 0.4)
    features = Features(
        matrix=csr_array(dense.astype(np.float32)),
        alone_square=np.zeros(15),
        alone_sum=np.zeros(15),
    )
    terms = rng.permutation(12).astype(np.int32)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pile_product, "COMMON", common)
        patch.setattr(pile_product, "FEWEST_TERMS", 2)
        product = PileProduct(features)
        sizes = data.draw(st.lists(st.integers(1, 12), min_size=1, max_size=5))
        for size in sorted(sizes):
            weights = rng.normal(size=size)
            expected = features.matrix.toarray()[:, terms[:size]] @ weights
            found = product(terms[:size], weights)
            np.testing.assert_allclose(found, expected, atol=1e-5)


def test_batches_of_large_piles_share_the_product_with_common_terms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(small_kernel, "MOST_RECORDS", 0)
    monkeypatch.setattr(pile_product, "FEWEST_TERMS", 2)
    monkeypatch.setattr(pile_product, "COMMON", 30)
    together: list[int] = []

    def spy(matrix: csr_array, vectors: list[batch.Weights]) -> list[batch.Weights]:
        together.append(len(vectors))
        return [np.asarray(matrix @ vector) for vector in vectors]

    monkeypatch.setattr(batch, "_products", spy)
    pile, procedure = small_pile(), Model(ranker="elas_u4", stop="records:20").procedure
    features = features_for(procedure.recipe, pile.citations)
    many = batch_of_simulations(
        pile, features, procedure, start=Drawn(), seeds=range(3)
    )
    for seed, one in enumerate(many):
        alone = seeded_simulation(pile, features, procedure, start=Drawn(), seed=seed)
        assert one.order.tolist() == alone.order.tolist()
        assert one.scores.tobytes() == alone.scores.tobytes()
    assert max(together) == 3


def test_rounding_of_quick_products_is_mended_before_it_matters() -> None:
    labels, features = small_pile().labels, small_features()
    rows = np.concatenate([np.flatnonzero(labels)[:3], np.flatnonzero(~labels)[:30]])
    memory: object = None
    for size in range(6, rows.size):
        some = rows[:size]
        lesson = Training(rows=some, labels=labels[some], weights=np.ones(size))
        memory = LinearSvm(cost=5)(features, lesson, memory=memory).memory
        assert isinstance(memory, Recollection)
        assert memory.found.error <= linear.ROUNDING * 1e-6
        true = memory.kernel @ memory.found.shares
        assert np.abs(true - memory.found.scores).max() <= memory.found.error + 1e-12
