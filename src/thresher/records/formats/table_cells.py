"""Cells of tables that a spreadsheet may open: harmless, and the same when read."""

import csv
import io
import re
from collections.abc import Iterable

__all__ = ["csv_line", "disarmed", "joined", "parted", "rearmed"]

FORMULA_STARTS = "=+\\-@\t\r\n＝＋－＠"  # noqa: RUF001  wide letters start formulas too
ARMED = re.compile(f"'*[{FORMULA_STARTS}]")
DISARMED = re.compile(f"'+[{FORMULA_STARTS}]")
MARK = "; "


def csv_line(cells: Iterable[object], *, ending: str = "\n") -> str:
    r"""Return a row of a CSV, in which line ends of any kind stay inside their cell.

    Before Python 3.13 a writer quotes only what is in its own line end.

    Examples
    --------
    >>> csv_line(["one\rtwo", 3, None])
    '"one\rtwo",3,\n'
    """
    line = io.StringIO(newline="")
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue().removesuffix("\r\n") + ending


def disarmed(value: str) -> str:
    """Return a cell that no spreadsheet takes for a formula.

    A value that begins like a formula gets an apostrophe in front, and so does one
    that begins with apostrophes before such a beginning, so that `rearmed` gives back
    exactly what there was.

    Examples
    --------
    >>> disarmed("=1+1"), disarmed("'=1+1"), disarmed("'tis"), disarmed("-5")
    ("'=1+1", "''=1+1", "'tis", "'-5")
    """
    return f"'{value}" if ARMED.match(value) else value


def rearmed(cell: str) -> str:
    """Return the value that `disarmed` made the cell from.

    Examples
    --------
    >>> rearmed("'=1+1"), rearmed("'tis")
    ('=1+1', "'tis")
    """
    return cell[1:] if cell.startswith("'") and DISARMED.match(cell) else cell


def joined(values: Iterable[str]) -> str:
    r"""Return a list as one cell: parted by semicolons, those inside escaped.

    Examples
    --------
    >>> print(joined(["Ito, K.", "Salt; Water Group"]))
    Ito, K.; Salt\; Water Group
    """
    return MARK.join(
        value.replace("\\", "\\\\").replace(";", "\\;") for value in values
    )


def parted(cell: str) -> tuple[str, ...]:
    r"""Return the list that `joined` made the cell from.

    Examples
    --------
    >>> parted(r"Ito, K.; Salt\; Water Group")
    ('Ito, K.', 'Salt; Water Group')
    """
    if not cell:
        return ()
    if "\\" not in cell:
        parts = cell.split(";")
    else:
        parts = [
            re.sub(r"\\(.)", r"\1", part, flags=re.DOTALL)
            for part in re.findall(r"(?:^|;)((?:[^\\;]|\\.|\\$)*)", cell, re.DOTALL)
        ]
    values = [parts[0], *(part.removeprefix(" ") for part in parts[1:])]
    return tuple(filter(None, values))
