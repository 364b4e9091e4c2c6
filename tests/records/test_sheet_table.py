"""Spreadsheets are read by another process, whose end is a sentence here."""

import base64
import io
import json
import struct
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path

import pytest

from thresher.errors import FileError
from thresher.records import read, scan
from thresher.records.citation import Citation
from thresher.records.formats import sheet_table, xlsx
from thresher.records.formats.sheet_process import hand_over
from thresher.records.formats.xlsx import XLSX
from thresher.records.source import open_source
from thresher.records.tally import Tally

OLD_SHEET = (  # title and year; Sleep, 2001; and a number far to the right
    "eNrtWD1oFEEU/mbvNvdD7rIXL4FESI5AoolpxMYmrgpJqhxRC0UEvSQrHDkuYb0mFhqNVwqClZImkMYm"
    "0cYftIjYWAgRLQRBuFOwsRIULJJb37zdJZefIgcxGplvmTdv3rw383bnzdudfbucKM09ai1jA44hgIoT"
    "QV2VTFCJ+A0D1O84kvXrMBVHYU8hEqaFrNPxPPYmJNdQrncZGh4GXxIFPlO5gEmkJ/JWahdxkn3ICOlD"
    "H1GBWZLE0cJeNTIdZbqP6SJrvmB6nCW3mfaRbkmcx7KZ7jnqRfE5rYP74pDjPmGbjyw5jCa8llF8/Y5w"
    "dXWcsLOZ3L/Z0Rasxzxo3QatvGVnciUkaQHn8dNJAT/8nbqUUvLdlQuQ/Nd6eWgL+V0tCEzDucQBXkQM"
    "rwKyR8flrH2lsIJ2yHaARShkCzmLDKasjE3NMznLmozKlMxb2Fi3hWMc2vVEx9DAfIID3KAkvfLg+7uh"
    "kWHzIkumOW27yb1T+gMHN6QFGcfhjwekqfSwxSGmN3nU/cy3Mk2Sk1R3DTd5zMAM69zi3i6a5wjjvXmg"
    "ij9IfPHbqadtxS9mN/ELg+WryYUP5hw66GUzRvbymkGv6BX370k8M/1aeIngE9OWTUkhrBnsuwbHe4M1"
    "YBVRZhNM3ZZ8OsLTF1voC9aXI17TouxPAgPtrr7Oz2ZNX2roGCKNr0v0GtUa8VgaUlJaQxQKCgoKCgoK"
    "CgoKfwXu5657xgi65wz+4A95/3VWqVTUb5L/FqcxQVeBDqb9yFNtY6qm+GmGLvyxxDZt/P+FEmdpdhvj"
    "GGE/xmuOXzoAiur72bahsXNbqNb5K7X4+Yfn/w2kIMYk"
)
FAR = struct.pack("<HHHH", 0x27E, 10, 5, 77)  # the record of that number: row, column


@pytest.fixture
def old_sheet(tmp_path: Path) -> Path:
    path = tmp_path / "old.xls"
    path.write_bytes(zlib.decompress(base64.b64decode(OLD_SHEET)))
    return path


@pytest.fixture
def new_sheet(tmp_path: Path) -> Path:
    path, out = tmp_path / "new.xlsx", io.BytesIO()
    assert XLSX.write
    XLSX.write([Citation(id=f"{n}", title=f"Sleep {n}") for n in range(5_000)], out)
    path.write_bytes(out.getvalue())
    return path


def test_an_old_sheet_is_read(old_sheet: Path) -> None:
    first, second = read(old_sheet).records
    assert (first.title, first.year) == ("Sleep", 2001)
    assert second.raw == (("column 3", "12345"),)


@pytest.mark.parametrize("place", [(65_535, 65_535), (65_535, 1500)])
def test_an_old_sheet_that_needs_much_memory_is_refused(
    old_sheet: Path, place: tuple[int, int]
) -> None:
    content = old_sheet.read_bytes()
    far = struct.pack("<HHHH", 0x27E, 10, *place)
    assert content.count(FAR) == 1
    old_sheet.write_bytes(content.replace(FAR, far))
    with pytest.raises(FileError, match="takes more than 2 GB of memory"):
        read(old_sheet)


