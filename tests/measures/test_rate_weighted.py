"""Expected recall and rate-weighted area."""

import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures import rate_weighted
from thresher.measures.rate_weighted import (
    expected_recall,
    expected_recall_of_scores,
    rate_weighted_area,
    rate_weighted_area_of_scores,
)
from thresher.measures.rates import (
    Beta,
    CappedLogNormal,
    Empirical,
    Point,
    RateDistribution,
    Uniform,
)
from thresher.measures.recall import recall_after
from thresher.screening.reading import Reading

from .algorithm_one import Misprints, algorithm_one

BETAS = [
    Beta(alpha=6.226, beta=32.791),
    Beta(alpha=19, beta=3),
    Beta(alpha=0.4, beta=0.6),
]
LAWS: list[RateDistribution] = [
    *BETAS,
    Uniform(),
    Uniform(low=0.05, high=0.2),
    Point(rate=0.1),
    Empirical(rates=[0.1, 0.2, 0.9], masses=[2, 5, 3]),
    CappedLogNormal(log_mean=-2, log_deviation=0.4),
    CappedLogNormal(log_mean=0.1, log_deviation=1),
]
laws = st.sampled_from(LAWS)
mixed = st.lists(st.booleans(), min_size=2, max_size=60).filter(
    lambda labels: 0 < sum(labels) < len(labels)
)
tied = st.lists(
    st.tuples(st.integers(0, 5), st.booleans()), min_size=2, max_size=60
).filter(lambda pairs: 0 < sum(label for _, label in pairs) < len(pairs))


def ranked(pairs: list[tuple[int, bool]]) -> Reading:
    best_first = sorted(pairs, key=lambda pair: -pair[0])
    return Reading(
        labels=np.array([label for _, label in best_first]),
        scores=np.array([float(score) for score, _ in best_first]),
    )


@given(law=laws, labels=mixed)
def test_a_perfect_ranking_is_one_and_the_worst_is_zero(
    law: RateDistribution, labels: list[bool]
) -> None:
    best = sorted(labels, reverse=True)
    assert rate_weighted_area(best, rate=law) == pytest.approx(1)
    assert rate_weighted_area(best[::-1], rate=law) == pytest.approx(0, abs=1e-9)


@given(law=laws, labels=mixed, data=st.data())
def test_reading_a_relevant_record_sooner_never_lowers_either(
    law: RateDistribution, labels: list[bool], data: st.DataObject
) -> None:
    i = data.draw(st.integers(0, len(labels) - 2))
    sooner = [*labels[:i], *sorted(labels[i : i + 2], reverse=True), *labels[i + 2 :]]
    for measure in (rate_weighted_area, expected_recall):
        assert measure(sooner, rate=law) >= measure(labels, rate=law) - 1e-9


@given(law=st.sampled_from(BETAS), labels=mixed)
def test_the_reversed_ranking_is_what_is_left_of_one_under_a_mirrored_rate(
    law: Beta, labels: list[bool]
) -> None:
    mirrored = Beta(alpha=law.beta, beta=law.alpha)
    other = rate_weighted_area(labels[::-1], rate=mirrored)
    assert rate_weighted_area(labels, rate=law) == pytest.approx(1 - other)


@given(pairs=tied)
def test_under_a_uniform_rate_it_is_the_area_under_the_roc_curve(
    pairs: list[tuple[int, bool]],
) -> None:
    labels = [label for _, label in pairs]
    scores = [score for score, _ in pairs]
    area = roc_auc_score(labels, scores)
    for law in (Uniform(), Beta(alpha=1, beta=1)):
        assert rate_weighted_area(ranked(pairs), rate=law) == pytest.approx(area)
        of_scores = rate_weighted_area_of_scores(labels, scores, rate=law)
        assert of_scores == pytest.approx(area)


@given(labels=mixed, share=st.floats(0.01, 0.99))
def test_a_point_rate_gives_recall_between_its_bounds(
    labels: list[bool], share: float
) -> None:
    relevant, records = sum(labels), len(labels)
    read = share * records
    whole = math.floor(read)
    recall = recall_after(labels, read=whole)
    recall += (read - whole) * labels[whole] / relevant
    low = max(0.0, (read - records + relevant) / relevant)
    high = min(1.0, read / relevant)
    law = Point(rate=share)
    assert expected_recall(labels, rate=law) == pytest.approx(recall)
    expected = (recall - low) / (high - low)
    assert rate_weighted_area(labels, rate=law) == pytest.approx(expected, abs=1e-9)


@given(law=laws, pairs=tied)
def test_it_is_linear_in_expected_recall(
    law: RateDistribution, pairs: list[tuple[int, bool]]
) -> None:
    """Theorem 6, with areas B and C from the best and the worst ranking."""
    reading = ranked(pairs)
    best = sorted(reading.labels, reverse=True)
    highest = expected_recall(best, rate=law)
    lowest = expected_recall(best[::-1], rate=law)
    area = rate_weighted_area(reading, rate=law)
    line = (highest - lowest) * area + lowest
    assert expected_recall(reading, rate=law) == pytest.approx(line, abs=1e-9)


@given(law=laws, pairs=tied)
def test_tied_records_are_each_as_likely_to_come_at_any_place_of_their_group(
    law: RateDistribution, pairs: list[tuple[int, bool]]
) -> None:
    reading = ranked([(0, label) for _, label in pairs])
    places = np.eye(reading.records)
    mean = np.mean([expected_recall(place, rate=law) for place in places])
    assert expected_recall(reading, rate=law) == pytest.approx(mean)


