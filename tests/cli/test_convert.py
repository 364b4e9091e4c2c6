"""`thresher convert`: from one format to another, without a project."""

import re
from collections.abc import Iterable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import BinaryIO

import pytest

from thresher import plugins
from thresher.records import read
from thresher.records.citation import Citation
from thresher.records.formats.protocol import Format
from thresher.records.formats.registry import GROUP
from thresher.records.source import Source
from thresher.records.tally import Tally

from .conftest import Facts, Refused, Thresher


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with two files in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.ris").write_text(
        "TY  - JOUR\nID  - 1\nTI  - =Sleep\nAU  - Ito, K.\nXX  - kept\nER  - \n"
    )
    (tmp_path / "b.csv").write_text("id,title,doi\n1,Salt,10.1000/x\n")
    (tmp_path / "odd.ris").write_text("TY  - JOUR\nTI  - One\nTY  - JOUR\nTI  - Two\n")
    return tmp_path


@pytest.mark.parametrize("ending", ["ris", "jsonl", "csv", "xlsx", "bib", "nbib"])
def test_several_files_become_one(thresher: Thresher, ending: str) -> None:
    thresher("convert", "a.ris", "b.csv", "-o", f"out.{ending}")
    first, second = read(f"out.{ending}").records
    assert (first.title, first.authors) == ("=Sleep", ("Ito, K.",))
    assert (second.title, second.doi) == ("Salt", "10.1000/x")


def test_records_of_several_files_get_ids_of_their_own(thresher: Thresher) -> None:
    thresher("convert", "a.ris", "b.csv", "-o", "out.ris")
    assert re.findall("ID  - (.*)", Path("out.ris").read_text()) == ["1", "1-2"]


def test_unknown_fields_survive(thresher: Thresher) -> None:
    thresher("convert", "a.ris", "-o", "out.csv")
    thresher("convert", "out.csv", "-o", "back.ris")
    assert ("XX", "kept") in read("back.ris").records[0].raw


def test_formulas_are_harmless_in_tables(thresher: Thresher) -> None:
    thresher("convert", "a.ris", "-o", "out.csv")
    assert "'=Sleep" in Path("out.csv").read_text()
    assert read("out.csv").records[0].title == "=Sleep"


def test_the_report_is_that_of_the_files_read(thresher: Thresher, facts: Facts) -> None:
    told = thresher("convert", "a.ris", "odd.ris", "-o", "out.csv").stdout
    assert told.splitlines()[0] == "a.ris: 1 record of 1 start seen (ris, utf-8)"
    assert "  warning: line 1: " in told
    found = facts("convert", "a.ris", "b.csv", "-o", "x", "--to", "ris")
    assert (found["format"], found["records"]) == ("ris", 2)
    assert [file["name"] for file in found["files"]] == ["a.ris", "b.csv"]


def test_a_strict_conversion_with_a_warning_leaves_the_old_file(
    refused: Refused,
) -> None:
    Path("out.csv").write_text("old")
    said = refused("convert", "a.ris", "odd.ris", "-o", "out.csv", "--strict")
    assert "odd.ris: " in said
    assert "line 1:" in said
    assert Path("out.csv").read_text() == "old"


def test_a_strict_conversion_without_warnings_goes_through(thresher: Thresher) -> None:
    thresher("convert", "a.ris", "-o", "out.jsonl", "--strict")
    assert len(read("out.jsonl").records) == 1


def test_a_file_may_be_converted_into_itself(thresher: Thresher) -> None:
    thresher("convert", "a.ris", "-o", "a.ris")
    assert read("a.ris").records[0].title == "=Sleep"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["gone.ris", "-o", "out.csv"], 1, "there is no such file"),
        (["a.ris", "-o", "no/out.csv"], 1, "cannot be written"),
        (["a.ris", "-o", "."], 2, "does not say what to write"),
        (["a.ris", "-o", ".", "--to", "csv"], 1, "is a folder"),
        (["a.ris", "-o", "out.docx"], 2, "does not say what to write"),
        (["a.ris", "-o", "out.x", "--to", "rsi"], 2, "Did you mean 'ris'?"),
        (["a.ris", "-o", "out.x", "--to", "mods"], 2, "no format to write 'mods'"),
        (["a.ris", "-o", "out.csv", "--format", "rsi"], 2, "Did you mean 'ris'?"),
        (["a.ris"], 2, "--output"),
    ],
)
def test_bad_input_is_refused(
    arguments: list[str], code: int, said: str, refused: Refused
) -> None:
    assert said in refused("convert", *arguments, code=code)
    assert not Path("out.csv").exists()


def _titles(citations: Iterable[Citation], out: BinaryIO) -> None:
    out.write("".join(f"{one.title}\n" for one in citations).encode())


def _of_titles(source: Source, *, tally: Tally) -> Iterator[Citation]:
    for number, line in source.lines():
        tally.start()
        yield Citation(id=str(number), title=line)


TITLES = Format(
    name="titles",
    title="Titles",
    endings=(".titles",),
    recognises=lambda _: False,
    read=_of_titles,
    write=_titles,
)


def test_a_format_of_a_plug_in_is_asked_for_by_name_and_by_ending(
    tmp_path: Path, thresher: Thresher, monkeypatch: pytest.MonkeyPatch
) -> None:
    point = EntryPoint(name="titles", value=f"{__name__}:TITLES", group=GROUP)
    monkeypatch.setattr(plugins, "entry_points", lambda **_: [point])
    monkeypatch.setattr(EntryPoint, "load", lambda _: TITLES)
    given, mid, last = (tmp_path / name for name in ("a.txt", "a.ris", "a.titles"))
    given.write_text("Sleep\nRest\n")
    thresher("convert", given, "--format", "titles", "-o", mid)
    assert "TI  - Sleep" in mid.read_text()
    thresher("convert", mid, "-o", last)
    assert last.read_text() == given.read_text()
    thresher("convert", mid, "-o", tmp_path / "b.x", "--to", "titles")
    assert (tmp_path / "b.x").read_text() == given.read_text()
