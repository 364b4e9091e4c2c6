"""Other programs' test cases for tagged formats come out as they expect."""

from pathlib import Path

import pytest
from tests.records.expected import Agreement, jabref_cases, zotero_cases

from thresher.records import read

# Where our output differs from theirs, and why: (file, record, field).
EXPLAINED = {
    ("002.ris", 8, "title"): "a case: Zotero prefers its abbreviation (ST) as title",
    ("002.ris", 44, "title"): "a statute: Zotero prefers its abbreviation as title",
    ("002.ris", 17, "authors"): "an edited book: Zotero calls its AU editors",
    ("000.txt", 0, "doi"): "Zotero ignores the DOI in %R of a journal article",
    ("004.nbib", 1, "doi"): "ERIC's AID is an address at doi.org, which has the DOI",
    ("006.nbib", 1, "doi"): "ERIC's AID is an address at doi.org, which has the DOI",
    ("NbibImporterTest.nbib", 0, "doi"): "JabRef puts it in a field article-doi",
    ("NbibImporterTest.nbib", 0, "abstract"): "JabRef moves the copyright elsewhere",
    ("MedlinePlainImporterTestMultiTitle.txt", 0, "title"): "JabRef adds a colon",
    ("OvidImporterTest5.txt", 0, "authors"): "JabRef takes degrees for authors",
    ("OvidImporterTest5.txt", 0, "year"): "JabRef loses the year in the source line",
    **{
        (f"BiblioscapeImporterTest{name}.txt", 0, "authors"): "JabRef leaves it unsplit"
        for name in ("Comments", "JournalArticle", "OptionalFields", "UnknownFields")
    },
    **{
        (f"BiblioscapeImporterTest{name}.txt", 0, "abstract"): "JabRef glues its lines"
        for name in ("Inbook", "UnknownFields")
    },
    **{
        ("RisImporterTest1.ris", record, field): "twelve types in one record: each TY "
        "after other fields begins a record here, so that a missing ER loses none"
        for record, field in (
            *((0, name) for name in ("title", "authors", "abstract")),
            *((2, name) for name in ("doi", "abstract")),
        )
    },
}
ZOTERO = ("RIS", "MEDLINEnbib", "ReferBibIX", "RefWorks_Tagged", "OVID_Tagged")
RIS = ("1", "3", "4b", "5a", "5b", "8_date", "9", "Date1.1", "Date1.2")
MEDLINE = ("StringOutOfBounds", "TestCompleteEntry", "TestMultiAbstract")
BIBLIOSCAPE = ("Comments", "Inbook", "JournalArticle", "OptionalFields")
JABREF = {
    "RIS": {
        f"RisImporterTest{name}.ris": f"RisImporterTest{name}.bib"
        for name in (*RIS, "DoiAndJournalTitle")
    },
    "MEDLINE": {"NbibImporterTest.nbib": "NbibImporterTest.bib"}
    | {
        f"MedlinePlainImporter{name}.txt": f"MedlinePlainImporter{name}.bib"
        for name in (*MEDLINE, "TestMultiTitle")
    },
    "Ovid": {
        f"OvidImporterTest{name}.txt": f"OvidImporterTestBib{name}.bib"
        for name in (3, 5, 7)
    },
    "Biblioscape": {
        f"BiblioscapeImporterTest{name}.txt": f"BiblioscapeImporterTest{name}.bib"
        for name in (*BIBLIOSCAPE, "UnknownFields")
    },
}


def zotero_agreement(folder: Path) -> Agreement:
    found = Agreement()
    for path, expected in zotero_cases(folder):
        found.add(path.name, expected, [*read(path).records])
    return found


def jabref_agreement(folder: Path, pairs: dict[str, str]) -> Agreement:
    found = Agreement()
    for path, expected in jabref_cases(folder, pairs):
        found.add(path.name, expected, [*read(path).records])
    return found


@pytest.mark.parametrize("name", [*ZOTERO, "Web_of_Science_Tagged"])
def test_zotero_cases_agree_but_for_differences_that_are_explained(
    data: Path, name: str
) -> None:
    found = zotero_agreement(data / "citations" / "zotero_translators" / name)
    assert found.fields >= 12
    assert found.different.keys() <= EXPLAINED.keys()
    assert found.share(explained=frozenset(EXPLAINED)) >= 0.98


@pytest.mark.parametrize("name", JABREF)
def test_jabref_cases_agree_but_for_differences_that_are_explained(
    data: Path, name: str
) -> None:
    folder = data / "citations" / "jabref" / "fileformat"
    found = jabref_agreement(folder, JABREF[name])
    assert found.fields >= 12
    assert found.different.keys() <= EXPLAINED.keys()
    assert found.share(explained=frozenset(EXPLAINED)) >= 0.98


def test_every_explained_difference_is_still_there(data: Path) -> None:
    citations = data / "citations"
    folder = citations / "jabref" / "fileformat"
    found = [
        zotero_agreement(citations / "zotero_translators" / name) for name in ZOTERO
    ]
    found += [jabref_agreement(folder, pairs) for pairs in JABREF.values()]
    assert {place for one in found for place in one.different} == EXPLAINED.keys()
