"""Zotero's and JabRef's own test files, read as they read them, or with a reason."""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from thresher.records.citation import Citation
from thresher.records.formats.bibtex import BIBTEX
from thresher.records.formats.csl_json import CSL_JSON
from thresher.records.formats.endnote_xml import ENDNOTE_XML
from thresher.records.formats.field_values import year_of
from thresher.records.formats.marc_xml import MARC_XML
from thresher.records.formats.mods import MODS
from thresher.records.formats.protocol import Format
from thresher.records.formats.pubmed_xml import PUBMED_XML
from thresher.records.formats.word_xml import WORD_XML
from thresher.records.source import open_source
from thresher.records.tally import Tally

FIELDS = ("title", "authors", "year", "doi", "abstract")
PEOPLE = ("author", "inventor", "artist", "programmer")
DATES = ("date", "dateDecided", "dateEnacted", "issueDate")
TITLES = ("title", "caseName", "nameOfAct", "subject")
LEAST = 0.98
EXPLAINED = {
    ("BibTeX/018.bib", "authors"): "backslashes doubled by JavaScript in the case",
    ("MODS/014.xml", "authors"): "Zotero drops a corporate map maker without a role",
    ("MODS/020.xml", "authors"): "members of a committee are no authors of a hearing",
    ("MODS/021.xml", "authors"): "Zotero lists the commission twice",
    ("MODS/022.xml", "title"): "official title of an act, where Zotero has the short",
    ("MODS/022.xml", "authors"): "Zotero gives acts no author",
    ("MedlineImporterTestBookArticleSet.xml", "title"): "the chapter's own title",
    ("MedlineImporterTestNbib.xml", "authors"): "JabRef drops 'Jr'",
    ("MODSImporterTestAllFields.xml", "title"): "JabRef takes the alternative title",
    ("MODSImporterTestAllFields.xml", "year"): "of the photograph; as Zotero, the copy",
    ("MODSImporterTestModsCollection.xml", "authors"): "editors, by their role",
    ("MarcXmlParserTestBook.xml", "title"): "with the subtitle, which JabRef parts",
    ("MarcXmlParserTestBookSeries.xml", "title"): "with the subtitle",
    ("MarcXmlParserTestBookSeries.xml", "doi"): "JabRef overlooks field 024",
    ("MarcXmlParserTestSummaryAndKeywords.xml", "title"): "with the subtitle",
    ("MarcXmlParserTestThesis.xml", "title"): "with the subtitle",
    ("MsBibImporterInvalidMonth.xml", "authors"): "BibTeX inside XML, as printed",
    ("MsBibImporterTestTranslator.xml", "authors"): "JabRef drops corporate authors",
}
Expected = dict[str, Any]


def records(form: Format, path: Path) -> list[Citation]:
    tally = Tally()
    found = [*form.read(open_source(path), tally=tally)]
    assert tally.starts == len(found)
    return found


def of_zotero(path: Path) -> list[Expected]:
    """What Zotero made of a file, in our words."""
    items = json.loads(path.with_name(f"{path.stem}.expected.json").read_text("utf-8"))
    return [
        {
            "title": next((item[t] for t in TITLES if item.get(t)), ""),
            "authors": [
                f"{c.get('firstName', '')} {c.get('lastName') or c.get('name')}"
                for c in item["creators"]
                if c["creatorType"] in PEOPLE
            ],
            "year": year_of(next((item[d] for d in DATES if item.get(d)), "")),
            "doi": item.get("DOI") or _in_extra(item.get("extra", "")),
            "abstract": item.get("abstractNote", ""),
        }
        for item in items
    ]


def _in_extra(extra: str) -> str:
    found = re.search(r"DOI: (\S+)", extra)
    return found[1] if found else ""


def of_jabref(path: Path) -> list[Expected]:
    """What JabRef made of a file: the BibTeX beside it."""
    beside = records(BIBTEX, path.with_suffix(".bib"))
    return [{field: getattr(entry, field) for field in FIELDS} for entry in beside]


