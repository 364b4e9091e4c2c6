"""Colours and line styles that stay apart, for colour-blind readers too."""

from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["OPTIMAL", "RANDOM", "LineLook", "line_look"]

Dashes: TypeAlias = str | tuple[int, tuple[int, ...]]

# Okabe and Ito's colours without yellow and black, and two of Paul Tol's.
COLOURS = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#56B4E9",
    "#E69F00",
    "#882255",
    "#332288",
)
DASHES: tuple[Dashes, ...] = (
    "solid",
    (0, (6, 2)),
    (0, (6, 2, 1, 2)),
    (0, (2, 1)),
    (0, (6, 2, 1, 2, 1, 2)),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineLook:
    """How a line is drawn."""

    color: str
    linestyle: Dashes
    linewidth: float


RANDOM = LineLook(color="#555555", linestyle=(0, (4, 3)), linewidth=1.0)
OPTIMAL = LineLook(color="#888888", linestyle=(0, (1, 1)), linewidth=1.3)


def line_look(position: int) -> LineLook:
    """Return the look of the run at this position, counted from 0.

    The first eight runs differ in colour; each further eight also in dashes.

    Examples
    --------
    >>> line_look(0).color == line_look(8).color
    True
    >>> line_look(0).linestyle == line_look(8).linestyle
    False
    """
    return LineLook(
        color=COLOURS[position % len(COLOURS)],
        linestyle=DASHES[position // len(COLOURS) % len(DASHES)],
        linewidth=1.6,
    )
