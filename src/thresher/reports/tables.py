"""Tables as aligned text and as CSV."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from thresher.records.formats.table_cells import csv_line, disarmed

__all__ = ["Cell", "csv_table", "text_table"]

Cell: TypeAlias = str | float | int | None


def text_table(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Columns aligned for reading: words left, numbers right, an em dash for nothing.

    Examples
    --------
    >>> print(text_table(["run", "loss"], [["a", 0.25], ["b", None]]))
    run    loss
    a    0.2500
    b         —
    """
    given = [list(row) for row in rows]
    shown = [[_shown(cell) for cell in row] for row in given]
    table = [list(header), *shown]
    widths = [max(_width(line[i]) for line in table) for i in range(len(header))]
    is_word = [
        any(isinstance(row[i], str) for row in given) for i in range(len(header))
    ]
    return "\n".join(
        "  ".join(
            cell + _space(cell, width) if word else _space(cell, width) + cell
            for cell, width, word in zip(line, widths, is_word, strict=True)
        ).rstrip()
        for line in table
    )


def _width(text: str) -> int:
    """Return how many columns a terminal gives a text: Korean letters take two."""
    return sum(
        0 if unicodedata.combining(letter) else 1 + _is_wide(letter) for letter in text
    )


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in ("W", "F")


def _space(text: str, width: int) -> str:
    return " " * (width - _width(text))


def _shown(cell: Cell) -> str:
    if cell is None:
        return "—"
    return f"{cell:.4f}" if isinstance(cell, float) else str(cell)


def csv_table(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return rows as CSV, numbers in full, with text that cannot turn into a formula.

    Examples
    --------
    >>> csv_table(["run", "loss"], [["=1+1", 0.25]]).splitlines()[1]
    "'=1+1,0.25"
    """
    lines = [csv_line(header)]
    lines += [
        csv_line(disarmed(cell) if isinstance(cell, str) else cell for cell in row)
        for row in rows
    ]
    return "".join(lines)
