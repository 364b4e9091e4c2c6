"""Printed bounds: never above what was shown, and no further below than the digits."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.certification.rounding import rounded_down
from thresher.reports.certification_text import look_text

LOOK = {
    "measure": "recall",
    "confidence": 0.95,
    "estimate": 0.98,
    "records": 900,
    "ledger": "looks.jsonl",
    "target": 0.95,
}


@given(bound=st.floats(0, 1), digits=st.integers(1, 6))
def test_a_printed_bound_is_the_greatest_of_its_digits_below(
    bound: float, digits: int
) -> None:
    shown = Fraction(str(rounded_down(bound, digits=digits)))
    exact = Fraction(repr(bound))
    assert shown <= exact < shown + Fraction(1, 10**digits)


@given(whole=st.integers(1, 1000), part=st.integers(0, 1000))
def test_a_bound_of_few_decimals_is_printed_as_it_is(whole: int, part: int) -> None:
    bound = min(part, 1000) / 1000
    assert rounded_down(bound, digits=3) == bound
    assert rounded_down(bound / whole, digits=3) <= bound / whole


def test_a_look_that_failed_by_a_hair_does_not_print_the_target() -> None:
    said = look_text(LOOK | {"bound": 0.94998, "passed": False})
    assert "FAILED: recall >= 0.9499 at 95 % confidence, target 0.95" in said


@pytest.mark.parametrize(
    ("confidence", "words"),
    [(0.9, "90 % confidence"), (0.999, "99.9 % confidence")],
)
def test_nothing_short_of_certain_is_called_so(confidence: float, words: str) -> None:
    said = look_text(LOOK | {"bound": 0.9, "passed": False, "confidence": confidence})
    assert words in said
    assert "100" not in said
