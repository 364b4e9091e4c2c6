"""What is read from a structured format is written again, and the other way round."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from thresher.errors import FileError
from thresher.records.citation import Citation
from thresher.records.formats.asreview_records import ASREVIEW, ASREVIEW_3
from thresher.records.formats.bibtex import BIBTEX
from thresher.records.formats.csl_json import CSL_JSON
from thresher.records.formats.endnote_xml import ENDNOTE_XML
from thresher.records.formats.json_lines import JSON_LINES
from thresher.records.formats.latex_text import latex_of, plain_of
from thresher.records.formats.name_code import decoded_name, encoded_name
from thresher.records.formats.protocol import Format
from thresher.records.formats.table_cells import disarmed, joined, parted, rearmed
from thresher.records.formats.tabular import CSV
from thresher.records.formats.xlsx import XLSX
from thresher.records.source import open_source
from thresher.records.tally import Tally

Import = Callable[[Format, bytes], tuple[list[Citation], Tally]]
WRITERS = [BIBTEX, CSV, XLSX, JSON_LINES, CSL_JSON, ENDNOTE_XML, ASREVIEW, ASREVIEW_3]
EXACT = [CSV, XLSX, JSON_LINES]  # these keep every blank and line end
KINDS = ["", "article-journal", "chapter", "thesis", "treaty", "paper-conference"]

letters = st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"])
markup = st.sampled_from([*"\\{}$%&#_^~'\"`-;,<>@=+", "--", "''", "\\x", " and "])
words = st.lists(letters | markup, max_size=12).map("".join)
lines = words.map(lambda text: " ".join(text.split()))
paragraphs = st.lists(lines.filter(bool), max_size=3).map("\n".join)
wild = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"]) | st.just("\n")
)
names = lines.filter(bool)
RAW_NAMES = (
    "M1 note title date kind entrytype ref-type pmid style custom2 =cmd '=x doi "
    "titles/title authors a…2 #7,x{y}"
)
raw_names = st.sampled_from(RAW_NAMES.split())


def citation_of(
    text: st.SearchStrategy[str], lists: st.SearchStrategy[str]
) -> st.SearchStrategy[Citation]:
    """Citations whose free text is of one kind."""
    return st.builds(
        Citation,
        id=names,
        title=text,
        abstract=text,
        authors=st.lists(lists, max_size=3).map(tuple),
        year=st.none() | st.integers(1400, 2099),
        venue=text,
        volume=text,
        issue=text,
        pages=st.from_regex(r"([a-z]?\d{1,4}(-\d{1,4})?)?", fullmatch=True),
        kind=st.sampled_from(KINDS),
        keywords=st.lists(lists, max_size=3).map(tuple),
        doi=st.from_regex(r"(10\.[1-9]\d{3}/[a-z0-9]{1,8})?", fullmatch=True),
        pmid=st.from_regex(r"([1-9]\d{0,7})?", fullmatch=True),
        pmcid=st.from_regex(r"(PMC[1-9]\d{0,6})?", fullmatch=True),
        openalex_id=st.from_regex(r"(W[1-9]\d{0,9})?", fullmatch=True),
        url=st.from_regex(r"(https://a\.org/[a-z_%&#~{}\\$]{0,8})?", fullmatch=True),
        source=text,
        raw=st.lists(st.tuples(raw_names, text.filter(bool)), max_size=4).map(tuple),
    )


def by_name(citation: Citation) -> list[tuple[str, str]]:
    """Raw fields as a table can carry them: in order only within one name."""
    return sorted(citation.raw, key=lambda pair: pair[0])


def written(form: Format, records: list[Citation]) -> bytes:
    out = io.BytesIO()
    assert form.write is not None
    form.write(records, out)
    return out.getvalue()


def assert_same(found: list[Citation], wanted: list[Citation]) -> None:
    assert [by_name(c) for c in found] == [by_name(c) for c in wanted]
    fields = [f for f in Citation.__slots__ if f != "raw"]
    for citation, other in zip(found, wanted, strict=True):
        assert {f: getattr(citation, f) for f in fields} == {
            f: getattr(other, f) for f in fields
        }


@pytest.mark.parametrize("form", WRITERS, ids=lambda form: form.name)
@given(records=st.lists(citation_of(lines, names), min_size=1, max_size=3))
def test_what_is_written_is_read_again(
    imported: Import, form: Format, records: list[Citation]
) -> None:
    found, tally = imported(form, written(form, records))
    assert tally.starts == len(records)
    assert_same(found, records)


@pytest.mark.parametrize("form", EXACT, ids=lambda form: form.name)
@given(records=st.lists(citation_of(wild, names), min_size=1, max_size=3))
def test_exact_formats_keep_every_blank_and_line_end(
    imported: Import, form: Format, records: list[Citation]
) -> None:
    found, _ = imported(form, written(form, records))
    assert_same(found, records)


@pytest.mark.parametrize(
    "form", [BIBTEX, CSL_JSON, ENDNOTE_XML], ids=lambda form: form.name
)
@given(abstract=paragraphs)
def test_paragraphs_of_an_abstract_survive(
    imported: Import, form: Format, abstract: str
) -> None:
    found, _ = imported(form, written(form, [Citation(id="1", abstract=abstract)]))
    assert found[0].abstract == abstract


@pytest.mark.parametrize("form", WRITERS, ids=lambda form: form.name)
def test_a_field_of_forty_thousand_letters_survives(
    imported: Import, form: Format
) -> None:
    records = [Citation(id="1", title="x" * 40_000, raw=(("M1", "y" * 70_000),))]
    assert imported(form, written(form, records))[0] == records


@given(citation=citation_of(lines, names))
def test_json_lines_keep_the_order_of_raw_fields_too(
    imported: Import, citation: Citation
) -> None:
    assert imported(JSON_LINES, written(JSON_LINES, [citation]))[0] == [citation]


@given(text=words)
@example("\\'e -- ''x'' ``y`` $5 {a}")
def test_plain_text_is_the_plain_text_of_its_latex(text: str) -> None:
    assert plain_of(latex_of(text)) == text


@given(value=st.text())
@example("'=1+1")
@example("''@x")
def test_a_disarmed_cell_starts_no_formula_and_gives_its_value_back(value: str) -> None:
    assert not disarmed(value).startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    assert rearmed(disarmed(value)) == value


@given(values=st.lists(st.text(min_size=1)))
def test_a_list_in_one_cell_comes_apart_as_it_was(values: list[str]) -> None:
    assert parted(joined(values)) == tuple(values)


@given(parts=st.lists(words | st.sampled_from(["_x0041_", "_x", "_"])))
def test_a_name_of_any_letters_is_written_and_read(parts: list[str]) -> None:
    name = "".join(parts)
    assert decoded_name(encoded_name(name)) == name
    assert decoded_name(encoded_name(name, disguised=True)) == name
    assert encoded_name(name, disguised=True) != name


def real_files(folder: Path, *patterns: str) -> list[Path]:
    return sorted(p for pattern in patterns for p in folder.rglob(pattern))


@pytest.mark.parametrize(
    ("form", "patterns"),
    [
        (BIBTEX, ("*.bib",)),
        (CSV, ("*.csv", "*.tsv", "*.tab", "*.csv.gz")),
        (XLSX, ("*.xlsx",)),
        (CSL_JSON, ("CSL_JSON/0*.json",)),
        (ENDNOTE_XML, ("Endnote*.xml", "Endnote_XML/*.xml", "*.xml.gz")),
        (ASREVIEW, ("*.asreview",)),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_real_files_come_back_equal(
    data: Path, imported: Import, *, form: Format, patterns: tuple[str, ...]
) -> None:
    files = [
        *real_files(data / "citations", *patterns),
        *real_files(data / "dedup", *patterns),
        *real_files(data / "asreview_projects", *patterns),
    ]
    read = 0
    for path in files:
        tally = Tally()
        try:
            records = [*form.read(open_source(path), tally=tally)]
        except FileError:
            continue
        assert tally.starts == len(records), path.name
        assert not records or imported(form, written(form, records))[0] == records, path
        read += len(records)
    assert read
