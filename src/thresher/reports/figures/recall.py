"""Recall against records read."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes

from thresher.measures.curves import recall_curve
from thresher.measures.reference_curves import random_recall
from thresher.reports.figures.drawing import Options, draw
from thresher.reports.figures.kinds import Kind, Scale
from thresher.reports.figures.sources import Runs

__all__ = ["RECALL", "plot_recall"]

RECALL = Kind(
    name="recall",
    title="Recall",
    x=Scale(relative="Share of records read", absolute="Number of records read"),
    y=Scale(
        relative="Recall (share of relevant records found)",
        absolute="Number of relevant records found",
    ),
    curve=recall_curve,
    random=random_recall,
    live="counts (y_absolute)",
)


def plot_recall(  # noqa: PLR0913, PLR0917  Insights' order and names
    ax: Axes,
    runs: Runs,
    priors: bool = False,  # noqa: FBT001, FBT002
    x_absolute: bool = False,  # noqa: FBT001, FBT002
    y_absolute: bool = False,  # noqa: FBT001, FBT002
    show_random: bool = True,  # noqa: FBT001, FBT002
    show_optimal: bool = True,  # noqa: FBT001, FBT002
    show_legend: bool = True,  # noqa: FBT001, FBT002
    legend_values: Sequence[str] | None = None,
    legend_kwargs: Mapping[str, Any] | None = None,
    *,
    band: bool = False,
) -> Axes:
    """Recall against records read.

    Parameters
    ----------
    ax
        Where to draw; no other state of matplotlib is touched.
    runs
        A path, run, reading or row of labels, or several of these.
    priors
        Whether records known beforehand count as read.
    x_absolute, y_absolute
        Whether the axis counts records instead of giving shares.
    show_random, show_optimal
        Whether to draw random and best order to compare with.
    show_legend, legend_values, legend_kwargs
        Whether to name the runs, by which names, and keywords for matplotlib.
    band
        Whether to draw the mean of the runs and one standard deviation around it.

    Notes
    -----
    Takes the place of ASReview Insights' function of this name. The random line is
    the exact expectation, not rounded to whole records.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_recall(Figure().subplots(), [1, 0, 1, 0, 0])
    >>> ax.get_title()
    'Recall'
    """
    options = Options(
        priors=priors,
        x_absolute=x_absolute,
        y_absolute=y_absolute,
        show_random=show_random,
        show_optimal=show_optimal,
        show_legend=show_legend,
        legend_values=legend_values,
        legend_kwargs=legend_kwargs,
        band=band,
    )
    return draw(ax, RECALL, runs, options=options)
