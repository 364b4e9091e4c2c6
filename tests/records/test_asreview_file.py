"""Project files of every ASReview version say the same, whatever their layout.

All projects here hold six records with the data set's labels 1 0 1 0 0 1, the
priors 4 and 0, and then 2 and 3 read: 2 of 3 relevant records found.
"""

import contextlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from thresher.errors import FileError
from thresher.records.asreview_file import AsreviewProject, read_project

WriteZip = Callable[[Mapping[str, object]], Path]
MakeDatabase = Callable[[Iterable[str]], bytes]
Entries = dict[str, Any]

CSV = "title,label_included\na,1\nb,0\nc,1\nd,0\ne,0\nf,1\n"
SECONDS = 1683726814.00667  # 2023-05-10 13:53:34.006670 UTC
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
TRIGGER = """CREATE TRIGGER t AFTER UPDATE OF label ON results BEGIN
    DELETE FROM results; END"""
RECORD = """CREATE TABLE record (dataset_row INTEGER, title VARCHAR, included INTEGER,
    record_id INTEGER PRIMARY KEY, duplicate_of INTEGER, group_id INTEGER NOT NULL
    GENERATED ALWAYS AS (COALESCE(duplicate_of, record_id)) VIRTUAL)"""
RECORDS = """INSERT INTO record (title, included, record_id) VALUES
    ('a', 1, 0), ('b', 0, 1), ('c', 1, 2), ('d', 0, 3), ('e', 0, 4), ('f', 1, 5)"""
COMPONENTS = {
    "classifier": ["nb"],
    "querier": ["max"],
    "balancer": ["double"],
    "feature_extractor": ["tfidf"],
}


def about(version: str, **more: object) -> Entries:
    return {"version": version, "name": "Six", "mode": "simulate", **more}


def version_0(_: MakeDatabase) -> Entries:
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


def version_1(make: MakeDatabase) -> Entries:
    ids = "INSERT INTO record_table VALUES (0), (1), (2), (3), (4), (5)"
    table = "CREATE TABLE record_table (record_id INT)"
    config = about("1.2", reviews=[{"id": "r"}], dataset_path="six.csv")
    return {
        "project.json": config,
        "data/six.csv": CSV,
        "reviews/r/results.sql": make([TABLE_1, RESULTS_1, table, ids]),
        "reviews/r/settings_metadata.json": {"settings": {"model": "nb"}},
    }


def version_2(make: MakeDatabase) -> Entries:
    return {
        "project.json": about("2.0", reviews=[{"id": "r"}]),
        "data_store.db": make([RECORD, RECORDS]),
        "reviews/r/results.db": make([TABLE_2, RESULTS_2, "PRAGMA user_version = 2"]),
        "reviews/r/settings_metadata.json": {"name": "elas_u4"},
    }


def half_migrated(make: MakeDatabase) -> Entries:
    entries = version_2(make)
    old = {f"legacy_v2/{name}": content for name, content in entries.items()}
    moved = {name.removeprefix("reviews/r/"): old for name, old in entries.items()}
    return moved | old | {"__MACOSX/._results.db": b"\0\5\x16\7"}


def version_3(make: MakeDatabase) -> Entries:
    made = [TABLE_2, RESULTS_2, RECORD, RECORDS, TRIGGER, "PRAGMA user_version = 3"]
    review = {"status": "finished", "model": {}}
    return {
        "project.json": about("3.0.8", project_file_version=3, review=review),
        "results.db": make(made),
    }


LAYOUTS = {
    "0": (version_0, 0, [5, 1, 3, 4]),
    "1": (version_1, 1, [4, 0, 2, 3]),
    "2": (version_2, 2, [4, 0, 2, 3]),
    "half": (half_migrated, 2, [4, 0, 2, 3]),
    "3": (version_3, 3, [4, 0, 2, 3]),
}


@pytest.mark.parametrize(("layout", "version", "order"), LAYOUTS.values(), ids=LAYOUTS)
def test_every_version_tells_the_same_reading(
    layout: Callable[[MakeDatabase], Entries],
    version: int,
    order: list[int],
    *,
    write_zip: WriteZip,
    make_database: MakeDatabase,
) -> None:
    project = read_project(write_zip(layout(make_database)))
    assert project.file_version == version
    assert (project.mode, project.name) == ("simulate", "Six")
    assert [decision.record_id for decision in project.decisions] == order
    assert [decision.label for decision in project.decisions] == [0, 1, 1, 0]
    assert [decision.prior for decision in project.decisions] == [1, 1, 0, 0]
    queriers = [decision.querier for decision in project.decisions]
    assert queriers == [None, None, "max", "max"]
    assert [decision.classifier for decision in project.decisions][2:] == ["nb", "nb"]
    assert project.labels is not None
    assert project.labels.tolist() == [1, 0, 1, 0, 0, 1]
    assert (project.records, project.relevant) == (6, 3)
    assert project.contradicted == ()


