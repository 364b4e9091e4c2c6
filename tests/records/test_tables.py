"""Tables of citations: every column finds its place, and no row is lost."""

import csv
import io
import zipfile
from collections.abc import Callable
from datetime import datetime

import pytest
import xlsxwriter  # type: ignore[import-untyped]  # it has no types
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import FileError, InputError, UnsafeArchiveError
from thresher.records.citation import Citation
from thresher.records.formats import xlsx as spreadsheet
from thresher.records.formats.protocol import Format
from thresher.records.formats.tabular import CSV
from thresher.records.formats.xlsx import XLSX
from thresher.records.source import open_source
from thresher.records.tally import Tally

Import = Callable[[Format, bytes], tuple[list[Citation], Tally]]


def sheet(*rows: list[object], more: int = 0) -> bytes:
    """An Excel file with these rows, and empty sheets behind."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"remove_timezone": True}) as book:
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        page = book.add_worksheet("first")
        for number, row in enumerate(rows):
            for place, cell in enumerate(row):
                if isinstance(cell, datetime):
                    page.write_datetime(number, place, cell, day)
                else:
                    page.write(number, place, cell)
        for number in range(more):
            book.add_worksheet(f"more {number}")
    return out.getvalue()


def test_a_title_that_begins_with_a_quote_costs_web_of_science_no_row(
    imported: Import,
) -> None:
    """Pandas makes one row of these three."""
    rows = b'PT\tAU\tTI\tPY\tID\tUT\nJ\tIto, K; Abe, S\t"Tired\t2001\tkw\tWOS:1\n'
    rows += b'J\tAbe, S\tSleep\t2002\t\tWOS:2\nJ\tUeda, N\tAwake"\t2003\t\tWOS:3\n'
    records, tally = imported(CSV, rows)
    assert [record.title for record in records] == ['"Tired', "Sleep", 'Awake"']
    assert [record.id for record in records] == ["WOS:1", "WOS:2", "WOS:3"]
    assert records[0].authors == ("Ito, K", "Abe, S")
    assert ("ID", "kw") in records[0].raw
    assert not tally.cautions


def test_other_tab_tables_lose_no_row_to_a_quote_either(imported: Import) -> None:
    rows = (
        b'Title\tYear\tNote\n"Tired\t2001\ta\nSleep\t2002\tb"\n"Fine ""x"""\t2003\tc\n'
    )
    records, tally = imported(CSV, rows)
    assert [record.title for record in records] == ['"Tired', "Sleep", 'Fine "x"']
    assert [caution.line for caution in tally.cautions] == [2]


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_any_usual_mark_parts_the_cells(imported: Import, mark: str) -> None:
    rows = f"Title{mark}DOI{mark}Year\nSleep{mark}10.1000/x{mark}2001\n"
    assert imported(CSV, rows.encode())[0] == [
        Citation(id="1", title="Sleep", doi="10.1000/x", year=2001)
    ]


@pytest.mark.parametrize(
    ("column", "cell", "field", "value"),
    [
        ("primary_title", "Sleep", "title", "Sleep"),
        ("Article Title", "Sleep", "title", "Sleep"),
        ("abstract note", "Long", "abstract", "Long"),
        ("first_authors", "['Marx, K', 'Abe, S']", "authors", ("Marx, K", "Abe, S")),
        ("Author Names", "Liu R., Adler D.G.", "authors", ("Liu R.", "Adler D.G.")),
        ("author", "Ito, K and Abe, S", "authors", ("Ito, K", "Abe, S")),
        ("authors", "K Ito, S Abe and N Ueda", "authors", ("K Ito", "S Abe", "N Ueda")),
        ("authors", "Ito, Keiko", "authors", ("Ito, Keiko",)),
        ("authors", "A|B", "authors", ("A", "B")),
        ("authors", "[broken'", "authors", ("[broken'",)),
        ("Author/s", "K Ito; S Abe", "authors", ("K Ito", "S Abe")),
        ("publication_year", "2014//", "year", 2014),
        ("Date", "4/3/2024", "year", 2024),
        ("Journal/Book", "Sleep", "venue", "Sleep"),
        ("Start Page", "7", "pages", "7"),
        ("number", "3", "issue", "3"),
        ("type_of_reference", "JOUR", "kind", "article-journal"),
        ("MeSH Terms", "a; b", "keywords", ("a", "b")),
        ("Keywords", "a, b", "keywords", ("a", "b")),
        ("pubmed_id", "123", "pmid", "123"),
        ("PMC ID", "PMC12", "pmcid", "PMC12"),
        ("openalex_id", "https://openalex.org/W12", "openalex_id", "W12"),
        ("Item DOI", "https://doi.org/10.1000/X", "doi", "10.1000/x"),
        ("PLink", "http://a.org", "url", "http://a.org"),
    ],
)
def test_columns_are_known_by_their_many_names(
    imported: Import, *, column: str, cell: str, field: str, value: object
) -> None:
    other = "abstract" if field == "title" else "title"
    out = io.StringIO()
    csv.writer(out).writerows([[other, column], ["x", cell]])
    record = imported(CSV, out.getvalue().encode())[0][0]
    assert getattr(record, field) == value


