"""Where each box and arrow of a flow goes, in points from the upper left corner."""

from collections.abc import Callable
from dataclasses import dataclass

from thresher.reports.flow.boxes import Flow
from thresher.reports.flow.contents import contents
from thresher.reports.flow.lines import lines_of

__all__ = ["LEADING", "PADDING", "SIZE", "Arrow", "Box", "Drawing", "Stage", "laid_out"]

SIZE = 9.0  # of the letters
LEADING = 12.0  # from line to line
PADDING = 7.0
WIDTH = 200.0  # of a box
GAP = 26.0  # between columns, and between rows
MARGIN = 12.0
BAR = 20.0  # of the stages on the left
COLUMNS = ("previous", "main", "side", "other", "other_side")
PLACES = {  # column and row of each box
    "previous_title": ("previous", 0),
    "new_title": ("main", 0),
    "other_title": ("other", 0),
    "previous": ("previous", 1),
    "identified": ("main", 1),
    "removed": ("side", 1),
    "other_identified": ("other", 1),
    "screened": ("main", 2),
    "excluded": ("side", 2),
    "sought": ("main", 3),
    "not_retrieved": ("side", 3),
    "other_sought": ("other", 3),
    "other_not_retrieved": ("other_side", 3),
    "assessed": ("main", 4),
    "reasons": ("side", 4),
    "other_assessed": ("other", 4),
    "other_reasons": ("other_side", 4),
    "included": ("main", 5),
    "total": ("main", 6),
}
DOUBLE = frozenset({"new_title", "other_title"})  # two columns wide
DOWN = (
    ("identified", "screened"),
    ("screened", "sought"),
    ("sought", "assessed"),
    ("assessed", "included"),
    ("included", "total"),
    ("other_identified", "other_sought"),
    ("other_sought", "other_assessed"),
)
ACROSS = (
    ("identified", "removed"),
    ("screened", "excluded"),
    ("sought", "not_retrieved"),
    ("assessed", "reasons"),
    ("other_sought", "other_not_retrieved"),
    ("other_assessed", "other_reasons"),
)
STAGES = (("Identification", 1, 1), ("Screening", 2, 4), ("Included", 5, 6))


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A box with its lines of text."""

    name: str
    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...]

    @property
    def is_title(self) -> bool:
        """Whether it heads a column."""
        return self.name.endswith("title")

    @property
    def middle(self) -> tuple[float, float]:
        """The point in its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A bar on the left that names a stage."""

    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow:
    """A line through some points, with its head at the last."""

    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Everything to be drawn, and how much room it takes."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    stages: tuple[Stage, ...]
    arrows: tuple[Arrow, ...]


def laid_out(flow: Flow, *, shown: Callable[[str], str] = str) -> Drawing:
    """Drawing of a flow: every line fits its box, and no box meets another.

    Parameters
    ----------
    flow
        What to draw.
    shown
        What a word looks like where it is printed.
    """
    lines = {name: _lines(name, told, shown) for name, told in contents(flow).items()}
    left = _lefts(lines)
    tops, heights = _rows(lines)
    boxes = {
        name: Box(
            name=name,
            x=left[PLACES[name][0]],
            y=tops[PLACES[name][1]],
            width=_width(name),
            height=heights[PLACES[name][1]],
            lines=broken,
        )
        for name, broken in lines.items()
    }
    return Drawing(
        width=max(box.x + box.width for box in boxes.values()) + MARGIN,
        height=max(box.y + box.height for box in boxes.values()) + MARGIN,
        boxes=tuple(boxes.values()),
        stages=_stages(tops, heights),
        arrows=_arrows(boxes),
    )


def _lines(
    name: str, paragraphs: list[str], shown: Callable[[str], str]
) -> tuple[str, ...]:
    room = _width(name) - 2 * PADDING
    return tuple(
        line
        for told in paragraphs
        for line in lines_of(told, width=room, size=SIZE, shown=shown)
    )


def _width(name: str) -> float:
    return 2 * WIDTH + GAP if name in DOUBLE else WIDTH


def _lefts(lines: dict[str, tuple[str, ...]]) -> dict[str, float]:
    used = {PLACES[name][0] for name in lines}
    start = MARGIN + BAR + GAP / 2
    present = [column for column in COLUMNS if column in used]
    return {column: start + at * (WIDTH + GAP) for at, column in enumerate(present)}


def _rows(
    lines: dict[str, tuple[str, ...]],
) -> tuple[dict[int, float], dict[int, float]]:
    """Return the top and the height of each row."""
    heights: dict[int, float] = {}
    for name, broken in lines.items():
        row = PLACES[name][1]
        high = 2 * PADDING + LEADING * len(broken)
        heights[row] = max(heights.get(row, 0.0), high)
    tops, top = {}, MARGIN
    for row in sorted(heights):
        tops[row] = top
        top += heights[row] + GAP
    return tops, heights


def _stages(tops: dict[int, float], heights: dict[int, float]) -> tuple[Stage, ...]:
    bars = []
    for name, first, last in STAGES:
        end = max(row for row in tops if row <= last)
        height = tops[end] + heights[end] - tops[first]
        bar = Stage(name=name, x=MARGIN, y=tops[first], width=BAR, height=height)
        bars.append(bar)
    return tuple(bars)


def _arrows(boxes: dict[str, Box]) -> tuple[Arrow, ...]:
    arrows = []
    for first, last in DOWN:
        if first in boxes and last in boxes:
            upper, lower = boxes[first], boxes[last]
            x = upper.middle[0]
            end = (x, lower.y)
            arrows.append(Arrow(points=((x, upper.y + upper.height), end)))
    for first, last in ACROSS:
        if first in boxes and last in boxes:
            start, end_box = boxes[first], boxes[last]
            y = start.middle[1]
            arrows.append(Arrow(points=((start.x + start.width, y), (end_box.x, y))))
    for first, last in (("other_assessed", "included"), ("previous", "total")):
        if first in boxes and last in boxes:
            arrows.append(_bent(boxes[first], boxes[last]))
    return tuple(arrows)


def _bent(start: Box, end: Box) -> Arrow:
    """Return an arrow that goes down from a box, then across to another."""
    x, y = start.middle[0], end.middle[1]
    side = end.x + end.width if x > end.x else end.x
    return Arrow(points=((x, start.y + start.height), (x, y), (side, y)))
