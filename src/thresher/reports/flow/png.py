"""The flow drawn as PNG, at the resolution that journals ask for."""

import io

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from thresher.errors import InputError
from thresher.reports.figures.lettering import families, printable
from thresher.reports.flow.boxes import Flow
from thresher.reports.flow.layout import (
    LEADING,
    PADDING,
    SIZE,
    Box,
    Drawing,
    Stage,
    laid_out,
)
from thresher.reports.flow.lines import FAMILY
from thresher.reports.flow.svg import INK, STAGE, TITLE

__all__ = ["flow_png"]

POINTS = 72.0  # an inch
LEAST, MOST = 50, 1200
ARROW = {
    "arrowstyle": "-|>",
    "color": INK,
    "linewidth": 0.8,
    "shrinkA": 0,
    "shrinkB": 0,
}


def flow_png(flow: Flow, *, dots_per_inch: int = 300) -> bytes:
    """Flow as a PNG image on white; the same flow gives the same bytes.

    Raises
    ------
    InputError
        The resolution is not between 50 and 1,200 dots an inch.
    """
    if not LEAST <= dots_per_inch <= MOST:
        raise InputError(
            f"dots_per_inch must be {LEAST} to {MOST:,}, got {dots_per_inch}"
        )
    drawing = laid_out(flow, shown=printable)
    figure = Figure(
        figsize=(drawing.width / POINTS, drawing.height / POINTS), facecolor="white"
    )
    ax = figure.add_axes((0, 0, 1, 1))
    ax.set(xlim=(0, drawing.width), ylim=(drawing.height, 0))
    ax.set_axis_off()
    drawn = io.BytesIO()
    with rc_context({"text.hinting": "no_hinting"}):  # else letters drift apart
        _draw(ax, drawing)
        figure.savefig(drawn, format="png", dpi=dots_per_inch)
    return drawn.getvalue()


def _draw(ax: Axes, drawing: Drawing) -> None:
    for arrow in drawing.arrows:
        *line, last = arrow.points
        ax.plot(*zip(*line, strict=True), color=INK, linewidth=0.8)
        ax.annotate("", xy=last, xytext=line[-1], arrowprops=ARROW)
    for stage in drawing.stages:
        _draw_stage(ax, stage)
    for box in drawing.boxes:
        _draw_box(ax, box)


def _draw_stage(ax: Axes, stage: Stage) -> None:
    corner = (stage.x, stage.y)
    ax.add_patch(Rectangle(corner, stage.width, stage.height, color=STAGE))
    ax.text(
        stage.x + stage.width / 2,
        stage.y + stage.height / 2,
        stage.name,
        rotation=90,
        ha="center",
        va="center",
        size=SIZE,
        weight="bold",
        family=FAMILY,
        color=INK,
    )


def _draw_box(ax: Axes, box: Box) -> None:
    corner = (box.x, box.y)
    if box.is_title:
        ax.add_patch(Rectangle(corner, box.width, box.height, color=TITLE))
    else:
        frame = Rectangle(
            corner,
            box.width,
            box.height,
            facecolor="white",
            edgecolor=INK,
            linewidth=0.8,
        )
        ax.add_patch(frame)
    top = box.y + (box.height - LEADING * len(box.lines)) / 2
    for at, line in enumerate(box.lines):
        ax.text(
            box.x + PADDING,
            top + LEADING * (at + 0.5),
            line,
            va="center_baseline",
            size=SIZE,
            weight="bold" if box.is_title else "normal",
            family=[FAMILY, *families()],
            color=INK,
        )
