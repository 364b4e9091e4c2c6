"""The cost of certifying after every round, drawn."""

from thresher.certification.policies import Round, within_budget
from thresher.reports.certification_figure import curve_figure

ROUNDS = [
    Round(trained=20, size=None),
    Round(trained=40, size=9000, passed=True),
    Round(trained=60, size=300, passed=False),
    Round(trained=80, size=200, passed=True),
    Round(trained=100, size=150),
]


def test_every_kind_of_round_is_drawn_and_named() -> None:
    figure = curve_figure(
        ROUNDS, {"first": within_budget}, budget=500, title="One training"
    )
    (ax,) = figure.axes
    names = ax.get_legend_handles_labels()[1]
    assert names == [
        "would pass",
        "would fail",
        "not tested",
        "no size can do it",
        "costs more than shown",
        "first: 360",
    ]
    assert ax.get_title() == "One training"
    assert ax.get_ylim() == (0, 625)


def test_a_policy_that_never_opens_is_named() -> None:
    figure = curve_figure(
        ROUNDS[3:4], {"first": within_budget}, budget=5, title="Too dear"
    )
    names = figure.axes[0].get_legend_handles_labels()[1]
    assert names == ["costs more than shown", "first: never opened"]
