"""Workbooks of several sheets: no table of citations is left behind in silence."""

import io
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import xlsxwriter  # type: ignore[import-untyped]  # it has no types

from thresher.errors import FileError
from thresher.records.citation import Citation
from thresher.records.formats.protocol import Format
from thresher.records.formats.xlsx import XLSX, read_first_table
from thresher.records.source import open_source
from thresher.records.tally import Tally

Import = Callable[[Format, bytes], tuple[list[Citation], Tally]]
Rows = list[list[object]]
HEADER: list[object] = ["Title", "Year"]


def workbook(sheets: Mapping[str, Rows], *, hidden: tuple[str, ...] = ()) -> bytes:
    """An Excel file with these sheets, and a picture of a curve as a sheet before."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as book:
        chart = book.add_chart({"type": "line"})
        chart.add_series({"values": f"='{next(iter(sheets))}'!$B$1:$B$9"})
        book.add_chartsheet("curve").set_chart(chart)
        for name, rows in sheets.items():
            page = book.add_worksheet(name)
            for number, row in enumerate(rows):
                page.write_row(number, 0, row)
            if name in hidden:
                page.hide()
            else:
                page.activate()
    return out.getvalue()


def told(tally: Tally) -> list[str]:
    return [str(caution) for caution in tally.cautions]


def test_every_sheet_with_a_table_is_read(imported: Import) -> None:
    embase: Rows = [["Query", "sleep"], [], ["TI", "PY"], ["B", 2002], ["C", 2003, 9]]
    sheets = {"PubMed": [HEADER, ["A", 2001]], "Embase": embase}
    records, tally = imported(XLSX, workbook(sheets))
    assert [record.title for record in records] == ["A", "B", "C"]
    assert [record.id for record in records] == ["1", "2", "3"]
    assert told(tally) == [
        "2 rows above the table of the sheet 'Embase' are not part of it",
        "line 5: 3 cells in a table of 2 columns (sheet 'Embase')",
        "2 records are from the sheet 'Embase'",
    ]


def test_a_hidden_sheet_does_not_stand_in_for_one_that_people_see(
    imported: Import,
) -> None:
    sheets = {"Old": [HEADER, ["Old", 1999]], "Data": [HEADER, ["New", 2001]]}
    records, tally = imported(XLSX, workbook(sheets, hidden=("Old",)))
    assert [record.title for record in records] == ["New"]
    assert told(tally) == [
        "the hidden sheet 'Old' was not read, with 2 rows: hidden ones are read only "
        "if no other has a table"
    ]


def test_hidden_tables_are_read_if_there_are_no_others(imported: Import) -> None:
    sheets: dict[str, Rows] = {
        "Notes": [["apples", "pears"]],
        "one": [HEADER, ["A", 2001]],
        "two": [HEADER, ["B", 2002]],
    }
    records, tally = imported(XLSX, workbook(sheets, hidden=("one", "two")))
    assert [record.title for record in records] == ["A", "B"]
    assert told(tally) == [
        "the sheet 'Notes' was not read, with 1 row: no row names the columns of a "
        "table of citations",
        "the sheet 'one' is hidden, but no other has a table",
        "the sheet 'two' is hidden, but no other has a table",
        "1 record is from the sheet 'two'",
    ]


def test_empty_sheets_are_not_worth_a_word(imported: Import) -> None:
    sheets: dict[str, Rows] = {
        "empty": [],
        "Data": [HEADER, ["A", 2001]],
        "more": [["", ""]],
    }
    records, tally = imported(XLSX, workbook(sheets, hidden=("more",)))
    assert [record.title for record in records] == ["A"]
    assert told(tally) == []


def test_a_sheet_without_a_header_says_how_many_rows_it_has(imported: Import) -> None:
    sheets: dict[str, Rows] = {
        "Data": [HEADER, ["A", 2001]],
        "lost": [["B", 2002]] * 50,
    }
    _, tally = imported(XLSX, workbook(sheets))
    assert told(tally)[0].startswith("the sheet 'lost' was not read, with 50 rows:")


def test_a_single_sheet_is_not_named(imported: Import) -> None:
    _, tally = imported(XLSX, workbook({"Data": [["x"], HEADER, ["A", 2001, "b"]]}))
    assert told(tally) == [
        "1 rows above the table are not part of it",
        "line 3: 3 cells in a table of 2 columns",
    ]


def test_a_workbook_of_hidden_notes_is_refused(imported: Import) -> None:
    sheets: dict[str, Rows] = {"a": [["apples", 1]], "b": [["pears", 2]]}
    with pytest.raises(FileError, match="no sheet has a row that names"):
        imported(XLSX, workbook(sheets, hidden=("a",)))


def test_the_data_of_asreview_is_one_sheet(tmp_path: Path) -> None:
    path = tmp_path / "data.xlsx"
    path.write_bytes(workbook({"a": [["x", 1]], "b": [HEADER, ["A"]], "c": [HEADER]}))
    found = read_first_table(open_source(path), tally=Tally())
    assert [record.title for record in found] == ["A"]
