"""A plan as a figure: how far the budget reads, and what runs find on the way."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from thresher.arrays import Scores
from thresher.certification.rounding import percent
from thresher.measures.planning import Plan
from thresher.measures.rates import CappedLogNormal
from thresher.reports.figures import plot_recall
from thresher.reports.figures.saving import figure_for
from thresher.reports.figures.sources import NamedReading
from thresher.reports.plan_text import chance_text

__all__ = ["plan_figure"]

BUDGET = "#E69F00"  # of the budget, a colour that the first runs do not have
SHADE = 0.18
POINTS = 1001
MOST = 0.9995  # of the weight, on which to look closely
TALLER = 1.5


def plan_figure(plan: Plan, runs: Sequence[NamedReading] = ()) -> Figure:
    """Density of the share that a budget reads, over the recall curves of runs.

    Parameters
    ----------
    plan
        The budget and its law of the rate.
    runs
        The runs whose curves to draw; their priors are left out.

    Examples
    --------
    >>> from thresher.measures.planning import plan
    >>> figure = plan_figure(plan(records=2500, hours=120, minutes=(10, 45)))
    >>> figure.axes[0].get_ylabel()
    'Density'
    """
    figure = figure_for([run.name for run in runs])
    if not runs:
        ax = figure.subplots()
        _draw_density(ax, plan)
        _dress(ax, plan)
        ax.set_xlim(0, min(1.02, float(plan.rate.quantile(MOST)) * 1.1))
        return figure
    figure.set_figheight(figure.get_figheight() * TALLER)
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(1, 2))
    _draw_density(above, plan)
    _draw_reach(below, plan)
    plot_recall(below, runs)
    below.set_title("")
    _dress(above, plan)
    above.set_xlabel("")
    above.label_outer()
    return figure


def _draw_density(ax: Axes, plan: Plan) -> None:
    rates = _places(plan)
    density = plan.rate.density(rates)
    ax.plot(rates, density, color=BUDGET)
    low, high = plan.records_low / plan.records, plan.records_high / plan.records
    inside = (rates >= low) & (rates <= high)
    sure = f"{percent(plan.coverage)} interval"
    ax.fill_between(
        rates, density, where=inside, color=BUDGET, alpha=SHADE, lw=0, label=sure
    )
    mean = f"mean: {plan.expected_records:,.0f} records"
    ax.axvline(plan.rate.mean, color=BUDGET, linestyle="dashed", label=mean)
    if isinstance(plan.rate, CappedLogNormal):
        everything = f"all is read: {chance_text(plan.chance_to_finish)}"
        ax.axvline(1, color=BUDGET, linewidth=4, label=everything)
    ax.set_ylim(bottom=0)
    ax.legend(fontsize=9)


def _draw_reach(ax: Axes, plan: Plan) -> None:
    """Mark how far the budget reads, and the recall that is wanted."""
    target = f"target: {percent(plan.target_recall)} recall"
    ax.axhline(plan.target_recall, color="black", linewidth=0.8, label=target)
    low, high = plan.records_low / plan.records, plan.records_high / plan.records
    ax.axvspan(low, high, color=BUDGET, alpha=SHADE, lw=0, zorder=0)
    ax.axvline(plan.rate.mean, color=BUDGET, linestyle="dashed", zorder=1)


def _dress(ax: Axes, plan: Plan) -> None:
    quick, slow = plan.minutes
    ax.set_title(
        f"{plan.records:,} records, {plan.hours:g} hours, "
        f"{quick:g} to {slow:g} minutes a record"
    )
    ax.set_xlabel("Share of records read")
    ax.set_ylabel("Density")
    ax.xaxis.set_major_formatter(PercentFormatter(1))
    ax.spines[["top", "right"]].set_visible(False)


def _places(plan: Plan) -> Scores:
    """Return where to draw the density: everywhere, and closer where weight is."""
    even = np.linspace(0, 1, POINTS)[1:-1]  # the ends may be infinite
    close = plan.rate.quantile(np.linspace(1 - MOST, MOST, POINTS))
    return np.unique(np.concatenate([even, close[close < 1]]))
