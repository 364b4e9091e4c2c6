"""`thresher export`: records and decisions out of a project, nothing lost."""

import re
from pathlib import Path

import pytest

from thresher.records import read
from thresher.records.decision_fields import CarriedDecision
from thresher.store.decision_rows import (
    StoredDecision,
    add_decisions,
    current_decisions,
)
from thresher.store.project import open_project
from thresher.store.record_rows import stored_citations

from .conftest import Facts, Refused, Thresher

RIS = """TY  - JOUR
ID  - a1
TI  - Sleep on dialysis at home
DO  - 10.1000/abc
XX  - kept
N1  - ASReview_relevant
ER  -

TY  - JOUR
ID  - a2
TI  - =Salt and water
ER  -

TY  - JOUR
ID  - a3
TI  - Oats for sheep
ER  -
"""
TABLE = "id,title,abstract,doi\na1,Sleep on dialysis at home.,We asked.,10.1000/ABC\n"
ENDINGS = ["ris", "csv", "xlsx", "bib", "jsonl", "json", "asreview", "nbib", "enw"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, thresher: Thresher) -> Path:
    """A project of four records: one relevant by a note, one excluded by Ann."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.ris").write_text(RIS)
    (tmp_path / "b.csv").write_text(TABLE)
    thresher("import", "a.ris", "b.csv", "--project", "p")
    decide("Ann", record_id=2, label=False)
    return tmp_path


def decide(reader: str, *, record_id: int, label: bool) -> None:
    line = StoredDecision(
        record_id=record_id,
        label=label,
        reader=reader,
        decided_at="2024-05-02T08:00:00+00:00",
        chosen="ranked",
        reason="wrong population",
        note="ask; the authors",
    )
    with open_project("p") as project, project.writing() as connection:
        add_decisions(connection, [line])


def decisions_in(path: str) -> dict[str, list[CarriedDecision]]:
    """What was decided, by title."""
    with open_project(path) as project, project.reading() as connection:
        titles = {number: one.title for number, one in stored_citations(connection)}
        found = current_decisions(connection)
    return {titles[number]: list(told) for number, told in found.items()}


@pytest.mark.parametrize("ending", ENDINGS)
def test_decisions_survive_the_way_out_and_in_again(
    thresher: Thresher, ending: str
) -> None:
    decide("Ben", record_id=3, label=True)
    decide("Ann", record_id=3, label=False)
    thresher("export", "p", "-o", f"out.{ending}")
    thresher("import", f"out.{ending}", "--project", "q")
    before, after = decisions_in("p"), decisions_in("q")
    assert after.keys() == before.keys()
    for title, told in before.items():
        facts = [(d.reader, d.label, d.reason, d.note, d.chosen) for d in told]
        assert [
            (d.reader, d.label, d.reason, d.note, d.chosen) for d in after[title]
        ] == facts
        assert [d.time[:19] for d in after[title]] == [d.time[:19] for d in told]


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_record_comes_out_with_an_id_of_its_own(
    thresher: Thresher, ending: str
) -> None:
    thresher("export", "p", "-o", f"out.{ending}")
    found = read(f"out.{ending}").records
    assert [one.title for one in found] == [
        "Sleep on dialysis at home",
        "=Salt and water",
        "Oats for sheep",
        "Sleep on dialysis at home.",
    ]
    assert len({one.id for one in found}) == 4


def test_ris_says_the_decision_as_asreview_does(thresher: Thresher) -> None:
    thresher("export", "p", "-o", "out.ris")
    notes = [
        value
        for one in read("out.ris").records
        for name, value in one.raw
        if name == "N1"
    ]
    assert notes == [
        "ASReview_relevant",
        "ASReview_irrelevant",
        "ASReview_not_seen",
        "ASReview_not_seen",
    ]
    text = Path("out.ris").read_text()
    assert "XX  - kept" in text
    assert re.findall("ID  - (.*)", text) == ["a1", "a2", "a3", "a1-2"]


def test_spreadsheets_get_no_formulas(thresher: Thresher) -> None:
    thresher("export", "p", "-o", "out.csv")
    assert "\r\na2,'=Salt and water," in Path("out.csv").read_bytes().decode()


@pytest.mark.parametrize(
    ("only", "titles"),
    [
        ("included", ["Sleep on dialysis at home"]),
        ("excluded", ["=Salt and water"]),
        ("undecided", ["Oats for sheep", "Sleep on dialysis at home."]),
    ],
)
def test_records_can_be_chosen_by_their_decision(
    thresher: Thresher, only: str, titles: list[str]
) -> None:
    thresher("export", "p", "-o", "out.jsonl", "--only", only)
    assert [one.title for one in read("out.jsonl").records] == titles


def test_linked_records_come_as_one_with_every_field_and_decision(
    thresher: Thresher, facts: Facts
) -> None:
    thresher("dedupe", "p")
    decide("Ben", record_id=4, label=True)
    found = facts("export", "p", "-o", "out.jsonl", "--merged")
    assert found["records"] == 3
    [one] = [r for r in read("out.jsonl").records if r.doi == "10.1000/abc"]
    assert one.abstract == "We asked."
    assert dict(one.raw)["decision_reader"] == "Ben"
    assert ("XX", "kept") in one.raw
    thresher("export", "p", "-o", "all.jsonl")
    assert len(read("all.jsonl").records) == 4


def test_readers_who_disagree_are_pointed_out(thresher: Thresher, facts: Facts) -> None:
    decide("Ben", record_id=2, label=True)
    said = thresher("export", "p", "-o", "out.csv").stderr
    assert said == "Note: readers disagree on 1 of them; the last decision counts\n"
    assert facts("export", "p", "-o", "out.csv") == {
        "output": "out.csv",
        "format": "csv",
        "records": 4,
        "disagreements": 1,
        "conflicts": 0,
    }


def test_nothing_chosen_is_an_empty_file_of_its_format(
    thresher: Thresher, facts: Facts
) -> None:
    Path("x.ris").write_text("TY  - JOUR\nTI  - One\nER  -\n")
    thresher("import", "x.ris", "--project", "q")
    found = facts("export", "q", "-o", "out.csv", "--only", "included")
    assert found["records"] == 0
    assert Path("out.csv").read_text().startswith("id,title,")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["gone", "-o", "o.csv"], 1, "there is no such project"),
        (["a.ris", "-o", "o.csv"], 1, "is not a Thresher project"),
        (["p", "-o", "no/o.csv"], 1, "cannot be written"),
        (["p", "-o", "o.pdf"], 2, "name it with --format"),
        (["p", "-o", "o.csv", "--only", "some"], 2, "'some' is not one of"),
        (["p"], 2, "--output"),
    ],
)
def test_bad_input_is_refused(
    arguments: list[str], code: int, said: str, refused: Refused
) -> None:
    assert said in refused("export", *arguments, code=code)
    assert not Path("o.csv").exists()
