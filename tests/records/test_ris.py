"""RIS dialects end up in the same fields, and nothing is lost on the way out."""

import io
from collections.abc import Callable

import pytest

from thresher.records.citation import Citation
from thresher.records.formats.notes import decision_in
from thresher.records.formats.protocol import Format
from thresher.records.formats.ris import RIS
from thresher.records.formats.ris_types import CODES, code_of, kind_of_code
from thresher.records.tally import Tally

Import = Callable[[Format, bytes], tuple[list[Citation], Tally]]


def one(imported: Import, *lines: str, kind: str = "JOUR") -> Citation:
    text = "\n".join([f"TY  - {kind}", *lines, "ER  - ", ""])
    records, _ = imported(RIS, text.encode())
    assert len(records) == 1
    return records[0]


def written(*citations: Citation) -> str:
    out = io.BytesIO()
    assert RIS.write is not None
    RIS.write(citations, out)
    return out.getvalue().decode()


def test_ovid_puts_title_authors_abstract_doi_and_year_elsewhere(
    imported: Import,
) -> None:
    lines = ["T1  - Sleep", "A1  - Ito, K.", "N2  - Text", "Y1  - 2022//"]
    found = one(imported, *lines, "DO  - http://dx.doi.org/10.1002/CPP.2398")
    assert (found.title, found.abstract, found.year) == ("Sleep", "Text", 2022)
    assert (found.authors, found.doi) == (("Ito, K.",), "10.1002/cpp.2398")
    assert found.raw == ()


def test_authors_keep_their_order_whatever_their_tag(imported: Import) -> None:
    found = one(imported, "A1  - First", "AU  - Second", "A1  - Third; Fourth")
    assert found.authors == ("First", "Second", "Third", "Fourth")


def test_a_second_abstract_is_added_to_the_first(imported: Import) -> None:
    assert one(imported, "AB  - One.", "AB  - Two.").abstract == "One.\nTwo."


def test_a_second_abstract_that_repeats_or_claims_rights_is_only_kept(
    imported: Import,
) -> None:
    rights = "Copyright of Sleep is the property of its publisher."
    found = one(imported, "AB  - One.", "AB  - One.", f"AB  - {rights}", "N2  - One.")
    assert found.abstract == "One."
    assert [value for _, value in found.raw] == ["One.", rights, "One."]


def test_a_second_doi_is_kept(imported: Import) -> None:
    found = one(imported, "DO  - 10.1000/a", "DO  - 10.1000/b")
    assert (found.doi, found.raw) == ("10.1000/a", (("DO", "10.1000/b"),))


def test_a_doi_that_is_none_gives_way_to_one_that_is(imported: Import) -> None:
    found = one(imported, "DO  - none", "DO  - 10.1000/b")
    assert (found.doi, found.raw) == ("10.1000/b", (("DO", "none"),))


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ("L3  - 10.1371/journal.pone.1", "doi", "10.1371/journal.pone.1"),
        ("M3  - doi: 10.1063/1.1954747", "doi", "10.1063/1.1954747"),
        ("UR  - https://doi.org/10.1063/1.1954747", "doi", "10.1063/1.1954747"),
        ("C5  - 38773066", "pmid", "38773066"),
        ("C3  - PUBMED 21314913", "pmid", "21314913"),
        ("AN  - 28753182\nDB  - MEDLINE", "pmid", "28753182"),
        ("AN  - 28753182\nDB  - Scopus", "pmid", ""),
        ("L2  - https://pubmed.ncbi.nlm.nih.gov/22752652/", "pmid", "22752652"),
        ("C2  - PMC8382607", "pmcid", "PMC8382607"),
        ("UR  - https://openalex.org/W42", "openalex_id", "W42"),
        ("N1  - PMID: 123", "pmid", "123"),
    ],
)
def test_identifiers_are_found_where_databases_put_them(
    imported: Import, *, line: str, name: str, value: str
) -> None:
    assert getattr(one(imported, line), name) == value


@pytest.mark.parametrize(
    ("dates", "year", "kept"),
    [
        (["PY  - 2014"], 2014, []),
        (["PY  - 2012///"], 2012, []),
        (["Y1  - 1900/01/01", "DA  - 1950/01/01"], 1950, ["1900/01/01", "1950/01/01"]),
        (["PY  - 2005", "DA  - 2005/07/15"], 2005, ["2005/07/15"]),
        (["Y1  - 4-8 Aug. 2020"], 2020, ["4-8 Aug. 2020"]),
        (["PY  - 10 15"], None, ["10 15"]),
        (["PY  - in press", "Y1  - 2020"], 2020, ["in press"]),
    ],
)
def test_the_year_comes_from_py_then_da_then_y1(
    imported: Import, *, dates: list[str], year: int | None, kept: list[str]
) -> None:
    found = one(imported, *dates)
    assert found.year == year
    assert [value for _, value in found.raw] == kept


