"""`thresher dedupe`: linked, looked at, decided on, taken back."""

import csv
from pathlib import Path

import pytest

from .conftest import Facts, Refused, Thresher

TABLE = """title,authors,year,journal,volume,pages,doi
Sleep on dialysis at home,"Ito, K.; Sand, B.",2014,Kidney,3,1-9,10.1000/abc
Sleep on dialysis at home.,"Ito K, Sand B",2014,Kidney,3,1-9,10.1000/abc
Salt and water in the elderly,"Ben, A.",2011,Salt,1,5-7,
=Salt and water in elderly,"Ben, A.",2011,Salt,2,,
Oats for sheep in winter,"Lamm, C.",2001,Farm,9,3-4,10.1000/oats
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, thresher: Thresher) -> Path:
    """A folder with a project of five records."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text(TABLE)
    thresher("import", "a.csv", "--project", "p")
    return tmp_path


def answered(path: str, answer: str) -> list[dict[str, str]]:
    """Fill in the table with one answer for all."""
    with Path(path).open(newline="") as file:
        rows = list(csv.DictReader(file))
    with Path(path).open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(row | {"decision": answer} for row in rows)
    return rows


def test_duplicates_are_linked_and_counted(thresher: Thresher, facts: Facts) -> None:
    found = facts("dedupe", "p")
    assert found["records"] == 5
    assert found["publications"] == 4
    assert found["bands"] == {"certain": 1, "maybe": 1}
    assert "same DOI" in found["links"][0]["reason"]
    assert thresher("dedupe", "p").stdout.splitlines() == [
        "5 records, 4 publications",
        "certain: 1 linked",
        "maybe:   1 waiting for a person (--review)",
        "no:      0 kept apart",
    ]


def test_looking_again_changes_nothing(facts: Facts) -> None:
    assert facts("dedupe", "p") == facts("dedupe", "p")


def test_the_queue_goes_out_and_comes_back(thresher: Thresher, facts: Facts) -> None:
    thresher("dedupe", "p", "--review", "q.csv")
    [row] = answered("q.csv", "Yes")
    assert {row["title_1"], row["title_2"]} == {
        "Salt and water in the elderly",
        "'=Salt and water in elderly",
    }
    found = facts("dedupe", "p", "--decide", "q.csv", "--reader", "Ann")
    assert found["publications"] == 3
    assert found["bands"] == {"certain": 1, "same": 1}
    assert found["links"][-1]["decided_by"] == "Ann"
    thresher("dedupe", "p", "--review", "q.csv")
    assert len(Path("q.csv").read_text().splitlines()) == 1


def test_what_a_person_called_different_stays_apart(
    thresher: Thresher, facts: Facts
) -> None:
    thresher("dedupe", "p", "--review", "q.csv")
    answered("q.csv", "no")
    facts("dedupe", "p", "--decide", "q.csv", "--reader", "Ann")
    found = facts("dedupe", "p")
    assert found["bands"] == {"certain": 1, "different": 1}
    assert found["publications"] == 4


def test_links_are_taken_back_by_their_numbers(
    thresher: Thresher, facts: Facts
) -> None:
    numbers = [str(link["id"]) for link in facts("dedupe", "p")["links"]]
    found = facts("dedupe", "p", "--reader", "Ann", "--undo", *numbers)
    assert found["bands"] == {"undone": 2}
    assert found["publications"] == 5
    assert facts("dedupe", "p")["bands"] == {"undone": 2}
    assert "no:      2 kept apart" in thresher("dedupe", "p").stdout


def test_the_reader_is_who_is_logged_in(
    facts: Facts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "carla")
    number = facts("dedupe", "p")["links"][0]["id"]
    found = facts("dedupe", "p", "--undo", str(number))
    assert found["links"][-1]["decided_by"] == "carla"


def test_an_answer_left_empty_changes_nothing(thresher: Thresher, facts: Facts) -> None:
    before = facts("dedupe", "p")
    thresher("dedupe", "p", "--review", "q.csv")
    assert facts("dedupe", "p", "--decide", "q.csv") == before


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("link,decision\n2,perhaps\n", "line 2: link '2' has the decision 'perhaps'"),
        ("link;decision\n2;yes\n2;no\n", "line 3: link 2 is decided both ways"),
        ("link,decision\ntwo,yes\n", "line 2: link 'two'"),
        ("link\tdecision\n\n99\tyes\n", "no link that stands has the number 99"),
        ("title,decision\nx,yes\n", "line 1: has no columns link and decision"),
        ("decision,link\nyes\n", "line 2: link ''"),
        ('link,decision\n2,"' + "y" * 200_000 + '"\n', f"decision '{'y' * 40}'"),
    ],
)
def test_a_table_that_says_nothing_clear_is_refused(
    table: str, said: str, refused: Refused, facts: Facts
) -> None:
    before = facts("dedupe", "p")
    Path("q.csv").write_text(table)
    assert said in refused("dedupe", "p", "--decide", "q.csv", "--reader", "Ann")
    assert facts("dedupe", "p") == before


def test_a_cell_beyond_all_reason_is_refused(
    refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = csv.field_size_limit()
    monkeypatch.setattr("thresher.store.review_queue.LONGEST_CELL", 10)
    Path("q.csv").write_text("link,decision\n2,a very long answer\n")
    said = refused("dedupe", "p", "--decide", "q.csv", "--reader", "Ann")
    csv.field_size_limit(limit)
    assert "line 2: is not a well-formed table (field larger" in said


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["gone"], 1, "there is no such project"),
        (["a.csv"], 1, "is not a Thresher project"),
        (["p", "--undo", "77", "--reader", "Ann"], 1, "the number 77"),
        (["p", "--undo", "0"], 2, "0 is not in the range"),
        (["p", "--decide", "gone.csv"], 1, "gone.csv: there is no such file"),
        (["p", "--review", "no/q.csv"], 1, "cannot be written"),
    ],
)
def test_bad_input_is_refused(
    arguments: list[str], code: int, said: str, refused: Refused
) -> None:
    assert said in refused("dedupe", *arguments, code=code)
