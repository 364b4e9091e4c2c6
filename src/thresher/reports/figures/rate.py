"""Rate-recall and rate-accuracy figures (Millard, Flach and Higgins)."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes

from thresher.measures.rate_curves import rate_accuracy_curve, rate_recall_curve
from thresher.measures.reference_curves import random_accuracy, random_recall
from thresher.reports.figures.drawing import Options, draw
from thresher.reports.figures.kinds import Kind, Scale
from thresher.reports.figures.sources import Runs

__all__ = ["RATE_ACCURACY", "RATE_RECALL", "plot_rate_accuracy", "plot_rate_recall"]

RATE_RECALL = Kind(
    name="rate-recall",
    title="Rate-recall curve",
    x=Scale(relative="Rate (share of records read)", absolute="Number of records read"),
    y=Scale(
        relative="Recall (share of relevant records found)",
        absolute="Number of relevant records found",
    ),
    curve=rate_recall_curve,
    random=random_recall,
    bounded=True,
)

RATE_ACCURACY = Kind(
    name="rate-accuracy",
    title="Rate-accuracy curve",
    x=Scale(relative="Rate (share of records read)", absolute="Number of records read"),
    y=Scale(
        relative="Accuracy (share of records on the right side)",
        absolute="Number of records on the right side",
    ),
    curve=rate_accuracy_curve,
    random=random_accuracy,
    bounded=True,
)


def plot_rate_recall(  # noqa: PLR0913  the same names as in `plot_recall`
    ax: Axes,
    runs: Runs,
    *,
    priors: bool = False,
    x_absolute: bool = False,
    y_absolute: bool = False,
    show_random: bool = True,
    show_optimal: bool = True,
    show_legend: bool = True,
    legend_values: Sequence[str] | None = None,
    legend_kwargs: Mapping[str, Any] | None = None,
    band: bool = False,
) -> Axes:
    """Recall at every share of the pile that is read, with its bounds.

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

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_rate_recall(Figure().subplots(), [1, 0, 1, 0, 0])
    >>> ax.get_title()
    'Rate-recall curve'
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
    return draw(ax, RATE_RECALL, runs, options=options)


def plot_rate_accuracy(  # noqa: PLR0913  the same names as in `plot_recall`
    ax: Axes,
    runs: Runs,
    *,
    priors: bool = False,
    x_absolute: bool = False,
    y_absolute: bool = False,
    show_random: bool = True,
    show_optimal: bool = True,
    show_legend: bool = True,
    legend_values: Sequence[str] | None = None,
    legend_kwargs: Mapping[str, Any] | None = None,
    band: bool = False,
) -> Axes:
    """Accuracy at every share of the pile that is read, with its bounds.

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

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_rate_accuracy(Figure().subplots(), [1, 0, 1, 0, 0])
    >>> ax.get_title()
    'Rate-accuracy curve'
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
    return draw(ax, RATE_ACCURACY, runs, options=options)
