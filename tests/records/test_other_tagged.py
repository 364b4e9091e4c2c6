"""Refer, ISI, RefWorks, Ovid and Biblioscape records end up in the right fields."""

import io
from collections.abc import Callable

from thresher.records.citation import Citation
from thresher.records.formats.biblioscape import BIBLIOSCAPE
from thresher.records.formats.ciw import CIW
from thresher.records.formats.enw import ENW
from thresher.records.formats.ovid import OVID
from thresher.records.formats.protocol import Format
from thresher.records.formats.refworks import REFWORKS
from thresher.records.tally import Tally

Import = Callable[[Format, bytes], tuple[list[Citation], Tally]]


def one(imported: Import, form: Format, *lines: str) -> Citation:
    records, _ = imported(form, "\n".join(lines).encode())
    assert len(records) == 1
    return records[0]


def test_refer_fields_find_their_places(imported: Import) -> None:
    lines = ["%0 Journal Article", "%A Ito, K.", "%T Sleep", "on dialysis", "%J Nights"]
    more = ["%B Other", "%D 2014", "%8 May 3, 2014", "%P 1-9", "%K a", "b", "%F x1"]
    found = one(imported, ENW, *lines, *more, "%R doi:10.1000/A", "%M 77")
    assert found.kind == "article-journal"
    assert (found.title, found.venue, found.year) == (
        "Sleep on dialysis",
        "Nights",
        2014,
    )
    assert (found.id, found.doi, found.keywords) == ("x1", "10.1000/a", ("a", "b"))
    assert found.raw == (("%B", "Other"), ("%8", "May 3, 2014"), ("%M", "77"))


def test_no_line_of_a_text_becomes_a_field_when_refer_is_written(
    imported: Import,
) -> None:
    out = io.BytesIO()
    record = Citation(id="1", abstract="one\n%A trap\ntwo", raw=(("%Z", "a\n%T b"),))
    assert ENW.write is not None
    ENW.write([record], out)
    again = imported(ENW, out.getvalue())[0]
    assert [one.authors for one in again] == [()]
    assert again[0].abstract == "one %A trap\ntwo"
    assert again[0].raw == (("%Z", "a %T b"),)


def test_refer_finds_identifiers_in_addresses_and_notes(imported: Import) -> None:
    lines = ["%U https://doi.org/10.1000/a", "%Z PMID: 12; PMC13", "%M 9"]
    found = one(imported, ENW, "%0 Book", *lines)
    assert (found.doi, found.pmid, found.pmcid) == ("10.1000/a", "12", "PMC13")
    assert found.id == "9"


def test_isi_takes_full_names_and_keeps_short_ones(imported: Import) -> None:
    lines = ["PT J", "AU Li, W", "   Dou, Z", "AF Li, Wei", "   Dou, Zhiguo"]
    more = ["DE soil; water", "ID fauna", "BP 1", "EP 9", "PM 31858815", "UT WOS:1"]
    found = one(imported, CIW, *lines, *more, "PD DEC 2020", "DI 10.1000/a", "ER")
    assert found.authors == ("Li, Wei", "Dou, Zhiguo")
    assert found.keywords == ("soil", "water", "fauna")
    assert (found.pages, found.pmid, found.id) == ("1-9", "31858815", "WOS:1")
    assert (found.year, found.doi) == (2020, "10.1000/a")
    assert found.raw == (("ciw:AU", "Li, W\nDou, Z"), ("ciw:PD", "DEC 2020"))


def test_isi_uses_the_article_number_where_there_are_no_pages(
    imported: Import,
) -> None:
    assert one(imported, CIW, "PT J", "AR 1722034", "ER").pages == "1722034"
    both = one(imported, CIW, "PT Z", "AR 17", "BP 3", "AU A", "ER")
    assert (both.pages, both.authors) == ("3", ("A",))
    assert both.raw == (("ciw:PT", "Z"), ("ciw:AR", "17"))
    assert one(imported, CIW, "PT J", "EP 9", "ER").raw == (("ciw:EP", "9"),)


def test_refworks_fields_find_their_places(imported: Import) -> None:
    lines = ["RT Book, Section", "ID 206", "A1 Stone,S", "T1 Sleep", "YR 2002"]
    found = one(imported, REFWORKS, *lines, "SP 101", "OP 123", "T2 Heart", "K1 a; b")
    assert (found.kind, found.id, found.venue) == ("chapter", "206", "Heart")
    assert (found.pages, found.keywords, found.raw) == ("101-123", ("a", "b"), ())
    odd = one(imported, REFWORKS, "RT Abstract", "OP 9")
    assert (odd.kind, odd.pages) == ("article-journal", "")
    assert odd.raw == (("refworks:RT", "Abstract"), ("refworks:OP", "9"))


def test_ovid_fields_find_their_places(imported: Import) -> None:
    lines = ["<1. >", "VN  - Ovid Technologies", "AN  - 7", "DT  - Journal Article"]
    more = ["TI  - On sleep. [References].", "AU  - Ito, Kei MD 1", "PM  - 24892981"]
    source = "SO  - Nights. Vol.43(5), Sep 2015, pp. 623-634."
    found = one(imported, OVID, *lines, *more, source, "MH  - *Sleep", "KW  - a;  b")
    assert (found.title, found.authors) == ("On sleep", ("Ito, Kei",))
    assert (found.venue, found.volume, found.issue) == ("Nights", "43", "5")
    assert (found.pages, found.year, found.pmid) == ("623-634", 2015, "24892981")
    assert (found.kind, found.id) == ("article-journal", "7")
    assert found.keywords == ("*Sleep", "a", "b")
    assert ("ovid:TI", "On sleep. [References].") in found.raw
    assert ("ovid:AU", "Ito, Kei MD 1") in found.raw


def test_ovid_names_fields_in_full_too(imported: Import) -> None:
    lines = ["<1337>", "Author", "  Ito, Kei 1;  Ono, Mai 2", "Title", "  Sleep"]
    more = ["Source", "  Nights.   28(2):103-106, April 2015.", "DOI Number"]
    found = one(imported, OVID, *lines, *more, "  10.1000/A", "Score", "  *****")
    assert (found.authors, found.title) == (("Ito, Kei", "Ono, Mai"), "Sleep")
    assert (found.venue, found.year, found.doi) == ("Nights", 2015, "10.1000/a")
    assert ("ovid:Score", "*****") in found.raw


def test_biblioscape_fields_find_their_places(imported: Import) -> None:
    lines = ["--AU-- Sa, M.; Ito, K.", "--TI-- Sleep", "--YP-- 1996", "--PS-- 3"]
    found = one(imported, BIBLIOSCAPE, *lines, "--PE-- 9", "--RT-- Odd", "------")
    assert (found.authors, found.year) == (("Sa, M.", "Ito, K."), 1996)
    assert (found.pages, found.raw) == ("3-9", (("biblioscape:RT", "Odd"),))
