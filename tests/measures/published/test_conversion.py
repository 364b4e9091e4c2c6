"""WSS and TNR stand for the same thing."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.confusion import true_negative_rate
from thresher.measures.published import (
    Interval,
    Judged,
    tnr_from_wss,
    wss_at_full_recall,
    wss_from_tnr,
)
from thresher.measures.work_saved import work_saved, work_saved_bounds

recalls = st.sampled_from(["0.5", "0.7", "0.8", "0.9", "0.95", "0.99", "1"])
rankings = st.lists(st.booleans(), min_size=2, max_size=120).filter(
    lambda labels: 0 < sum(labels) < len(labels)
)


@st.composite
def piles(draw: st.DrawFn) -> Judged:
    records = draw(st.integers(2, 5000))
    relevant = draw(st.integers(1, records - 1))
    return Judged(records=records, relevant=relevant, recall=draw(recalls))


@given(pile=piles(), wss=st.floats(-1, 1))
def test_wss_comes_back_from_the_tnr_made_of_it(pile: Judged, wss: float) -> None:
    counts = {"records": pile.records, "relevant": pile.relevant}
    tnr = tnr_from_wss(wss, **counts, recall=pile.recall)
    assert wss_from_tnr(tnr, **counts, recall=pile.recall) == pytest.approx(
        wss, abs=1e-12
    )


@given(labels=rankings, recall=recalls)
def test_normalised_wss_of_a_ranking_is_its_true_negative_rate(
    labels: list[bool], recall: str
) -> None:
    """Equations 7 to 11 and 16, with the measures of rankings as the other side."""
    counts = {"records": len(labels), "relevant": sum(labels)}
    wss = work_saved(labels, recall=recall)
    least, most = work_saved_bounds(
        records=len(labels), relevant=sum(labels), recall=recall
    )
    rate = true_negative_rate(labels, recall=recall)
    assert (wss - least) / (most - least) == pytest.approx(rate, abs=1e-12)
    assert tnr_from_wss(wss, **counts, recall=recall) == pytest.approx(rate, abs=1e-12)


@given(pile=piles())
def test_the_bounds_are_those_of_rankings(pile: Judged) -> None:
    least, most = work_saved_bounds(
        records=pile.records, relevant=pile.relevant, recall=pile.recall
    )
    assert float(pile.possible.low) == pytest.approx(least)
    assert float(pile.possible.high) == pytest.approx(most)
    assert pile.bounds("wss") == pile.possible
    assert pile.bounds("tnr") == Interval(low=Fraction(0), high=Fraction(1))


@given(labels=rankings, recall=recalls)
def test_equation_6_gives_the_wss_at_full_recall_where_nothing_may_be_missed(
    labels: list[bool], recall: str
) -> None:
    relevant, wss = sum(labels), work_saved(labels, recall=recall)
    if relevant * (1 - Fraction(recall)) < 1:
        full = wss_at_full_recall(wss, relevant=relevant, recall=recall)
        assert full == pytest.approx(work_saved(labels, recall=1), abs=1e-12)
    else:
        with pytest.raises(UndefinedMeasureError, match="misses"):
            wss_at_full_recall(wss, relevant=relevant, recall=recall)


def test_equation_6_holds_for_fewer_than_20_relevant_records_at_95_percent() -> None:
    assert Judged(records=100, relevant=19).is_full_recall
    assert not Judged(records=100, relevant=20).is_full_recall


def test_floats_do_not_hide_a_missed_record() -> None:
    """In floating point 10 * (1 - 0.9) is less than 1."""
    assert Judged(records=100, relevant=10, recall=0.9).missed == 1


@pytest.mark.parametrize(
    ("records", "relevant", "most"),
    [(2000, 1000, 0.475), (2000, 100, 0.9025), (20, 10, 0.45)],
)
def test_the_greatest_wss_depends_on_how_many_are_relevant(
    records: int, relevant: int, most: float
) -> None:
    assert wss_from_tnr(1, records=records, relevant=relevant) == pytest.approx(most)


@pytest.mark.parametrize(
    ("records", "relevant", "recall"),
    [(10, 11, 0.95), (10, -1, 0.95), (10, 5, 0), (10, 5, 1.5), (10, 5, "x")],
)
def test_impossible_counts_and_recalls_are_refused(
    records: int, relevant: int, recall: float
) -> None:
    with pytest.raises(InputError):
        Judged(records=records, relevant=relevant, recall=recall)


@pytest.mark.parametrize("relevant", [0, 10])
def test_without_both_kinds_of_records_there_is_no_rate(relevant: int) -> None:
    with pytest.raises(UndefinedMeasureError):
        tnr_from_wss(0.5, records=10, relevant=relevant)


@pytest.mark.parametrize("odd", [float("nan"), float("inf")])
def test_figures_that_are_not_finite_are_refused(odd: float) -> None:
    with pytest.raises(InputError, match="finite"):
        tnr_from_wss(odd, records=10, relevant=5)


def test_an_interval_cannot_run_backwards() -> None:
    with pytest.raises(InputError, match="low <= high"):
        Interval(low=Fraction(1), high=Fraction(0))
