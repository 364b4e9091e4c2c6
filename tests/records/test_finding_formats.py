"""A file is known by what is in it; what is no citation file is told apart."""

import io
import zipfile
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from thresher import plugins
from thresher.errors import FileError, UnknownNameError
from thresher.records import read
from thresher.records.citation import Citation
from thresher.records.formats.protocol import Format
from thresher.records.formats.registry import (
    FORMATS,
    PLACES,
    find_format,
    format_named,
)
from thresher.records.source import Source, open_source
from thresher.records.tally import Tally

RIS = "TY  - JOUR\nTI  - Sleep\nER  - \n"
SAMPLES = {
    "ris": RIS,
    "nbib": "PMID- 1\nOWN - NLM\nTI  - Sleep\n",
    "enw": "%0 Journal Article\n%T Sleep\n",
    "ciw": "FN ISI Export Format\nVR 1.0\nPT J\nTI Sleep\nER\nEF\n",
    "refworks": "RT Journal Article\nT1 Sleep\n",
    "ovid": "<1. >\nVN  - Ovid Technologies\nTI  - Sleep\n",
    "biblioscape": "--TI-- Sleep\n------\n",
    "bibtex": "@article{a, title = {Sleep}}\n",
    "csv": "title,abstract\nSleep,Text\n",
    "csl-json": '[{"id": "1", "type": "book", "title": "Sleep"}]',
}


def found_name(path: Path) -> str:
    return find_format(open_source(path)).name


QUOTING = {
    "csv": 'title,abstract\nSleep,"As in\n{}"\nWake,Text\n',
    "bib": "@article{{a,\ntitle = {{Sleep}},\nabstract = {{As in\n{}}}}}\n"
    "@article{{b,\ntitle = {{Wake}}}}\n",
    "enw": "%0 Journal Article\n%T Sleep\n%X As in\n{}\n\n%0 Book\n%T Wake\n",
}


@pytest.mark.parametrize("name", ["ris", "nbib", "ciw", "refworks", "ovid"])
@pytest.mark.parametrize("ending", QUOTING)
def test_a_value_may_quote_another_format(
    tmp_path: Path, name: str, ending: str
) -> None:
    path = tmp_path / f"file.{ending}"
    path.write_text(QUOTING[ending].format(SAMPLES[name]))
    assert [one.title for one in read(path).records] == ["Sleep", "Wake"]


def packed(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return out.getvalue()


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("ending", [".txt", ".ris", ".csv", ""])
def test_content_decides_before_the_name_does(
    tmp_path: Path, name: str, ending: str
) -> None:
    path = tmp_path / f"file{ending}"
    path.write_text(SAMPLES[name])
    assert found_name(path) == name


def test_the_name_decides_where_the_content_does_not(tmp_path: Path) -> None:
    headless = "TI  - Sleep\nAU  - A\nER  - \n"
    path = tmp_path / "cut.ris"
    path.write_text(headless)
    assert found_name(path) == "ris"
    other = tmp_path / "cut.txt"
    other.write_text(headless)
    with pytest.raises(FileError, match="in no known citation format"):
        found_name(other)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.ris", b"%PDF-1.7\n", "is a PDF document"),
        ("a.ris", b"<!DOCTYPE html><html>" + RIS.encode(), "is a web page"),
        ("a.ris", b"\n<html><pre>\n" + RIS.encode(), "is a web page"),
        ("a.enl", b"\xfe\xfe\xeb\x00\x01", "EndNote library.*File > Export"),
        ("a.enl", b"SQLite format 3\0", "EndNote library.*File > Export"),
        ("a.enl", b"\x00\x08\x01\x00", "EndNote library.*File > Export"),
        ("a.enlx", packed("x"), "packed EndNote library.*File > Export"),
        ("a.ctv6bak", packed("x"), "Citavi.*File > Export"),
        ("a.h5", b"\x89HDF\r\n", "HDF5"),
        ("a.docx", packed("word/document.xml"), "is a Word document"),
        ("a.zip", packed("a.ris", "b.ris"), "zip archive of 2 files. Unpack it"),
        ("a.zip", b"PK\x03\x04zzz", "cut off or damaged"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "not a spreadsheet"),
        ("a.db", b"SQLite format 3\0", "is a database"),
        ("a.png", b"\x89PNG\r\n", "is a picture"),
        ("a.bin", b"\x00\x01\x02" * 20, "is not a text file"),
        ("a.rtf", b"{\\rtf1 x}", "rich text"),
        ("CITATION.cff", b"title: x\ncff-version: 1.2.0\n", "line 2: .*CITATION.cff"),
        ("a.eml", b"Subject: hello\n\nhi\n", "line 1: is an e-mail"),
        ("a.xml", b"<?xml version='1.0'?>\n<child/>", "unknown kind.*<child>"),
        ("a.txt", b"\n\nthis should fail\n", "line 3: .*'this should fail'"),
        ("a.txt", b"\n \n", "nothing but blank lines"),
        ("a.txt", b"", "is empty"),
    ],
)
def test_what_is_no_citation_file_is_refused_by_its_name(
    tmp_path: Path, *, name: str, content: bytes, told: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(FileError, match=told) as caught:
        read(path)
    assert "\n" not in str(caught.value)


def test_every_format_answers_to_its_name() -> None:
    assert [*FORMATS] == [*PLACES]
    assert len(FORMATS) == len(PLACES)
    for name, form in FORMATS.items():
        assert form.name == name
        assert format_named(name) is form


def test_a_wrong_name_is_answered_with_the_right_ones() -> None:
    with pytest.raises(UnknownNameError, match=r"Did you mean 'ris'\?"):
        format_named("rsi")


def test_a_format_of_a_plug_in_is_found_by_content_and_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    point = EntryPoint("lines", f"{__name__}:LINES", plugins_group)
    monkeypatch.setattr(plugins, "entry_points", lambda **_: [point])
    monkeypatch.setattr(EntryPoint, "load", lambda _: LINES)
    path = tmp_path / "list.txt"
    path.write_text("#lines\nSleep\nRest\n")
    assert [one.title for one in read(path).records] == ["Sleep", "Rest"]
    assert format_named("lines") is LINES


def _lines(source: Source, *, tally: Tally) -> Iterator[Citation]:
    for number, line in enumerate(source.text().splitlines()[1:], start=1):
        tally.start()
        yield Citation(id=str(number), title=line)


plugins_group = "thresher.formats"
LINES = Format(
    name="lines",
    title="Titles",
    endings=(".txt",),
    recognises=lambda source: source.head.startswith("#lines"),
    read=_lines,
)
