"""The diagram of critical differences: models on a line of mean ranks."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from thresher.errors import InputError
from thresher.reports.figures.lettering import families, labels_of

if TYPE_CHECKING:
    from thresher.measures.critical_difference import ModelRanks

__all__ = ["critical_difference_figure"]

WIDTH, ROW, HEAD = 7.5, 0.26, 0.95  # inches
STEP = 1.0  # of one row, in the units of the vertical axis
BAR = 0.32  # between two bars
BARS = "#0072B2"
LONGEST = 34  # letters of a name


def critical_difference_figure(
    ranks: "ModelRanks", names: Sequence[str], *, title: str = ""
) -> Figure:
    """Models by mean rank, the best at the left; bars join those not told apart.

    Parameters
    ----------
    ranks
        Mean ranks and Nemenyi's difference.
    names
        Of the models, in the order of the ranks.
    title
        Above the diagram.

    Notes
    -----
    As proposed by Demšar (2006), JMLR 7:1-30, figure 1.

    Examples
    --------
    >>> from thresher.measures.critical_difference import model_ranks
    >>> ranks = model_ranks([[1, 2, 3], [1, 3, 2]], better="lower")
    >>> figure = critical_difference_figure(ranks, ["a", "b", "c"])
    >>> [text.get_text() for text in figure.axes[0].texts][-1]
    'c  2.50'
    """
    if len(names) != len(ranks.ranks):
        raise InputError(
            f"{len(ranks.ranks)} ranks need as many names, got {len(names)}"
        )
    rows = math.ceil(len(names) / 2) + BAR * len(ranks.groups) + 1
    figure = Figure(figsize=(WIDTH, HEAD + ROW * (rows + 3)), layout="constrained")
    ax = figure.subplots()
    low, high = 1, len(names)
    room = 0.45 * (high - low)
    ax.set_xlim(low - room, high + room)
    ax.set_ylim(rows + 0.6, -2.6)
    ax.axis("off")
    ax.set_title(title)
    _draw_line(ax, low, high)
    _draw_difference(ax, ranks, low)
    _draw_groups(ax, ranks)
    _draw_names(ax, ranks, names)
    return figure


def _draw_line(ax: Axes, low: int, high: int) -> None:
    ax.plot([low, high], [0, 0], color="black", lw=1)
    for rank in range(low, high + 1):
        ax.plot([rank, rank], [0, -0.25], color="black", lw=1)
        ax.text(rank, -0.4, str(rank), ha="center", va="bottom", fontsize=9)


def _draw_difference(ax: Axes, ranks: "ModelRanks", low: int) -> None:
    ends = [low, low + ranks.difference]
    ax.plot(ends, [-1.7, -1.7], color="black", lw=1.5, marker="|", ms=7, clip_on=False)
    words = f"critical difference {ranks.difference:.2f}"
    ax.text(low, -1.95, words, ha="left", va="bottom", fontsize=9)


def _draw_groups(ax: Axes, ranks: "ModelRanks") -> None:
    for at, group in enumerate(ranks.groups):
        places = [ranks.ranks[model] for model in group]
        height = 0.35 + BAR * at
        ends = [min(places) - 0.03, max(places) + 0.03]
        ax.plot(ends, [height, height], color=BARS, lw=3.5, solid_capstyle="butt")


def _draw_names(ax: Axes, ranks: "ModelRanks", names: Sequence[str]) -> None:
    """Hang the better half at the left and the others at the right."""
    order = sorted(range(len(names)), key=lambda model: ranks.ranks[model])
    labels = labels_of(names, most=LONGEST)
    half = math.ceil(len(order) / 2)
    first = 0.35 + BAR * len(ranks.groups) + 0.55
    left, right = ax.get_xlim()
    inset = 0.33 * (len(names) - 1)
    for place, model in enumerate(order):
        at_left = place < half
        row = place if at_left else len(order) - 1 - place
        height = first + STEP * row
        edge = left + inset if at_left else right - inset
        rank = ranks.ranks[model]
        ax.plot([rank, rank, edge], [0, height, height], color="#555555", lw=0.9)
        words = f"{labels[model]}  {rank:.2f}"
        side = "right" if at_left else "left"
        space = inset * (-0.03 if at_left else 0.03)
        drawn = ax.text(edge + space, height, words, ha=side, va="center", fontsize=9)
        drawn.set_fontfamily(families())
