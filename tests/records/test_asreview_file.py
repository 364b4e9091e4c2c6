"""Project files of every ASReview version say the same, whatever their layout.

The projects are those of conftest.py: six records, two priors, two more read.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from thresher.errors import FileError
from thresher.records.asreview_file import AsreviewProject, read_project

WriteZip = Callable[[Mapping[str, object]], Path]
Entries = dict[str, Any]
Layout = Callable[..., Entries]
After = Callable[..., AsreviewProject]

SECONDS = 1683726814.00667  # 2023-05-10 13:53:34.006670 UTC
CSV = "title,label_included\na,1\nb,0\nc,1\nd,0\ne,0\nf,1\n"
COMPONENTS = {
    "classifier": ["nb"],
    "querier": ["max"],
    "balancer": ["double"],
    "feature_extractor": ["tfidf"],
}


VERSIONS = {
    "0": (0, [5, 1, 3, 4]),
    "1": (1, [4, 0, 2, 3]),
    "2": (2, [4, 0, 2, 3]),
    "half": (2, [4, 0, 2, 3]),
    "3": (3, [4, 0, 2, 3]),
}


@pytest.mark.parametrize("name", VERSIONS)
def test_every_version_tells_the_same_reading(
    name: str, layout: Layout, write_zip: WriteZip
) -> None:
    project = read_project(write_zip(layout(name)))
    version, order = VERSIONS[name]
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


@pytest.mark.parametrize("name", ["1", "2", "3"])
def test_times_are_seconds_since_1970_whatever_was_stored(
    name: str, layout: Layout, write_zip: WriteZip
) -> None:
    project = read_project(write_zip(layout(name)))
    times = [decision.time for decision in project.decisions]
    assert times == pytest.approx([SECONDS] * 4)


def test_settings_are_what_the_file_records_and_what_really_ran(
    layout: Layout, write_zip: WriteZip
) -> None:
    def recorded(name: str) -> Mapping[str, object]:
        return read_project(write_zip(layout(name))).settings

    assert recorded("0") == {"model": "nb", "mode": "simulate"}
    assert recorded("1") == {"model": "nb", "components": COMPONENTS}
    assert recorded("2") == {"name": "elas_u4", "components": COMPONENTS}
    assert recorded("3") == {"components": COMPONENTS}


@pytest.fixture
def after(layout: Layout, write_zip: WriteZip) -> After:
    """Read a project of version 3 after further statements."""

    def read(*statements: str) -> AsreviewProject:
        return read_project(write_zip(layout("3", *statements)))

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
    layout: Layout, write_zip: WriteZip
) -> None:
    again = (
        "INSERT INTO results (record_id, label, query_strategy) VALUES (2, 0, 'max')"
    )
    project = read_project(write_zip(layout("1", again)))
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
    layout: Layout,
    write_zip: WriteZip,
) -> None:
    entries = layout("1") | {"data/six.csv": csv}
    found = read_project(write_zip(entries)).labels
    assert labels == (None if found is None else found.tolist())


def test_version_1_with_data_in_another_format_has_no_labels(
    layout: Layout, write_zip: WriteZip
) -> None:
    entries = layout("1")
    entries["project.json"]["dataset_path"] = "six.ris"
    entries["data/six.ris"] = "TY  - JOUR\nER  -\n"
    project = read_project(write_zip(entries))
    assert project.labels is None
    assert project.relevant is None
    assert project.contradicted == ()


def test_version_0_without_a_record_table_counts_rows_from_0(
    layout: Layout, write_zip: WriteZip
) -> None:
    entries = layout("0")
    state = entries["result.json"]
    del state["data_properties"]
    state["software_version"] = "0.3"
    project = read_project(write_zip({"result.json": state}))
    assert [d.record_id for d in project.decisions] == [4, 0, 2, 3]
    assert (project.version, project.name, project.relevant) == ("0.3", "project", 4)
    assert project.contradicted == (3,)


def test_version_0_by_people_has_the_labels_of_its_data_file(
    layout: Layout, write_zip: WriteZip
) -> None:
    entries = layout("0")
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
    "keeps its decisions in HDF5": {"project.json": "{}", "result.h5": "x"},
    "is an ASReview project without a review": {"project.json": {"version": "2.0"}},
    "project.json is not valid JSON": {"project.json": "{"},
    "project.json is not valid JSON.": {"project.json": "[" * 100_000},
    "project.json is not a JSON object": {"project.json": "[]"},
    "has no entry data_store.db": {"reviews/r/results.db": b""},
    "is not the state of an ASReview 0.x": {"result.json": {"results": [{}]}},
}


@pytest.mark.parametrize(("reason", "entries"), REFUSALS.items())
def test_what_is_no_project_is_refused_with_what_it_is(
    reason: str, entries: Entries, *, layout: Layout, write_zip: WriteZip
) -> None:
    real = layout("2")["reviews/r/results.db"]
    stored = {name: content or real for name, content in entries.items()}
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


@pytest.mark.parametrize(
    ("records", "reason"),
    [
        ("INSERT INTO record VALUES ('a', 1)", "without a number"),
        ("INSERT INTO record VALUES (1, 1), (1, 0)", "two records with one id"),
    ],
)
def test_records_that_cannot_be_told_apart_are_refused(
    records: str, reason: str, *, after: After
) -> None:
    table = "CREATE TABLE record (record_id, included)"
    with pytest.raises(FileError, match=reason):
        after("DROP TABLE record", table, records)


def test_a_time_that_cannot_be_read_is_no_time(after: After) -> None:
    project = after("UPDATE results SET time = 'yesterday'")
    assert {decision.time for decision in project.decisions} == {None}
