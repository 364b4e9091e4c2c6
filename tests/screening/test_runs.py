"""Any file that holds a reading is opened; any other is refused in one sentence."""

import gzip
import json
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from thresher.errors import FileError, InputError, UnsafeArchiveError
from thresher.records import plain_text
from thresher.screening.reading import Reading
from thresher.screening.runs import Run, open_run, open_runs, write_run

with_files = settings(
    deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
label_lists = st.lists(st.sampled_from([0, 1]), min_size=1, max_size=40)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.csv"


@given(labels=label_lists, gzipped=st.booleans())
@with_files
def test_tables_lists_and_json_of_the_same_labels_are_the_same_reading(
    tmp_path: Path, labels: list[int], *, gzipped: bool
) -> None:
    lines = "\n".join(map(str, labels))
    texts = {
        "a.csv": "title,label_included\n" + "".join(f"x,{y}\n" for y in labels),
        "a.tsv": "Included\ttitle\r\n" + "".join(f"{y}\tx\r\n" for y in labels),
        "a.txt": lines,
        "b.csv": "label\n" + lines,
        "a.json": json.dumps({"thresher_run": 1, "labels": labels}),
    }
    for name, text in texts.items():
        file = tmp_path / (name + ".gz" * gzipped)
        content = text.encode()
        file.write_bytes(gzip.compress(content) if gzipped else content)
        run = open_run(file)
        assert run.reading.labels.tolist() == [bool(y) for y in labels], name
        assert (run.reading.records, run.reading.priors) == (len(labels), 0)
        assert run.reading.relevant == sum(labels)
        assert (run.name, run.source) == (name[0], file)


def test_records_without_a_label_are_in_the_pile_unread(path: Path) -> None:
    path.write_text("id,label,score\na,1,.9\nb,,\nc,0,.5\nd,-1,.2\ne,NA,.1\n")
    reading = open_run(path).reading
    assert (reading.records, reading.read, reading.relevant) == (5, 2, None)
    assert reading.ids == ["a", "c"]
    assert reading.scores is not None
    assert reading.scores.tolist() == [0.9, 0.5]


def test_empty_lines_above_a_list_are_no_records(path: Path) -> None:
    path.write_text("\n\n1\n\n0\n")
    reading = open_run(path).reading
    assert (reading.records, reading.read) == (3, 2)


def test_scores_are_kept_only_if_every_record_read_has_one(path: Path) -> None:
    path.write_text("label,probability\n1,.9\n0,\n")
    assert open_run(path).reading.scores is None


def test_priors_that_lead_are_counted(path: Path) -> None:
    path.write_text("asreview_prior,asreview_label\n1,1\n1,0\n0,1\n,0\n")
    assert open_run(path).reading.priors == 2


def test_the_first_name_that_asreview_prefers_is_the_label_column(path: Path) -> None:
    path.write_text("include,asreview_label,label\n0,1,0\n0,0,0\n")
    assert open_run(path).reading.found == 1


def test_a_label_column_of_another_name_can_be_given(path: Path) -> None:
    path.write_text("pmid;Verdict\n9;1\n8;0\n")
    with pytest.raises(FileError, match="Its columns are: pmid, verdict"):
        open_run(path)
    assert open_run(path, label_column="verdict").reading.ids == ["9", "8"]
    with pytest.raises(FileError, match=r"no label column \(judged\)"):
        open_run(path, label_column="judged")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_table_is_read_in_the_encodings_people_use(path: Path, encoding: str) -> None:
    path.write_bytes("id,label\ncafé,1\n".encode(encoding))
    assert open_run(path).reading.ids == ["café"]


REFUSED = {
    "label\n1\nmaybe\n": r"line 3: the label is 'maybe'\. Labels are 0 or 1",
    "label,score\n1,.5\n2,.4\n": "line 3: the label is '2'",
    "1\n0\n2\n": "line 3: the label is '2'",
    "label,score\n1,.5\n,x\n0,nan\n": "line 4: the score is 'nan'",
    "label,score\n1,.5\n0,high\n": "line 3: the score is 'high'",
    "label,score\n1,inf\n": "line 2: the score is 'inf'",
    "label,prior\n1,0\n0,1\n": "line 3: a prior comes after",
    "label,prior\n1,yes\n": "line 2: the label is 'yes'",
    "title,year\na,1999\n": "asreview_label, included, label, final_included",
    "a,b,label\n1,2,0\n1,2\n": "line 3: the row has fewer than the 3 columns",
    "Label,id,label\n1,a,0\n": "has several columns 'label'",
    "id,label\n\n": "names columns but holds no record",
    "\n\n1\n2\n": "line 4: the label is '2'",
    " \n\n": "the file is empty",
    '{"labels": [1]}': "is JSON, but not a run",
    "[1, 0]": "is JSON, but not a run",
    '{"thresher_run": 1': "is not valid JSON",
    '{"thresher_run": 2}': "is a run of format 2; this Thresher reads 1",
    '{"thresher_run": 1}': "is not a possible run: 'labels'",
    '{"thresher_run": 1, "labels": [2]}': "labels must be 0 or 1",
    '{"thresher_run": 1, "labels": [null]}': "labels must be 0 or 1",
    '{"thresher_run": 1, "labels": {}}': "labels is '{}'",
    '{"thresher_run": 1, "labels": [1, [0, 1]]}': "is not a possible run",
    '{"thresher_run": 1, "labels": [1], "priors": 2}': "0 <= priors <= 1",
    '{"thresher_run": 1, "labels": [1], "priors": "1"}': "priors is '1'",
    '{"thresher_run": 1, "labels": [1], "scores": [NaN]}': "NaN is no number",
    '{"thresher_run": 1, "labels": [1], "scores": ["a"]}': "scores must be numbers",
    '{"thresher_run": 1, "labels": [1], "scores": [1e999]}': "must be finite, got inf",
    f'{{"thresher_run": 1, "labels": [1], "records": 1{"0" * 400}}}': "at most",
    '{"thresher_run": 1, "labels": [1], "relevant": 0}': "so there are 1 to 1",
    "[" * 100_000: "is not valid JSON",
}


@pytest.mark.parametrize(("text", "reason"), REFUSED.items(), ids=range(len(REFUSED)))
def test_what_makes_no_sense_is_refused_with_its_place(
    path: Path, text: str, reason: str
) -> None:
    path.write_text(text)
    with pytest.raises(FileError, match=reason) as refused:
        open_run(path)
    assert str(refused.value).startswith(str(path))
    assert "\n" not in str(refused.value)


FOREIGN = {
    b"SQLite format 3\0" + b"\0" * 100: "is a database, not a reading",
    b"\x89HDF\r\n\x1a\n" + b"\0" * 100: "is an HDF5 file",
    b"%PDF-1.7": "is a PDF document",
    b"\x7fELF\2\1\1\0\0\0": "is not a text file",
    b"PK\3\4 cut off": "is not a zip archive",
    b"\x1f\x8b cut off": "the gzip file is cut off",
    b"": "the file is empty",
}


@pytest.mark.parametrize(("content", "reason"), FOREIGN.items())
def test_files_of_other_kinds_are_refused_by_what_they_hold(
    path: Path, content: bytes, reason: str
) -> None:
    path.write_bytes(content)
    with pytest.raises(FileError, match=reason):
        open_run(path)


def test_no_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="there is no such file"):
        open_runs(tmp_path / "none.csv")
    with pytest.raises(FileError, match="is a folder"):
        open_runs(tmp_path)


