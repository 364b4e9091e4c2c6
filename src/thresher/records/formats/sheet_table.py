"""Tables in a spreadsheet, read by another process so that none takes this one down.

The library that reads spreadsheets ends its process where memory does not suffice.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from thresher.errors import FileError

__all__ = ["LeftSheet", "SheetTable", "open_sheets"]

GIGABYTE = 1024**3
MOST_SECONDS = 900  # of work, not of waiting
MOST_HANDED, LONGEST_ROW = 2 * GIGABYTE, GIGABYTE // 4
SAVE = "Save the sheet as CSV with UTF-8 encoding and import that."
PROGRAM = """
import json, sys
from pathlib import Path
asked = json.loads(sys.stdin.buffer.readline())
sys.path[:] = asked["places"]
try:
    from thresher.records.formats.sheet_process import hand_over, limit_process
    limit_process(memory=asked["memory"], seconds=asked["seconds"])
except Exception as error:
    print(json.dumps({"failed": f"{type(error).__name__}: {error}"}), flush=True)
    raise
hand_over(Path(asked["path"]), sys.stdout.buffer)
"""
Row = tuple[int, list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetTable:
    """A table in a sheet.

    Parameters
    ----------
    sheet
        Name of the sheet.
    hidden
        Whether people do not see it; no other sheet has a table then.
    alone
        Whether it is the only sheet.
    row
        Number of the row that names the columns.
    header
        The names of the columns.
    rows
        What is below: numbers of rows, and cells up to the last that is not empty.
        They are there until the next table is asked for.
    """

    sheet: str
    hidden: bool
    alone: bool
    row: int
    header: list[str]
    rows: Iterator[Row]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftSheet:
    """A sheet without a table of citations, or a hidden one beside such a table.

    Parameters
    ----------
    sheet
        Its name.
    hidden
        Whether people do not see it.
    left
        How many of its rows are not empty.
    """

    sheet: str
    hidden: bool
    left: int


@contextmanager
def open_sheets(
    path: Path, *, memory: int
) -> Iterator[Iterator[SheetTable | LeftSheet]]:
    """All sheets of a spreadsheet that are not empty, those that people see first.

    Each that names the columns of a table of citations is one; hidden ones are left if
    another sheet has a table. The process that reads them ends with this context.

    Parameters
    ----------
    path
        The spreadsheet.
    memory
        How many bytes the process may take, where the system can limit them.

    Raises
    ------
    FileError
        There is no table, or it cannot be read, or not within the limits.
    """
    reason = (
        f"is damaged, or takes more than {memory // GIGABYTE} GB of memory or "
        f"{MOST_SECONDS // 60} minutes to read"
    )
    broken = FileError(path, reason, hint=SAVE)
    with _reader(path, memory=memory) as process:
        yield _sheets(_told(process, broken))


def _sheets(told: Iterator[Any]) -> Iterator[SheetTable | LeftSheet]:
    """Yield the sheets that are told one after the other, each before its rows."""
    begun = 0

    def sheet_of(one: object) -> int:
        nonlocal begun
        begun += isinstance(one, dict)
        return begun

    for _, lines in groupby(told, key=sheet_of):
        head = next(lines)
        if "left" in head:
            yield LeftSheet(**head)
        else:
            yield SheetTable(**head, rows=((row, cells) for row, cells in lines))


@contextmanager
def _reader(path: Path, *, memory: int) -> Iterator["subprocess.Popen[bytes]"]:
    """Process that reads the file at `path`; it is ended with this context."""
    asked = {
        "path": str(path),
        "places": [*map(str, sys.path)],
        "memory": memory,
        "seconds": MOST_SECONDS,
    }
    try:
        process = subprocess.Popen(  # noqa: S603  this program, by this Python
            [sys.executable, "-P", "-c", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("THRESHER_DEBUG") else subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as error:
        reason = f"the process that reads spreadsheets cannot start ({error.strerror})"
        raise FileError(path, reason, hint=SAVE) from error
    with process:
        try:
            if process.stdin:
                with suppress(BrokenPipeError), process.stdin as into:
                    into.write(json.dumps(asked).encode() + b"\n")
            yield process
        finally:
            process.kill()


def _told(process: "subprocess.Popen[bytes]", broken: FileError) -> Iterator[Any]:
    """Yield what the process says, to its good end."""
    handed = 0
    while line := process.stdout.readline(LONGEST_ROW) if process.stdout else b"":
        handed += len(line)
        if handed > MOST_HANDED or not line.endswith(b"\n"):
            break
        told = json.loads(line)
        if isinstance(told, dict):
            _refuse(told, broken.path)
        yield told
    if line or process.wait() or not handed:
        raise broken


def _refuse(told: dict[str, Any], path: Path) -> None:
    """Raise what the process tells of its failure, if it does."""
    if refused := told.get("refused"):
        raise FileError(path, **refused)
    if failed := told.get("failed"):
        reason = f"cannot be read, by a fault of Thresher or its installation: {failed}"
        hint = "Set THRESHER_DEBUG=1 to see where it came from, and report it."
        raise FileError(path, reason, hint=hint)
