"""The contradiction map: which study says what of which pair."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from thresher.errors import InputError
from thresher.reports.figures.lettering import families, printable, shortened
from thresher.synthesis.contradiction import Cell, Flag
from thresher.synthesis.finding import Direction

__all__ = ["MOST_PAIRS", "draw_contradiction_map", "map_figure"]

MOST_PAIRS = 25
MOST_BOXES = 12  # of one direction in one row; beyond that boxes become a bar
LANES = (Direction.DECREASES, Direction.NO_CHANGE, Direction.INCREASES)
COLOURS = {
    Direction.DECREASES: "#0072B2",
    Direction.NO_CHANGE: "#6E6E6E",
    Direction.INCREASES: "#D55E00",
}
WORDS = {
    Direction.DECREASES: "decreases",
    Direction.NO_CHANGE: "no difference",
    Direction.INCREASES: "increases",
}
FLAG_COLOURS = {Flag.CONTRADICTORY: "#B00020", Flag.MIXED: "#7A5C00"}
BOX = 0.84
ROOM = 1.2  # boxes between two lanes
NAME = 34
ROW_INCHES, BOX_INCHES, LABEL_INCHES = 0.42, 0.3, 4.6


def map_figure(cells: Sequence[Cell], *, numbers: Mapping[str, int]) -> Figure:
    """Return a figure of the reported pairs, sized to what it shows.

    Raises
    ------
    InputError
        No study reports any pair.
    """
    shown = _shown(cells)
    width = sum(_lane_widths(shown).values()) + 4 * ROOM
    size = (
        max(7.0, LABEL_INCHES + BOX_INCHES * width),
        1.6 + ROW_INCHES * len(shown),
    )
    figure = Figure(figsize=size, layout="constrained")
    draw_contradiction_map(figure.subplots(), cells, numbers=numbers)
    return figure


def draw_contradiction_map(
    ax: Axes, cells: Sequence[Cell], *, numbers: Mapping[str, int]
) -> Axes:
    """Draw one row a pair: a box with its number for each study, under what it says.

    Parameters
    ----------
    ax
        Where to draw.
    cells
        Pairs, in the order to show them; those that no study reports are left out,
        and those after the first `MOST_PAIRS`, which the title then says.
    numbers
        Number of each study, as in the list of studies.

    Raises
    ------
    InputError
        No study reports any pair.
    """
    shown = _shown(cells)
    widths = _lane_widths(shown)
    left = ROOM
    for direction in LANES:
        middle = left + widths[direction] / 2
        for row, cell in enumerate(shown):
            _draw_side(ax, cell, direction, numbers=numbers, place=(left, row))
        text = WORDS[direction]
        ax.text(
            middle, -0.85, text, ha="center", color=COLOURS[direction], weight="bold"
        )
        left += widths[direction] + ROOM
    _dress(ax, shown, right=left)
    ax.set_title(_title(cells), fontsize=10, loc="left")
    return ax


def _shown(cells: Sequence[Cell]) -> list[Cell]:
    shown = [cell for cell in cells if cell.votes][:MOST_PAIRS]
    if not shown:
        raise InputError("no study reports any pair, so there is no map to draw")
    return shown


def _lane_widths(cells: Sequence[Cell]) -> dict[Direction, float]:
    """Return how many boxes each direction needs, and room for its name."""
    most = {
        direction: max(cell.counts[direction] for cell in cells) for direction in LANES
    }
    return {one: float(min(max(count, 4), MOST_BOXES)) for one, count in most.items()}


def _draw_side(
    ax: Axes,
    cell: Cell,
    direction: Direction,
    *,
    numbers: Mapping[str, int],
    place: tuple[float, int],
) -> None:
    """Draw the studies of one direction: boxes with numbers, or a bar with a count."""
    voters = sorted(numbers[v.study] for v in cell.votes if v.direction is direction)
    left, row = place
    color = COLOURS[direction]
    if len(voters) > MOST_BOXES:
        ax.add_patch(_box(left, row, boxes=MOST_BOXES, color=color))
        said = f"{len(voters)} studies"
        ax.text(
            left + MOST_BOXES / 2, row, said, color="white", ha="center", va="center"
        )
        return
    for at, number in enumerate(voters):
        ax.add_patch(_box(left + at, row, boxes=1, color=color))
        ax.text(
            left + at + BOX / 2,
            row,
            str(number),
            color="white",
            ha="center",
            va="center",
            fontsize=8,
        )


def _box(left: float, row: int, *, boxes: int, color: str) -> Rectangle:
    corner = (left, row - BOX / 2)
    return Rectangle(corner, boxes - (1 - BOX), BOX, facecolor=color, edgecolor="none")


def _dress(ax: Axes, cells: Sequence[Cell], *, right: float) -> None:
    ax.set_xlim(0, right)
    ax.set_ylim(len(cells) - 0.4, -1.3)
    names = [f"{_short(cell.intervention)}\n{_short(cell.outcome)}" for cell in cells]
    ax.set_yticks(range(len(cells)), names, fontsize=8, fontfamily=families())
    ax.set_xticks([])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    for row, cell in enumerate(cells):
        ax.axhline(row + 0.5, color="#E3E3E3", linewidth=0.6, zorder=0)
        color = FLAG_COLOURS.get(cell.flag, "#555555")
        ax.text(right, row, f" {cell.flag}", va="center", fontsize=8, color=color)


def _title(cells: Sequence[Cell]) -> str:
    title = "What each study's sentence says of a pair (numbers: the list of studies)"
    pairs = sum(bool(cell.votes) for cell in cells)
    if pairs <= MOST_PAIRS:
        return title
    return f"{title}\nThe first {MOST_PAIRS} of {pairs:,} pairs"


def _short(name: str) -> str:
    return printable(shortened(name, most=NAME))
