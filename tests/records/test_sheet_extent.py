"""A cell far away from a table, or where no sheet has one, takes no memory."""

import re
import zipfile
from pathlib import Path

import pytest

from thresher.errors import FileError, UnsafeArchiveError
from thresher.records import read
from thresher.records.archive import open_archive
from thresher.records.formats import sheet_extent
from thresher.records.formats.sheet_extent import refuse_vast_sheets

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
TITLE = '<c r="A1" t="inlineStr"><is><t>title</t></is></c>'
SLEEP = '<c r="A2" t="inlineStr"><is><t>Sleep</t></is></c>'
TABLE = f'<row r="1">{TITLE}</row><row r="2">{SLEEP}</row>'
VALUE = "<v>1</v></c>"


def workbook(path: Path, rows: str, *, part: str = "worksheets/sheet1.xml") -> Path:
    """Spreadsheet whose one sheet has these rows, in the part of this name."""
    parts = {
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="a" '
        f'Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets>'
        '<sheet name="one" sheetId="1" r:id="a"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship'
        f' Id="a" Type="{RELATIONS}/worksheet" Target="{part}"/></Relationships>',
        f"xl/{part}": f'<worksheet xmlns="{MAIN}" xmlns:x="{MAIN}"><sheetData>{rows}'
        "</sheetData></worksheet>",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


def looked_through(path: Path, *, most_bytes: int) -> None:
    with open_archive(path) as archive:
        refuse_vast_sheets(archive, most_bytes=most_bytes)


@pytest.mark.parametrize(
    "far",
    [
        f'<row r="1048576"><c r="XFD1048576">{VALUE}</row>',
        f'<row r="9"><c s="1" t="n" r="XFD1048576">{VALUE}</row>',
        f"<x:row r='9'><x:c\n r = 'xfd1048576' >{VALUE.replace('/c', '/x:c')}</x:row>",
        f'<row r="1048576"><c r="XFC1"/><c>{VALUE}</row>',
        f'<row r="1048575"/><row><c r="XFC1"/><c>{VALUE}</row>',
        f'<row r="9"><c s=\'>\' r="XFD1048576">{VALUE}</row>',
    ],
    ids=["plain", "late", "prefixed", "unplaced", "unplaced row", "bracket"],
)
@pytest.mark.parametrize("part", ["worksheets/sheet1.xml", "media/picture.png"])
def test_a_single_cell_far_away_is_refused(tmp_path: Path, far: str, part: str) -> None:
    path = workbook(tmp_path / "bomb.xlsx", TABLE + far, part=part)
    with pytest.raises(FileError, match="its filled cells lie 1,048,576 rows and"):
        read(path)


@pytest.mark.parametrize("place", ["XFE2", "AAAAA2", "A1048577", "A" + "9" * 5000])
def test_a_cell_where_no_sheet_has_one_is_refused(tmp_path: Path, place: str) -> None:
    rows = f'{TABLE}<row r="3"><c r="{place}">{VALUE}</row>'
    with pytest.raises(FileError, match=r"beyond the 1,048,576 rows .* is damaged"):
        read(workbook(tmp_path / "damaged.xlsx", rows))


@pytest.mark.parametrize(
    "end", [' s="3"/>', ' s="3"></c>', "><v/></c>", "><v></v></c>"]
)
def test_cells_far_away_that_are_only_coloured_do_no_harm(
    tmp_path: Path, end: str
) -> None:
    rows = f'{TABLE}<row r="1048576"><c r="XFD1048576"{end}</row>'
    found = read(workbook(tmp_path / "coloured.xlsx", rows))
    assert [record.title for record in found.records] == ["Sleep"]


def test_cells_without_places_are_counted_from_the_ones_before(tmp_path: Path) -> None:
    cell = '<c t="inlineStr"><is><t>{}</t></is></c>'
    rows = f"<row>{cell.format('title')}</row><row>{cell.format('Sleep')}</row>"
    found = read(workbook(tmp_path / "plain.xlsx", rows))
    assert [record.title for record in found.records] == ["Sleep"]


@pytest.mark.parametrize("attribute", ['r="B99"', 's="1" r="B99"'])
def test_a_cell_is_found_wherever_a_piece_ends(
    monkeypatch: pytest.MonkeyPatch, attribute: str
) -> None:
    monkeypatch.setattr(sheet_extent, "LOOK_AHEAD", 16)
    text = f'{TABLE}<row r="99"><c {attribute}>{VALUE}</row>'.encode()
    for cut in range(len(text)):
        found = [*sheet_extent._filled_cells([text[:cut], text[cut:]])]
        assert found == [(1, 1), (2, 1), (99, 2)]
        within = sheet_extent._is_modest([text[:cut], text[cut:]])
        assert within == attribute.startswith("r")


@pytest.mark.parametrize("row", ["<row>", '<row r="{}">', "<row r='{}' spans='1:3'>"])
@pytest.mark.parametrize("mark", ["", "x:", "long" * 20 + ":"])
def test_no_row_is_lost_whatever_the_size_of_the_pieces(
    monkeypatch: pytest.MonkeyPatch, row: str, mark: str
) -> None:
    monkeypatch.setattr(sheet_extent, "LOOK_AHEAD", 16)
    cells = "<c><v>1</v></c>" * 3
    rows = [row.format(n) + cells + "</row>" for n in range(1, 9)]
    text = re.sub("<(/?)", rf"<\1{mark}", "".join(rows))
    whole = [(n, column) for n in range(1, 9) for column in (1, 2, 3)]
    for size in range(1, len(text)):
        pieces = [text[at : at + size].encode() for at in range(0, len(text), size)]
        assert [*sheet_extent._filled_cells(pieces)] == whole


def test_a_row_begins_with_the_first_column_though_the_one_before_has_no_end() -> None:
    text = b"<row><c><v>1</v></c><row r='2'><c><v>1</v></c><row r='3'/><c><v>1</v></c>"
    assert [*sheet_extent._filled_cells([text])] == [(1, 1), (2, 1), (4, 1)]


def test_a_table_of_a_million_rows_and_forty_columns_is_not_too_large() -> None:
    corner = b'<c r="A1"><v>1</v></c><c r="AN1000000"><v>1</v></c>'
    assert sheet_extent._is_modest([corner])
    assert not sheet_extent._trouble(sheet_extent._filled_cells([corner]))


def test_parts_that_unpack_to_too_much_are_not_looked_through(tmp_path: Path) -> None:
    path = workbook(tmp_path / "many.xlsx", TABLE + " " * 10_000)
    with pytest.raises(UnsafeArchiveError, match="more than the 5,000 allowed"):
        looked_through(path, most_bytes=5_000)
    assert path.stat().st_size < 5_000
    with pytest.raises(UnsafeArchiveError, match="Raise the limit with --most-bytes"):
        read(path, most_bytes=5_000)
    assert read(path, most_bytes=20_000).report.records == 1


@pytest.mark.parametrize("text", [b"<c ", b"<c '", b"<c \"'", b"<c:", b"<c <row "])
def test_a_text_of_unfinished_tags_is_passed_over_in_little_time(text: bytes) -> None:
    pieces = [(text * 400_000)[: 1024**2]] * 3
    assert not [*sheet_extent._filled_cells(pieces)]
    sheet_extent._is_modest(pieces)
