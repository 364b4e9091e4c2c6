"""The table in a spreadsheet, read by another process so that none takes this one down.

The library that reads spreadsheets ends its process where memory does not suffice.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thresher.errors import FileError

__all__ = ["SheetTable", "open_table"]

GIGABYTE = 1024**3
MOST_SECONDS = 900  # of work, not of waiting
MOST_HANDED, LONGEST_ROW = 2 * GIGABYTE, GIGABYTE // 4
SAVE = "Save the sheet as CSV with UTF-8 encoding and import that."
PROGRAM = """
import json, sys
from pathlib import Path
asked = json.loads(sys.stdin.buffer.readline())
sys.path[:] = asked["places"]
from thresher.records.formats.sheet_process import hand_over, limit_process
limit_process(memory=asked["memory"], seconds=asked["seconds"])
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
    others
        Names of the other sheets.
    row
        Number of the row that names the columns.
    header
        The names of the columns.
    rows
        What is below: numbers of rows, and cells up to the last that is not empty.
    """

    sheet: str
    others: list[str]
    row: int
    header: list[str]
    rows: Iterator[Row]


@contextmanager
def open_table(path: Path, *, memory: int) -> Iterator[SheetTable]:
    """First sheet of a spreadsheet that names the columns of a table of citations.

    The process that reads it ends with this context.

    Parameters
    ----------
    path
        The spreadsheet.
    memory
        How many bytes the process may take, where the system can limit them.

    Raises
    ------
    FileError
        There is none, or it cannot be read, or not within the limits.
    """
    reason = (
        f"is damaged, or takes more than {memory // GIGABYTE} GB of memory or "
        f"{MOST_SECONDS // 60} minutes to read"
    )
    broken = FileError(path, reason, hint=SAVE)
    with _reader(path, memory=memory) as process:
        told = _told(process, broken)
        first: dict[str, Any] | None = next(told, None)
        if first is None:
            raise broken
        if refused := first.get("refused"):
            raise FileError(path, **refused)
        yield SheetTable(**first, rows=((row, cells) for row, cells in told))


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
            stderr=subprocess.DEVNULL,
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
        yield json.loads(line)
    if line or process.wait():
        raise broken
