"""PubMed XML: articles and books as NCBI's E-utilities and baseline files give them."""

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from thresher.records.citation import Citation
from thresher.records.formats.draft import Draft
from thresher.records.formats.field_values import page_range
from thresher.records.formats.protocol import Format
from thresher.records.formats.xml_records import has_element, record_elements, text_of
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["PUBMED_XML"]

RECORDS = frozenset({"PubmedArticle", "PubmedBookArticle"})
LOOSE = frozenset({"MedlineCitation"})  # in MedlineCitationSet, without a wrapper
KEPT = frozenset(
    {
        "ISSN",
        "ISSNLinking",
        "ISOAbbreviation",
        "MedlineTA",
        "NlmUniqueID",
        "PublicationType",
        "Language",
        "VernacularTitle",
        "Affiliation",
        "GrantID",
        "AccessionNumber",
        "NameOfSubstance",
        "CopyrightInformation",
        "PublisherName",
        "PublisherLocation",
        "Isbn",
        "CollectionTitle",
        "Edition",
        "CoiStatement",
        "GeneSymbol",
        "Country",
    }
)
USED = frozenset(
    {
        "PMID",
        "ArticleTitle",
        "BookTitle",
        "AbstractText",
        "LastName",
        "ForeName",
        "Initials",
        "Suffix",
        "CollectiveName",
        "Title",
        "Volume",
        "Issue",
        "MedlinePgn",
        "StartPage",
        "EndPage",
        "DescriptorName",
        "QualifierName",
        "Keyword",
        "ELocationID",
        "ArticleId",
    }
)
MARKUP = frozenset({"i", "b", "u", "sup", "sub", "em", "strong", "math"})


def _read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    wrapped = has_element(source, names=RECORDS)
    names = RECORDS if wrapped else LOOSE
    for element in record_elements(source, names=names, tally=tally):
        yield _citation(element, tally=tally)


def _citation(record: ET.Element, *, tally: Tally) -> Citation:
    draft = Draft()
    _put_identifiers(draft, record)
    _put_texts(draft, record)
    _put_people(draft, record)
    _put_venue(draft, record)
    draft.put_all("keywords", _keywords(record), name="Keyword")
    _keep_rest(draft, record, tally=tally)
    return draft.citation(draft.fields.get("pmid") or str(tally.starts))


def _put_identifiers(draft: Draft, record: ET.Element) -> None:
    """Set the record's own identifiers, not those of the works it refers to."""
    draft.put(
        "pmid", _first(record, "MedlineCitation/PMID", "PMID", ".//PMID"), name="PMID"
    )
    ids = [*record.iterfind("PubmedData/ArticleIdList/ArticleId")]
    ids += record.iterfind("PubmedBookData/ArticleIdList/ArticleId")
    ids += record.iterfind("BookDocument/ArticleIdList/ArticleId")
    ids += record.iterfind(".//Article/ELocationID")
    for element in [*ids, *record.iterfind(".//Book/ELocationID")]:
        kind = element.get("IdType") or element.get("EIdType") or "id"
        field = {"doi": "doi", "pmc": "pmcid", "pubmed": "pmid"}.get(kind, "")
        value = text_of(element)
        before = draft.fields.get(field, "")
        if not field:
            draft.keep(kind, value)
        elif not before or before.casefold() != value.casefold():
            draft.put(field, value, name=kind)


def _put_texts(draft: Draft, record: ET.Element) -> None:
    article = _first(record, ".//Article/ArticleTitle", "BookDocument/ArticleTitle")
    book = _first(record, ".//Book/BookTitle")
    draft.put("title", article or book, name="ArticleTitle")
    draft.put("venue", book if article else "", name="BookTitle")
    if vernacular := _first(record, ".//VernacularTitle"):
        draft.put("title", vernacular, name="VernacularTitle")
    abstracts = record.iterfind(".//Abstract")
    sections = [s for abstract in abstracts for s in abstract.iterfind("AbstractText")]
    draft.put(
        "abstract", "\n".join(filter(None, map(_section, sections))), name="Abstract"
    )
    for other in record.iterfind(".//OtherAbstract"):
        text = "\n".join(filter(None, map(_section, other.iterfind("AbstractText"))))
        draft.put("abstract", text, name="OtherAbstract")


