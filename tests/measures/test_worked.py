"""Worked cases: each number can be followed with pencil and paper."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import (
    average_precision_score,
    ndcg_score,
    roc_auc_score,
)

from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures import area, effort, gain, precision
from thresher.measures.confusion import (
    Confusion,
    confusion_after,
    confusion_at,
    true_negative_rate,
)
from thresher.measures.discovery import time_to_discovery
from thresher.measures.extra_found import extra_found
from thresher.measures.loss import loss
from thresher.measures.needed import (
    at_least,
    at_most,
    exact_share,
    nearest,
    target_share,
)
from thresher.measures.recall import recall_after, recall_at
from thresher.measures.work_saved import work_saved, work_saved_bounds
from thresher.screening.reading import Reading

mixed = st.lists(st.booleans(), min_size=2, max_size=80).filter(
    lambda labels: 0 < sum(labels) < len(labels)
)
recalls = st.sampled_from([0.05, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0])


def test_insights_readme_example_comes_out_as_printed() -> None:
    """2000 records, 100 relevant, 95 % recall after 1100: TNR 895/1900."""
    labels = np.zeros(2000, dtype=bool)
    labels[:94] = labels[1099] = labels[1995:] = True
    counts = confusion_at(labels, recall=0.95)
    assert counts == Confusion(
        true_positives=95,
        false_positives=1005,
        true_negatives=895,
        false_negatives=5,
    )
    assert true_negative_rate(labels, recall=0.95) == 895 / 1900
    assert (counts.relevant, counts.irrelevant, counts.read) == (100, 1900, 1100)


@given(labels=mixed, recall=recalls)
def test_normalised_work_saved_is_the_true_negative_rate(
    labels: list[bool], recall: float
) -> None:
    """Kusa et al. (2023), equations 7 to 16."""
    low, high = work_saved_bounds(
        records=len(labels), relevant=sum(labels), recall=recall
    )
    normalised = (work_saved(labels, recall=recall) - low) / (high - low)
    assert normalised == pytest.approx(true_negative_rate(labels, recall=recall))


@given(labels=mixed, recall=recalls)
def test_few_relevant_records_make_every_recall_the_whole(
    labels: list[bool], recall: float
) -> None:
    """Kusa et al. (2023), equation 6."""
    missed = 1 - exact_share(recall)
    if sum(labels) * missed < 1:
        whole = work_saved(labels, recall=1.0)
        assert work_saved(labels, recall=recall) == pytest.approx(whole - float(missed))


@pytest.mark.parametrize(
    ("relevant", "most"), [(1000, 0.475), (100, 0.9025), (1, 0.9495)]
)
def test_the_most_work_that_can_be_saved_depends_on_prevalence(
    relevant: int, most: float
) -> None:
    """Kusa et al. (2023), eq. 2; their section 2 leaves FN out and says .45 and .90."""
    bounds = work_saved_bounds(records=2000, relevant=relevant, recall=0.95)
    assert bounds[1] == pytest.approx(most)


def test_shares_are_counted_exactly_where_floats_lie() -> None:
    assert at_least(10, exact_share(0.9)) == 9
    assert at_least(100, exact_share(0.07)) == 7
    assert at_most(1000, exact_share(0.29)) == 290
    assert nearest(10, exact_share(0.95)) == 10
    assert exact_share(Fraction(1, 3)) == Fraction(1, 3)


@pytest.mark.parametrize("share", ["", "1/0", "nan", "infinite"])
def test_a_share_that_is_no_number_is_refused(share: str) -> None:
    with pytest.raises(InputError, match="a share must be a number"):
        target_share(share)


def test_recall_counts_whole_records_only() -> None:
    labels = [1, 0, 1, 0, 0, 0, 1]
    assert recall_at(labels, share=0.42) == 1 / 3  # 2.94 records are 2
    assert recall_at(labels, share=0.42, cut=nearest) == 2 / 3
    assert recall_at(labels, share=0) == 0
    assert recall_after(labels, read=7) == 1
    with pytest.raises(InputError, match="0 <= read <= 7"):
        recall_after(labels, read=8)


@given(labels=mixed, share=st.sampled_from([0.0, 0.1, 0.35, 0.5, 1.0]))
def test_extra_found_is_recall_less_the_share_that_was_read(
    labels: list[bool], share: float
) -> None:
    read = at_most(len(labels), exact_share(share))
    expected = recall_at(labels, share=share) - read / len(labels)
    assert extra_found(labels, share=share) == pytest.approx(expected)


def test_a_run_that_missed_half_is_not_nearly_perfect() -> None:
    """ASReview prints a loss of .023 for such a run; 41 of 80 were missed."""
    labels = np.zeros(60, dtype=bool)
    labels[:39] = True
    stopped = Reading(labels=labels, records=366, relevant=80)
    assert stopped.stopped_early
    assert loss(stopped) > 0.5
    assert loss(labels) == 0


def test_loss_is_undefined_where_everything_is_relevant() -> None:
    for measure in (loss, area.area_under_roc, true_negative_rate):
        with pytest.raises(UndefinedMeasureError, match="every record is relevant"):
            measure([1, 1])


@given(labels=mixed)
def test_loss_and_area_add_up_to_one_without_ties(labels: list[bool]) -> None:
    assert loss(labels) + area.area_under_roc(labels) == pytest.approx(1)


@given(labels=mixed, data=st.data())
def test_areas_agree_with_scikit_learn_ties_included(
    labels: list[bool], data: st.DataObject
) -> None:
    scores = data.draw(
        st.lists(st.integers(0, 5), min_size=len(labels), max_size=len(labels))
    )
    falling = np.sort(np.array(scores, dtype=float))[::-1]
    reading = Reading(labels=np.array(labels), scores=falling)
    assert area.area_under_roc(reading) == pytest.approx(roc_auc_score(labels, falling))
    expected = average_precision_score(labels, falling)
    assert area.average_precision(reading) == pytest.approx(expected)


def test_scores_that_rise_come_from_retraining_and_make_no_ties() -> None:
    labels = np.array([True, False, True])
    reading = Reading(labels=labels, scores=np.array([0.5, 0.5, 0.9]))
    assert area.area_under_roc(reading) == area.area_under_roc(labels)


def test_an_early_stop_with_scores_counts_what_it_missed_as_last() -> None:
    stopped = Reading(
        labels=np.array([True, False]),
        records=4,
        relevant=2,
        scores=np.array([1.0, 1.0]),
    )
    assert area.area_under_roc(stopped) == pytest.approx((0.75 + 0) / 2)


@given(labels=mixed, recall=st.sampled_from([0.0, 0.3, 0.8, 0.95]))
def test_partial_area_is_the_slab_of_the_step_curve(
    labels: list[bool], recall: float
) -> None:
    """Add up the rectangles of a fine grid of recalls."""
    grid = (np.arange(20_000) + 0.5) / 20_000
    grid = grid[grid >= recall]
    ranks = np.flatnonzero(labels) + 1
    wrong = ranks - np.arange(1, ranks.size + 1)
    step = np.ceil(grid * ranks.size - 1e-9).astype(int) - 1
    expected = (1 - wrong[step] / (len(labels) - ranks.size)).sum() / 20_000
    got = area.partial_area(labels, recall=recall)
    assert got == pytest.approx(expected, abs=2e-3)


def test_standardised_partial_area_is_half_for_chance() -> None:
    tied = Reading(labels=np.array([1, 0, 0, 1]) == 1, scores=np.zeros(4))
    assert area.standardised_partial_area(tied, recall=0.8) == pytest.approx(0.5)
    with pytest.raises(InputError, match=r"\[0, 1\)"):
        area.partial_area([1, 0], recall=1)


@given(labels=mixed)
def test_gain_agrees_with_scikit_learn(labels: list[bool]) -> None:
    falling = np.arange(len(labels), 0, -1)
    expected = ndcg_score([[int(label) for label in labels]], [falling])
    assert gain.normalised_gain(labels) == pytest.approx(expected)


def test_a_patient_reader_discounts_nothing_before_the_base() -> None:
    labels = [0, 1, 0, 0, 1]
    expected = (1 + 1 / np.log2(5)) / 2
    assert gain.normalised_gain_from(labels, base=2) == pytest.approx(expected)
    assert gain.normalised_gain_from(labels, base=10) == 1
    with pytest.raises(InputError, match="more than 1"):
        gain.normalised_gain_from(labels, base=1)


def test_precision_and_f_measure_of_a_cut() -> None:
    labels = [1, 0, 1, 0, 0, 1]
    assert precision.precision_after(labels, read=3) == 2 / 3
    assert precision.precision_at(labels, recall=1.0) == 0.5
    assert precision.f_measure_after(labels, read=3) == pytest.approx(2 / 3)
    twice = precision.f_measure_after(labels, read=2, beta=2)
    assert twice == pytest.approx(5 * 1 / (5 * 1 + 4 * 2 + 1))
    with pytest.raises(UndefinedMeasureError, match="nothing was read"):
        precision.precision_after(labels, read=0)
    with pytest.raises(InputError, match="beta"):
        precision.f_measure_after(labels, read=1, beta=0)


def test_discovery_names_records_by_id_where_there_are_ids() -> None:
    labels = np.array([0, 1, 1]) == 1
    assert time_to_discovery(Reading(labels=labels, ids=["a", "b", "c"])) == [
        ("b", 2),
        ("c", 3),
    ]
    assert time_to_discovery(labels) == [(1, 2), (2, 3)]


def test_wallace_and_miwa_count_what_reader_and_classifier_did() -> None:
    shared = effort.Division(
        read_relevant=3,
        read_irrelevant=7,
        flagged_relevant=4,
        flagged_irrelevant=6,
        dropped_relevant=1,
        dropped_irrelevant=79,
    )
    assert (shared.relevant, shared.records) == (8, 100)
    assert effort.yield_(shared) == 7 / 8
    assert effort.burden(shared) == pytest.approx(0.2)
    assert effort.coverage(shared) == 3 / 8
    assert effort.utility(shared) == pytest.approx((19 * 7 / 8 + 0.8) / 20)


def test_effort_of_a_reading_drops_what_is_unread() -> None:
    division = effort.division_after([1, 0, 1, 0], read=2)
    assert effort.yield_(division) == 0.5
    assert effort.burden(division) == 0.5
    assert effort.hours_saved([1, 0, 0, 0], minutes=30, recall=1.0) == 1.5


def test_impossible_effort_is_refused() -> None:
    with pytest.raises(InputError, match="negative"):
        effort.Division(read_relevant=-1, read_irrelevant=0)
    nothing = effort.Division(read_relevant=0, read_irrelevant=0)
    for measure in (effort.yield_, effort.burden, effort.coverage):
        with pytest.raises(UndefinedMeasureError):
            measure(nothing)
    some = effort.division_after([1, 0], read=1)
    with pytest.raises(InputError, match="beta"):
        effort.utility(some, beta=-1)
    with pytest.raises(InputError, match="minutes"):
        effort.hours_saved([1, 0], minutes=-1)
    with pytest.raises(InputError, match="cannot be negative"):
        effort.cumulated_cost(read=1, minutes=1, hourly_rate=-1)
    with pytest.raises(InputError, match="negative"):
        Confusion(
            true_positives=1, false_positives=0, true_negatives=-1, false_negatives=0
        )


@given(labels=mixed, data=st.data())
def test_a_confusion_matrix_adds_up(labels: list[bool], data: st.DataObject) -> None:
    read = data.draw(st.integers(0, len(labels)))
    counts = confusion_after(labels, read=read)
    assert counts.relevant == sum(labels)
    assert counts.relevant + counts.irrelevant == len(labels)
    assert counts.true_positives == sum(labels[:read])
