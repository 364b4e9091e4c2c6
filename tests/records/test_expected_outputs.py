"""Zotero's and JabRef's own test files come out as they expect, or with a reason.

Compared are title, authors, year, DOI and abstract of every record in every file that
has expected output and a format we read. What is only a way of writing does not count:

- markup, case, punctuation and blanks (but in DOIs nothing but case); since blanks
  matter to who searches words, a test says that we never have fewer words than they;
- whether the family name or the given name comes first;
- JabRef's subtitle stands in a field of its own and is put behind its title;
- a list of authors that JabRef leaves whole is split at its semicolons, and an author
  whom Zotero lists twice counts once (in their lists only: ours must be right as is).

Fields that the other program does not have are nothing to agree on, and neither are two
that Zotero and JabRef read from the same source in opposite ways. Both are counted
apart, and each of them, and each difference, stands below with its reason.
"""

from pathlib import Path

import pytest
from tests.records.expected import Compared, comparisons

LEAST = 0.98
Place = tuple[str, int, str]

EXPLAINED: dict[Place, str] = {
    ("RIS/002.ris", 8, "title"): "a case: Zotero prefers its abbreviation (ST)",
    ("RIS/002.ris", 44, "title"): "a statute: Zotero prefers its abbreviation",
    ("MODS/022.xml", 0, "title"): "an act: Zotero prefers its short title",
    ("NbibImporterTest.nbib", 0, "abstract"): "JabRef moves the copyright elsewhere",
    ("OvidImporterTest5.txt", 0, "authors"): "JabRef takes degrees for authors",
    ("RisImporterTest1.ris", 0, "title"): "JabRef strings five titles together",
    ("RisImporterTest1.ris", 0, "authors"): "JabRef takes A2, the editors, as well",
    ("RisImporterTest1.ris", 0, "abstract"): "a TY after other fields begins a record "
    "here, so that a missing ER joins no two; the abstract comes after such a TY",
    ("MedlineImporterTestBookArticleSet.xml", 0, "title"): "the chapter's own title",
    ("MedlineImporterTestNbib.xml", 0, "authors"): "JabRef drops 'Jr'",
    ("MODSImporterTestModsCollection.xml", 2, "authors"): "editors, by their role",
    ("MsBibImporterInvalidMonth.xml", 0, "authors"): "BibTeX inside XML, as printed",
}
OURS_ONLY: dict[Place, str] = {
    ("RIS/002.ris", 17, "authors"): "an edited book: Zotero calls its AU editors",
    ("ReferBibIX/000.txt", 0, "doi"): "Zotero ignores %R of a journal article",
    ("MEDLINEnbib/004.nbib", 1, "doi"): "ERIC's AID is an address at doi.org",
    ("MEDLINEnbib/006.nbib", 1, "doi"): "ERIC's AID is an address at doi.org",
    ("MODS/020.xml", 0, "authors"): "members of a committee are no authors",
    ("MODS/022.xml", 0, "authors"): "Zotero gives acts no author",
    ("NbibImporterTest.nbib", 0, "doi"): "JabRef puts it in a field article-doi",
    ("OvidImporterTest5.txt", 0, "year"): "JabRef loses the year in the source line",
    ("MarcXmlParserTestBookSeries.xml", 0, "doi"): "JabRef overlooks field 024",
    ("MsBibImporterTestTranslator.xml", 0, "authors"): "JabRef drops corporate authors",
    ("RisImporterTest1.ris", 2, "doi"): "in a record that begins with a later TY",
    ("RisImporterTest1.ris", 2, "abstract"): "in a record that begins with a later TY",
}
# The same photograph in both suites: what JabRef expects, and what Zotero does.
CONTRADICTED: dict[Place, Place] = {
    ("MODSImporterTestAllFields.xml", 0, field): ("MODS/002.xml", 0, field)
    for field in ("title", "year")
}


@pytest.fixture(scope="module")
def found(data: Path) -> dict[Place, Compared]:
    """Every field of every file, by its place."""
    return {one.place: one for one in comparisons(data / "citations")}


def test_at_least_98_of_100_fields_agree(found: dict[Place, Compared]) -> None:
    told = [o for o in found.values() if o.is_theirs and o.place not in CONTRADICTED]
    assert len(told) >= 630
    agreeing = sum(one.agrees for one in told)
    assert agreeing / len(told) >= LEAST


def test_every_difference_is_explained_and_every_explanation_needed(
    found: dict[Place, Compared],
) -> None:
    different = {place for place, one in found.items() if not one.agrees}
    assert different == EXPLAINED.keys() | OURS_ONLY.keys() | CONTRADICTED.keys()
    assert {p for p, one in found.items() if not one.is_theirs} == OURS_ONLY.keys()


def test_what_zotero_and_jabref_read_in_opposite_ways_is_as_zotero_has_it(
    found: dict[Place, Compared],
) -> None:
    for place, other in CONTRADICTED.items():
        assert found[other].agrees
        assert found[place].ours == found[other].ours


def test_no_words_are_glued_together_that_they_keep_apart(
    found: dict[Place, Compared],
) -> None:
    glued = [p for p, one in found.items() if one.agrees and one.is_glued]
    assert glued == []


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("Sleep on dialysis", "Sleep on dialysi"),
        (("Ito, K.",), ("Ito, K.", "Ronco, G.")),
        (("Ito, K.", "Ronco, G."), ("Ronco, G.", "Ito, K.")),
        (("Ito, K.",), ("Toi, K.",)),
        (("Ito, K.",), ("Ito, K.", "Ito, K.")),
        (("Ito, K.; Ronco, G.",), ("Ito, K.; Ronco, G.",)),
        ((), ("Ito, K.",)),
        ("", "2014"),
    ],
)
def test_a_wrong_reading_never_agrees(
    theirs: str | tuple[str, ...], ours: str | tuple[str, ...]
) -> None:
    assert not Compared(place=("", 0, ""), theirs=theirs, ours=ours).agrees


def test_a_blank_that_is_lost_is_seen() -> None:
    compared = Compared(place=("", 0, ""), theirs="Sleep on it", ours="Sleepon it")
    assert compared.agrees
    assert compared.is_glued
