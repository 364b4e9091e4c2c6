"""Laws of the curves: what a figure shows is what the measures say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.area import area_under_roc
from thresher.measures.bands import Band, band
from thresher.measures.curves import (
    Curve,
    CurveOf,
    discovery_curve,
    extra_found_curve,
    precision_curve,
    recall_curve,
    work_saved_curve,
)
from thresher.measures.loss import loss
from thresher.measures.rate_curves import (
    rate_accuracy_curve,
    rate_recall_curve,
    roc_curve,
)
from thresher.measures.reference_curves import (
    best_order,
    random_accuracy,
    random_discovery,
    random_extra_found,
    random_precision,
    random_recall,
    random_roc,
    random_work_saved,
    worst_order,
)
from thresher.screening.reading import Reading

mixed = st.lists(st.booleans(), min_size=2, max_size=60).filter(
    lambda labels: 0 < sum(labels) < len(labels)
)
CURVES: list[CurveOf] = [
    recall_curve,
    work_saved_curve,
    extra_found_curve,
    roc_curve,
    rate_recall_curve,
    rate_accuracy_curve,
    precision_curve,
    discovery_curve,
]
HIGHER_IS_BETTER = [curve for curve in CURVES if curve is not discovery_curve]
RANDOM: list[tuple[CurveOf, CurveOf]] = [
    (recall_curve, random_recall),
    (extra_found_curve, random_extra_found),
    (rate_recall_curve, random_recall),
    (rate_accuracy_curve, random_accuracy),
]
every = pytest.mark.parametrize("curve", CURVES)


def area(curve: Curve) -> float:
    return float((np.diff(curve.x) * (curve.y[1:] + curve.y[:-1]) / 2).sum())


def stopped(labels: list[bool], read: int) -> Reading:
    seen = np.array(labels[:read], dtype=np.bool_)
    return Reading(labels=seen, records=len(labels), relevant=sum(labels))


@given(mixed)
def test_recall_is_the_share_found_after_every_record(labels: list[bool]) -> None:
    ranks = np.arange(len(labels) + 1)
    found = np.concatenate([[0], np.cumsum(labels)])
    curve = recall_curve(labels)
    assert np.array_equal(curve.at(ranks / len(labels)), found / sum(labels))
    assert (curve.x[0], curve.y[0]) == (0, 0)
    assert (curve.x[-1], curve.y[-1]) == (1, 1)


@given(mixed)
def test_work_saved_is_what_is_unread_less_the_recall_given_up(
    labels: list[bool],
) -> None:
    records, relevant = len(labels), sum(labels)
    curve = work_saved_curve(labels)
    ranks = [rank for rank, label in enumerate(labels, 1) if label]
    for found, rank in enumerate(ranks, 1):
        recall = found / relevant
        assert curve.x[found - 1] == pytest.approx(recall)
        by_definition = (records - rank) / records - (1 - recall)
        assert curve.y[found - 1] == pytest.approx(by_definition)


@given(mixed)
def test_extra_found_is_recall_less_the_rate_after_every_record(
    labels: list[bool],
) -> None:
    rates = np.arange(len(labels) + 1) / len(labels)
    recalls = np.concatenate([[0], np.cumsum(labels)]) / sum(labels)
    assert extra_found_curve(labels).at(rates) == pytest.approx(recalls - rates)


@given(mixed)
def test_the_area_under_the_roc_curve_is_one_less_the_loss(labels: list[bool]) -> None:
    assert area(roc_curve(labels)) == pytest.approx(1 - loss(labels))


@given(mixed, st.data())
def test_ties_are_crossed_straight_so_that_the_area_counts_them_half(
    labels: list[bool], data: st.DataObject
) -> None:
    few = st.lists(st.integers(0, 3), min_size=len(labels), max_size=len(labels))
    scores = np.array(sorted(data.draw(few), reverse=True), dtype=np.float64)
    reading = Reading(labels=np.array(labels), scores=scores)
    assert area(roc_curve(reading)) == pytest.approx(area_under_roc(reading))


@given(mixed)
def test_accuracy_counts_found_and_rightly_unread_after_every_record(
    labels: list[bool],
) -> None:
    rates = np.arange(len(labels) + 1) / len(labels)
    right = [
        sum(labels[:read]) + (len(labels) - read - sum(labels[read:]))
        for read in range(len(labels) + 1)
    ]
    expected = np.array(right) / len(labels)
    assert rate_accuracy_curve(labels).at(rates) == pytest.approx(expected)


@given(mixed)
def test_accuracy_is_bounded_as_in_equation_4_of_millard(labels: list[bool]) -> None:
    rates = np.linspace(0, 1, 101)
    relevant = sum(labels) / len(labels)
    best = rate_accuracy_curve(best_order(labels)).at(rates)
    worst = rate_accuracy_curve(worst_order(labels)).at(rates)
    assert best == pytest.approx(1 - np.abs(relevant - rates))
    assert worst == pytest.approx(np.abs(1 - relevant - rates))


@given(mixed)
def test_the_area_in_rate_accuracy_space_is_the_roc_area(labels: list[bool]) -> None:
    """Theorem 3 of Millard, Flach and Higgins."""
    low, high, ours = (
        area(rate_accuracy_curve(reading))
        for reading in (worst_order(labels), best_order(labels), labels)
    )
    assert (ours - low) / (high - low) == pytest.approx(area_under_roc(labels))


@given(mixed)
def test_precision_is_the_relevant_share_of_what_was_read(labels: list[bool]) -> None:
    ranks = np.arange(1, len(labels) + 1)
    curve = precision_curve(labels, x_absolute=True)
    assert curve.at(ranks) == pytest.approx(np.cumsum(labels) / ranks)


@given(mixed)
def test_discovery_is_the_rank_of_each_find(labels: list[bool]) -> None:
    curve = discovery_curve(labels, x_absolute=True, y_absolute=True)
    assert curve.y.tolist() == [r for r, label in enumerate(labels, 1) if label]
    assert curve.x.tolist() == list(range(1, sum(labels) + 1))


@pytest.mark.parametrize("curve", HIGHER_IS_BETTER)
@given(labels=mixed)
def test_no_order_rises_above_the_best_or_falls_below_the_worst(
    curve: CurveOf, labels: list[bool]
) -> None:
    ours, best, worst = (
        curve(reading) for reading in (labels, best_order(labels), worst_order(labels))
    )
    ranks = np.arange(1, len(labels) + 1) / len(labels)
    places = ours.x if curve is work_saved_curve else ranks
    assert (ours.at(places) <= best.at(places) + 1e-9).all()
    assert (ours.at(places) >= worst.at(places) - 1e-9).all()


@pytest.mark.parametrize(("curve", "expected"), RANDOM)
def test_the_random_line_is_the_mean_over_all_orders(
    curve: CurveOf, expected: CurveOf
) -> None:
    rates = np.arange(6) / 5
    orders = [[i in pair for i in range(5)] for pair in PAIRS]
    mean = np.mean([curve(labels).at(rates) for labels in orders], axis=0)
    assert expected(orders[0]).at(rates) == pytest.approx(mean)


PAIRS = [{i, j} for i in range(5) for j in range(i)]


def test_random_discovery_is_the_mean_rank_over_all_orders() -> None:
    ranks = np.mean([sorted(pair) for pair in PAIRS], axis=0) + 1
    line = random_discovery([1, 1, 0, 0, 0], x_absolute=True, y_absolute=True)
    assert line.y == pytest.approx(ranks)
    assert line.x.tolist() == [1, 2]
    shares = random_discovery([1, 1, 0, 0, 0])
    assert shares.y == pytest.approx(ranks / 5)


@given(mixed)
def test_random_reading_is_a_diagonal_or_nothing_gained(labels: list[bool]) -> None:
    for diagonal in (random_recall, random_roc):
        line = diagonal(labels)
        assert line.x.tolist() == line.y.tolist() == [0, 1]
    for flat in (random_work_saved, random_extra_found):
        assert flat(labels).y.tolist() == [0, 0]
    share = sum(labels) / len(labels)
    assert random_precision(labels).y == pytest.approx([share, share])


@given(mixed)
def test_random_lines_in_counts_end_at_the_whole(labels: list[bool]) -> None:
    records, relevant = len(labels), sum(labels)
    ends = {
        random_recall: (records, relevant),
        random_roc: (records - relevant, relevant),
        random_work_saved: (relevant, 0),
        random_extra_found: (records, 0),
        random_accuracy: (records, relevant),
    }
    for curve, end in ends.items():
        line = curve(labels, x_absolute=True, y_absolute=True)
        assert (line.x[-1], line.y[-1]) == end
    assert random_precision(labels, x_absolute=True).x[-1] == records
    counts = random_accuracy(labels, x_absolute=True, y_absolute=True)
    assert counts.y[0] == records - relevant


@every
@given(labels=mixed)
def test_counts_are_shares_times_the_whole(curve: CurveOf, labels: list[bool]) -> None:
    countable = curve is not precision_curve
    shares = curve(labels)
    counts = curve(labels, x_absolute=True, y_absolute=countable)
    wholes = {len(labels), sum(labels), len(labels) - sum(labels)}
    for part, whole in ((shares.x, counts.x), (shares.y, counts.y)):
        factors = wholes if countable or part is shares.x else {1}
        assert any(whole == pytest.approx(part * factor) for factor in factors)


@every
@given(labels=mixed, data=st.data())
def test_a_reading_that_stopped_early_is_known_only_as_far_as_read(
    curve: CurveOf, labels: list[bool], data: st.DataObject
) -> None:
    last = max(rank for rank, label in enumerate(labels) if label)
    read = data.draw(st.integers(0, last))
    short, whole = curve(stopped(labels, read)), curve(labels)
    assert short.stopped
    assert not whole.stopped
    if curve not in (precision_curve, roc_curve) and short.x.size:
        assert short.y == pytest.approx(whole.at(short.x))


@pytest.mark.parametrize("curve", [recall_curve, extra_found_curve, rate_recall_curve])
def test_a_reading_that_found_everything_is_known_to_the_end(curve: CurveOf) -> None:
    labels = [False, True, False, False, False]
    short, whole = curve(stopped(labels, 2)), curve(labels)
    assert not short.stopped
    assert short.x.tolist() == whole.x.tolist()
    assert short.y == pytest.approx(whole.y)


def test_counts_need_no_knowledge_of_the_unread_records() -> None:
    live = Reading(labels=np.array([False, True]), records=10)
    assert recall_curve(live, y_absolute=True).y.tolist() == [0, 1, 1]
    assert precision_curve(live).y.tolist() == [0, 0.5]
    assert discovery_curve(live, x_absolute=True, y_absolute=True).y.tolist() == [2]
    for curve in (recall_curve, work_saved_curve, roc_curve, discovery_curve):
        with pytest.raises(UndefinedMeasureError, match="nobody knows"):
            curve(live)


def test_an_empty_reading_has_an_empty_precision() -> None:
    assert precision_curve([]).x.size == 0


@every
def test_no_curve_is_drawn_of_a_pile_without_relevant_records(curve: CurveOf) -> None:
    if curve is precision_curve:
        assert curve([0, 0]).y.tolist() == [0, 0]
        return
    with pytest.raises(UndefinedMeasureError, match="no record is relevant"):
        curve([0, 0])


def test_roc_needs_irrelevant_records() -> None:
    with pytest.raises(UndefinedMeasureError, match="every record is relevant"):
        roc_curve([1, 1])


def test_precision_has_no_counts() -> None:
    with pytest.raises(InputError, match="y_absolute"):
        precision_curve([1, 0], y_absolute=True)


@pytest.mark.parametrize(
    ("x", "y", "fault"),
    [
        ([0, 1], [0], "equally long"),
        ([[0]], [[0]], "equally"),
        ([1, 0], [0, 0], "left"),
    ],
)
def test_points_that_make_no_curve_are_refused(
    x: list[float], y: list[float], fault: str
) -> None:
    with pytest.raises(InputError, match=fault):
        Curve(x=np.array(x), y=np.array(y))


def test_a_curve_without_points_has_no_height() -> None:
    with pytest.raises(InputError, match="without points"):
        Curve(x=np.array([]), y=np.array([])).at(0.5)


@every
@given(several=st.lists(mixed, min_size=2, max_size=5))
def test_a_band_holds_its_mean_and_stays_among_its_curves(
    curve: CurveOf, several: list[list[bool]]
) -> None:
    curves = [curve(labels) for labels in several]
    drawn = band(curves)
    heights = np.stack([one.at(drawn.x) for one in curves])
    assert drawn.runs == len(several)
    assert (drawn.low <= drawn.mean).all()
    assert (drawn.mean <= drawn.high).all()
    assert drawn.mean == pytest.approx(heights.mean(axis=0))
    assert (heights.min(axis=0) <= drawn.low).all()
    assert (drawn.high <= heights.max(axis=0)).all()
    assert (drawn.high - drawn.mean <= heights.std(axis=0, ddof=1) + 1e-12).all()


def test_a_band_is_one_standard_deviation_wide_within_the_runs() -> None:
    flat = [Curve(x=np.array([0, 1]), y=np.array([y, y])) for y in (0, 0, 0, 4, 4, 4)]
    drawn = band(flat)
    assert drawn.mean[0] == pytest.approx(2)
    assert drawn.high[0] == pytest.approx(min(2 + np.sqrt(24 / 5), 4))
    uneven = [Curve(x=np.array([0, 1]), y=np.array([y, y])) for y in (0, 0, 0, 4)]
    assert band(uneven).high[0] == pytest.approx(1 + 2)
    assert band(uneven).low[0] == 0


def test_a_run_that_stopped_early_cuts_the_band_short() -> None:
    labels = [True, False, True, False]
    drawn = band([recall_curve(labels), recall_curve(stopped(labels, 2))])
    assert drawn.x[-1] == 0.5


def test_a_band_needs_two_runs_with_something_in_common() -> None:
    with pytest.raises(InputError, match="at least 2 runs, got 1"):
        band([recall_curve([1, 0])])
    found_nothing = discovery_curve(stopped([False, True], 1))
    with pytest.raises(InputError, match="no part in common"):
        band([found_nothing, discovery_curve([1, 0])])
    left, right = (Curve(x=np.array([x]), y=np.array([x])) for x in (0, 1))
    with pytest.raises(InputError, match="no part in common"):
        band([left, right])


def test_a_band_beside_its_mean_cannot_exist() -> None:
    one, two = np.array([1.0]), np.array([2.0])
    with pytest.raises(InputError, match="hold its mean"):
        Band(x=one, mean=one, low=two, high=two, runs=2)
