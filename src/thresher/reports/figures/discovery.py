"""Rank at which each relevant record was found."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes

from thresher.measures.curves import discovery_curve
from thresher.measures.reference_curves import random_discovery
from thresher.reports.figures.drawing import Options, draw
from thresher.reports.figures.kinds import Kind, Scale
from thresher.reports.figures.sources import Runs

__all__ = ["DISCOVERY", "plot_discovery"]

DISCOVERY = Kind(
    name="discovery",
    title="Discovery of relevant records",
    x=Scale(
        relative="Relevant records, first found to last",
        absolute="Relevant records, first found to last",
    ),
    y=Scale(
        relative="Share of records read when found",
        absolute="Number of records read when found",
    ),
    curve=discovery_curve,
    random=random_discovery,
    live="counts (x_absolute)",
    dots=True,
)


def plot_discovery(  # noqa: PLR0913  the same names as in `plot_recall`
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
    """Rank at which each relevant record was found.

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
    >>> ax = plot_discovery(Figure().subplots(), [1, 0, 1, 0, 0])
    >>> ax.get_title()
    'Discovery of relevant records'
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
    return draw(ax, DISCOVERY, runs, options=options)
