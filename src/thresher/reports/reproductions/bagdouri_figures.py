"""Figures 2 to 7 of Bagdouri et al. (2013), drawn from our trainings."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from thresher.certification.policies import (
    Policy,
    Wait,
    blind_oracle,
    sighted_oracle,
    within_budget,
)
from thresher.reports.certification_figure import curve_figure
from thresher.reports.figures.saving import save_pictures
from thresher.reports.reproductions.bagdouri import Bagdouri
from thresher.reports.reproductions.bagdouri_runs import PolicyFigures, Run

__all__ = ["draw_understatement", "draw_waiting", "save_figures"]

POWER = 0.93
BLUE, GREY = "#0072B2", "#777777"


def save_figures(again: Bagdouri, folder: Path) -> list[Path]:
    """Draw Figures 2 to 7 into a folder as PNG and SVG; return the files."""
    return save_pictures(_drawings(again), folder)


def _drawings(again: Bagdouri) -> dict[str, Figure]:
    run = _telling(again.runs)
    budget = again.schedule.budget
    title = f"{run.collection}, {run.topic}: target {run.target:.3f}"
    policies: dict[str, Policy] = {
        "first within budget": within_budget,
        "wait 10": Wait(rounds=10),
        "blind oracle": blind_oracle,
        "sighted oracle": sighted_oracle,
    }
    waits = again.schedule.waits
    return {
        "bagdouri_figure_2": curve_figure(run.rounds, {}, budget=budget, title=title),
        "bagdouri_figure_3": _figure(lambda ax: draw_understatement(ax, again.runs)),
        "bagdouri_figure_4": curve_figure(
            run.rounds, policies, budget=budget, title=title
        ),
        "bagdouri_figure_5": _figure(
            lambda ax: draw_waiting(ax, waits, again.waiting, what="saving")
        ),
        "bagdouri_figure_6": _figure(
            lambda ax: draw_waiting(ax, waits, again.waiting, what="passed")
        ),
        "bagdouri_figure_7": _figure(
            lambda ax: draw_waiting(ax, waits, again.waiting, what="unopened")
        ),
    }


def _telling(runs: Sequence[Run]) -> Run:
    """Return the run with the most rounds that have a size and the most that have none.

    Such a run shows all of the way, from below the target to far above it.
    """

    def told(run: Run) -> int:
        sizes = sum(one.size is not None for one in run.rounds)
        return min(sizes, 2 * (len(run.rounds) - sizes))

    return max(runs, key=told)


def draw_understatement(ax: Axes, runs: Sequence[Run]) -> None:
    """Draw how far cross-validation is from the truth, by training labels."""
    gaps: dict[int, list[float]] = {}
    for run in runs:
        for one in run.measured:
            gaps.setdefault(one.round.trained, []).append(one.estimate - one.actual)
    trained = sorted(gaps)
    ax.axhline(0, color=GREY, linewidth=0.8)
    middle = [np.mean(gaps[at]) for at in trained]
    low, high = np.array([np.quantile(gaps[at], (0.1, 0.9)) for at in trained]).T
    ax.fill_between(
        trained, low, high, color=BLUE, alpha=0.15, lw=0, label="80 % of runs"
    )
    ax.plot(trained, middle, color=BLUE, label="mean")
    ax.set(
        xlabel="Training labels",
        ylabel="F1 by cross-validation less true F1",
        title="Cross-validation understates, less and less",
    )
    ax.legend(fontsize=9)


def draw_waiting(
    ax: Axes, waits: Sequence[int], waiting: Sequence[PolicyFigures], *, what: str
) -> None:
    """Draw saving, success or failure to open against the rounds waited."""
    ways: dict[str, tuple[Callable[[PolicyFigures], float | None], str]] = {
        "saving": (lambda one: one.saving, "Labels saved against not waiting"),
        "passed": (lambda one: one.passed, "Share of opened boxes that pass"),
        "unopened": (lambda one: 1 - one.opened, "Share of runs never opened"),
    }
    value, words = ways[what]
    points = [
        (wait, found)
        for wait, one in zip(waits, waiting, strict=True)
        if (found := value(one)) is not None
    ]
    ax.plot(*zip(*points, strict=True), color=BLUE, marker="o", markersize=3)
    if what == "passed":
        ax.axhline(POWER, color=GREY, linewidth=0.8, linestyle="--")
        ax.annotate("asked for", (0, POWER), va="bottom", color=GREY)
    ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.set(xlabel="Rounds waited after the first within budget", ylabel=words)


def _figure(draw: Callable[[Axes], None]) -> Figure:
    figure = Figure(figsize=(6.4, 4.2), layout="constrained")
    ax = figure.subplots()
    draw(ax)
    ax.spines[["top", "right"]].set_visible(False)
    return figure
