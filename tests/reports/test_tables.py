"""Tables that people and spreadsheets read."""

import csv
import io
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from thresher.reports.tables import csv_table, text_table

cells = st.one_of(st.none(), st.integers(), st.floats(-10, 10), st.text(max_size=8))


def columns(text: str) -> int:
    wide = sum(unicodedata.east_asian_width(letter) in ("W", "F") for letter in text)
    return len(text) + wide


def test_numbers_stand_right_and_words_left() -> None:
    shown = text_table(["run", "loss"], [["a", 0.5], ["longer", None], ["b", 12]])
    assert shown.splitlines() == [
        "run       loss",
        "a       0.5000",
        "longer       —",
        "b           12",
    ]


def test_letters_of_double_width_do_not_push_columns() -> None:
    lines = text_table(["run", "loss"], [["검토", 0.5], ["abcd", 0.5]]).splitlines()
    assert {columns(line) for line in lines} == {len("abcd  0.5000")}


def test_an_accent_written_apart_takes_no_column() -> None:
    first, second = text_table(
        ["run", "x"], [["\u00e9", 1.0], ["e\u0301", 1.0]]
    ).splitlines()[1:]
    assert len(second) == len(first) + 1


def test_a_line_end_of_any_kind_stays_in_its_cell() -> None:
    ends = ["a\rb", "a\nb", "a\r\nb"]
    text = csv_table(["one", "other"], [[end, 1] for end in ends])
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert [row[0] for row in rows[1:]] == ends


@given(st.lists(st.tuples(cells, cells), max_size=5))
def test_no_cell_of_a_csv_begins_like_a_formula(
    rows: list[tuple[object, object]],
) -> None:
    text = csv_table(["a", "b"], rows)  # type: ignore[arg-type]
    for row in csv.reader(io.StringIO(text, newline="")):
        for cell in row:
            assert not cell.startswith(("=", "+", "@", "\t", "\r", "\n", "\uff1d"))
            if cell.startswith("-"):
                float(cell)  # only a number may begin with a minus