@pytest.mark.parametrize(
    ("lines", "pages", "kept"),
    [
        (["SP  - 476", "EP  - 481"], "476-481", ()),
        (["SP  - 188-197"], "188-197", ()),
        (["SP  - 475-82", "EP  - 482"], "475-82", (("EP", "482"),)),
        (["EP  - 9"], "", (("EP", "9"),)),
        (["SP  - e0815"], "e0815", ()),
    ],
)
def test_pages_are_joined_where_that_makes_sense(
    imported: Import,
    *,
    lines: list[str],
    pages: str,
    kept: tuple[tuple[str, str], ...],
) -> None:
    found = one(imported, *lines)
    assert (found.pages, found.raw) == (pages, kept)


def test_keywords_may_stand_on_lines_or_between_semicolons(imported: Import) -> None:
    found = one(imported, "KW  - a; Child, Preschool", "KW  - b", "c", "R&amp;D")
    assert found.keywords == ("a", "Child, Preschool", "b", "c", "R&amp;D")


def test_addresses_on_further_lines_are_kept(imported: Import) -> None:
    found = one(imported, "UR  - https://a.org", "https://b.org", "UR  - https://c.org")
    assert found.url == "https://a.org"
    assert found.raw == (("UR", "https://b.org"), ("UR", "https://c.org"))


def test_a_journal_is_the_venue_of_an_article_and_a_book_that_of_a_chapter(
    imported: Import,
) -> None:
    lines = ["T2  - Second title", "JF  - Journal"]
    assert one(imported, *lines).venue == "Journal"
    assert one(imported, *lines, kind="CHAP").venue == "Second title"
    assert one(imported, "BT  - A book", kind="BOOK").title == "A book"


def test_unknown_tags_are_kept_in_order_with_their_lines(imported: Import) -> None:
    found = one(imported, "ZZ  - a", "b", "TI  - T", "A9  - c", "ZZ  - d")
    assert found.raw == (("ZZ", "a\nb"), ("A9", "c"), ("ZZ", "d"))


def test_the_id_is_that_of_the_file_else_the_accession_else_the_number(
    imported: Import,
) -> None:
    assert one(imported, "AN  - WOS:1", "ID  - 369").id == "369"
    assert one(imported, "AN  - WOS:1").id == "WOS:1"
    assert one(imported).id == "1"


def test_a_type_that_its_kind_does_not_spell_is_kept(imported: Import) -> None:
    assert one(imported, kind="EJOUR").kind == "article-journal"
    assert one(imported, kind="EJOUR").raw == (("TY", "EJOUR"),)
    assert one(imported, kind="OTHER").kind == ""
    assert "TY  - OTHER" in written(one(imported, kind="OTHER"))


def test_every_kind_is_written_with_a_type_that_is_read_as_that_kind() -> None:
    for kind in CODES:
        code = code_of(kind)
        assert code is not None
        assert kind_of_code(code) == kind


def test_a_type_stands_for_one_kind() -> None:
    codes = [code for known in CODES.values() for code in known]
    assert len(codes) == len(set(codes))


def test_a_kind_without_a_type_is_carried_as_a_note(imported: Import) -> None:
    treaty = Citation(id="1", kind="treaty", source="file")
    assert "TY  - GEN" in written(treaty)
    assert imported(RIS, written(treaty).encode())[0] == [treaty]


def test_decisions_of_asreview_are_found_in_notes(imported: Import) -> None:
    plain = one(imported, "N1  - ASReview_relevant")
    zotero = one(imported, "N1  - <p>ASReview_not_seen</p>", "N1  - other")
    assert decision_in(plain.raw) == "relevant"
    assert decision_in(zotero.raw) == "not_seen"
    assert decision_in(one(imported, "N1  - relevant").raw) is None
    assert "N1  - ASReview_relevant\n" in written(plain)


def test_no_text_can_end_a_record_or_begin_another_when_written(
    imported: Import,
) -> None:
    trap = "one\nER  - \nTY  - JOUR\nTI  - fake\r2.\n\nend"
    record = Citation(
        id="a\nER  - \nb",
        title=trap,
        abstract=trap,
        authors=(trap,),
        raw=(("N1", trap),),
    )
    again, tally = imported(RIS, written(record, record).encode())
    assert tally.starts == 2
    assert " ".join(again[0].abstract.split()) == " ".join(trap.split())
    assert again[0].title.split() == trap.split()


def test_fields_of_other_formats_survive_a_detour_through_ris(
    imported: Import,
) -> None:
    record = Citation(
        id="7",
        pmid="123",
        pmcid="PMC9",
        openalex_id="W1",
        source="file",
        raw=(("nbib:IS", "1476-5616 (Electronic)"), ('odd "name": x', "two\nlines")),
    )
    assert imported(RIS, written(record).encode())[0] == [record]
