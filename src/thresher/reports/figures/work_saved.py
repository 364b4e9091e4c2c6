"""Work saved over sampling at each recall."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes

from thresher.measures.curves import work_saved_curve
from thresher.measures.reference_curves import random_work_saved
from thresher.reports.figures.drawing import Options, draw
from thresher.reports.figures.kinds import Kind, Scale
from thresher.reports.figures.sources import Runs

__all__ = ["WORK_SAVED", "plot_wss"]

WORK_SAVED = Kind(
    name="wss",
    title="Work saved over sampling (WSS)",
    x=Scale(
        relative="Recall (share of relevant records found)",
        absolute="Number of relevant records found",
    ),
    y=Scale(
        relative="Work saved (share of all records)", absolute="Number of records saved"
    ),
    curve=work_saved_curve,
    random=random_work_saved,
    dots=True,
)


def plot_wss(  # noqa: PLR0913, PLR0917  Insights' order and names
    ax: Axes,
    runs: Runs,
    priors: bool = False,  # noqa: FBT001, FBT002
    x_absolute: bool = False,  # noqa: FBT001, FBT002
    y_absolute: bool = False,  # noqa: FBT001, FBT002
    show_legend: bool = True,  # noqa: FBT001, FBT002
    legend_values: Sequence[str] | None = None,
    legend_kwargs: Mapping[str, Any] | None = None,
    *,
    show_random: bool = True,
    show_optimal: bool = True,
    band: bool = False,
) -> Axes:
    """Work saved over sampling at each recall.

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
    Takes the place of ASReview Insights' function of this name, by the definition:
    Insights rounds the random baseline, which lowers its curve a little.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_wss(Figure().subplots(), [1, 0, 1, 0, 0])
    >>> ax.get_title()
    'Work saved over sampling (WSS)'
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
    return draw(ax, WORK_SAVED, runs, options=options)
