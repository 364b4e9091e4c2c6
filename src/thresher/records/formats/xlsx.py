"""Spreadsheets: Excel files in, and out without a formula that could run."""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, BinaryIO

from thresher.errors import FileError, InputError
from thresher.records.archive import open_archive
from thresher.records.citation import Citation
from thresher.records.formats.protocol import Format
from thresher.records.formats.table_cells import disarmed
from thresher.records.formats.table_columns import columns_of, is_header
from thresher.records.formats.table_layout import Layout, table_of
from thresher.records.formats.tabular import Row, citations_of_rows
from thresher.records.source import Source
from thresher.records.tally import Tally

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

__all__ = ["XLSX"]

ZIP, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
HEADER_WITHIN = 30
MOST_ROWS, MOST_COLUMNS, LONGEST_CELL = 1_048_576, 16_384, 32_767
CONTINUED = "…"
LONG_AGO = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
INERT = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}
SAVE = "Save the sheet as CSV with UTF-8 encoding and import that."


def _read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    book = _book(source)
    for name in book.sheet_names:
        rows = _rows(_sheet(book, name, source))
        first = [*islice(rows, HEADER_WITHIN)]
        at = next((i for i, (_, row) in enumerate(first) if is_header(row)), None)
        if at is None:
            continue
        if first[at][0] > 1:
            tally.warn(f"{first[at][0] - 1} rows above the table are not part of it")
        for other in book.sheet_names:
            if other != name:
                tally.warn(f"the sheet {other!r} was not read, only {name!r}")
        header = _without_end(first[at][1])
        yield from _citations(chain(first[at + 1 :], rows), header, tally=tally)
        return
    reason = "no sheet has a row that names the columns of a table of citations"
    raise FileError(source.path, reason, line=1, hint="Name a column 'title'.")


def _citations(
    rows: Iterable[Row], header: list[str], *, tally: Tally
) -> Iterator[Citation]:
    parts = _parts_of(header)
    columns = columns_of([disarmed(header[places[0]]) for places in parts])
    if columns.own:
        cells = ((n, [_glued(row, places) for places in parts]) for n, row in rows)
    else:
        columns, width = columns_of(header), len(header)
        cells = ((n, row[:width] + _without_end(row[width:])) for n, row in rows)
    yield from citations_of_rows(cells, columns, tally=tally)


def _parts_of(header: Sequence[str]) -> list[list[int]]:
    """Return the columns that hold one field: a long value goes on in the next."""
    parts: list[list[int]] = []
    for place, name in enumerate(header):
        if parts:
            begun = parts[-1]
            following = f"{header[begun[0]]}{CONTINUED}{len(begun) + 1}"
            if name == following:
                begun.append(place)
                continue
        parts.append([place])
    return parts


def _glued(row: Sequence[str], places: Sequence[int]) -> str:
    return disarmed("".join(row[place] for place in places if place < len(row)))


def _without_end(row: list[str]) -> list[str]:
    """Return a row without the empty cells at its end."""
    filled = [place for place, cell in enumerate(row, 1) if cell.strip()]
    return row[: max(filled, default=0)]


def _book(source: Source) -> "CalamineWorkbook":
    from python_calamine import CalamineError, PasswordError, load_workbook  # noqa: PLC0415  a heavy import

    if source.head_bytes.startswith(ZIP):
        with open_archive(source.path):
            pass  # refuses what would do harm when unpacked
    try:
        return load_workbook(source.path)
    except PasswordError as error:
        reason = "is protected by a password"
        hint = "Open it in Excel, remove the password, and save it again."
        raise FileError(source.path, reason, hint=hint) from error
    except (CalamineError, OSError, ValueError) as error:
        if "EncryptedPackage".encode("utf-16-le") in source.path.read_bytes():
            reason = "is protected by a password"
        else:
            reason = f"is not a spreadsheet that can be read ({error})"
        raise FileError(source.path, reason, hint=SAVE) from error


def _sheet(book: "CalamineWorkbook", name: str, source: Source) -> "CalamineSheet":
    from python_calamine import CalamineError  # noqa: PLC0415  a heavy import

    try:
        return book.get_sheet_by_name(name)
    except (CalamineError, ValueError) as error:
        reason = f"the sheet {name!r} is damaged ({error})"
        raise FileError(source.path, reason, hint=SAVE) from error


def _rows(sheet: "CalamineSheet") -> Iterator[Row]:
    above = sheet.start[0] if sheet.start else 0
    for number, row in enumerate(sheet.iter_rows(), above + 1):
        yield number, [_text(value) for value in row]


def _text(value: object) -> str:
    """Return a cell as its owner reads it: whole numbers without a point."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime):
        whole = value.time() == datetime.time()
        return value.date().isoformat() if whole else value.isoformat(sep=" ")
    return str(value)


def _write(citations: Iterable[Citation], out: BinaryIO) -> None:
    import xlsxwriter  # type: ignore[import-untyped]  # noqa: PLC0415  heavy, no types

    with table_of(citations) as table, xlsxwriter.Workbook(out, INERT) as book:
        book.set_properties({"created": LONG_AGO})
        sheet = book.add_worksheet("records")
        text = book.add_format({"quote_prefix": True})
        sheet.freeze_panes(1, 0)
        for number, row in enumerate(_broken_up(table)):
            if number >= MOST_ROWS:
                most = MOST_ROWS - 1
                raise InputError(f"a sheet holds {most:,} records at most: use CSV")
            for place, value in enumerate(row):
                if value:
                    shown = value.encode(errors="replace").decode()
                    sheet.write_string(number, place, shown, text)


def _broken_up(table: Layout) -> Iterator[list[str]]:
    """Yield the header and rows; cells too long for Excel go on in more columns."""
    parts = [1] * len(table.names)
    for row in table.rows():
        for place, value in enumerate(row):
            if len(value) > LONGEST_CELL:
                parts[place] = max(parts[place], -(-len(value) // LONGEST_CELL))
    if sum(parts) > MOST_COLUMNS:
        raise InputError(f"a sheet holds {MOST_COLUMNS:,} columns at most: use CSV")
    names = zip(table.names, parts, strict=True)
    yield [
        name if part == 1 else f"{name}{CONTINUED}{part}"
        for name, count in names
        for part in range(1, count + 1)
    ]
    for row in table.rows():
        yield [
            value[part * LONGEST_CELL : (part + 1) * LONGEST_CELL]
            for value, count in zip(row, parts, strict=True)
            for part in range(count)
        ]


def _recognises(source: Source) -> bool:
    head = source.head_bytes
    return head.startswith(OLE) or (head.startswith(ZIP) and b"xl/" in head)


XLSX = Format(
    name="xlsx",
    title="Excel",
    endings=(".xlsx", ".xls", ".xlsm"),
    recognises=_recognises,
    read=_read,
    write=_write,
)