def test_labels_and_unknown_columns_are_kept_as_they_are(imported: Import) -> None:
    rows = b",title,included,label_abs,label_ft\n0,Sleep,1,1,0\n"
    record = imported(CSV, rows)[0][0]
    assert record.raw == (
        ("column 1", "0"),
        ("included", "1"),
        ("label_abs", "1"),
        ("label_ft", "0"),
    )


def test_a_column_stands_in_for_a_better_one_that_is_empty(imported: Import) -> None:
    rows = b"title,journal,booktitle\nA,Sleep,\nB,,Proceedings\nC,Sleep,Book\n"
    records, _ = imported(CSV, rows)
    assert [record.venue for record in records] == ["Sleep", "Proceedings", "Sleep"]
    assert records[2].raw == (("booktitle", "Book"),)


def test_what_is_no_identifier_or_year_is_kept_but_not_believed(
    imported: Import,
) -> None:
    record = imported(CSV, b"title,doi,year\nSleep,none,in press\n")[0][0]
    assert (record.doi, record.year) == ("", None)
    assert record.raw == (("doi", "none"), ("year", "in press"))


def test_the_search_above_embases_table_is_no_record(imported: Import) -> None:
    rows = b'"SEARCH QUERY","sleep:ti"\n-----\n\n"Title","Author Names"\n"A","B C."\n'
    records, tally = imported(CSV, rows)
    assert [record.title for record in records] == ["A"]
    assert "3 lines above" in str(tally.cautions[0])


def test_abstrackrs_headings_are_no_records(imported: Import) -> None:
    rows = b"id,title,journal\n1,A,x\nnot yet labeled by anyone\n2,B,y\n"
    records, tally = imported(CSV, rows)
    assert [record.id for record in records] == ["1", "2"]
    assert tally.cautions[0].line == 3


def test_pages_given_by_their_ends_are_joined_unless_given_whole(
    imported: Import,
) -> None:
    assert imported(CSV, b"title,SP,EP\nA,1,9\n")[0][0].pages == "1-9"
    record = imported(CSV, b"title,pages,SP,EP\nA,1-9,1,9\n")[0][0]
    assert (record.pages, record.raw) == ("1-9", (("SP", "1"), ("EP", "9")))


def test_cells_that_excel_was_told_to_show_as_text_are_text(imported: Import) -> None:
    rows = b'title,ISSN,Publication Date\nA,="19326203",="4/3/2024"\n'
    record = imported(CSV, rows)[0][0]
    assert (record.year, ("ISSN", "19326203") in record.raw) == (2024, True)


def test_rows_too_short_or_too_long_are_noted_with_their_line(imported: Import) -> None:
    records, tally = imported(CSV, b"title,year,doi\nA\nB,2001,,x,\n\nC,2002,\n")
    assert [record.title for record in records] == ["A", "B", "C"]
    assert records[1].raw == (("column 4", "x"),)
    assert [caution.line for caution in tally.cautions] == [2, 3]


def test_quotes_inside_quotes_are_text(imported: Import) -> None:
    rows = b'title,abstract\n"The "new" cure","a\nb"\n"Next","x, "y" z"\n'
    records, tally = imported(CSV, rows)
    assert [r.title for r in records] == ['The "new" cure', "Next"]
    assert records[0].abstract == "a\nb"
    assert [caution.line for caution in tally.cautions] == [2, 4]


def test_an_openalex_address_as_id_is_also_an_identifier(imported: Import) -> None:
    record = imported(CSV, b"id,title\nhttps://openalex.org/W7,A\n")[0][0]
    assert (record.id, record.openalex_id) == ("https://openalex.org/W7", "W7")


def test_a_latin_1_table_is_read(imported: Import) -> None:
    assert imported(CSV, "title,year\nMüde,1\n".encode("latin-1"))[0][0].title == "Müde"


def test_a_table_without_names_of_columns_is_refused(imported: Import) -> None:
    with pytest.raises(FileError, match="no row names the columns"):
        imported(CSV, b"apples,pears\n1,2\n")


def test_an_edited_table_of_ours_keeps_what_it_can(imported: Import) -> None:
    out = io.BytesIO()
    assert CSV.write is not None
    CSV.write([Citation(id="7", title="A", year=2001)], out)
    edited = out.getvalue().replace(b"7,A,", b",A,").replace(b"2001", b"soon")
    record = imported(CSV, edited)[0][0]
    assert (record.id, record.year, record.raw) == ("1", None, (("year", "soon"),))


