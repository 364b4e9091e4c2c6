"""MEDLINE records end up in the right fields, and come out again."""

import io
from collections.abc import Callable

import pytest

from thresher.records.citation import Citation
from thresher.records.formats.nbib import NBIB
from thresher.records.formats.protocol import Format
from thresher.records.tally import Tally

Import = Callable[[Format, bytes], tuple[list[Citation], Tally]]


def one(imported: Import, *lines: str) -> Citation:
    records, _ = imported(NBIB, "\n".join(lines).encode())
    assert len(records) == 1
    return records[0]


def again(imported: Import, citation: Citation) -> list[Citation]:
    out = io.BytesIO()
    assert NBIB.write is not None
    NBIB.write([citation], out)
    return imported(NBIB, out.getvalue())[0]


def test_authors_without_full_names_are_authors(imported: Import) -> None:
    found = one(imported, "PMID- 1", "AU  - Mouse M", "AU  - Duck D")
    assert (found.authors, found.raw) == (("Mouse M", "Duck D"), ())


def test_short_names_beside_full_ones_are_kept_apart(imported: Import) -> None:
    lines = [
        "FAU - Mouse, Mickey",
        "AU  - Mouse M",
        "AD  - Paris",
        "FAU - Duck, Donald",
    ]
    found = one(imported, "PMID- 1", *lines, "AU  - Duck D")
    assert found.authors == ("Mouse, Mickey", "Duck, Donald")
    names = [name for name, _ in found.raw]
    assert names == ["nbib:AU", "nbib:AD", "nbib:AU"]


def test_an_author_with_only_a_short_name_is_not_lost(imported: Import) -> None:
    lines = ["FAU - Mouse, Mickey", "AU  - Mouse M", "AU  - Duck D"]
    assert one(imported, "PMID- 1", *lines).authors == ("Mouse, Mickey", "Duck D")


def test_a_short_name_that_looks_unlike_its_full_one_is_no_second_author(
    imported: Import,
) -> None:
    lines = ["FAU - Smith, John Jr", "AU  - Smith J Jr"]
    assert one(imported, "PMID- 1", *lines).authors == ("Smith, John Jr",)


def test_wrapped_lines_are_joined_by_one_blank(imported: Import) -> None:
    wrapped = ["AB  - one ", "      two", "      three"]
    assert one(imported, "PMID- 1", *wrapped).abstract == "one two three"
    assert one(imported, "PMID- 1", "AB  - one", "two").abstract == "one two"


def test_repeated_titles_and_abstracts_are_joined(imported: Import) -> None:
    found = one(
        imported, "PMID- 1", "TI  - A", "TI  - B", "AB  - C", "AB  - C", "AB  - D"
    )
    assert (found.title, found.abstract) == ("A B", "C D")


@pytest.mark.parametrize(
    "line",
    [
        "LID - 10.1016/j.a.1 [doi]",
        "AID - 10.1016/j.a.1 [doi]",
        "AID - http://dx.doi.org/10.1016/j.a.1",
        "SO  - Sleep. 2015;1(2):3-4. doi: 10.1016/j.a.1. Epub 2015 Mar 3.",
    ],
)
def test_the_doi_is_found_wherever_it_stands(imported: Import, line: str) -> None:
    assert one(imported, "PMID- 1", line).doi == "10.1016/j.a.1"


def test_headings_come_before_terms_and_are_kept_as_headings(imported: Import) -> None:
    found = one(imported, "PMID- 1", "MH  - *Sleep/drug effects", "OT  - insomnia")
    assert found.keywords == ("*Sleep/drug effects", "insomnia")
    assert found.raw == (("nbib:MH", "*Sleep/drug effects"),)
    assert again(imported, found) == [found]


@pytest.mark.parametrize(
    ("types", "kind", "kept"),
    [
        (["Journal Article"], "article-journal", 0),
        (["Review", "Journal Article"], "article-journal", 2),
        (["Book Chapter"], "chapter", 0),
        (["Reports - Research"], "report", 1),
        (["Erratum"], "", 1),
        ([], "", 0),
    ],
)
def test_kinds_come_from_publication_types(
    imported: Import, *, types: list[str], kind: str, kept: int
) -> None:
    found = one(imported, "PMID- 1", *(f"PT  - {title}" for title in types))
    assert (found.kind, len(found.raw)) == (kind, kept)
    assert again(imported, found) == [found]


def test_a_record_without_a_pubmed_id_keeps_its_own(imported: Import) -> None:
    found = one(imported, "OWN - ERIC", "OID - EJ1227990", "TI  - A")
    assert (found.id, found.pmid) == ("EJ1227990", "")
    assert again(imported, found) == [found]


def test_a_pubmed_id_that_is_none_is_an_id_all_the_same(imported: Import) -> None:
    found = one(imported, "PMID- 000000000000", "TI  - A")
    assert (found.id, found.pmid) == ("000000000000", "")
    assert again(imported, found) == [found]


def test_what_medline_has_no_tag_for_is_carried_as_notes(imported: Import) -> None:
    record = Citation(
        id="x7",
        kind="treaty",
        url="https://a.org",
        openalex_id="W5",
        source="file",
        raw=(("SN", "1234-5678"), ("nbib:PMID", "9"), ("nbib:PMID", "10")),
    )
    found = again(imported, record)
    assert found == [record]
