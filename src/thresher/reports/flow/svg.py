"""The flow drawn as SVG: text stays text, and a screen reader hears all of it."""

import re
from html import escape

from thresher.reports.flow.boxes import Flow
from thresher.reports.flow.contents import description
from thresher.reports.flow.layout import (
    LEADING,
    PADDING,
    SIZE,
    Arrow,
    Box,
    Drawing,
    Stage,
    laid_out,
)

__all__ = ["flow_svg"]

FONTS = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif"
BASELINE = 0.8  # of the size, from the top of a line to the feet of its letters
INK, TITLE, STAGE = "#1a1a1a", "#f2c14e", "#a9c4de"
ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
HEAD = 5.0  # of an arrow


def flow_svg(flow: Flow, *, title: str = "PRISMA 2020 flow diagram") -> bytes:
    """Flow as an SVG image on white, with a title and a description.

    All names are escaped, and nothing in it can run or be fetched from elsewhere.

    Parameters
    ----------
    flow
        What to draw.
    title
        What the drawing is called, for those who cannot see it.
    """
    drawing = laid_out(flow)
    width, height = f"{drawing.width:.1f}", f"{drawing.height:.1f}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}pt" '
        f'height="{height}pt" viewBox="0 0 {width} {height}" '
        'aria-labelledby="flow-title flow-description">',
        f'<title id="flow-title">{_safe(title)}</title>',
        f'<desc id="flow-description">{_safe(description(flow))}</desc>',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<g font-family="{FONTS}" font-size="{SIZE:g}" fill="{INK}">',
        *_drawn(drawing),
        "</g>",
        "</svg>",
    ]
    return "\n".join([*parts, ""]).encode()


def _drawn(drawing: Drawing) -> list[str]:
    return [
        *(_arrow(arrow) for arrow in drawing.arrows),
        *(_stage(stage) for stage in drawing.stages),
        *(_box(box) for box in drawing.boxes),
    ]


def _box(box: Box) -> str:
    look = (
        f'fill="{TITLE}" stroke="none" rx="4"'
        if box.is_title
        else (f'fill="#ffffff" stroke="{INK}" stroke-width="0.8"')
    )
    frame = (
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" '
        f'height="{box.height:.1f}" {look}/>'
    )
    top = box.y + (box.height - LEADING * len(box.lines)) / 2
    x = box.x + PADDING
    lines = "".join(
        f'<tspan x="{x:.1f}" y="{top + LEADING * at + SIZE * BASELINE + 1:.1f}">'
        f"{_safe(line)}</tspan>"
        for at, line in enumerate(box.lines)
    )
    weight = ' font-weight="bold"' if box.is_title else ""
    return f"<g>{frame}<text{weight}>{lines}</text></g>"


def _stage(stage: Stage) -> str:
    x, y = stage.x + stage.width / 2, stage.y + stage.height / 2
    return (
        f'<g><rect x="{stage.x:.1f}" y="{stage.y:.1f}" width="{stage.width:.1f}" '
        f'height="{stage.height:.1f}" rx="4" fill="{STAGE}"/>'
        f'<text transform="translate({x + SIZE / 3:.1f} {y:.1f}) rotate(-90)" '
        f'text-anchor="middle" font-weight="bold">{_safe(stage.name)}</text></g>'
    )


def _arrow(arrow: Arrow) -> str:
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in arrow.points)
    (x0, y0), (x, y) = arrow.points[-2:]
    across = (x > x0) - (x < x0)
    down = (y > y0) - (y < y0)
    head = " ".join(
        f"{x - HEAD * across + side * HEAD / 2 * down:.1f},"
        f"{y - HEAD * down + side * HEAD / 2 * across:.1f}"
        for side in (-1, 1)
    )
    return (
        f'<polyline points="{line}" fill="none" stroke="{INK}" stroke-width="0.8"/>'
        f'<polygon points="{x:.1f},{y:.1f} {head}" stroke="none"/>'
    )


def _safe(text: str) -> str:
    """Return text that may stand in XML."""
    return escape(ILLEGAL.sub("\N{REPLACEMENT CHARACTER}", text))
