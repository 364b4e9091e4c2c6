"""A project file: what it is, what it refuses, what it survives."""

import os
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, Table, func, insert, select
from sqlalchemy.exc import IntegrityError

from thresher.errors import FileError
from thresher.records.citation import Citation
from thresher.store import connection as door
from thresher.store.migrations import VERSION
from thresher.store.project import Project, create_project, open_project, ready_project
from thresher.store.schema import decisions, links, sources

from .conftest import put

NOBODY = 65534
Opening = Callable[[Path], AbstractContextManager[Project]]


def pragma(path: Path, name: str) -> object:
    with sqlite3.connect(path) as found:
        value = found.execute(f"PRAGMA {name}").fetchone()[0]
    found.close()
    return value


def test_a_new_project_says_whose_it_is(tmp_path: Path) -> None:
    path = tmp_path / "review.thresher"
    with create_project(path):
        pass
    assert pragma(path, "application_id") == door.APPLICATION
    assert pragma(path, "user_version") == VERSION
    assert pragma(path, "journal_mode") == "wal"
    assert [file.name for file in tmp_path.iterdir()] == ["review.thresher"]


def test_every_connection_is_safe(tmp_path: Path) -> None:
    with create_project(tmp_path / "p") as project, project.reading() as connection:
        asked = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert asked == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_an_older_project_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "old.thresher"
    with sqlite3.connect(path) as old:
        old.execute(f"PRAGMA application_id = {door.APPLICATION}")
    old.close()
    with open_project(path) as project, project.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(sources)) == 0
    assert pragma(path, "user_version") == VERSION


def foreign(path: Path) -> Path:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE moz_places (id INTEGER)")
    other.close()
    return path


def newer(path: Path) -> Path:
    with create_project(path):
        pass
    with sqlite3.connect(path) as later:
        later.execute("PRAGMA user_version = 99")
    later.close()
    return path


def text(path: Path) -> Path:
    path.write_text("TY  - JOUR\nER  - \n" * 100)
    return path


def cut(path: Path) -> Path:
    with create_project(path) as project:
        put(project, *(Citation(id=str(n), abstract="x" * 900) for n in range(300)))
    with path.open("r+b") as file:
        file.truncate(30_000)
    return path


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: path, "there is no such project"),
        (lambda path: path.parent, "is a folder"),
        (lambda path: path.touch() or path, "is empty, not yet a project"),
        (text, "is not a Thresher project"),
        (foreign, "not a Thresher project"),
        (newer, "made by a newer Thresher"),
        (cut, "is damaged"),
    ],
)
def test_what_is_no_project_is_refused_and_left_as_it_was(
    tmp_path: Path, make: Callable[[Path], Path], said: str
) -> None:
    path = make(tmp_path / "review.thresher")
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(FileError, match=said), open_project(path) as project:
        put(project, Citation(id="1"))
    if before is not None:
        assert path.read_bytes() == before


def test_nothing_is_made_over_something_else(tmp_path: Path) -> None:
    path = foreign(tmp_path / "places.sqlite")
    before = path.read_bytes()
    with pytest.raises(FileError, match="is already there"), create_project(path):
        pass
    with pytest.raises(FileError, match="not a Thresher"), ready_project(path):
        pass
    assert path.read_bytes() == before


def test_two_that_make_one_project_at_once_do_not_both_succeed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "p"
    with create_project(path):
        blank = door.Identity(application=0, version=0, tables=0)
        monkeypatch.setattr("thresher.store.project.identity", lambda _: blank)
        with pytest.raises(FileError, match="is already there"), create_project(path):
            pass


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    path = tmp_path / "gone" / "review.thresher"
    with pytest.raises(FileError, match="folder is missing"), create_project(path):
        pass


def failing(connection: Connection | None = None) -> None:
    """Stop, perhaps after writing something."""
    if connection is not None:
        connection.execute(insert(sources), _source_row())
    raise KeyboardInterrupt


def test_a_failed_first_import_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "review.thresher"
    with (
        pytest.raises(KeyboardInterrupt),
        ready_project(path) as project,
        project.writing() as connection,
    ):
        failing(connection)
    assert list(tmp_path.iterdir()) == []


def test_a_failed_second_import_keeps_the_first(tmp_path: Path) -> None:
    path = tmp_path / "review.thresher"
    with ready_project(path) as project:
        put(project, Citation(id="1"))
    with pytest.raises(KeyboardInterrupt), ready_project(path):
        failing()
    with open_project(path) as project, project.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(sources)) == 1