@settings(deadline=None, max_examples=15)
@given(pairs=tied)
@pytest.mark.parametrize("shape", [(6.23, 32.8), (3, 19), (11, 11), (19, 3)], ids=str)
def test_the_literal_algorithm_agrees(
    shape: tuple[float, float], pairs: list[tuple[int, bool]]
) -> None:
    law = Beta(alpha=shape[0], beta=shape[1])
    ranking = sorted(((float(s), y) for s, y in pairs), key=lambda pair: -pair[0])
    literal = algorithm_one(ranking, lambda r: float(law.density(r)))
    assert rate_weighted_area(ranked(pairs), rate=law) == pytest.approx(
        literal, abs=1e-6
    )


@pytest.mark.parametrize(
    "misprints",
    [
        Misprints(negative_slice=True),
        Misprints(limits=True),
        Misprints(second_triangle=True),
    ],
    ids=str,
)
def test_each_misprint_of_the_literal_algorithm_is_one(misprints: Misprints) -> None:
    rng = np.random.default_rng(1)
    pairs = [(int(rng.integers(6)), bool(rng.random() < 0.3)) for _ in range(40)]
    law = Beta(alpha=7, beta=15)
    ranking = sorted(((float(s), y) for s, y in pairs), key=lambda pair: -pair[0])
    printed = algorithm_one(
        ranking, lambda r: float(law.density(r)), misprints=misprints
    )
    assert abs(printed - rate_weighted_area(ranked(pairs), rate=law)) > 0.005


@given(law=laws, pairs=tied)
def test_unsorted_scores_give_the_value_of_the_sorted_reading(
    law: RateDistribution, pairs: list[tuple[int, bool]]
) -> None:
    labels = [label for _, label in pairs]
    scores = [score for score, _ in pairs]
    reading = ranked(pairs)
    assert rate_weighted_area_of_scores(labels, scores, rate=law) == pytest.approx(
        rate_weighted_area(reading, rate=law), abs=1e-9
    )
    assert expected_recall_of_scores(labels, scores, rate=law) == pytest.approx(
        expected_recall(reading, rate=law)
    )


def test_chunks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    labels = rng.random(1000) < 0.2
    scores = np.round(rng.normal(size=1000) + labels, 1)
    law = Beta(alpha=3, beta=19)
    whole = rate_weighted_area_of_scores(labels, scores, rate=law)
    monkeypatch.setattr(rate_weighted, "CHUNK", 7)
    assert rate_weighted_area_of_scores(labels, scores, rate=law) == whole


def test_memory_stays_within_three_times_the_labels() -> None:
    rng = np.random.default_rng(3)
    labels = (rng.random(8_000_000) < 0.01).astype(np.int8)
    scores = rng.random(labels.size)
    tracemalloc.start()
    rate_weighted_area_of_scores(labels, scores, rate=Uniform())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak <= 3 * labels.nbytes


def test_relevant_records_left_unread_count_as_the_last() -> None:
    law = Beta(alpha=3, beta=5)
    stopped = Reading(labels=np.array([1, 0, 1, 0]), records=8, relevant=3)
    whole = [1, 0, 1, 0, 0, 0, 0, 1]
    for measure in (rate_weighted_area, expected_recall):
        assert measure(stopped, rate=law) == measure(whole, rate=law)


def test_nothing_but_relevant_records_leaves_only_the_rate() -> None:
    law = Beta(alpha=3, beta=5)
    assert expected_recall([1, 1, 1], rate=law) == pytest.approx(law.mean)


def test_a_rate_near_nothing_still_tells_rankings_apart() -> None:
    law = Beta(alpha=1, beta=1e12)
    assert rate_weighted_area([1, 0, 0, 0], rate=law) == pytest.approx(1)
    assert rate_weighted_area([0, 1, 0, 0], rate=law) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("labels", [[0, 0], [1, 1], []], ids=str)
def test_the_area_needs_both_kinds_of_records(labels: list[int]) -> None:
    with pytest.raises(UndefinedMeasureError):
        rate_weighted_area(labels, rate=Uniform())
    with pytest.raises(UndefinedMeasureError):
        rate_weighted_area_of_scores(labels, np.zeros(len(labels)), rate=Uniform())


def test_expected_recall_needs_a_relevant_record() -> None:
    with pytest.raises(UndefinedMeasureError, match="no record is relevant"):
        expected_recall([0, 0], rate=Uniform())
    with pytest.raises(UndefinedMeasureError, match="no record is relevant"):
        expected_recall_of_scores([0, 0], [1, 2], rate=Uniform())


def test_both_need_to_know_how_many_records_are_relevant() -> None:
    live = Reading(labels=np.array([1, 0]), records=9)
    for measure in (rate_weighted_area, expected_recall):
        with pytest.raises(UndefinedMeasureError, match="nobody knows"):
            measure(live, rate=Uniform())


@pytest.mark.parametrize(
    "law", [Point(rate=0), Point(rate=1), Empirical(rates=[0, 1, 1])], ids=repr
)
def test_all_weight_on_nothing_or_everything_leaves_no_area(
    law: RateDistribution,
) -> None:
    with pytest.raises(UndefinedMeasureError, match="nothing or everything"):
        rate_weighted_area([1, 0, 1, 0, 0], rate=law)


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ([1, 2], "need 3 scores"),
        ([1, math.nan, 2], "NaN at position 2"),
        (["a", "b", "c"], "must be numbers"),
    ],
    ids=str,
)
def test_bad_scores_are_refused(scores: list[object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        rate_weighted_area_of_scores([1, 0, 1], scores, rate=Uniform())  # type: ignore[arg-type]
