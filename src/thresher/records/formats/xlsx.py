"""Spreadsheets: Excel files in, and out without a formula that could run."""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import BinaryIO

from thresher.errors import InputError
from thresher.records.archive import open_archive
from thresher.records.citation import Citation
from thresher.records.formats.protocol import Format
from thresher.records.formats.sheet_extent import (
    MOST_COLUMNS,
    MOST_ROWS,
    refuse_vast_sheets,
)
from thresher.records.formats.sheet_table import LeftSheet, SheetTable, open_sheets
from thresher.records.formats.table_cells import disarmed
from thresher.records.formats.table_columns import columns_of
from thresher.records.formats.table_layout import Layout, table_of
from thresher.records.formats.tabular import Row, citations_of_rows
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["XLSX", "read_first_table"]

ZIP, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
LONGEST_CELL = 32_767
MOST_MEMORY = 6 * 1024**3  # a million rows of 40 short cells take half of it
MOST_MEMORY_XLS = 2 * 1024**3  # an old sheet has 65,536 rows and 256 columns
CONTINUED = "…"
LONG_AGO = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
INERT = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}


def _read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    with _opened(source) as sheets:
        first = True
        for sheet in sheets:
            if isinstance(sheet, LeftSheet):
                _tell_left(sheet, tally=tally)
                continue
            before = tally.starts
            yield from _records(sheet, tally=tally)
            if not first:
                more = tally.starts - before
                told = "1 record is" if more == 1 else f"{more:,} records are"
                tally.warn(f"{told} from the sheet {sheet.sheet!r}")
            first = False


def read_first_table(source: Source, *, tally: Tally) -> Iterator[Citation]:
    """Yield the records of one table only, as in programs that read no more.

    Raises
    ------
    FileError
        There is none, or it cannot be read.
    """
    with _opened(source) as sheets:
        for sheet in sheets:
            if isinstance(sheet, SheetTable):
                yield from _records(sheet, tally=tally)
                return


@contextmanager
def _opened(source: Source) -> Iterator[Iterator[SheetTable | LeftSheet]]:
    is_zip = source.head_bytes.startswith(ZIP)
    if is_zip:
        with open_archive(source.path, limits=source.archive_limits) as archive:
            refuse_vast_sheets(archive, most_bytes=source.most_bytes)
    memory = MOST_MEMORY if is_zip else MOST_MEMORY_XLS
    with open_sheets(source.path, memory=memory) as sheets:
        yield sheets


def _tell_left(sheet: LeftSheet, *, tally: Tally) -> None:
    rows = "1 row" if sheet.left == 1 else f"{sheet.left:,} rows"
    kind, why = "sheet", "no row names the columns of a table of citations"
    if sheet.hidden:
        kind, why = "hidden sheet", "hidden ones are read only if no other has a table"
    tally.warn(f"the {kind} {sheet.sheet!r} was not read, with {rows}: {why}")


def _records(table: SheetTable, *, tally: Tally) -> Iterator[Citation]:
    name = "" if table.alone else table.sheet
    if table.hidden:
        tally.warn(f"the sheet {table.sheet!r} is hidden, but no other has a table")
    if table.row > 1:
        where = f" of the sheet {name!r}" if name else ""
        tally.warn(f"{table.row - 1} rows above the table{where} are not part of it")
    header = _without_end(table.header)
    yield from _citations(table.rows, header, sheet=name, tally=tally)


def _citations(
    rows: Iterable[Row], header: list[str], *, sheet: str, tally: Tally
) -> Iterator[Citation]:
    parts = _parts_of(header)
    columns = columns_of([disarmed(header[places[0]]) for places in parts])
    if columns.own:
        cells = ((n, [_glued(row, places) for places in parts]) for n, row in rows)
    else:
        columns, width = columns_of(header), len(header)
        cells = ((n, _as_wide(row, width)) for n, row in rows)
    yield from citations_of_rows(cells, columns, sheet=sheet, tally=tally)


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


def _as_wide(row: list[str], width: int) -> list[str]:
    """Return a row that is as wide as the table, or wider where it has more."""
    return row[:width] + [""] * (width - len(row)) + _without_end(row[width:])


def _without_end(row: list[str]) -> list[str]:
    """Return a row without the empty cells at its end."""
    filled = [place for place, cell in enumerate(row, 1) if cell.strip()]
    return row[: max(filled, default=0)]


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