def test_an_unused_project_that_another_reads_is_not_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "review.thresher"
    with pytest.raises(KeyboardInterrupt), ready_project(path):  # noqa: PT012
        held = _reader(path)
        failing()
    assert path.exists()
    held.close()


def _reader(path: Path) -> sqlite3.Connection:
    held = sqlite3.connect(path)
    held.execute("BEGIN")
    held.execute("SELECT * FROM sources").fetchall()
    return held


@pytest.mark.parametrize("table", [links, decisions], ids=lambda table: table.name)
def test_the_ledgers_only_grow(tmp_path: Path, table: Table) -> None:
    with create_project(tmp_path / "p") as project:
        put(project, Citation(id="1"), Citation(id="2"))
    row = {
        "links": "(first_id, second_id, band, score, reason, flags, guards, "
        "decided_by, "
        "decided_at) VALUES (1, 2, 'certain', 1, '', '[]', '[]', 'thresher', '')",
        "decisions": "(record_id, label, reader, decided_at, chosen, reason, note) "
        "VALUES (1, 1, 'Ann', '', 'prior', '', '')",
    }[table.name]
    with sqlite3.connect(tmp_path / "p") as connection:
        connection.execute(f"INSERT INTO {table.name} {row}")
        for change in (f"UPDATE {table.name} SET id = 9", f"DELETE FROM {table.name}"):  # noqa: S608
            with pytest.raises(sqlite3.IntegrityError, match="only grow"):
                connection.execute(change)
    connection.close()


def test_a_defect_of_ours_is_not_dressed_up(tmp_path: Path) -> None:
    """A row that breaks a rule of the tables is no trouble of the user's disk."""
    broken = _source_row() | {"search_id": 99}
    with (
        create_project(tmp_path / "p") as project,
        pytest.raises(IntegrityError, match="FOREIGN KEY"),
        project.writing() as connection,
    ):
        connection.execute(insert(sources), broken)


def test_a_second_writer_waits_for_the_first(tmp_path: Path) -> None:
    path = tmp_path / "p"
    with create_project(path) as project:
        begun, done = threading.Event(), []

        def other() -> None:
            with open_project(path) as second:
                begun.set()
                put(second, Citation(id="2"), name="b")
                done.append("second")

        waiting = threading.Thread(target=other)
        with project.writing() as connection:
            waiting.start()
            assert begun.wait(10)
            connection.execute(insert(sources), _source_row())
            done.append("first")
        waiting.join(20)
    assert done == ["first", "second"]


def _source_row() -> dict[str, object]:
    names = ("name", "format", "encoding", "sha256", "imported_at")
    return dict.fromkeys(names, "") | {"size": 0, "records": 0, "report": {}}


def test_a_writer_that_waits_too_long_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "PATIENCE", 0.05)
    path = tmp_path / "p"
    with (
        create_project(path) as project,
        project.writing(),
        pytest.raises(FileError, match="being changed by another program"),
        open_project(path) as second,
    ):
        put(second, Citation(id="1"))


@contextmanager
def read_only_folder() -> Iterator[Path]:
    """Give a folder that may not be written; root first becomes somebody else."""
    folder = Path(tempfile.mkdtemp())  # tmp_path is closed to others
    root = os.geteuid() == 0
    try:
        with create_project(folder / "old.thresher"):
            pass
        folder.chmod(0o555)
        if root:
            os.seteuid(NOBODY)
        yield folder
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)
        shutil.rmtree(folder)


@pytest.mark.parametrize("opening", [create_project, ready_project])
def test_a_read_only_folder_is_named(opening: Opening) -> None:
    with (
        read_only_folder() as folder,
        pytest.raises(FileError, match="read-only"),
        opening(folder / "new.thresher"),
    ):
        pass


def test_a_project_in_a_read_only_folder_is_refused_in_words() -> None:
    with (
        read_only_folder() as folder,
        pytest.raises(FileError, match="read-only"),
        open_project(folder / "old.thresher") as project,
    ):
        put(project, Citation(id="1"))


def test_programs_that_open_a_new_file_at_once_wait_for_each_other(
    tmp_path: Path,
) -> None:
    together = threading.Barrier(4)

    def opened(path: Path) -> int:
        together.wait()
        with door.sqlite_engine(path, stays_open=True).connect() as connection:
            return int(connection.exec_driver_sql("PRAGMA synchronous").scalar() or 0)

    with ThreadPoolExecutor(4) as programs:
        for number in range(120):  # without waiting, one in twenty files met a refusal
            path = tmp_path / f"{number}.thresher"
            assert list(programs.map(opened, [path] * 4)) == [2] * 4
