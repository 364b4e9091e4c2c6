"""Archives and project files built here, so that no test needs others' data.

All projects hold six records with the data set's labels 1 0 1 0 0 1, the priors 4
and 0, and then 2 and 3 read: 2 of 3 relevant records found.
"""

import json
import sqlite3
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from thresher.records.citation import Citation
from thresher.records.formats.protocol import Format
from thresher.records.source import open_source
from thresher.records.tally import Tally

Content = bytes | str | Mapping[str, object] | list[object]
WriteZip = Callable[[Mapping[str, Content]], Path]
MakeDatabase = Callable[[Iterable[str]], bytes]
Import = Callable[[Format, bytes], tuple[list[Citation], Tally]]
Entries = dict[str, Any]
Layout = Callable[..., Entries]

CSV = "title,label_included\na,1\nb,0\nc,1\nd,0\ne,0\nf,1\n"
RESULTS_1 = """INSERT INTO results VALUES
    (4, 0, NULL, 'prior', NULL, NULL, -1, '2023-05-10 13:53:34.006670', NULL),
    (0, 1, NULL, 'prior', NULL, NULL, -1, '2023-05-10 13:53:34.006670', NULL),
    (2, 1, 'nb', 'max', 'double', 'tfidf', 2, '2023-05-10 13:53:34.006670', NULL),
    (3, 0, 'nb', 'max', 'double', 'tfidf', 3, '2023-05-10 13:53:34.006670', 'a note'),
    (5, NULL, 'nb', 'max', 'double', 'tfidf', 4, NULL, NULL)"""
TABLE_1 = """CREATE TABLE results (record_id INTEGER, label INTEGER, classifier TEXT,
    query_strategy TEXT, balance_strategy TEXT, feature_extraction TEXT,
    training_set INTEGER, labeling_time INTEGER, notes TEXT)"""
TABLE_2 = """CREATE TABLE results (record_id INTEGER UNIQUE, label INTEGER,
    classifier TEXT, querier TEXT, balancer TEXT, feature_extractor TEXT,
    training_set INTEGER, time FLOAT, note TEXT, tags JSON, user_id INTEGER)"""
RESULTS_2 = """INSERT INTO results VALUES
    (4, 0, NULL, NULL, NULL, NULL, NULL, 1683726814.00667, NULL, NULL, NULL),
    (0, 1, NULL, NULL, NULL, NULL, NULL, 1683726814.00667, NULL, NULL, NULL),
    (2, 1, 'nb', 'max', 'double', 'tfidf', 2, 1683726814.00667, NULL, NULL, NULL),
    (3, 0, 'nb', 'max', 'double', 'tfidf', 3, 1683726814.00667, NULL, '[]', 7),
    (5, NULL, 'nb', 'max', 'double', 'tfidf', 4, NULL, NULL, NULL, NULL)"""
CHANGES = "CREATE TABLE decision_changes (record_id INTEGER, label INTEGER)"
TRIGGER = """CREATE TRIGGER t AFTER UPDATE OF label ON results BEGIN
    INSERT INTO decision_changes VALUES (OLD.record_id, OLD.label); END"""
RECORD = """CREATE TABLE record (dataset_row INTEGER, title VARCHAR, included INTEGER,
    record_id INTEGER PRIMARY KEY, duplicate_of INTEGER, group_id INTEGER NOT NULL
    GENERATED ALWAYS AS (COALESCE(duplicate_of, record_id)) VIRTUAL)"""
RECORDS = """INSERT INTO record (title, included, record_id) VALUES
    ('a', 1, 0), ('b', 0, 1), ('c', 1, 2), ('d', 0, 3), ('e', 0, 4), ('f', 1, 5)"""


@pytest.fixture
def write_zip(tmp_path: Path) -> WriteZip:
    """Write a zip archive of these entries; mappings and lists become JSON."""

    def write(entries: Mapping[str, Content]) -> Path:
        path = tmp_path / "project.asreview"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in entries.items():
                if not isinstance(content, bytes | str):
                    content = json.dumps(content)  # noqa: PLW2901
                archive.writestr(name, content)
        return path

    return write


