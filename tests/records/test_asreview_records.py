"""Projects of ASReview as piles of citations, and back."""

import io
import json
import sqlite3
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from thresher.errors import FileError
from thresher.records.asreview_file import read_project
from thresher.records.citation import Citation
from thresher.records.formats.asreview_records import ASREVIEW, ASREVIEW_3
from thresher.records.formats.protocol import Format
from thresher.records.source import open_source
from thresher.records.tally import Tally

Import = Callable[[Format, bytes], tuple[list[Citation], Tally]]
PILE = [
    Citation(
        id="a",
        title="Sleep",
        abstract="Long.",
        authors=("Ito, K", "Salt; Water"),
        year=2001,
        doi="10.1000/x",
        raw=(
            ("included", "1"),
            ("asreview_label", "1"),
            ("asreview_order", "2"),
            ("asreview_time", "17.5"),
            ("asreview_querier", "max"),
            ("asreview_classifier", "svm"),
            ("asreview_note", "=good"),
            ("asreview_tags", '["x"]'),
        ),
    ),
    Citation(id="b", raw=(("M1", "kept"),)),
    Citation(
        id="c",
        title="Awake",
        raw=(("asreview_label", "0"), ("asreview_order", "1"), ("asreview_prior", "1")),
    ),
]
WRITERS = pytest.mark.parametrize("form", [ASREVIEW, ASREVIEW_3], ids=lambda f: f.name)


def written(form: Format, records: list[Citation]) -> bytes:
    out = io.BytesIO()
    assert form.write is not None
    form.write(records, out)
    return out.getvalue()