@pytest.mark.parametrize("layout", [version_1, version_2, version_3])
def test_times_are_seconds_since_1970_whatever_was_stored(
    layout: Callable[[MakeDatabase], Entries],
    write_zip: WriteZip,
    make_database: MakeDatabase,
) -> None:
    project = read_project(write_zip(layout(make_database)))
    times = [decision.time for decision in project.decisions]
    assert times == pytest.approx([SECONDS] * 4)


def test_settings_are_what_the_file_records_and_what_really_ran(
    write_zip: WriteZip, make_database: MakeDatabase
) -> None:
    def recorded(layout: Callable[[MakeDatabase], Entries]) -> Mapping[str, object]:
        return read_project(write_zip(layout(make_database))).settings

    assert recorded(version_0) == {"model": "nb", "mode": "simulate"}
    assert recorded(version_1) == {"model": "nb", "components": COMPONENTS}
    assert recorded(version_2) == {"name": "elas_u4", "components": COMPONENTS}
    assert recorded(version_3) == {"components": COMPONENTS}


After = Callable[..., AsreviewProject]


@pytest.fixture
def after(write_zip: WriteZip, make_database: MakeDatabase) -> After:
    """Read a project of version 3 after further statements."""

    def read(*statements: str) -> AsreviewProject:
        made = [TABLE_2, RESULTS_2, RECORD, RECORDS, *statements]
        entries = version_3(make_database) | {"results.db": make_database(made)}
        return read_project(write_zip(entries))

    return read


def test_relevant_is_unknown_if_an_unread_record_has_no_label(after: After) -> None:
    assert (
        after("UPDATE record SET included = NULL WHERE record_id = 1").relevant is None
    )
    assert after("UPDATE record SET included = NULL WHERE record_id = 2").relevant == 3


def test_relevant_is_known_without_labels_if_everything_was_read(after: After) -> None:
    project = after(
        "UPDATE record SET included = NULL",
        "UPDATE results SET label = 0 WHERE record_id = 5",
        "INSERT INTO results (record_id, label) VALUES (1, 0)",
    )
    assert (project.relevant, len(project.decisions)) == (2, 6)


def test_a_decision_against_the_data_set_counts_as_decided(after: After) -> None:
    project = after("UPDATE results SET label = 0 WHERE record_id = 0")
    assert project.contradicted == (0,)
    assert project.relevant == 2  # record 2 was found, 5 is left, 0 was excluded


def test_a_record_that_no_querier_chose_is_a_prior_whenever_it_was_added(
    after: After,
) -> None:
    project = after("INSERT INTO results (record_id, label) VALUES (1, 0)")
    assert [decision.prior for decision in project.decisions] == [1, 1, 0, 0, 1]


def test_the_last_of_two_decisions_counts_at_the_place_of_the_first(
    write_zip: WriteZip, make_database: MakeDatabase
) -> None:
    entries = version_1(make_database)
    again = (
        "INSERT INTO results (record_id, label, query_strategy) VALUES (2, 0, 'max')"
    )
    ids = "CREATE TABLE record_table AS SELECT record_id FROM (SELECT 0 AS record_id"
    table = ids + "".join(f" UNION SELECT {i}" for i in range(1, 6)) + ")"
    made = make_database([TABLE_1, RESULTS_1, again, table])
    project = read_project(write_zip(entries | {"reviews/r/results.sql": made}))
    assert [d.record_id for d in project.decisions] == [4, 0, 2, 3]
    assert [d.label for d in project.decisions] == [0, 1, 0, 0]


@pytest.mark.parametrize(
    ("csv", "labels"),
    [
        (CSV.replace("label_included", "verdict"), None),
        (CSV + "g,1\n", None),
        (CSV.replace("b,0", "b,maybe"), None),
        (CSV.replace("b,0", "b,"), [1, -1, 1, 0, 0, 1]),
        ("record_id,label\n5,1\n4,0\n3,0\n2,1\n1,0\n0,1\n", [1, 0, 1, 0, 0, 1]),
        ("record_id,label\n15,1\n14,1\n3,0\n2,1\n1,0\n0,1\n", [1, 1, 0, 1, 0, 1]),
    ],
)
def test_labels_of_version_1_come_from_its_data_file_or_nowhere(
    csv: str,
    labels: list[int] | None,
    *,
    write_zip: WriteZip,
    make_database: MakeDatabase,
) -> None:
    entries = version_1(make_database) | {"data/six.csv": csv}
    found = read_project(write_zip(entries)).labels
    assert labels == (None if found is None else found.tolist())


