"""Published tables are read from CSV, or refused with the line."""

from fractions import Fraction
from pathlib import Path

import pytest

from thresher.errors import FileError
from thresher.measures.published import (
    PublishedTable,
    read_table,
    read_table_file,
)

WIDE = """dataset,records,relevant,wss:A,wss:B,tnr:A
Statins,3465,85,0.247,0.315,0.303
Opioids,1915,15,,0.554,
Average,,,0.2470,0.4345,
"""
LONG = """Dataset;Records;Relevant;Recall;Model;WSS;TNR
Statins;3465;85;0.95;A;0.247;0.303
Statins;3465;85;0.95;B;0.315;
Opioids;1915;15;0.95;B;0.554;
average;;;;A;0.2470;
average;;;;B;0.4345;
"""


def read(text: str) -> PublishedTable:
    return read_table(text, source="printed.csv")


def test_wide_and_long_tables_say_the_same() -> None:
    wide, long = read(WIDE), read(LONG)
    assert wide.rows == long.rows
    assert (wide.models, wide.average_wss) == (long.models, long.average_wss)
    assert (wide.is_long, long.is_long) == (False, True)


def test_what_was_not_printed_is_not_there() -> None:
    statins, opioids = read(WIDE).rows
    assert set(opioids.wss) == {"B"}
    assert not opioids.tnr
    assert str(statins.tnr["A"]) == "0.303"


def test_a_percentage_stands_for_every_count_that_prints_like_it() -> None:
    (row,) = read("dataset,records,percentage,wss:A\nACE,2544,1.6%,0.5").rows
    assert [pile.relevant for pile in row.judged] == [41, 40]


def test_the_recall_is_the_rows_own_or_the_one_given() -> None:
    text = "dataset,records,relevant,recall,wss:A\nX,20,10,90%,0.1\nY,20,10,,0.1"
    table = read_table(text, source="x", recall=0.8)
    recalls = [row.judged[0].recall for row in table.rows]
    assert recalls == [Fraction(9, 10), Fraction(4, 5)]


def test_a_column_named_after_a_model_holds_what_the_caller_says() -> None:
    text = "dataset\trecords\trelevant\tSVM\nX\t20\t10\t0.5"
    assert set(read_table(text, source="x", bare="tnr").rows[0].tnr) == {"SVM"}
    assert set(read_table(text, source="x").rows[0].wss) == {"SVM"}


def test_a_table_of_one_model_need_not_name_it() -> None:
    (row,) = read("dataset,records,relevant,wss,tnr\nX,200,100,0.4,0.85").rows
    assert list(row.wss) == list(row.tnr) == ["model"]


def test_empty_lines_of_a_spreadsheet_are_passed_over() -> None:
    assert len(read(WIDE + ",,,,,\n\n").rows) == 2


HEAD = "dataset,records,relevant,wss:A\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no column dataset, records, relevant"),
        ("dataset,records,wss:A\nX,20,0.5", "no column relevant"),
        ("dataset,records,relevant,wss:A,WSS:a\n", "two columns have the same name"),
        (HEAD, "no row holds a figure"),
        (HEAD + "X,20,10,\n", "no row holds a figure"),
        (HEAD + "X,20,10\n", "line 2: need 4 cells"),
        (HEAD + "X,20,10,0.5,0.6\n", "line 2: need 4 cells"),
        (HEAD + ",20,10,0.5\n", "line 2: the data set has no name"),
        (HEAD + "X,20,10,half\n", "line 2: column wss:A: need a number"),
        (HEAD + "X,many,10,0.5\n", "line 2: records must be a whole number"),
        (HEAD + "X,20,-1,0.5\n", "line 2: relevant must be a whole number"),
        (HEAD + "X,20,30,0.5\n", "line 2: need 0 <= relevant <= records"),
        (HEAD + "X,20,0,0.5\n", "line 2: .*no record is relevant"),
        (HEAD + "X,20,10,0.5\nX,20,10,0.5\n", "line 3: X has wss of A twice"),
        (HEAD + "X,20,10,0.5\nX,20,11,0.5\n", "line 3: X has other counts"),
        (HEAD + "mean,,,0.5\naverage,,,0.5\nX,20,10,0.5", "line 3: a second row of av"),
        (HEAD + 'X,20,10,"0.5\n', "line 2: unexpected end of data"),
        ("dataset,records,relevant,recall,wss:A\nX,20,10,2,0.5", "line 2: recall must"),
        ("dataset,records,percentage,wss:A\nX,20,,0.5", "line 2: need a number"),
        ("dataset,records,relevant,A,wss:A\nX,20,10,0.5,0.5", "a second wss of A"),
    ],
)
def test_what_is_no_such_table_is_refused_with_the_place(
    text: str, sentence: str
) -> None:
    with pytest.raises(FileError, match=sentence):
        read(text)


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    file = tmp_path / "printed.csv"
    file.write_text(WIDE, encoding="utf-8-sig")
    assert read_table_file(file) == read(WIDE)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "printed.csv"
    file.write_bytes(b"\xff\xfe\x00dataset")
    with pytest.raises(FileError, match="not text in UTF-8"):
        read_table_file(file)