def packed(entries: Mapping[str, bytes | str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return out.getvalue()


def entries(content: bytes) -> dict[str, bytes | str]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@WRITERS
def test_decisions_and_fields_come_back(imported: Import, form: Format) -> None:
    assert imported(form, written(form, PILE))[0] == PILE


@WRITERS
def test_decisions_stand_in_the_order_they_were_made(
    tmp_path: Path, form: Format
) -> None:
    path = tmp_path / "p.asreview"
    path.write_bytes(written(form, PILE))
    project = read_project(path)
    assert [decision.record_id for decision in project.decisions] == [2, 0]
    assert [decision.prior for decision in project.decisions] == [True, False]
    assert project.file_version == (3 if form is ASREVIEW_3 else 2)
    assert project.labels is not None
    assert project.labels.tolist() == [1, -1, -1]


@WRITERS
def test_the_same_citations_give_the_same_bytes(form: Format) -> None:
    assert written(form, PILE) == written(form, PILE)


@WRITERS
def test_a_decision_without_a_querier_is_still_no_prior(
    imported: Import, form: Format
) -> None:
    pile = [Citation(id="1", raw=(("asreview_label", "1"), ("asreview_time", "x")))]
    assert imported(form, written(form, pile))[0][0].raw == (
        ("asreview_label", "1"),
        ("asreview_order", "1"),
    )


@WRITERS
def test_a_review_goes_on_only_where_a_model_could_learn(form: Format) -> None:
    def status(records: list[Citation]) -> str:
        config = json.loads(entries(written(form, records))["project.json"])
        review = config["review"] if form is ASREVIEW_3 else config["reviews"][0]
        return str(review["status"])

    assert (status(PILE), status(PILE[:1]), status(PILE[1:2])) == (
        "review",
        "setup",
        "setup",
    )


def test_a_label_that_is_no_label_stays_a_field(imported: Import) -> None:
    pile = [Citation(id="1", raw=(("asreview_label", "maybe"),))]
    assert imported(ASREVIEW, written(ASREVIEW, pile))[0] == pile


def test_records_come_from_the_table_where_the_data_file_is_gone(
    imported: Import,
) -> None:
    kept = {n: c for n, c in entries(written(ASREVIEW, PILE)).items() if "csv" not in n}
    records, _ = imported(ASREVIEW, packed(kept))
    assert [record.title for record in records] == ["Sleep", "", "Awake"]
    assert records[0].id == "0"
    assert records[0].authors == ("Ito, K", "Salt; Water")
    assert records[0].raw[:2] == (("included", "1"), ("asreview_label", "1"))


def test_a_data_file_of_another_length_is_not_believed(imported: Import) -> None:
    parts = entries(written(ASREVIEW_3, PILE))
    records, tally = imported(
        ASREVIEW_3, packed(parts | {"data/records.csv": "title,year\nOther,2001\n"})
    )
    assert [record.title for record in records] == ["Sleep", "", "Awake"]
    assert "the data file has 1 records, the project 3" in str(tally.cautions[0])


def test_a_data_file_of_a_strange_kind_is_not_read(imported: Import) -> None:
    parts = entries(written(ASREVIEW_3, PILE)) | {"data/records.csv": "apples"}
    assert len(imported(ASREVIEW_3, packed(parts))[0]) == 3


def with_second(change: str, folder: Path) -> bytes:
    """A project without a data file, after a change to its second record."""
    database = folder / "results.db"
    content = entries(written(ASREVIEW_3, PILE))["results.db"]
    assert isinstance(content, bytes)
    database.write_bytes(content)
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE copy AS SELECT * FROM record")
        connection.execute("DROP TABLE record")
        connection.execute("CREATE TABLE record AS SELECT * FROM copy")
        connection.execute(f"UPDATE record SET {change} WHERE title = ''")  # noqa: S608
    connection.close()
    return packed({"project.json": "{}", "results.db": database.read_bytes()})


@pytest.mark.parametrize("change", ["dataset_row = NULL", "dataset_row = 'x'"])
def test_records_without_a_row_are_refused_for_their_order_decides(
    imported: Import, tmp_path: Path, change: str
) -> None:
    with pytest.raises(FileError, match="without a number or a row"):
        imported(ASREVIEW_3, with_second(change, tmp_path))


@pytest.mark.parametrize(
    ("change", "field", "value"),
    [
        ("abstract = x'ff41'", "abstract", "\ufffdA"),
        ("authors = 5", "authors", ("5",)),
        ("year = x'32303031'", "year", 2001),
        ("doi = 7", "doi", ""),
    ],
)
def test_cells_of_any_kind_are_read_as_text(
    imported: Import, tmp_path: Path, *, change: str, field: str, value: object
) -> None:
    records, _ = imported(ASREVIEW_3, with_second(change, tmp_path))
    assert getattr(records[1], field) == value


def test_rows_are_matched_by_record_id_where_the_data_file_has_it(
    imported: Import, tmp_path: Path
) -> None:
    """ASReview 1 keeps only ids and decisions in its database."""
    database = tmp_path / "results.sql"
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE record_table (record_id INTEGER)")
        connection.execute(
            "CREATE TABLE results (record_id INTEGER, label INTEGER, "
            "query_strategy TEXT, labeling_time INTEGER, notes TEXT)"
        )
        connection.executemany("INSERT INTO record_table VALUES (?)", [(7,), (3,)])
        connection.execute("INSERT INTO results VALUES (3, 1, 'max', 5, NULL)")
    connection.close()
    config = {"reviews": [{"id": "r"}], "dataset_path": "d.csv", "version": "1.2"}
    project: dict[str, bytes | str] = {
        "project.json": json.dumps(config),
        "reviews/r/results.sql": database.read_bytes(),
    }
    by_id = project | {"data/d.csv": "record_id,title\n3,Three\n7,Seven\n"}
    three, seven = imported(ASREVIEW, packed(by_id))[0]
    assert (dict(three.raw)["asreview_label"], seven.raw) == ("1", ())
    by_place = project | {"data/d.csv": "title,x\nSeven,1\nThree,\nextra\n"}
    records, tally = imported(
        ASREVIEW, packed(project | {"data/d.csv": "title\nA\nB\n"})
    )
    assert [dict(record.raw).get("asreview_label") for record in records] == [None, "1"]
    with pytest.raises(FileError, match="not the records decided on"):
        imported(ASREVIEW, packed(by_place))
    assert not tally.cautions


def test_a_project_before_its_review_is_a_pile_without_decisions(
    imported: Import,
) -> None:
    content = packed({"project.json": "{}", "data/x.csv": "title,doi\nA,10.1000/x,y\n"})
    records, tally = imported(ASREVIEW, content)
    assert [record.title for record in records] == ["A"]
    assert str(tally.cautions[0]).startswith("data/x.csv: line 2")


def test_a_project_without_records_is_refused(imported: Import) -> None:
    with pytest.raises(FileError, match="not the records decided on"):
        imported(ASREVIEW, packed({"project.json": "{}"}))


def test_projects_are_known_by_what_they_hold(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content, known in [
        (written(ASREVIEW, PILE), True),
        (packed({"result.json": "{}"}), True),
        (packed({"x": "y"}), False),
        (b"title,year\n", False),
    ]:
        path.write_bytes(content)
        assert ASREVIEW.recognises(open_source(path)) is known


def test_every_real_project_with_data_keeps_its_decisions(data: Path) -> None:
    paths = sorted((data / "asreview_projects").glob("[12].*.asreview"))
    assert paths
    for path in paths:
        records = [*ASREVIEW.read(open_source(path), tally=Tally())]
        project = read_project(path)
        decided = [r for r in records if "asreview_label" in dict(r.raw)]
        assert len(records) == project.records
        assert len(decided) == len(project.decisions)
