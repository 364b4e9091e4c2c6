"""A printed figure stands for every value that rounds to it."""

from decimal import ROUND_HALF_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError
from thresher.measures.published import (
    Judged,
    PrintedMeasure,
    as_printed,
    converted_figure,
    possible_relevant,
    tnr_interval,
    wss_interval,
)
from thresher.measures.published.printed import mean_interval


@given(
    value=st.decimals(-1, 1, places=6),
    decimals=st.integers(0, 5),
    rounding=st.sampled_from([ROUND_HALF_UP, ROUND_HALF_DOWN]),
)
def test_a_value_lies_within_what_its_print_may_stand_for(
    value: Decimal, decimals: int, rounding: str
) -> None:
    printed = as_printed(f"{value.quantize(Decimal(10) ** -decimals, rounding):f}")
    assert printed.decimals == decimals
    assert printed.interval.low <= Fraction(value) <= printed.interval.high


@given(value=st.decimals(0, 1, places=6), decimals=st.integers(1, 4))
def test_the_true_rate_lies_within_what_a_printed_wss_may_stand_for(
    value: Decimal, decimals: int
) -> None:
    pile = Judged(records=327, relevant=40)
    wss = as_printed(f"{value:.{decimals}f}")
    span = tnr_interval(wss, pile)
    assert span.low <= pile.tnr(Fraction(value)) <= span.high
    back = wss_interval(as_printed(f"{value:.{decimals}f}"), pile)
    assert back.low <= pile.wss(Fraction(value)) <= back.high


@pytest.mark.parametrize(
    ("text", "value", "decimals"),
    [
        ("0.50", Fraction(1, 2), 2),
        (".5", Fraction(1, 2), 1),
        ("53.1%", Fraction(531, 1000), 3),
        ("53.1 %", Fraction(531, 1000), 3),
        ("\N{MINUS SIGN}0.05", Fraction(-1, 20), 2),
        (" 1 ", Fraction(1), 0),
        ("1.", Fraction(1), 0),
        ("1.5e-05", Fraction(15, 10**6), 6),
        ("1E2", Fraction(100), 0),
    ],
)
def test_figures_are_read_as_printed(text: str, value: Fraction, decimals: int) -> None:
    printed = as_printed(text)
    assert (printed.value, printed.decimals) == (value, decimals)


@pytest.mark.parametrize("text", ["", "x", "0,5", "1/2", "1e", "nan", ".", "9" * 5000])
def test_what_is_no_plain_number_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="need a number"):
        as_printed(text)


def test_a_figure_prints_as_it_was_printed() -> None:
    assert str(as_printed("0.360")) == "0.360"


@given(records=st.integers(2, 4000), data=st.data(), decimals=st.integers(0, 2))
def test_the_true_count_is_among_those_that_print_like_it(
    records: int, data: st.DataObject, decimals: int
) -> None:
    relevant = data.draw(st.integers(1, records - 1))
    share = as_printed(f"{100 * relevant / records:.{decimals}f}%")
    assert relevant in possible_relevant(share, records=records)


@given(records=st.integers(2, 2000), tenths=st.integers(1, 999))
def test_every_possible_count_prints_like_the_share(records: int, tenths: int) -> None:
    share = as_printed(f"{tenths / 10:.1f}%")
    try:
        counts = possible_relevant(share, records=records)
    except InputError:
        counts = ()
    fitting = {
        n
        for n in range(1, records)
        if abs(Fraction(n, records) - share.value) <= Fraction(1, 2000)
    }
    assert set(counts) == fitting
    misses = [abs(n - share.value * records) for n in counts]
    assert misses == sorted(misses)


def test_a_share_that_no_count_has_is_refused() -> None:
    with pytest.raises(InputError, match="out of 10"):
        possible_relevant(as_printed("3.3%"), records=10)


def test_a_share_that_says_too_little_is_refused() -> None:
    with pytest.raises(InputError, match="give the number of relevant"):
        possible_relevant(as_printed("5%"), records=10**9)


def test_the_mean_of_printed_figures_keeps_their_uncertainty() -> None:
    span = mean_interval([as_printed("0.1").interval, as_printed("0.30").interval])
    assert span.high - span.low == Fraction(11, 200)


@pytest.mark.parametrize("to", ["tnr", "wss"])
def test_a_figure_and_its_conversion_may_stand_for_each_other(
    to: PrintedMeasure,
) -> None:
    pile = Judged(records=2000, relevant=200)
    figure = converted_figure(as_printed("0.500"), pile, to=to)
    expected = {
        "tnr": Fraction(1090, 1800),
        "wss": Fraction(910, 2000) - Fraction(1, 20),
    }
    assert figure.value == expected[to]
    assert figure.span.low < figure.value < figure.span.high


@pytest.mark.parametrize(("text", "to"), [("0.90", "tnr"), ("1.2", "wss")])
def test_a_figure_that_no_ranking_has_is_not_converted(
    text: str, to: PrintedMeasure
) -> None:
    with pytest.raises(InputError, match="cannot be"):
        converted_figure(as_printed(text), Judged(records=2000, relevant=200), to=to)


def test_a_figure_rounded_up_beyond_the_bound_is_converted() -> None:
    pile = Judged(records=2000, relevant=200)  # at most 0.855
    assert converted_figure(as_printed("0.86"), pile, to="tnr").value > 1
