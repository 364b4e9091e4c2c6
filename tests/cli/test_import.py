"""`thresher import`: what goes into a project and what is said of it."""

import json
from pathlib import Path

import pytest

from thresher.cli.main import run
from thresher.store.decision_rows import current_decisions
from thresher.store.project import open_project
from thresher.store.record_rows import record_count, stored_citations
from thresher.store.schema import searches, sources

from .conftest import Facts, Refused, Thresher

RIS = """TY  - JOUR
ID  - a1
TI  - Sleep on dialysis
DO  - 10.1000/abc
N1  - ASReview_relevant
ER  -

TY  - JOUR
ID  - a2
TI  - Salt and water
PY  - 2015
ER  -
"""
ODD = "TY  - JOUR\nTI  - One\nTY  - JOUR\nTI  - Two\nER  - \n"  # one end is missing


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a RIS file and a table in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.ris").write_text(RIS)
    (tmp_path / "b.csv").write_text(
        "title,doi,included\nSleep on dialysis.,10.1000/ABC,0\nNew,10.1000/x,1\n"
    )
    (tmp_path / "odd.ris").write_text(ODD)
    return tmp_path


def records_in(path: Path) -> int:
    with open_project(path) as project, project.reading() as connection:
        return record_count(connection)


@pytest.mark.usefixtures("folder")
def test_files_go_in_with_a_report_of_each(thresher: Thresher) -> None:
    done = thresher("import", "a.ris", "b.csv", "--project", "p")
    assert done.stdout.splitlines() == [
        "a.ris: 2 records of 2 starts seen (ris, utf-8)",
        "  2 new, 0 with a DOI or PMID seen before",
        "  decisions that came along: 1",
        "b.csv: 2 records of 2 starts seen (csv, utf-8)",
        "  1 new, 1 with a DOI or PMID seen before",
        "  decisions that came along: 2",
    ]
    assert records_in(Path("p")) == 4


@pytest.mark.usefixtures("folder")
def test_the_json_says_the_same(facts: Facts) -> None:
    first, second = facts("import", "a.ris", "b.csv", "--project", "p")["files"]
    assert (first["starts"], first["records"], first["format"]) == (2, 2, "ris")
    assert (second["new"], second["known"], second["decisions"]) == (1, 1, 2)
    assert first["dropped"] == {}
    assert first["warnings"] == []


@pytest.mark.usefixtures("folder")
def test_a_warning_comes_with_its_line(thresher: Thresher, facts: Facts) -> None:
    [odd] = facts("import", "odd.ris", "--project", "p")["files"]
    assert odd["starts"] == odd["records"] == 2
    assert any(warning["line"] == 1 for warning in odd["warnings"])
    told = thresher("import", "odd.ris", "--project", "q").stdout
    assert "  warning: line 1: " in told


@pytest.mark.usefixtures("folder")
def test_a_strict_import_with_a_warning_writes_nothing(
    thresher: Thresher, refused: Refused
) -> None:
    arguments = ["import", "a.ris", "odd.ris", "--project", "p", "--strict"]
    assert "odd.ris: 1 warning in a strict import: line 1:" in refused(*arguments)
    assert not Path("p").exists()
    thresher("import", "b.csv", "--project", "p", "--strict")
    refused(*arguments)
    assert records_in(Path("p")) == 2


@pytest.mark.usefixtures("folder")
def test_the_same_file_is_not_imported_twice_unless_asked(
    thresher: Thresher, facts: Facts
) -> None:
    thresher("import", "a.ris", "--project", "p")
    Path("copy.ris").write_bytes(Path("a.ris").read_bytes())
    [again] = facts("import", "copy.ris", "--project", "p")["files"]
    assert again["imported"] is False
    assert records_in(Path("p")) == 2
    told = thresher("import", "copy.ris", "--project", "p").stdout
    assert "copy.ris: already imported on " in told
    thresher("import", "copy.ris", "--project", "p", "--again")
    assert records_in(Path("p")) == 4


@pytest.mark.usefixtures("folder")
def test_later_files_keep_what_was_decided(thresher: Thresher) -> None:
    thresher("import", "a.ris", "--project", "p")
    with open_project("p") as project, project.reading() as connection:
        before = dict(current_decisions(connection))
    thresher("import", "b.csv", "--project", "p", "--reader", "Ann")
    with open_project("p") as project, project.reading() as connection:
        after = current_decisions(connection)
        names = {number: one.title for number, one in stored_citations(connection)}
    assert {number: after[number] for number in before} == before
    readers = {names[n]: [one.reader for one in told] for n, told in after.items()}
    assert readers["New"] == ["Ann"]


@pytest.mark.usefixtures("folder")
def test_where_records_were_found_is_kept_once_for_all_files(
    thresher: Thresher,
) -> None:
    done = thresher(
        *("import", "a.ris", "b.csv", "--project", "p", "--database", "MEDLINE"),
        *("--platform", "Ovid", "--date", "2024-04-30", "--query", "1. sleep\n2. 1"),
        *("--hits", "9"),
    )
    assert "Note: the search found 9 records, the files hold 4" in done.stderr
    with open_project("p") as project, project.reading() as connection:
        [search] = connection.execute(searches.select()).all()
        found = connection.execute(sources.select()).all()
    assert search[1:] == ("MEDLINE", "Ovid", "2024-04-30", "1. sleep\n2. 1", 9)
    assert {one.search_id for one in found} == {search.id}


@pytest.mark.usefixtures("folder")
def test_a_bad_file_stops_the_import_and_the_good_ones_before_it_stay(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        run(["import", "a.ris", "gone.ris", "b.csv", "--project", "p", "--json"])
    said = capsys.readouterr()
    assert "gone.ris: " in said.err
    [file] = json.loads(said.out)["files"]
    assert file["name"] == "a.ris"
    assert records_in(Path("p")) == 2


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["gone.ris", "--project", "p"], "gone.ris: there is no such file"),
        ([".", "--project", "p"], "folder"),
        (["a.ris", "--project", "b.csv"], "b.csv: is not a Thresher project"),
        (["a.ris", "--project", "no/p"], "folder is missing or read-only"),
        (["a.ris", "--project", "."], "is a folder"),
        (["a.ris", "--project", "p", "--most-bytes", "9"], "--most-bytes"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(
    arguments: list[str], said: str, refused: Refused
) -> None:
    assert said in refused("import", *arguments)
    assert not Path("p").exists()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "arguments",
    [
        ["a.ris"],
        ["--project", "p"],
        ["a.ris", "--project", "p", "--hits", "-1"],
        ["a.ris", "--project", "p", "--date", "30 April"],
        ["a.ris", "--project", "p", "--format", "rsi"],
    ],
)
def test_wrong_usage_exits_with_2(arguments: list[str], refused: Refused) -> None:
    assert "Error: " in refused("import", *arguments, code=2)
    assert not Path("p").exists()