@pytest.fixture
def make_database(tmp_path: Path) -> MakeDatabase:
    """Make a SQLite database by these statements."""

    def make(statements: Iterable[str]) -> bytes:
        path = tmp_path / "made.db"
        path.unlink(missing_ok=True)
        with sqlite3.connect(path) as connection:
            for statement in statements:
                connection.execute(statement)
        connection.close()
        return path.read_bytes()

    return make


@pytest.fixture(scope="session")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Import:
    """A function that reads bytes as a format and gives records and tally."""
    path = tmp_path_factory.mktemp("imported") / "file"

    def run(form: Format, content: bytes) -> tuple[list[Citation], Tally]:
        path.write_bytes(content)
        tally = Tally()
        return [*form.read(open_source(path), tally=tally)], tally

    return run


@pytest.fixture(scope="session")
def citations(data: Path) -> Path:
    """The folder of real citation files."""
    return data / "citations"


def about(version: str, **more: object) -> Entries:
    return {"version": version, "name": "Six", "mode": "simulate", **more}


def version_0(_: MakeDatabase, *_more: str) -> Entries:
    turns = [[[4, 0, "prior"], [0, 1, "prior"]], [[2, 1, "max"]], [[3, 1, "max"]]]
    return {
        "project.json": about("0.17", dataset_path="six.csv"),
        "labeled.json": [[5, 0], [1, 1], [3, 1], [4, 0]],  # 4 was changed to 0
        "result.json": {
            "settings": {"model": "nb", "mode": "simulate"},
            "results": [{"labelled": turn} for turn in turns],
            "labels": [1, 0, 1, 0, 0, 1],
            "data_properties": {"-1": {"record_table": [1, 2, 3, 4, 5, 6]}},
        },
        "data/six.csv": CSV,
    }


def version_1(make: MakeDatabase, *more: str) -> Entries:
    ids = "INSERT INTO record_table VALUES (0), (1), (2), (3), (4), (5)"
    table = "CREATE TABLE record_table (record_id INT)"
    config = about("1.2", reviews=[{"id": "r"}], dataset_path="six.csv")
    return {
        "project.json": config,
        "data/six.csv": CSV,
        "reviews/r/results.sql": make([TABLE_1, RESULTS_1, table, ids, *more]),
        "reviews/r/settings_metadata.json": {"settings": {"model": "nb"}},
    }


def version_2(make: MakeDatabase, *more: str) -> Entries:
    return {
        "project.json": about("2.0", reviews=[{"id": "r"}]),
        "data_store.db": make([RECORD, RECORDS]),
        "reviews/r/results.db": make(
            [TABLE_2, RESULTS_2, "PRAGMA user_version = 2", *more]
        ),
        "reviews/r/settings_metadata.json": {"name": "elas_u4"},
    }


def half_migrated(make: MakeDatabase, *more: str) -> Entries:
    entries = version_2(make, *more)
    old = {f"legacy_v2/{name}": content for name, content in entries.items()}
    moved = {name.removeprefix("reviews/r/"): old for name, old in entries.items()}
    return moved | old | {"__MACOSX/._results.db": b"\0\5\x16\7"}


def version_3(make: MakeDatabase, *more: str) -> Entries:
    tables = [TABLE_2, RESULTS_2, RECORD, RECORDS, CHANGES, TRIGGER]
    review = {"status": "finished", "model": {}}
    return {
        "project.json": about("3.0.8", project_file_version=3, review=review),
        "results.db": make([*tables, "PRAGMA user_version = 3", *more]),
    }


LAYOUTS = {
    "0": version_0,
    "1": version_1,
    "2": version_2,
    "half": half_migrated,
    "3": version_3,
}


@pytest.fixture
def layout(make_database: MakeDatabase) -> Layout:
    """Entries of a project of the named version, its results changed by SQL."""

    def entries(name: str, *statements: str) -> Entries:
        return LAYOUTS[name](make_database, *statements)

    return entries
