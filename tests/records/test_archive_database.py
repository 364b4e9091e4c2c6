"""Databases from strangers can be read, and can do nothing else."""

import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from thresher.errors import FileError, UnsafeArchiveError
from thresher.records import archive_database
from thresher.records.archive import open_archive
from thresher.records.archive_database import Database, open_database

WriteZip = Callable[[Mapping[str, object]], Path]
MakeDatabase = Callable[[Iterable[str]], bytes]
PLAIN = ["CREATE TABLE t (a INT, b TEXT)", "INSERT INTO t VALUES (2, 'x'), (1, 'y')"]
ENDLESS = (
    "CREATE VIEW results AS WITH RECURSIVE n(i) AS "
    "(SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS a FROM n"
)


@contextmanager
def opened(path: Path) -> Iterator[Database]:
    with open_archive(path) as archive, open_database(archive, "x.db") as database:
        yield database


def test_rows_come_in_the_order_they_were_written(
    write_zip: WriteZip, make_database: MakeDatabase
) -> None:
    path = write_zip({"x.db": make_database([*PLAIN, "PRAGMA user_version = 3"])})
    with opened(path) as database:
        assert database.rows("t", ["b", "a"]) == [("x", 2), ("y", 1)]
        assert database.columns("t") == ["a", "b"]
        assert database.version == 3


def test_a_missing_column_or_table_is_named(
    write_zip: WriteZip, make_database: MakeDatabase
) -> None:
    with opened(write_zip({"x.db": make_database(PLAIN)})) as database:
        with pytest.raises(FileError, match=r"x\.db has no t\.c"):
            database.rows("t", ["a", "c"])
        with pytest.raises(FileError, match=r"x\.db has no u\.a"):
            database.rows("u", ["a"])


def test_nothing_can_be_written_and_no_trace_is_left(
    write_zip: WriteZip,
    make_database: MakeDatabase,
    tmp_path: Path,
    *,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    private = tmp_path / "private"
    private.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(private))
    with opened(write_zip({"x.db": make_database(PLAIN)})) as database:
        assert [*private.rglob("*.db")]
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            database.connection.execute("DELETE FROM t")
        with pytest.raises(sqlite3.OperationalError):
            database.connection.execute("ATTACH 'other.db' AS other")
    assert [*private.iterdir()] == []


def test_views_and_virtual_tables_count_as_absent(
    write_zip: WriteZip, make_database: MakeDatabase
) -> None:
    virtual = "CREATE VIRTUAL TABLE v USING fts5(a)"
    with opened(write_zip({"x.db": make_database([ENDLESS, virtual])})) as database:
        assert database.columns("results") == []
        assert database.columns("v") == []
        with pytest.raises(FileError, match="no results"):
            database.rows("results", ["a"])


def test_a_question_without_end_is_stopped(
    write_zip: WriteZip, make_database: MakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_database, "STEP_LIMIT", 2)
    refused = pytest.raises(sqlite3.OperationalError, match="interrupted")
    with opened(write_zip({"x.db": make_database([ENDLESS])})) as database, refused:
        database.connection.execute("SELECT count(*) FROM results").fetchall()


def test_a_database_in_write_ahead_mode_is_read(
    write_zip: WriteZip, make_database: MakeDatabase
) -> None:
    content = bytearray(make_database(PLAIN))
    content[18:20] = b"\2\2"  # file format of write-ahead logging
    with opened(write_zip({"x.db": bytes(content)})) as database:
        assert len(database.rows("t", ["a"])) == 2


@pytest.mark.parametrize("content", [b"not a database" * 99, b"SQLite format 3\0" * 9])
def test_what_is_no_database_is_refused(write_zip: WriteZip, content: bytes) -> None:
    refused = pytest.raises(FileError, match=r"x\.db cannot be read")
    with opened(write_zip({"x.db": content})) as database, refused:
        database.rows("t", ["a"])


def test_texts_far_larger_than_the_database_are_not_read(
    write_zip: WriteZip, make_database: MakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A column that every row has from one default takes no room in the file."""
    lines = [
        "CREATE TABLE t (a INT)",
        "INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
        "LIMIT 2000) SELECT i FROM n",
        f"ALTER TABLE t ADD COLUMN b TEXT DEFAULT '{'x' * 1000}'",
    ]
    path = write_zip({"x.db": make_database(lines)})
    with opened(path) as database:
        assert len(database.rows("t", ["b"])) == 2000
    monkeypatch.setattr(archive_database, "LONGEST_VALUE", 2000)
    monkeypatch.setattr(archive_database, "AMPLE", 16)
    with (
        opened(path) as database,
        pytest.raises(UnsafeArchiveError, match="texts many times as large as it is"),
    ):
        database.rows("t", ["b"])
    with opened(path) as database:
        assert len(database.rows("t", ["a"])) == 2000
