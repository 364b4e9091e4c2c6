"""Share of relevant records among those read."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes

from thresher.measures.curves import precision_curve
from thresher.measures.reference_curves import random_precision
from thresher.reports.figures.drawing import Options, draw
from thresher.reports.figures.kinds import Kind, Scale
from thresher.reports.figures.sources import Runs

__all__ = ["PRECISION", "plot_precision"]

PRECISION = Kind(
    name="precision",
    title="Precision",
    x=Scale(relative="Share of records read", absolute="Number of records read"),
    y=Scale(
        relative="Precision (share of read records that are relevant)",
        absolute="Precision (share of read records that are relevant)",
    ),
    curve=precision_curve,
    random=random_precision,
)


def plot_precision(  # noqa: PLR0913  the same names as in `plot_recall`
    ax: Axes,
    runs: Runs,
    *,
    priors: bool = False,
    x_absolute: bool = False,
    show_random: bool = True,
    show_optimal: bool = True,
    show_legend: bool = True,
    legend_values: Sequence[str] | None = None,
    legend_kwargs: Mapping[str, Any] | None = None,
    band: bool = False,
) -> Axes:
    """Share of relevant records among those read.

    Parameters
    ----------
    ax
        Where to draw; no other state of matplotlib is touched.
    runs
        A path, run, reading or row of labels, or several of these.
    priors
        Whether records known beforehand count as read.
    x_absolute
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
    >>> ax = plot_precision(Figure().subplots(), [1, 0, 1, 0, 0])
    >>> ax.get_title()
    'Precision'
    """
    options = Options(
        priors=priors,
        x_absolute=x_absolute,
        show_random=show_random,
        show_optimal=show_optimal,
        show_legend=show_legend,
        legend_values=legend_values,
        legend_kwargs=legend_kwargs,
        band=band,
    )
    return draw(ax, PRECISION, runs, options=options)