def _section(element: ET.Element) -> str:
    label, text = element.get("Label", ""), text_of(element)
    return f"{label}: {text}" if text and label not in ("", "UNLABELLED") else text


def _put_people(draft: Draft, record: ET.Element) -> None:
    for people in record.iterfind(".//AuthorList"):
        role = "editors" if people.get("Type") == "editors" else "authors"
        names = [_name(person) for person in people.iterfind("Author")]
        if role == "authors":
            draft.put_all(role, names, name="Author")
        else:
            draft.raw += [("Editor", name) for name in names if name]
    for person in record.iterfind(".//Investigator"):
        draft.keep("Investigator", _name(person))


def _name(person: ET.Element) -> str:
    if collective := _first(person, "CollectiveName"):
        return collective
    given = _first(person, "ForeName", "FirstName", "Initials")
    parts = (_first(person, "LastName"), given, _first(person, "Suffix"))
    return ", ".join(filter(None, parts))


def _put_venue(draft: Draft, record: ET.Element) -> None:
    journal = record.find(".//Journal")
    if journal is not None:
        draft.put("venue", _first(journal, "Title"), name="Title")
        draft.put("venue", _first(journal, "ISOAbbreviation"), name="ISOAbbreviation")
        draft.put("volume", _first(journal, "JournalIssue/Volume"), name="Volume")
        draft.put("issue", _first(journal, "JournalIssue/Issue"), name="Issue")
    for path in ("Journal/JournalIssue/PubDate", "Book/PubDate", "Article/ArticleDate"):
        draft.put("year", _date(record, path), name=path.rpartition("/")[2])
    pages = _first(record, ".//Pagination/MedlinePgn")
    first, last = (_first(record, f".//Pagination/{p}Page") for p in ("Start", "End"))
    draft.put("pages", pages or page_range(first, last), name="Pagination")
    articles = (
        "chapter" if "Book" in record.tag and draft.fields.get("venue") else "book"
    )
    draft.fields["kind"] = articles if "Book" in record.tag else "article-journal"


def _date(record: ET.Element, path: str) -> str:
    parts = ("Year", "Month", "Season", "Day", "MedlineDate")
    texts = [_first(record, f".//{path}/{part}") for part in parts]
    return "-".join(filter(None, texts))


def _keywords(record: ET.Element) -> Iterator[str]:
    for heading in record.iterfind(".//MeshHeading"):
        name = _first(heading, "DescriptorName")
        qualifiers = [text_of(q) for q in heading.iterfind("QualifierName")]
        yield from [f"{name}/{qualifier}" for qualifier in qualifiers] or [name]
    for keyword in record.iterfind(".//KeywordList/Keyword"):
        yield text_of(keyword)


def _keep_rest(draft: Draft, record: ET.Element, *, tally: Tally) -> None:
    """Keep what a review may need; count the rest, by name, as dropped."""
    held = draft.fields.get("venue"), draft.fields.get("title")
    for element in record.iter():
        if len(element) or element.tag in USED or element.tag in MARKUP:
            continue
        value = text_of(element)
        if element.tag in KEPT:
            if value not in held:
                draft.keep(element.tag, value)
        elif value:
            tally.drop(element.tag)
    for linked in record.iterfind(".//CommentsCorrections"):
        value = _first(linked, "PMID") or _first(linked, "RefSource")
        draft.keep(linked.get("RefType", "CommentsCorrections"), value)


def _first(element: ET.Element, *paths: str) -> str:
    texts = (text_of(element.find(path)) for path in paths)
    return next(filter(None, texts), "")


PUBMED_XML = Format(
    name="pubmed-xml",
    title="PubMed XML",
    endings=(".xml",),
    recognises=lambda source: has_element(
        source, names=RECORDS | LOOSE | {"PubmedArticleSet", "MedlineCitationSet"}
    ),
    read=_read,
)
