"""Tables are split as their authors meant, and their lines are counted right."""

import csv
import io
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.errors import FileError
from thresher.records import delimited
from thresher.records.delimited import label_of, labels_of, read_table

patient = settings(deadline=None)  # other work may hold the machine up

HERE = Path("a.csv")
cells = st.text(st.characters(exclude_characters="\0", codec="utf-8"), min_size=1)


@given(
    delimiter=st.sampled_from(",\t;|"),
    rows=st.lists(st.tuples(cells, st.sampled_from("01"), cells), max_size=5),
)
@patient
def test_any_table_is_read_back_whatever_splits_it(
    delimiter: str, rows: list[tuple[str, str, str]]
) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    writer.writerows([("Title", "Label", "notes"), *rows])
    table = read_table(out.getvalue(), HERE, wanted=["label"])
    assert table.columns == ("title", "label", "notes")
    found = table.cells(["title", "label", "notes"])
    assert [*zip(*found.values(), strict=True)] == rows


def test_a_wanted_column_decides_what_splits_the_table() -> None:
    text = "a, b, c; label\n1, 2, 3; 1\n"
    assert read_table(text, HERE, wanted=["label"]).columns == ("a, b, c", "label")
    assert read_table(text, HERE, wanted=["b"]).columns == ("a", "b", "c; label")


def test_rows_know_the_line_on_which_they_end() -> None:
    table = read_table('\na,label\n\n"x\ny",1\nz,0\n', HERE, wanted=["label"])
    assert table.cells(["a"]) == {"a": ["x\ny", "z"]}
    assert [table.line(0), table.line(1)] == [5, 6]


def test_empty_lines_are_rows_only_in_a_lone_column() -> None:
    lone = read_table("label\n1\n\n0\n\n\n", HERE, wanted=["label"])
    assert lone.cells(["label"]) == {"label": ["1", "", "0"]}
    assert lone.line(2) == 4


def test_a_row_that_is_too_short_is_refused_with_its_line() -> None:
    table = read_table("a,b,label\n1,2,0\n1,2\n", HERE, wanted=["label"])
    with pytest.raises(FileError, match=r"a\.csv, line 3: .* 3 columns"):
        table.cells(["a", "label"])


def test_a_cell_longer_than_python_allows_by_itself_is_read() -> None:
    table = read_table(f"a,label\n{'x' * 200_000},1\n", HERE, wanted=["label"])
    assert len(table.cells(["a", "label"])["a"][0]) == 200_000


def test_a_cell_that_never_ends_is_refused_with_its_line(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(delimited, "LONGEST_CELL", 100)
    request.addfinalizer(partial(csv.field_size_limit, csv.field_size_limit()))
    table = read_table(f'a,label\nb,1\n"{"x" * 101}', HERE, wanted=["label"])
    with pytest.raises(FileError, match=r"a\.csv, line 3: is not a well-formed table"):
        table.cells(["a", "label"])


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("1", 1),
        (" 0 ", 0),
        ("1.0", 1),
        ("True", 1),
        ("", -1),
        ("-1", -1),
        ("NA", -1),
        ("nan", -1),
        ("2", None),
        ("yes", None),
        ("0.5", None),
    ],
)
def test_labels_are_0_1_or_missing_and_nothing_else(
    text: str, label: int | None
) -> None:
    assert label_of(text) == label
    assert labels_of(["0", text, "1"]) == [0, label, 1]
