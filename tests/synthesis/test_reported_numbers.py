"""Printed numbers are read as printed."""

import pytest

from thresher.synthesis.reported_numbers import Effect, PValue, numbers_in


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        (
            "RR = 0\u00b781; 95 % CI 0\u00b770\u20130\u00b795",
            Effect(kind="risk ratio", value=0.81, low=0.70, high=0.95),
        ),
        (
            "hazard ratio for death, 0.77 [95% confidence interval, 0.65 to 0.91]",
            Effect(kind="hazard ratio", value=0.77, low=0.65, high=0.91),
        ),
        (
            "mean difference \u22121.4 (95% CI \u22122.2, \u22120.6)",
            Effect(kind="mean difference", value=-1.4, low=-2.2, high=-0.6),
        ),
        ("OR: 1.5 (p=0.2)", Effect(kind="odds ratio", value=1.5)),
        (
            "a difference of 3 points (95% CI: -1 to 7)",
            Effect(kind="difference", value=3.0, low=-1.0, high=7.0),
        ),
    ],
)
def test_an_effect_is_read_with_its_interval(text: str, effect: Effect) -> None:
    assert numbers_in(text).effects == (effect,)


def test_each_effect_has_its_own_interval() -> None:
    text = "OR 0.5 (95% CI 0.2-0.9) for death and OR 1.2 for falls (95% CI 0.8-1.9)"
    first, second = numbers_in(text).effects
    assert (first.low, second.low) == (0.2, 0.8)


def test_an_interval_far_away_belongs_to_nothing() -> None:
    text = "OR 0.5" + " and so on" * 10 + " 95% CI 0.2-0.9"
    assert numbers_in(text).effects == (Effect(kind="odds ratio", value=0.5),)


@pytest.mark.parametrize(
    ("text", "significant"),
    [
        ("P<.05", True),
        ("(p < 0.001)", True),
        ("p = 0.049", True),
        ("P = .05", False),
        ("p=0.06", False),
        ("p > 0.05", False),
        ("P \u2264 0.05", True),
        ("p-value of less than 0.05", True),
        ("P for trend = 0.02", True),
        ("p = 1.2 x 10-5", True),
        ("p=1.0", False),
    ],
)
def test_a_p_value_below_five_percent_shows_a_difference(
    text: str, *, significant: bool
) -> None:
    (found,) = numbers_in(text).p_values
    assert found.is_significant is significant


def test_sizes_are_read_with_their_thousands() -> None:
    assert numbers_in("(n = 1,204) and (N=35)").sizes == (1204, 35)


def test_a_sentence_without_numbers_has_none() -> None:
    found = numbers_in("Pain fell more with aspirin (see Table 2).")
    assert (found.sizes, found.effects, found.p_values) == ((), (), ())
    assert PValue(relation="<", value=0.05).is_significant