def test_columns_of_raw_fields_stand_in_an_order_that_suits_every_record(
    imported: Import,
) -> None:
    records = [
        Citation(id="1", raw=(("A", "1"), ("C", "2"))),
        Citation(id="2", raw=(("A", "1"), ("B", "2"), ("C", "3"), ("C", "4"))),
    ]
    contrary = Citation(id="3", raw=(("C", "1"), ("A", "2")))
    out = io.BytesIO()
    assert CSV.write is not None
    CSV.write(records, out)
    assert imported(CSV, out.getvalue())[0] == records
    out = io.BytesIO()
    CSV.write([*records, contrary], out)
    assert imported(CSV, out.getvalue())[0][2].raw == (("A", "2"), ("C", "1"))


@given(text=st.text(st.sampled_from("=+-@\t\r\n'ax,\"")))
def test_no_written_cell_is_a_formula(text: str) -> None:
    out = io.BytesIO()
    record = Citation(id=text or "1", title=text, authors=(text,), raw=((text, text),))
    assert CSV.write is not None
    CSV.write([record], out)
    rows = csv.reader(io.StringIO(out.getvalue().decode(), newline=""))
    starts = {cell[:1] for row in rows for cell in row}
    assert starts.isdisjoint("=+-@\t\r\n")


def test_no_written_sheet_holds_a_formula_or_a_link() -> None:
    out = io.BytesIO()
    assert XLSX.write is not None
    XLSX.write([Citation(id="=1+1", title="=cmd|x", url="http://a.org")], out)
    with zipfile.ZipFile(out) as archive:
        page = archive.read("xl/worksheets/sheet1.xml").decode()
    assert "=1+1" in page
    assert "<f>" not in page
    assert "hyperlink" not in page


def test_cells_of_a_sheet_read_as_people_see_them(imported: Import) -> None:
    rows = sheet(
        ["Title", "Year", "Included", "Added", "Score"],
        ["Sleep", 2001, True, datetime(2020, 2, 3), 0.5],
        ["Awake", "2002", False, datetime(2020, 2, 3, 4, 5), 2.0],
    )
    records, _ = imported(XLSX, rows)
    assert [record.year for record in records] == [2001, 2002]
    assert records[0].raw == (
        ("Included", "True"),
        ("Added", "2020-02-03"),
        ("Score", "0.5"),
    )
    assert dict(records[1].raw)["Added"] == "2020-02-03 04:05:00"


def test_a_workbook_without_a_table_of_citations_is_refused(imported: Import) -> None:
    with pytest.raises(FileError, match="no sheet has a row that names"):
        imported(XLSX, sheet(["apples", "pears"], [1, 2]))


def test_a_spreadsheet_with_a_password_is_refused_in_so_many_words(
    imported: Import,
) -> None:
    locked = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(500)
    with pytest.raises(FileError, match="protected by a password"):
        imported(XLSX, locked + "EncryptedPackage".encode("utf-16-le") + bytes(500))
    with pytest.raises(FileError, match="not a spreadsheet"):
        imported(XLSX, locked)


def test_a_spreadsheet_that_would_do_harm_is_refused(imported: Import) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", bytes(40_000_000))
    with pytest.raises(UnsafeArchiveError, match="zip bomb"):
        imported(XLSX, out.getvalue())


def test_more_than_a_sheet_holds_is_refused_before_anything_is_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    records = [Citation(id="1", raw=(("M1", "x"),)), Citation(id="2")]
    assert XLSX.write is not None
    monkeypatch.setattr(spreadsheet, "MOST_ROWS", 2)
    with pytest.raises(InputError, match="1 records at most: use CSV"):
        XLSX.write(records, io.BytesIO())
    monkeypatch.setattr(spreadsheet, "MOST_COLUMNS", 17)
    with pytest.raises(InputError, match="17 columns at most"):
        XLSX.write(records, io.BytesIO())


@pytest.mark.parametrize(
    ("form", "content", "known"),
    [
        (CSV, b"title,year\nA,2001\n", True),
        (CSV, b"title\nA\n", True),
        (CSV, b"TY  - JOUR\nTI  - A\n", False),
        (CSV, b"@article{a,\n title = {b}\n}", False),
        (XLSX, sheet(["Title"]), True),
        (XLSX, b"title,year\n", False),
    ],
)
def test_tables_are_known_by_their_content(
    tmp_path_factory: pytest.TempPathFactory,
    *,
    form: Format,
    content: bytes,
    known: bool,
) -> None:
    path = tmp_path_factory.mktemp("known") / "file"
    path.write_bytes(content)
    assert form.recognises(open_source(path)) is known
