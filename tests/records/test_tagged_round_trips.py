"""What is read from a tagged format is written again, and the other way round."""

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.records import read
from thresher.records.citation import Citation
from thresher.records.formats.enw import ENW
from thresher.records.formats.nbib import NBIB
from thresher.records.formats.protocol import Format
from thresher.records.formats.ris import RIS
from thresher.records.tally import Tally

Import = Callable[[Format, bytes], tuple[list[Citation], Tally]]
WRITERS = [RIS, NBIB, ENW]

letters = st.characters(exclude_categories=["C", "Zl", "Zp"], exclude_characters=";")
blanks = st.sampled_from(["  - ", "TY  - ", "%0 ", "PMID- ", "ER", "-", "2.", ": "])
words = st.lists(st.text(letters, max_size=8) | blanks, max_size=4)
lines = words.map(lambda parts: " ".join("".join(parts).split()))
names = lines.filter(bool)
raw_names = st.sampled_from(
    ["ZZ", "AD", "C1", "L4", "N1", "nbib:IS", "nbib:AD", "nbib:GN", "%9", "%E", "%Z"]
) | st.sampled_from(["title", "ciw:TC", "Covidence #", 'quo"ted', "a\\b: c"])
citations = st.builds(
    Citation,
    id=names,
    title=lines,
    abstract=lines,
    authors=st.lists(names, max_size=3).map(tuple),
    year=st.none() | st.integers(1400, 2199),
    venue=lines,
    volume=lines,
    issue=lines,
    pages=st.from_regex(r"([a-z]?[0-9]{1,4}(-[0-9]{1,4})?)?", fullmatch=True),
    kind=st.sampled_from(["", "article-journal", "chapter", "thesis", "treaty", "map"]),
    keywords=st.lists(names, max_size=3).map(tuple),
    doi=st.from_regex(r"(10\.[0-9]{4,5}/[a-z0-9]{1,9})?", fullmatch=True),
    pmid=st.from_regex(r"([1-9][0-9]{0,7})?", fullmatch=True),
    pmcid=st.from_regex(r"(PMC[1-9][0-9]{0,6})?", fullmatch=True),
    openalex_id=st.from_regex(r"(W[1-9][0-9]{0,9})?", fullmatch=True),
    url=st.from_regex(r"(https://[a-z]{1,9}\.example/[a-z]{0,5})?", fullmatch=True),
    source=st.just("file"),
    raw=st.lists(st.tuples(raw_names, names), max_size=4).map(tuple),
)


def written(form: Format, records: list[Citation]) -> bytes:
    out = io.BytesIO()
    assert form.write is not None
    form.write(records, out)
    return out.getvalue()


def carried(citation: Citation) -> Citation:
    """A citation without identifiers that a reader may find in its other fields."""
    found = any(
        mark in value.lower()
        for _, value in citation.raw
        for mark in ("doi", "pm", "openalex", "thresher")
    )
    return replace(citation, raw=()) if found else citation


@pytest.mark.parametrize("form", WRITERS, ids=lambda form: form.name)
@given(records=st.lists(citations.map(carried), min_size=1, max_size=3))
def test_what_is_written_is_read_again(
    imported: Import, form: Format, records: list[Citation]
) -> None:
    again, tally = imported(form, written(form, records))
    assert again == records
    assert tally.starts == len(records)
    assert tally.cautions == []


@pytest.mark.parametrize("form", WRITERS, ids=lambda form: form.name)
@given(record=citations, text=st.text(st.characters(codec="utf-8")))
def test_any_text_at_all_costs_no_record(
    imported: Import, form: Format, *, record: Citation, text: str
) -> None:
    wild = replace(
        record,
        title=text,
        abstract=text,
        authors=(text,),
        raw=(("N1", text), (text, text)),
    )
    again, tally = imported(form, written(form, [wild, record, wild]))
    assert tally.starts == len(again) == 3
    assert again[1].id == record.id


def of_form(folder: Path, name: str) -> list[Path]:
    """Files that are read as this format."""
    suffixes = {".ris", ".txt", ".nbib", ".enw", ".ref", ".enl", ".isi", ".ciw"}
    found = [path for path in sorted(folder.rglob("*")) if path.suffix in suffixes]
    kept = []
    for path in found:
        try:
            report = read(path).report
        except ValueError:  # refused: not a citation file
            continue
        if report.format == name:
            kept.append(path)
    return kept


@pytest.mark.parametrize("form", WRITERS, ids=lambda form: form.name)
def test_real_files_come_back_as_they_were(
    imported: Import, citations: Path, form: Format
) -> None:
    paths = of_form(citations, form.name)
    assert len(paths) >= 10
    for path in paths:
        records = [replace(one, source="file") for one in read(path).records]
        assert imported(form, written(form, records))[0] == records, path.name


@pytest.mark.parametrize("form", WRITERS, ids=lambda form: form.name)
def test_real_files_of_other_formats_keep_every_field(
    imported: Import, citations: Path, form: Format
) -> None:
    for name in ("ciw", "ovid", "refworks", "biblioscape"):
        paths = of_form(citations, name)
        assert paths
        for path in paths:
            records = [replace(one, source="file") for one in read(path).records]
            again, _ = imported(form, written(form, records))
            assert [one.title for one in again] == [one.title for one in records]
            assert [one.raw for one in again] == [one.raw for one in records], path
