"""A spreadsheet whose sheet is broken inside a sound zip is refused in a sentence."""

import io
import zipfile
from pathlib import Path

import pytest

from thresher.errors import FileError
from thresher.records import read
from thresher.records.citation import Citation
from thresher.records.formats.xlsx import XLSX

SHEET = "xl/worksheets/sheet1.xml"


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_a_sheet_that_breaks_off_is_refused(tmp_path: Path, share: float) -> None:
    out = io.BytesIO()
    assert XLSX.write
    XLSX.write([Citation(id="1", title="Sleep"), Citation(id="2", title="Rest")], out)
    path = tmp_path / "table.xlsx"
    with zipfile.ZipFile(out) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name == SHEET:
                part = part[: int(len(part) * share)]
            new.writestr(name, part)
    with pytest.raises(FileError, match=r"table\.xlsx"):
        read(path)
