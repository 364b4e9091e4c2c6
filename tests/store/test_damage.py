"""A damaged value in a project ends in one sentence, wherever it is read."""

import sqlite3
from pathlib import Path

import pytest

from thresher.errors import FileError
from thresher.records.reading_files import scan
from thresher.store.importing import Wishes, import_files
from thresher.store.outgoing import Outgoing, Selection
from thresher.store.project import create_project, open_project, ready_project
from thresher.store.screened import screened

from .lab import fill, link, said, tell

GUARDS = "SELECT name FROM sqlite_master WHERE type = 'trigger'"


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


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE links SET second_id = 99",
        "UPDATE decisions SET chosen = 'rankee'",
        "UPDATE decisions SET record_id = 99",
        "UPDATE decisions SET decided_at = x'2026'",
        "ALTER TABLE links RENAME TO lines",
        "ALTER TABLE decisions RENAME COLUMN chosen TO chosem",
    ],
)
def test_a_row_that_refers_to_nothing_is_damage(tmp_path: Path, change: str) -> None:
    path = tmp_path / "review.thresher"
    with create_project(path) as project:
        fill(project, 3)
        assert tell(project, said(1, "include"))[0].status == "kept"
        link(project, (2, 3))
    with sqlite3.connect(path) as connection:
        for (name,) in connection.execute(GUARDS).fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(change)
    connection.close()
    with (
        open_project(path) as project,
        pytest.raises(FileError, match="is damaged"),
        project.reading() as reading,
    ):
        screened(reading)


@pytest.mark.parametrize("value", [0, 1, 7, 255])
def test_every_byte_of_the_header_may_break(tmp_path: Path, value: int) -> None:
    path = tmp_path / "review.thresher"
    with create_project(path):
        pass
    whole = path.read_bytes()
    became = set()
    for place in range(100):
        broken = tmp_path / f"{place}.thresher"
        broken.write_bytes(whole[:place] + bytes([value]) + whole[place + 1 :])
        try:
            with open_project(broken) as project, project.reading():
                became.add("opened")
        except FileError:
            became.add("refused")
    assert became == {"opened", "refused"}