def test_version_1_with_data_in_another_format_has_no_labels(
    write_zip: WriteZip, make_database: MakeDatabase
) -> None:
    entries = version_1(make_database)
    entries["project.json"]["dataset_path"] = "six.ris"
    entries["data/six.ris"] = "TY  - JOUR\nER  -\n"
    project = read_project(write_zip(entries))
    assert project.labels is None
    assert project.relevant is None
    assert project.contradicted == ()


def test_version_0_without_a_record_table_counts_rows_from_0(
    write_zip: WriteZip, make_database: MakeDatabase
) -> None:
    entries = version_0(make_database)
    state = entries["result.json"]
    del state["data_properties"]
    state["software_version"] = "0.3"
    project = read_project(write_zip({"result.json": state}))
    assert [d.record_id for d in project.decisions] == [4, 0, 2, 3]
    assert (project.version, project.name, project.relevant) == ("0.3", "project", 4)
    assert project.contradicted == (3,)


def test_version_0_by_people_has_the_labels_of_its_data_file(
    write_zip: WriteZip, make_database: MakeDatabase
) -> None:
    entries = version_0(make_database)
    entries["project.json"]["mode"] = "oracle"
    entries["result.json"]["settings"]["mode"] = "base"
    entries["result.json"]["labels"] = [-1] * 6
    project = read_project(write_zip(entries))
    assert (project.mode, project.relevant) == ("oracle", 3)
    entries["data/six.csv"] = "title\n" + "a\n" * 6
    assert read_project(write_zip(entries)).relevant is None


REFUSALS = {
    "is a zip archive, but not an ASReview project": {"a.txt": "x"},
    "is an office document": {"[Content_Types].xml": "x"},
    "keeps its decisions in HDF5": {"project.json": {}, "result.h5": "x"},
    "is an ASReview project without a review": {"project.json": {"version": "2.0"}},
    "project.json is not valid JSON": {"project.json": "{"},
    "project.json is not a JSON object": {"project.json": "[]"},
    "has no entry data_store.db": {"reviews/r/results.db": b""},
    "has no results.label": {"results.db": b"", "data_store.db": b""},
    "is not the state of an ASReview 0.x": {"result.json": {"results": [{}]}},
}


@pytest.mark.parametrize(("reason", "entries"), REFUSALS.items())
def test_what_is_no_project_is_refused_with_what_it_is(
    reason: str, entries: Entries, *, write_zip: WriteZip, make_database: MakeDatabase
) -> None:
    stored = {
        name: make_database([RECORD]) if name.endswith(".db") else content
        for name, content in entries.items()
    }
    if "results.label" not in reason:
        stored |= {n: make_database([TABLE_2]) for n in stored if "results.db" in n}
    with pytest.raises(FileError, match=reason):
        read_project(write_zip(stored))


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("UPDATE results SET label = 2", "record 4 has the label 2"),
        ("UPDATE results SET label = 'yes'", "record 4 has the label 'yes'"),
        ("UPDATE results SET record_id = 99 WHERE record_id = 0", "record 99"),
        ("UPDATE results SET record_id = 'a' WHERE record_id = 0", "record 'a'"),
        ("DROP TABLE results", r"has no results\.label"),
    ],
)
def test_an_impossible_decision_is_refused(
    statement: str, reason: str, *, after: After
) -> None:
    with pytest.raises(FileError, match=reason):
        after(statement)


def test_a_record_whose_id_is_no_number_is_refused(
    write_zip: WriteZip, make_database: MakeDatabase
) -> None:
    table = "CREATE TABLE record (record_id, included)"
    strange = "INSERT INTO record VALUES ('a', 1)"
    made = make_database([TABLE_2, table, strange])
    with pytest.raises(FileError, match="without a number"):
        read_project(write_zip({"results.db": made}))


def test_a_time_that_cannot_be_read_is_no_time(after: After) -> None:
    project = after("UPDATE results SET time = 'yesterday'")
    assert {decision.time for decision in project.decisions} == {None}


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_a_project_cut_off_anywhere_is_refused(
    data: st.DataObject, write_zip: WriteZip, make_database: MakeDatabase
) -> None:
    layout = data.draw(st.sampled_from([version_0, version_1, version_2, version_3]))
    path = write_zip(layout(make_database))
    whole = path.read_bytes()
    cut = data.draw(st.integers(0, len(whole) - 1))
    path.write_bytes(whole[:cut])
    with pytest.raises(FileError):
        read_project(path)


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_a_damaged_database_in_a_sound_archive_is_never_worse_than_a_refusal(
    data: st.DataObject, write_zip: WriteZip, make_database: MakeDatabase
) -> None:
    entries = version_3(make_database)
    content = bytearray(entries["results.db"])
    at = data.draw(st.integers(0, len(content) - 1))
    content[at] = data.draw(st.integers(0, 255))
    path = write_zip(entries | {"results.db": bytes(content)})
    with contextlib.suppress(FileError):
        read_project(path)
