"""The legend: inside while there is room, else beside the axes."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from thresher.reports.figures.lettering import families

__all__ = ["LONGEST_NAME", "ROW", "add_legend", "is_crowded", "legend_columns"]

MOST_INSIDE = 6  # entries that leave the lines visible
MOST_POINTS = 100_000
LONGEST_INSIDE = 28  # letters
LONGEST_NAME = 36  # letters; longer names lose their middle
ROW = 12.5 / 72  # inches from one entry to the next
SIZE = 9.0  # points
SMALL = 8.0  # points, for many entries


def add_legend(ax: Axes, settings: Mapping[str, Any] | None = None) -> None:
    """Name every line of the axes, beside them where that would hide the lines.

    Parameters
    ----------
    ax
        The axes.
    settings
        Keywords for `matplotlib.axes.Axes.legend` that win over ours.

    Notes
    -----
    A legend beside the axes needs room: a figure without a layout of its own is
    given matplotlib's "constrained" layout, which shrinks the axes to fit.
    """
    entries: dict[str, Any] = {}
    for handle, label in zip(*ax.get_legend_handles_labels(), strict=True):
        entries.setdefault(label, handle)
    crowded = settings is None and (is_crowded(list(entries)) or _is_vast(ax))
    ours = _beside(len(entries), height=_height(ax)) if crowded else _inside()
    legend = ax.legend(list(entries.values()), list(entries), **(settings or ours))
    if not {"prop", "fontsize"} & set(settings or {}):
        for text in legend.get_texts():
            text.set_fontfamily(families())
    if crowded:
        _make_room(ax)


def _make_room(ax: Axes) -> None:
    """Let the figure shrink its axes until what stands beside them fits."""
    figure = ax.figure.figure  # the whole figure, also from a sub-figure
    if figure.get_layout_engine() is None:
        figure.set_layout_engine("constrained")


def legend_columns(entries: int, *, height: float) -> int:
    """Return how many columns entries beside axes of this height (inches) need.

    Examples
    --------
    >>> legend_columns(9, height=4), legend_columns(30, height=4)
    (1, 2)
    """
    rows = max(1, int(height / ROW))
    return max(1, math.ceil(entries / rows))


def is_crowded(names: Sequence[str]) -> bool:
    """Return whether a legend of these names would hide the lines."""
    longest = max((len(name) for name in names), default=0)
    return len(names) > MOST_INSIDE or longest > LONGEST_INSIDE


def _is_vast(ax: Axes) -> bool:
    """Return whether looking for a free place among the lines takes too long."""
    return sum(np.size(line.get_xdata()) for line in ax.lines) > MOST_POINTS


def _inside() -> dict[str, Any]:
    return {"loc": "best", "fontsize": SIZE, "framealpha": 0.85}


def _beside(entries: int, *, height: float) -> dict[str, Any]:
    return {
        "loc": "upper left",
        "bbox_to_anchor": (1.02, 1.0),
        "borderaxespad": 0.0,
        "fontsize": SIZE if entries <= 2 * MOST_INSIDE else SMALL,
        "ncols": legend_columns(entries, height=height),
        "frameon": False,
        "handlelength": 2.6,
    }


def _height(ax: Axes) -> float:
    """Return how high the axes are, in inches."""
    return float(ax.get_position().height * ax.figure.figure.get_figheight())