def test_a_table_named_as_a_project_is_not_taken_for_one(tmp_path: Path) -> None:
    path = tmp_path / "a.asreview"
    path.write_text("label\n1\n")
    with pytest.raises(FileError, match="is not a zip archive, as every ASReview"):
        open_run(path)


def test_a_file_above_the_limit_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_text.read_content, "__kwdefaults__", {"most": 9})
    path.write_text("label\n1\n0\n1\n")
    with pytest.raises(FileError, match="at most 9 can be read"):
        open_run(path)


@given(content=st.binary(max_size=200))
@with_files
def test_any_bytes_are_a_run_or_a_refusal(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    try:
        runs = open_runs(path)
    except FileError:
        return
    assert all(isinstance(run, Run) for run in runs)


def project_file(path: Path, results: list[tuple[object, ...]]) -> Path:
    """Project of version 3: ten records, of which 0, 1 and 2 are relevant."""
    stored = path.with_name("results.db")
    with sqlite3.connect(stored) as connection:
        connection.execute("CREATE TABLE record (record_id INT, included INT)")
        records = [(i, int(i < 3)) for i in range(10)]
        connection.executemany("INSERT INTO record VALUES (?, ?)", records)
        connection.execute("CREATE TABLE results (record_id INT, label INT, querier)")
        connection.executemany("INSERT INTO results VALUES (?, ?, ?)", results)
    connection.close()
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("project.json", '{"version": "3.0.8", "name": "Ten"}')
        archive.write(stored, "results.db")
    return path


def test_a_project_that_stopped_early_knows_what_it_missed(tmp_path: Path) -> None:
    rows = [(0, 1, None), (9, 0, None), (1, 1, "max"), (8, 0, "max")]
    run = open_run(project_file(tmp_path / "ten.asreview", [*rows]))
    reading = run.reading
    assert (run.name, run.asreview_version) == ("ten", "3.0.8")
    assert (reading.records, reading.priors) == (10, 2)
    assert (reading.found, reading.relevant) == (2, 3)
    assert reading.ids == [0, 9, 1, 8]
    assert run.settings == {"components": {"querier": ["max"]}}


def test_priors_added_late_lead_the_reading(tmp_path: Path) -> None:
    rows = [(0, 1, None), (9, 0, "max"), (1, 1, None)]
    reading = open_run(project_file(tmp_path / "ten.asreview", [*rows])).reading
    assert (reading.priors, reading.ids) == (2, [0, 1, 9])


def test_a_project_without_decisions_is_an_empty_reading(tmp_path: Path) -> None:
    reading = open_run(project_file(tmp_path / "ten.asreview", [])).reading
    assert (reading.read, reading.records, reading.relevant) == (0, 10, 3)


def test_a_harmful_project_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.asreview"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../project.json", "{}")
    with pytest.raises(UnsafeArchiveError):
        open_run(path)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(0, 1),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@st.composite
