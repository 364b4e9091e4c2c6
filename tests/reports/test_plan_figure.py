"""A plan as a figure."""

import numpy as np
import pytest
from matplotlib.axes import Axes

from thresher.measures.planning import plan
from thresher.reports.figures.sources import NamedReading
from thresher.reports.plan_figure import plan_figure
from thresher.screening.reading import as_reading

RUNS = [NamedReading(name="good", reading=as_reading([1, 1, 0, 0, 0]))]


def named(ax: Axes) -> list[str]:
    return list(ax.get_legend_handles_labels()[1])


def test_the_density_stands_over_the_curves_of_the_runs() -> None:
    outlook = plan(
        [("good", [1, 1, 0, 0, 0])], records=2500, hours=120, minutes=(10, 45)
    )
    above, below = plan_figure(outlook, RUNS).axes
    assert above.get_xlim() == below.get_xlim()
    assert named(above) == ["95 % interval", "mean: 399 records"]
    assert "good" in named(below)
    assert "target: 95 % recall" in named(below)


def test_the_drawn_density_holds_all_the_weight() -> None:
    for records in (600, 2500, 10**6):
        outlook = plan(records=records, hours=120, minutes=(10, 45))
        (ax,) = plan_figure(outlook).axes
        x, y = np.asarray(ax.lines[0].get_xydata()).T
        area = (np.diff(x) * (y[1:] + y[:-1]) / 2).sum()
        finished = outlook.chance_to_finish if outlook.law != "beta" else 0.0
        assert area == pytest.approx(1 - finished, abs=0.003)


def test_a_budget_that_may_suffice_says_so() -> None:
    (ax,) = plan_figure(plan(records=500, hours=120, minutes=(10, 45))).axes
    assert "all is read: 15.6 %" in named(ax)
    assert ax.get_xlim()[1] > 1


def test_what_is_nearly_certain_is_not_drawn_as_certain() -> None:
    rich = plan(records=100, hours=1000, minutes=(1, 2), coverage=0.9999999)
    (ax,) = plan_figure(rich).axes
    assert "all is read: above 99.9 %" in named(ax)
    assert "99.99999 % interval" in named(ax)


def test_a_small_budget_is_looked_at_closely() -> None:
    (ax,) = plan_figure(plan(records=10**6, hours=120, minutes=(10, 45))).axes
    assert ax.get_xlim()[1] < 0.002


def test_the_shade_covers_the_interval() -> None:
    outlook = plan(records=2500, hours=120, minutes=(10, 45))
    (shade,) = plan_figure(outlook).axes[0].collections
    points = [np.asarray(path.vertices) for path in shade.get_paths()]
    across = np.concatenate([corner[:, 0] for corner in points])
    assert across.min() == pytest.approx(0.064, abs=0.002)
    assert across.max() == pytest.approx(0.288, abs=0.002)