def plain(text: object) -> str:
    """Letters and digits of a text, without markup."""
    bare = re.sub(r"<[^>]+>", "", str(text or ""))
    folded = unicodedata.normalize("NFKD", bare).casefold()
    return "".join(letter for letter in folded if letter.isalnum())


def same(field: str, found: object, wanted: object) -> bool:
    """Say whether two values agree; names may stand in any order of their parts."""
    if field == "authors" and isinstance(found, tuple | list):
        names, others = list(found), list(wanted or [])  # type: ignore[call-overload]
        return [sorted(plain(n)) for n in names] == [sorted(plain(n)) for n in others]
    return plain(found) == plain(wanted)


def differences(
    form: Format, path: Path, *, expected: list[Expected]
) -> Iterator[tuple[str, bool]]:
    """Yield each field that one side has, and whether both agree."""
    found = records(form, path)
    assert len(found) == len(expected), path.name
    for citation, other in zip(found, expected, strict=True):
        for field in FIELDS:
            value = getattr(citation, field)
            if value or other[field]:
                yield field, same(field, value, other[field])


@pytest.mark.parametrize(
    ("form", "pattern", "expectation"),
    [
        (BIBTEX, "zotero_translators/BibTeX/*.bib", of_zotero),
        (CSL_JSON, "zotero_translators/CSL_JSON/???.json", of_zotero),
        (ENDNOTE_XML, "zotero_translators/Endnote_XML/*.xml", of_zotero),
        (ENDNOTE_XML, "jabref/fileformat/Endnote*.xml", of_jabref),
        (PUBMED_XML, "zotero_translators/PubMed_XML/*.xml", of_zotero),
        (PUBMED_XML, "jabref/fileformat/Medline*.xml", of_jabref),
        (MODS, "zotero_translators/MODS/*.xml", of_zotero),
        (MODS, "jabref/fileformat/MODS*.xml", of_jabref),
        (MARC_XML, "jabref/fileformat/Marc*.xml", of_jabref),
        (WORD_XML, "jabref/fileformat/MsBib*.xml", of_jabref),
    ],
    ids=lambda value: getattr(value, "name", getattr(value, "__name__", "")),
)
def test_other_importers_agree_or_the_difference_is_explained(
    citations: Path,
    *,
    form: Format,
    pattern: str,
    expectation: Callable[[Path], list[Expected]],
) -> None:
    total, agreeing, unexplained = 0, 0, []
    for path in sorted(citations.glob(pattern)):
        beside = path.with_suffix(".bib")
        if expectation is of_jabref and not (beside.exists() and beside.stat().st_size):
            continue
        name = path.name if "jabref" in pattern else f"{path.parent.name}/{path.name}"
        for field, agrees in differences(form, path, expected=expectation(path)):
            total += 1
            agreeing += agrees or (name, field) in EXPLAINED
            if not agrees and (name, field) not in EXPLAINED:
                unexplained.append((name, field))
    assert total
    assert agreeing / total >= LEAST, unexplained
    assert not unexplained


def test_an_explanation_is_given_for_a_difference_that_is_there(
    citations: Path,
) -> None:
    """Explanations that no file needs any more would hide a new difference."""
    forms = {"BibTeX": BIBTEX, "MODS": MODS, "Medline": PUBMED_XML, "Marc": MARC_XML}
    forms["MsBib"] = WORD_XML
    needless = []
    for name, field in EXPLAINED:
        form = next(form for mark, form in forms.items() if name.startswith(mark))
        zotero = citations / "zotero_translators" / name
        path = zotero if zotero.exists() else citations / "jabref/fileformat" / name
        expected = of_zotero(path) if zotero.exists() else of_jabref(path)
        found = [*differences(form, path, expected=expected)]
        if (field, False) not in found:
            needless.append((name, field))
    assert not needless
