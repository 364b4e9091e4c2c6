"""Figures made without a display, and written whole or not at all."""

import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from matplotlib import rc_context
from matplotlib.figure import Figure

from thresher.errors import InputError
from thresher.reports.figures.legend import ROW, is_crowded, legend_columns
from thresher.staged_file import staged_file

__all__ = [
    "FORMATS",
    "figure_bytes",
    "figure_for",
    "format_of",
    "save_figure",
    "save_pictures",
]

# Nothing of the day or the machine: the same runs give the same file.
FORMATS: dict[str, dict[str, str | None]] = {
    "pdf": {"CreationDate": None},
    "png": {},
    "svg": {"Date": None},
}
DOTS_PER_INCH = 150
HEIGHT = 5.0  # inches
TALLEST = 8.0
AXES_SHARE = 0.76  # of the height, before the layout widens the axes
WIDTH = 7.0
LEGEND_WIDTH = 2.6  # of one column beside the axes
OTHER_ENTRIES = ("random", "best", "stopped")


def figure_for(names: Sequence[str]) -> Figure:
    """Return an empty figure with room for a legend of these names.

    Examples
    --------
    >>> print(figure_for(["nb", "svm"]).get_figwidth())
    7.0
    """
    entries = [*names, *OTHER_ENTRIES]
    if not is_crowded(entries):
        return Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
    height = min(max(HEIGHT, ROW * len(entries) / AXES_SHARE), TALLEST)
    columns = legend_columns(len(entries), height=height * AXES_SHARE)
    return Figure(
        figsize=(WIDTH + LEGEND_WIDTH * columns, height), layout="constrained"
    )


def format_of(path: str | Path) -> str:
    """Return the format that a file name asks for.

    Raises
    ------
    InputError
        Thresher does not write that format.

    Examples
    --------
    >>> format_of("recall.SVG")
    'svg'
    """
    ending = Path(path).suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        asked = f"'.{ending}'" if ending else "no ending"
        known = ", ".join(f".{name}" for name in FORMATS)
        raise InputError(
            f"cannot write a figure to {path} with {asked}: end the name in {known}"
        )
    return ending


def save_figure(figure: Figure, path: str | Path) -> None:
    """Write the figure in the format of its name, in one step.

    Until the whole file is written an older file of that name stays as it is.

    Raises
    ------
    InputError
        Thresher does not write that format.
    FileError
        The file cannot be written.
    """
    drawn = figure_bytes(figure, format_of(path))
    with staged_file(Path(path)) as out:
        out.write(drawn)


def save_pictures(figures: Mapping[str, Figure], folder: Path) -> list[Path]:
    """Write figures into a folder as PNG and SVG, by their names; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    saved = []
    for name, figure in figures.items():
        for ending in ("png", "svg"):
            saved.append(folder / f"{name}.{ending}")
            save_figure(figure, saved[-1])
    return saved


def figure_bytes(figure: Figure, ending: str) -> bytes:
    """Figure in one of the `FORMATS`; the same figure gives the same bytes."""
    drawn = io.BytesIO()
    with rc_context({"svg.hashsalt": "thresher"}):
        figure.savefig(
            drawn, format=ending, dpi=DOTS_PER_INCH, metadata=FORMATS[ending]
        )
    return drawn.getvalue()
