"""Tables in CSV, TSV and the like, from databases, screening tools and spreadsheets."""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import BinaryIO

from thresher.errors import FileError
from thresher.records.citation import Citation
from thresher.records.formats.protocol import Format
from thresher.records.formats.table_cells import disarmed
from thresher.records.formats.table_columns import TableColumns, columns_of, is_header
from thresher.records.formats.table_layout import table_of
from thresher.records.formats.table_rows import TableRows
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["CSV", "Row", "begins_with_header", "citations_of_rows", "write_csv"]

DELIMITERS = ",;\t|"
HEADER_WITHIN = 30  # rows: some databases print the search above the table
FEWEST = 2  # columns in which a single cell may well be a record
HINT = "Name the columns in the first row: title, abstract, authors, year, doi, …"
Row = tuple[int, list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The first row of a table: where it is and what parts its cells."""

    line: int
    delimiter: str
    names: list[str]

    @property
    def quoted(self) -> bool:
        """Whether quotes have a meaning, which they have not in Web of Science's."""
        return not (self.delimiter == "\t" and self.names[0].strip() == "PT")


def citations_of_rows(
    rows: Iterable[Row], columns: TableColumns, *, tally: Tally, sheet: str = ""
) -> Iterator[Citation]:
    """Yield the citations in the rows below a header; empty rows hold none.

    A row that is too short is filled up, one that is too long keeps its last cells
    in `raw`, and both are noted, with the sheet's name where there are several.
    """
    width, where = len(columns.names), f" (sheet {sheet!r})" if sheet else ""
    for line, cells in rows:
        if not any(map(str.strip, cells)):
            continue
        if _is_heading(cells, columns):
            heading = f"{cells[0][:80]!r} is a heading, not a record"
            tally.warn(f"{heading}{where}", line=line)
            continue
        tally.start()
        extra = [cell for cell in cells[width:] if cell.strip()]
        if len(cells) < width or extra:
            odd = f"{len(cells)} cells in a table of {width} columns"
            tally.warn(f"{odd}{where}", line=line)
        filled = cells[:width] + [""] * (width - len(cells))
        citation = columns.citation(filled, number=tally.starts)
        yield _with_extra(citation, extra, width=width) if extra else citation


def _is_heading(cells: list[str], columns: TableColumns) -> bool:
    """Say whether a row is a line of words above some rows, as Abstrackr prints."""
    if len(cells) > 1 or len(columns.names) <= FEWEST or " " not in cells[0].strip():
        return False
    texts = (columns.places.get(field, ()) for field in ("title", "abstract"))
    return not any(0 in places for places in texts)


def _with_extra(citation: Citation, extra: list[str], *, width: int) -> Citation:
    names = (f"column {place}" for place in range(width + 1, width + 1 + len(extra)))
    return replace(citation, raw=(*citation.raw, *zip(names, extra, strict=True)))


def begins_with_header(source: Source) -> bool:
    """Say whether the first line of a file names several columns of citations."""
    header = _header(source)
    return header is not None and header.line == 1 and len(header.names) > 1


def _header(source: Source) -> Header | None:
    """Return the header that names most fields, among the ways to part cells."""
    text = source.head.replace("\r\n", "\n").replace("\r", "\n")
    found = [header for mark in DELIMITERS if (header := _header_by(text, mark))]
    return max(found, key=lambda header: len(header.names), default=None)


def _header_by(text: str, delimiter: str) -> Header | None:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    line = 1
    try:
        for _, names in zip(range(HEADER_WITHIN), reader, strict=False):
            if is_header(names) and (len(names) > 1 or line == 1):
                return Header(line=line, delimiter=delimiter, names=names)
            line = reader.line_num + 1
    except csv.Error:
        return None
    return None


def _read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    header = _header(source)
    if header is None:
        reason = "no row names the columns of a table of citations"
        raise FileError(source.path, reason, line=1, hint=HINT)
    if header.line > 1:
        tally.warn(f"{header.line - 1} lines above the table are not part of it")
    lines = source.lines()
    for _ in zip(range(header.line - 1), lines, strict=False):
        pass
    rows = TableRows(
        lines,
        delimiter=header.delimiter,
        width=len(header.names),
        quoted=header.quoted,
    )
    every = iter(rows)
    first = next(every, (1, header.names))
    columns = columns_of(first[1])
    yield from citations_of_rows(
        _noted(every, rows=rows, tally=tally), columns, tally=tally
    )


def _noted(every: Iterator[Row], *, rows: TableRows, tally: Tally) -> Iterator[Row]:
    """Yield rows, noting those whose quotes are broken."""
    for row in every:
        if rows.broken and rows.broken[-1] == row[0]:
            tally.warn("the quotes are broken and were taken for text", line=row[0])
        yield row


def write_csv(citations: Iterable[Citation], out: BinaryIO) -> None:
    """Write citations as a table of ours, whose cells are never formulas."""
    text = io.TextIOWrapper(out, encoding="utf-8", errors="replace", newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    with table_of(citations) as table:
        for row in chain([table.names], table.rows()):
            writer.writerow(map(disarmed, row))
    text.detach()


CSV = Format(
    name="csv",
    title="table (CSV, TSV)",
    endings=(".csv", ".tsv", ".tab"),
    recognises=lambda source: _header(source) is not None,
    read=_read,
    write=write_csv,
)
