"""The tables in a spreadsheet, found in a process of its own and handed on as JSON."""

import datetime
import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from thresher.errors import FileError
from thresher.records.formats.table_columns import is_header

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

__all__ = ["hand_over", "limit_process"]

HEADER_WITHIN = 30
SAVE = "Save the sheet as CSV with UTF-8 encoding and import that."
Row = tuple[int, list[str]]


def limit_process(*, memory: int, seconds: int) -> None:
    """Limit what this process may take, where the system knows such limits.

    What it takes to read a spreadsheet is loaded before: a limit that is too low for
    that is no fault of the file.
    """
    import python_calamine  # noqa: F401, PLC0415  a heavy import

    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  Windows has none

    for kind, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_CORE, 0),  # no image of all that memory on disk
    ):
        soft, hard = resource.getrlimit(kind)
        stricter = [one for one in (soft, hard) if one != resource.RLIM_INFINITY]
        with suppress(ValueError, OSError):  # macOS does not take every limit
            resource.setrlimit(kind, (min([most, *stricter]), hard))


def hand_over(path: Path, out: BinaryIO) -> None:
    """Write the tables of a spreadsheet as lines of JSON.

    For each sheet with a table: what it is called, where its header is, then its rows.
    For each other sheet that is not empty: what it is called and how many rows it has.
    Empty rows, and empty cells at the end of a row, are left out. A refusal, or
    another failure than that of memory, is one line instead.
    """
    as_json = json.JSONEncoder(ensure_ascii=False).encode

    def write(told: object) -> None:
        out.write(as_json(told).encode(errors="replace") + b"\n")

    try:
        for told in _told(path):
            write(told)
    except FileError as error:
        refused = {"reason": error.reason, "line": error.line, "hint": error.hint}
        write({"refused": refused})
    except MemoryError:
        raise
    except Exception as error:  # the outermost door of this process
        write({"failed": f"{type(error).__name__}: {error}"})
        raise


def _told(path: Path) -> Iterator[object]:
    book = _book(path)
    sheets = _sheets(book)
    found, seen = False, False  # any table, and one that people see
    for name, hidden in sheets:
        rows = _rows(_sheet(book, name, path))
        first = [*islice(rows, HEADER_WITHIN)]
        at = next((i for i, (_, row) in enumerate(first) if is_header(row)), None)
        if at is None or (hidden and seen):
            left = sum(1 for _, cells in chain(first, rows) if cells)
            if left:
                yield {"sheet": name, "hidden": hidden, "left": left}
            continue
        found, seen = True, seen or not hidden
        where = {"sheet": name, "hidden": hidden, "alone": len(sheets) == 1}
        yield {**where, "row": first[at][0], "header": first[at][1]}
        for number, cells in chain(first[at + 1 :], rows):
            if cells:
                yield number, cells
    if not found:
        reason = "no sheet has a row that names the columns of a table of citations"
        raise FileError(path, reason, line=1, hint="Name a column 'title'.")


def _sheets(book: "CalamineWorkbook") -> list[tuple[str, bool]]:
    """Return the names of sheets with cells, those of hidden ones (true) last."""
    from python_calamine import SheetTypeEnum, SheetVisibleEnum  # noqa: PLC0415  heavy

    sheets = [
        (sheet.name, sheet.visible != SheetVisibleEnum.Visible)
        for sheet in book.sheets_metadata
        if sheet.typ == SheetTypeEnum.WorkSheet
    ]
    return sorted(sheets, key=lambda sheet: sheet[1])


def _book(path: Path) -> "CalamineWorkbook":
    from python_calamine import CalamineError, PasswordError, load_workbook  # noqa: PLC0415  a heavy import

    try:
        return load_workbook(path)
    except PasswordError as error:
        reason = "is protected by a password"
        hint = "Open it in Excel, remove the password, and save it again."
        raise FileError(path, reason, hint=hint) from error
    except (CalamineError, OSError, ValueError) as error:
        if "EncryptedPackage".encode("utf-16-le") in path.read_bytes():
            reason = "is protected by a password"
        else:
            reason = f"is not a spreadsheet that can be read ({error})"
        raise FileError(path, reason, hint=SAVE) from error


def _sheet(book: "CalamineWorkbook", name: str, path: Path) -> "CalamineSheet":
    from python_calamine import CalamineError  # noqa: PLC0415  a heavy import

    try:
        return book.get_sheet_by_name(name)
    except (CalamineError, ValueError) as error:
        reason = f"the sheet {name!r} is damaged ({error})"
        raise FileError(path, reason, hint=SAVE) from error


def _rows(sheet: "CalamineSheet") -> Iterator[Row]:
    above = sheet.start[0] if sheet.start else 0
    for number, row in enumerate(sheet.iter_rows(), above + 1):
        if row.count("") == len(row):
            row.clear()  # at once: there may be a million
        while row and row[-1] == "":
            row.pop()
        yield number, [_text(value) for value in row]


def _text(value: object) -> str:
    """Return a cell as its owner reads it: whole numbers without a point."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime):
        whole = value.time() == datetime.time()
        return value.date().isoformat() if whole else value.isoformat(sep=" ")
    return str(value)
