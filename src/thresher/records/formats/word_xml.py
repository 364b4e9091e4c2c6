"""Sources of Microsoft Word, in its bibliography XML."""

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from thresher.records.citation import Citation
from thresher.records.formats.draft import Draft
from thresher.records.formats.field_values import kind_of
from thresher.records.formats.protocol import Format
from thresher.records.formats.xml_records import has_element, record_elements, text_of
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["WORD_XML"]

PLACES = {
    "Title": "title",
    "BIBTEX_Abstract": "abstract",
    "Year": "year",
    "JournalName": "venue",
    "BookTitle": "venue",
    "ConferenceName": "venue",
    "Volume": "volume",
    "Issue": "issue",
    "Pages": "pages",
    "DOI": "doi",
    "URL": "url",
}
KINDS = {
    "ConferenceProceedings": "paper-conference",
    "InternetSite": "webpage",
    "DocumentFromInternetSite": "webpage",
    "ArticleInAPeriodical": "article-magazine",
}
MARK = "officeDocument/2006/bibliography"


def _read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    for element in record_elements(source, names=frozenset({"Source"}), tally=tally):
        yield _citation(element, number=tally.starts)


def _citation(record: ET.Element, *, number: int) -> Citation:
    draft = Draft()
    record_id = ""
    for child in record:
        value = text_of(child)
        if child.tag == "Tag":
            record_id = value
        elif child.tag == "Author":
            _put_people(draft, child)
        elif child.tag == "BIBTEX_KeyWords":
            words = [word.strip() for word in value.split(";")]
            draft.put_all("keywords", words, name=child.tag)
        elif child.tag == "SourceType":
            _put_kind(draft, value)
        elif child.tag in PLACES:
            draft.put(PLACES[child.tag], value, name=child.tag)
        else:
            draft.keep(child.tag, value)
    return draft.citation(record_id or str(number))


def _put_people(draft: Draft, people: ET.Element) -> None:
    for role in people:
        names = [_name(person) for person in role.iter("Person")]
        names += [text_of(group) for group in role.iter("Corporate")]
        if role.tag in ("Author", "Inventor"):
            draft.put_all("authors", names, name=role.tag)
        else:
            draft.raw += [(role.tag, name) for name in names if name]


def _name(person: ET.Element) -> str:
    given = (text_of(person.find(part)) for part in ("First", "Middle"))
    parts = (text_of(person.find("Last")), " ".join(filter(None, given)))
    return ", ".join(filter(None, parts))


def _put_kind(draft: Draft, name: str) -> None:
    kind = KINDS.get(name) or kind_of(name)
    if kind:
        draft.fields["kind"] = kind
    draft.keep("SourceType", name)


WORD_XML = Format(
    name="word-xml",
    title="Word sources",
    endings=(".xml",),
    recognises=lambda source: (
        MARK in source.head and has_element(source, names=frozenset({"Source"}))
    ),
    read=_read,
)
