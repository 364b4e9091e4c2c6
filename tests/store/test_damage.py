"""A damaged value in a project ends in one sentence, wherever it is read."""

import sqlite3
from pathlib import Path

import pytest

from thresher.errors import FileError
from thresher.records.reading_files import scan
from thresher.store.importing import Wishes, import_files
from thresher.store.outgoing import Outgoing, Selection
from thresher.store.project import open_project, ready_project


@pytest.mark.parametrize(
    "change", ["abstract = CAST(x'ff41' AS TEXT)", "authors = '[', raw = '[]'"]
)
def test_a_value_that_makes_no_sense_is_damage(tmp_path: Path, change: str) -> None:
    file = tmp_path / "one.ris"
    file.write_text("TY  - JOUR\nTI  - Sleep\nER  - \n")
    path = tmp_path / "review.thresher"
    wishes = Wishes(scan=scan, at="2026-11-17T12:00:00+00:00")
    with ready_project(path) as project:
        list(import_files(project, [file], wishes=wishes))
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE records SET {change}")  # noqa: S608  ours
    connection.close()
    with (
        open_project(path) as project,
        pytest.raises(FileError, match="is damaged"),
        project.reading() as reading,
    ):
        list(Outgoing(reading, Selection(carry=lambda _: ())))
