"""Laws of the baseline runs."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.arrays import Indices, Labels, Scores
from thresher.errors import InputError
from thresher.records.samples import SampleReview, sample_review
from thresher.screening.baseline import (
    BASELINES,
    Baseline,
    BaselineRun,
    logistic_regression,
    random_run,
    ranked_run,
    two_priors,
    word_weights,
)

rng_of = np.random.default_rng


def made(records: int, *, share: float = 0.05, seed: int = 1) -> SampleReview:
    return sample_review(records=records, relevant_share=share, rng=rng_of(seed))


def screened(review: SampleReview, baseline: Baseline) -> BaselineRun:
    weights = word_weights([c.text for c in review.citations])
    priors = two_priors(review.labels, rng=rng_of(1))
    return ranked_run(weights, review.labels, baseline=baseline, priors=priors)


def read_at(run: BaselineRun, recall: float) -> float:
    """Share of the pile that is read when a recall is reached."""
    ranks = run.reading.without_priors().found_at
    return float(ranks[int(np.ceil(recall * ranks.size)) - 1] / run.reading.records)


@pytest.mark.parametrize("baseline", BASELINES.values(), ids=BASELINES)
def test_every_record_is_read_once_with_its_own_label(baseline: Baseline) -> None:
    review = made(150)
    run = screened(review, baseline)
    assert sorted(run.order) == list(range(150))
    assert np.array_equal(run.reading.labels, review.labels[run.order])
    assert run.reading.priors == 2


@pytest.mark.parametrize("baseline", BASELINES.values(), ids=BASELINES)
def test_the_same_input_gives_the_same_run(baseline: Baseline) -> None:
    one, again = (screened(made(120), baseline) for _ in range(2))
    assert np.array_equal(one.order, again.order)
    assert np.array_equal(one.scores, again.scores, equal_nan=True)


@pytest.mark.parametrize("baseline", BASELINES.values(), ids=BASELINES)
def test_priors_have_no_score_and_all_others_a_chance(baseline: Baseline) -> None:
    scores = screened(made(120), baseline).scores
    assert np.isnan(scores[:2]).all()
    assert ((scores[2:] >= 0) & (scores[2:] <= 1)).all()


@pytest.mark.parametrize("baseline", BASELINES.values(), ids=BASELINES)
def test_the_sample_review_can_be_learned_but_is_not_trivial(
    baseline: Baseline,
) -> None:
    """Reading 95 % of the relevant takes 10 to 45 % of the pile, not 3 %."""
    run = screened(made(2000, share=0.03), baseline)
    assert read_at(run, 0.5) < 0.1
    assert 0.1 < read_at(run, 0.95) < 0.45


def test_the_model_is_asked_again_after_each_batch_of_a_twentieth() -> None:
    asked: list[int] = []

    def by_position(known: object, labels: Labels, unread: object) -> Scores:
        del known
        asked.append(labels.size)
        return np.zeros(unread.shape[0])  # type: ignore[attr-defined]

    weights = word_weights([f"word{i}" for i in range(100)])
    labels = np.arange(100) < 1
    ranked_run(weights, labels, baseline=by_position, priors=np.array([0, 1]))
    for before, after in itertools.pairwise(asked):
        assert after - before == max(1, before // 20)
    assert asked[0] == 2
    assert asked[-1] == 97


def test_ties_keep_the_order_of_the_pile() -> None:
    def two_levels(known: object, labels: Labels, unread: object) -> Scores:
        del known, labels
        return np.resize([1.0, 0.0], unread.shape[0])  # type: ignore[attr-defined]

    weights = word_weights(["a word"] * 1000)
    labels = np.arange(1000) < 5
    priors: Indices = np.array([0, 999])
    run = ranked_run(weights, labels, baseline=two_levels, priors=priors)
    assert run.order[2:40].tolist() == list(range(1, 39))  # one record a batch
    assert run.order[40:44].tolist() == [39, 41, 40, 43]  # then two


def test_progress_ends_with_every_record_read() -> None:
    told: list[tuple[int, int]] = []

    def report(what: str, *, done: int, total: int) -> None:
        del what
        told.append((done, total))

    review = made(60)
    weights = word_weights([c.text for c in review.citations])
    priors = two_priors(review.labels, rng=rng_of(1))
    settings_ = {"baseline": logistic_regression, "priors": priors, "report": report}
    ranked_run(weights, review.labels, **settings_)  # type: ignore[arg-type]
    assert told[-1] == (60, 60)


@given(seed=st.integers(0, 99))
@settings(deadline=None, max_examples=20)
def test_a_random_run_reads_everything_after_the_priors(seed: int) -> None:
    labels = np.arange(30) < 4
    priors = two_priors(labels, rng=rng_of(seed))
    run = random_run(labels, priors=priors, rng=rng_of(seed))
    assert sorted(run.order) == list(range(30))
    assert run.order[:2].tolist() == priors.tolist()
    assert np.isnan(run.scores).all()


def test_priors_are_one_relevant_and_one_irrelevant_record() -> None:
    labels = np.array([False, True, False, True])
    for seed in range(20):
        relevant, irrelevant = two_priors(labels, rng=rng_of(seed))
        assert labels[relevant]
        assert not labels[irrelevant]


@pytest.mark.parametrize("kind", [False, True])
def test_a_pile_of_one_kind_has_no_priors(*, kind: bool) -> None:
    with pytest.raises(InputError, match="a relevant and an irrelevant record"):
        two_priors(np.full(5, kind), rng=rng_of(1))


def test_priors_of_one_kind_are_refused() -> None:
    labels = np.array([True, True, False])
    weights = word_weights(["sleep", "wake", "dream"])
    with pytest.raises(InputError, match="priors need"):
        ranked_run(
            weights, labels, baseline=logistic_regression, priors=np.array([0, 1])
        )


def test_texts_without_words_are_refused() -> None:
    with pytest.raises(InputError, match="2 texts hold no word"):
        word_weights(["", "the"])
