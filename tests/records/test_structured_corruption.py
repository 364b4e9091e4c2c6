"""Broken files give citations, as many as begin, or a sentence; never anything else."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from thresher.errors import FileError
from thresher.records.citation import Citation
from thresher.records.formats.asreview_records import ASREVIEW, ASREVIEW_3
from thresher.records.formats.bibtex import BIBTEX
from thresher.records.formats.csl_json import CSL_JSON
from thresher.records.formats.endnote_xml import ENDNOTE_XML
from thresher.records.formats.json_lines import JSON_LINES
from thresher.records.formats.marc_xml import MARC_XML
from thresher.records.formats.mods import MODS
from thresher.records.formats.protocol import Format
from thresher.records.formats.pubmed_xml import PUBMED_XML
from thresher.records.formats.tabular import CSV
from thresher.records.formats.word_xml import WORD_XML
from thresher.records.formats.xlsx import XLSX
from thresher.records.tally import Tally

Import = Callable[[Format, bytes], tuple[list[Citation], Tally]]
TEXTS = [BIBTEX, CSV, JSON_LINES, CSL_JSON, ENDNOTE_XML]
BINARIES = [XLSX, ASREVIEW, ASREVIEW_3]
SAMPLES = [
    Citation(
        id="ito2014",
        title='"Quoted" müde, tired',
        abstract="First line.\nSecond; with a comma, a {brace} and 'quotes'.",
        authors=("Ito, K.", "O'Brien, Ünal"),
        year=2014,
        venue="Sleep & Breathing",
        kind="article-journal",
        keywords=("dialysis", "sleep"),
        doi="10.1000/xyz123",
        raw=(("note", "=1+1"), ("asreview_label", "1")),
    ),
    Citation(id="2", title="Another", raw=(("note", "x"), ("asreview_label", "0"))),
    Citation(id="3"),
]
REAL = {
    BIBTEX: ("*.bib",),
    CSV: ("*.csv", "*.tsv"),
    CSL_JSON: ("*.json",),
    ENDNOTE_XML: ("Endnote*.xml", "Endnote_XML/*.xml"),
    PUBMED_XML: ("Medline*.xml", "PubMed_XML/*.xml"),
    MODS: ("MODS*.xml", "MODS/*.xml"),
    MARC_XML: ("Marc*.xml",),
    WORD_XML: ("MsBib*.xml",),
    XLSX: ("*.xlsx",),
}
SMALL = 50_000  # bytes: what can be broken many times in a test

Damage = Callable[[bytes], bytes]


def at(share: float, content: bytes) -> int:
    return int(share * len(content))


def cut(share: float) -> Damage:
    return lambda content: content[: at(share, content)]


def doubled(share: float, size: int) -> Damage:
    def damage(content: bytes) -> bytes:
        place = at(share, content)
        piece = content[place : place + size]
        return content[:place] + piece + content[place:]

    return damage


def removed(share: float, size: int) -> Damage:
    def damage(content: bytes) -> bytes:
        place = at(share, content)
        return content[:place] + content[place + size :]

    return damage


def put_in(share: float, piece: bytes) -> Damage:
    def damage(content: bytes) -> bytes:
        place = at(share, content)
        return content[:place] + piece + content[place:]

    return damage


def reencoded(encoding: str) -> Damage:
    return lambda content: content.decode(errors="replace").encode(
        encoding, errors="replace"
    )


shares = st.floats(0, 1, exclude_max=True)
pieces = st.sampled_from(
    [bytes([byte]) for byte in b'\0\x1b\x0c"{}<&@,[]\n\r\xff\xc3']
    + b"&#0; &bogus; \xef\xbb\xbf \xff\xfe @article{ <record>".split()
)
damages = st.one_of(
    st.builds(cut, shares),
    st.builds(doubled, shares, st.integers(1, 200)),
    st.builds(removed, shares, st.integers(1, 200)),
    st.builds(put_in, shares, pieces),
    st.builds(reencoded, st.sampled_from(["latin-1", "cp1252", "utf-16", "utf-8-sig"])),
)


def assert_honest(imported: Import, form: Format, content: bytes) -> None:
    """Read bytes; they become records, one for each start, or are refused."""
    try:
        records, tally = imported(form, content)
    except FileError:
        return
    assert len(records) == tally.starts


def written(form: Format) -> bytes:
    out = io.BytesIO()
    assert form.write is not None
    form.write(SAMPLES, out)
    return out.getvalue()


@pytest.mark.parametrize("form", TEXTS, ids=lambda form: form.name)
@settings(max_examples=150)
@given(harm=st.lists(damages, min_size=1, max_size=3))
def test_damaged_text_becomes_records_or_a_sentence(
    imported: Import, form: Format, harm: list[Damage]
) -> None:
    content = written(form)
    for damage in harm:
        content = damage(content)
    assert_honest(imported, form, content)


@pytest.mark.parametrize("form", BINARIES, ids=lambda form: form.name)
@given(harm=st.lists(damages, min_size=1, max_size=2))
def test_damaged_archives_become_records_or_a_sentence(
    imported: Import, form: Format, harm: list[Damage]
) -> None:
    content = written(form)
    for damage in harm:
        content = damage(content)
    assert_honest(imported, form, content)


@pytest.mark.parametrize("form", REAL, ids=lambda form: form.name)
@settings(max_examples=60)
@given(choice=st.data())
def test_damaged_real_files_become_records_or_a_sentence(
    citations: Path, imported: Import, *, form: Format, choice: st.DataObject
) -> None:
    files = sorted(p for pattern in REAL[form] for p in citations.rglob(pattern))
    small = [path for path in files if 0 < path.stat().st_size < SMALL]
    path = choice.draw(st.sampled_from(small))
    content = choice.draw(damages)(path.read_bytes())
    assert_honest(imported, form, content)


@pytest.mark.parametrize("form", TEXTS, ids=lambda form: form.name)
def test_a_field_of_ten_megabytes_is_read(imported: Import, form: Format) -> None:
    long = "word " * 2_200_000
    out = io.BytesIO()
    assert form.write is not None
    form.write([Citation(id="1", abstract=long.strip()), Citation(id="2")], out)
    records, _ = imported(form, out.getvalue())
    assert [record.id for record in records] == ["1", "2"]
    assert records[0].abstract == long.strip()


@pytest.mark.parametrize("form", [*TEXTS, *BINARIES], ids=lambda form: form.name)
@given(content=st.binary(min_size=1, max_size=200))
@example(content=b"\xd0\xcf\x11\xe0")
@example(content=b"PK\x03\x04")
def test_bytes_of_any_kind_become_records_or_a_sentence(
    imported: Import, form: Format, content: bytes
) -> None:
    assert_honest(imported, form, content)


@given(share=shares)
def test_a_cut_costs_bibtex_no_record_that_had_begun(
    imported: Import, share: float
) -> None:
    content = cut(share)(written(BIBTEX)) + b"\n"
    records, _ = imported(BIBTEX, content)
    assert len(records) == len(re.findall(rb"@\w+\{", content))
    assert records[:-1] == SAMPLES[: max(0, len(records) - 1)]


@given(unclosed=st.integers(0, 2))
def test_a_brace_never_closed_costs_no_other_entry(
    imported: Import, unclosed: int
) -> None:
    entries = [
        f"@article{{k{i},\n  title = {{T{i}}},\n  year = 2001\n}}\n" for i in range(3)
    ]
    entries[unclosed] = (
        entries[unclosed].replace("}},\n", "},\n", 1).replace("},", ",", 1)
    )
    records, tally = imported(BIBTEX, "".join(entries).encode())
    assert [record.id for record in records] == ["k0", "k1", "k2"]
    assert {record.year for record in records} == {2001}
    assert tally.cautions[0].line == 1 + 4 * unclosed


@given(share=shares)
def test_a_cut_costs_a_table_no_row_before_it(imported: Import, share: float) -> None:
    content = written(CSV)
    header = content.index(b"\r\n") + 2
    kept = content[: header + at(share, content[header:])]
    records, _ = imported(CSV, kept)
    assert records[:-1] == SAMPLES[: max(0, len(records) - 1)]
    assert len(records) >= kept.count(b"\r\n") - 1