def runs(draw: st.DrawFn) -> Run:
    """Any possible run."""
    labels = draw(st.lists(st.booleans(), max_size=20))
    size, unread = len(labels), draw(st.integers(0, 9))
    ids = st.lists(st.integers() | st.text(), min_size=size, max_size=size)
    scores = st.lists(st.floats(-9, 9), min_size=size, max_size=size)
    left = draw(st.none() | st.integers(0, unread))
    reading = Reading(
        labels=np.array(labels, dtype=np.bool_),
        priors=draw(st.integers(0, size)),
        records=size + unread,
        relevant=None if left is None else sum(labels) + left,
        ids=draw(st.none() | ids),
        scores=draw(st.none() | scores.map(np.array)),
    )
    return Run(
        name=draw(st.text()),
        reading=reading,
        settings=draw(st.dictionaries(st.text(), json_values, max_size=3)),
        asreview_version=draw(st.none() | st.text()),
    )


def as_values(run: Run) -> tuple[object, ...]:
    """Everything a run says, comparable."""
    reading = run.reading
    scores = None if reading.scores is None else reading.scores.tolist()
    ids = None if reading.ids is None else [*reading.ids]
    counts = reading.priors, reading.records, reading.relevant
    told = run.name, dict(run.settings), run.asreview_version
    return reading.labels.tolist(), scores, ids, counts, told


@given(run=runs())
@with_files
def test_a_run_that_was_written_is_read_back_as_it_was(path: Path, run: Run) -> None:
    write_run(path, run)
    assert as_values(open_run(path)) == as_values(run)
    assert open_run(path).source == path
    assert [*path.parent.iterdir()] == [path]


def test_numbers_of_numpy_are_written_as_plain_numbers(path: Path) -> None:
    reading = Reading(labels=np.array([1]), ids=[*np.arange(1)])
    write_run(path, Run(name="a", reading=reading))
    assert open_run(path).reading.ids == [0]


def test_a_run_that_cannot_be_written_leaves_the_old_file_alone(path: Path) -> None:
    reading = Reading(labels=np.array([1]))
    write_run(path, Run(name="old", reading=reading))
    for settings_ in ({"a": object()}, {"a": float("nan")}):
        with pytest.raises(InputError, match="'new' cannot become JSON"):
            write_run(path, Run(name="new", reading=reading, settings=settings_))
    assert open_run(path).name == "old"
    with pytest.raises(FileError, match="cannot be written"):
        write_run(path / "below", Run(name="new", reading=reading))
    assert [*path.parent.iterdir()] == [path]


def test_opening_a_project_imports_nothing_heavy(tmp_path: Path) -> None:
    path = project_file(tmp_path / "ten.asreview", [(0, 1, None)])
    program = (
        "import sys; from thresher.screening.runs import open_run;"
        f"open_run({str(path)!r});"
        "print([m for m in ('pandas', 'scipy', 'sklearn') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
