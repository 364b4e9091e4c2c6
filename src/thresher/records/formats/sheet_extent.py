"""How far the cells of a spreadsheet reach, before anything makes room for them.

Readers of spreadsheets hold the whole rectangle around the filled cells: a single cell
far away from a small table can take all memory of a machine.
"""

import re
from collections.abc import Iterable, Iterator

from thresher.errors import FileError, UnsafeArchiveError
from thresher.records.archive import Archive

__all__ = ["MOST_CELLS", "MOST_COLUMNS", "MOST_ROWS", "refuse_vast_sheets"]

MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384  # as Excel has them
MOST_CELLS = 64_000_000  # 32 bytes each if empty, 75 if filled: 2 to 5 GB
LONGEST_TAG = 1024**2
DIGITS, LETTERS = len(str(MOST_ROWS)), len("XFD")
LOOK_AHEAD = 256  # bytes behind a cell's tag that show whether it is filled
PREFIX = rb"<(?:[^\s<>/:=\"']++:)?+"
PLACED = re.compile(PREFIX + rb"c(?: r=\"([A-Z]++)([0-9]++)\")?+[\s/>]")
OPENED = re.compile(PREFIX + rb"(?:c|row)(?=[\s/>]|\Z)")
TAG = re.compile(
    PREFIX + rb"(c|row)(?=[\s/>])((?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>"
    rb"|</(?:[^\s<>/:=\"']++:)?+(row)\s*+>"
)
PLACE = re.compile(rb"\sr\s*=\s*[\"']([A-Za-z]*+)([0-9]++)[\"']")
HOLLOW = re.compile(
    rb"\s*+(?:</|" + PREFIX + rb"v\s*+(?:/>|>\s*+</))"  # no value, or an empty one
)
SAVE = "Open it in Excel, delete the cells far away from the table, or save it as CSV."
BEYOND = (
    f"a cell lies beyond the {MOST_ROWS:,} rows and {MOST_COLUMNS:,} columns that a "
    "sheet can have: the file is damaged"
)
Place = tuple[int, int]


def refuse_vast_sheets(archive: Archive, *, most_bytes: int) -> None:
    """Refuse a spreadsheet in which a sheet would take too much memory.

    Every part is looked at, whatever its name: any may be called a sheet.

    Raises
    ------
    UnsafeArchiveError
        The parts unpack to too much to look through.
    FileError
        A cell lies where no sheet has one, or the filled cells lie too far apart.
    """
    unpacked = sum(entry.file_size for entry in archive.entries.values())
    if unpacked > most_bytes:
        reason = f"unpacks to {unpacked:,} bytes, more than the {most_bytes:,} allowed"
        hint = "Raise the limit with --most-bytes, or save the sheet as CSV."
        raise UnsafeArchiveError(archive.path, reason, hint=hint)
    for name in archive.entries:
        if _is_modest(_sound(archive, name)):
            continue
        if reason := _trouble(_filled_cells(_sound(archive, name))):
            raise FileError(archive.path, reason, hint=SAVE)


def _sound(archive: Archive, name: str) -> Iterator[bytes]:
    """Yield a part up to where it is damaged, which its reader will tell."""
    try:
        yield from archive.pieces(name)
    except UnsafeArchiveError:
        raise
    except FileError:
        return


def _is_modest(pieces: Iterable[bytes]) -> bool:
    """Say whether all cells name their places, filled or not, within a small area."""
    rows, columns = 0, 0
    for text in _whole_tags(pieces):
        found = PLACED.findall(text)
        letters = {column for column, _ in found}
        if not all(0 < len(name) <= LETTERS for name in letters):
            return False
        numbers = {row for _, row in found}
        if not all(len(number) <= DIGITS for number in numbers):
            return False
        rows = max(rows, *map(int, numbers), 0)
        columns = max(columns, *map(_column, letters), 0)
    within = rows <= MOST_ROWS and columns <= MOST_COLUMNS
    return within and rows * columns <= MOST_CELLS


def _whole_tags(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the pieces cut before a tag, not within one."""
    rest = b""
    for piece in pieces:
        text = rest + piece
        cut = text.rfind(b"<")
        if cut < 0 or len(text) - cut > LONGEST_TAG:
            cut = len(text)
        yield text[:cut]
        rest = text[cut:]
    yield rest


def _trouble(cells: Iterable[Place]) -> str:
    """Return why a sheet with these filled cells is refused, or nothing."""
    top = left = max(MOST_ROWS, MOST_COLUMNS)
    bottom = right = 0
    for row, column in cells:
        if row > MOST_ROWS or column > MOST_COLUMNS:
            return BEYOND
        top, bottom = min(top, row), max(bottom, row)
        left, right = min(left, column), max(right, column)
    rows, columns = bottom - top + 1, right - left + 1
    if rows * columns <= MOST_CELLS:
        return ""
    return (
        f"its filled cells lie {rows:,} rows and {columns:,} columns apart, which is "
        f"more than the {MOST_CELLS:,} cells that are read at once"
    )


def _filled_cells(pieces: Iterable[bytes]) -> Iterator[Place]:
    """Yield row and column of each cell with a value, counted from 1.

    A cell that names no place follows the one before it, and a row likewise.
    """
    row, column = 1, 1
    for text, found in _tags(pieces):
        if found[3]:  # a row ends
            row, column = row + 1, 1
            continue
        place = PLACE.search(found[2])
        if found[1] == b"row":
            row, column = _number(place[2]) if place else row, 1
            row += found[2].endswith(b"/")
            continue
        at = row
        if place:
            at, column = _number(place[2]), _column(place[1]) or column
        if not (found[2].endswith(b"/") or HOLLOW.match(text, found.end())):
            yield at, column
        column += 1


def _tags(pieces: Iterable[bytes]) -> Iterator[tuple[bytes, re.Match[bytes]]]:
    """Yield the tags of cells and rows, each with the text that it stands in."""
    rest = b""
    for piece in pieces:
        text = rest + piece
        done, enough = 0, len(text) - LOOK_AHEAD
        for found in TAG.finditer(text):
            if found.end() > enough:
                break
            yield text, found
            done = found.end()
        opened = OPENED.search(text, done)
        begun = opened.start() if opened else len(text)
        last = text.rfind(b"<", done, max(enough + 1, 0))  # a row may end there
        rest = text[max(done, min(begun, enough if last < 0 else last)) :]
        if len(rest) > LONGEST_TAG:
            rest = rest[-LOOK_AHEAD:]
    for found in TAG.finditer(rest):
        yield rest, found


def _number(digits: bytes) -> int:
    """Return a row's number; one that no sheet has if it is absurdly long."""
    digits = digits.lstrip(b"0")
    return int(digits or b"0") if len(digits) <= DIGITS else MOST_ROWS + 1


def _column(letters: bytes) -> int:
    """Return a column's number from 1: A is 1, XFD is 16,384.

    Examples
    --------
    >>> _column(b"A"), _column(b"xfd"), _column(b"AAAA")
    (1, 16384, 16385)
    """
    if len(letters) > LETTERS:
        return MOST_COLUMNS + 1
    number = 0
    for letter in letters.upper():
        number = 26 * number + letter - ord("A") + 1
    return number