def test_a_text_that_is_in_a_million_cells_is_refused(
    new_sheet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each cell only points to the text; the reader copies it for each."""
    monkeypatch.setattr(xlsx, "MOST_MEMORY", 1024**3)
    cells = "".join(
        f'<row r="{n}"><c r="A{n}" t="s"><v>{n > 1:d}</v></c></row>'
        for n in range(1, 100_000)
    )
    text = "long " * 10_000
    parts = {
        "xl/worksheets/sheet1.xml": f"<worksheet><sheetData>{cells}</sheetData>"
        "</worksheet>",
        "xl/sharedStrings.xml": f"<sst><si><t>title</t></si><si><t>{text}</t></si>"
        "</sst>",
    }
    path = tmp_path / "copies.xlsx"
    with zipfile.ZipFile(new_sheet) as old, zipfile.ZipFile(path, "w") as new:
        for name in {*old.namelist()} - {*parts}:
            new.writestr(name, old.read(name))
        for name, content in parts.items():
            new.writestr(name, content)
    with pytest.raises(FileError, match="takes more than 1 GB of memory"):
        read(path)


def test_a_reader_that_dies_midway_is_a_sentence(
    new_sheet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = {"sheet": "a", "hidden": False, "alone": True, "row": 1, "header": ["title"]}
    program = f"print({json.dumps(head)!r}); print('[2, [\"b\"]]')"
    monkeypatch.setattr(sheet_table, "PROGRAM", f"{program}\nraise SystemExit(3)")
    records = iter(scan(new_sheet))
    assert next(records).title == "b"
    with pytest.raises(FileError, match=r"new\.xlsx: is damaged, or takes"):
        next(records)


@pytest.mark.parametrize(
    "program",
    [
        sheet_table.PROGRAM.replace("limit_process(", "limit_process(nothing=1, "),
        sheet_table.PROGRAM.replace("sheet_process", "sheet_progress"),
        "from thresher.records.formats import sheet_process\n"
        "sheet_process._told = lambda path: iter([{1}])\n" + sheet_table.PROGRAM,
    ],
    ids=["limits", "import", "reading"],
)
def test_a_fault_of_ours_is_not_called_damage(
    new_sheet: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setattr(sheet_table, "PROGRAM", program)
    with pytest.raises(FileError, match=r"fault of Thresher.*Error: .*THRESHER_DEBUG"):
        read(new_sheet)


@pytest.mark.parametrize("debug", ["", "1"])
def test_the_readers_traceback_is_shown_on_request(
    new_sheet: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    debug: str,
) -> None:
    monkeypatch.setenv("THRESHER_DEBUG", debug)
    monkeypatch.setattr(sheet_table, "PROGRAM", "raise SystemExit('in the reader')")
    with pytest.raises(FileError, match="is damaged, or takes"):
        read(new_sheet)
    assert ("in the reader" in capfd.readouterr().err) == bool(debug)


def test_the_library_is_loaded_before_memory_is_limited(
    new_sheet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it takes to load it is no fault of the file."""
    check = "assert 'python_calamine' in sys.modules\nhand_over(Path"
    monkeypatch.setattr(
        sheet_table, "PROGRAM", sheet_table.PROGRAM.replace("hand_over(Path", check)
    )
    assert read(new_sheet).report.records == 5_000


@pytest.mark.parametrize("limit", ["LONGEST_ROW", "MOST_HANDED"])
def test_more_than_may_be_handed_over_is_refused(
    new_sheet: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(sheet_table, limit, 100)
    with pytest.raises(FileError, match="is damaged, or takes"):
        read(new_sheet)


def test_a_python_that_cannot_be_started_is_a_sentence(
    new_sheet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/no/python")
    with pytest.raises(FileError, match="cannot start"):
        read(new_sheet)


def test_the_reader_ends_with_who_asked_for_it(
    new_sheet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[subprocess.Popen[bytes]] = []
    ordinary = subprocess.Popen

    def noted(*given: object, **options: object) -> object:
        started.append(ordinary(*given, **options))  # type: ignore[call-overload]
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", noted)
    records = XLSX.read(open_source(new_sheet), tally=Tally())
    assert next(iter(records)).title == "Sleep 0"
    assert started[0].poll() is None
    records.close()  # type: ignore[attr-defined]
    assert started[0].returncode is not None


def test_the_reader_takes_no_module_from_the_folder_one_is_in(
    new_sheet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "python_calamine.py").write_text("raise SystemExit(1)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])
    assert read(new_sheet).report.records == 5_000


def test_what_is_handed_over_is_lines_of_json(old_sheet: Path) -> None:
    out = io.BytesIO()
    hand_over(old_sheet, out)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert lines[0]["header"] == ["title", "year"]
    assert lines[1] == [2, ["Sleep", "2001"]]
    assert lines[2] == [6, [""] * 77 + ["12345"]]
    out = io.BytesIO()
    old_sheet.write_bytes(b"no sheet")
    hand_over(old_sheet, out)
    assert "not a spreadsheet" in json.loads(out.getvalue())["refused"]["reason"]
