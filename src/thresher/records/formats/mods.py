"""MODS, the XML of library catalogues and of bibutils."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from thresher.records.citation import Citation
from thresher.records.formats.draft import Draft
from thresher.records.formats.field_values import kind_of, page_range
from thresher.records.formats.protocol import Format
from thresher.records.formats.xml_records import (
    has_element,
    lines_of,
    record_elements,
    text_of,
)
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["MODS"]

RECORDS = frozenset({"mods"})
DATES = ("dateIssued", "copyrightDate", "dateCreated")
AUTHORS = re.compile(
    r"aut|author|cre|creator|pht|photographer|art|artist", re.IGNORECASE
)
LIFE = re.compile(r",?\s*[\[(]?\d{4}-(?:\d{4})?[\])]?\.?$")
KEPT = (
    "originInfo/publisher",
    "originInfo/place/placeTerm",
    "originInfo/edition",
    "language/languageTerm",
    "typeOfResource",
    "genre",
    "note",
    "tableOfContents",
    "classification",
    "accessCondition",
    "recordInfo/recordContentSource",
)
PLACES = {
    "doi": "doi",
    "pmid": "pmid",
    "pubmed": "pmid",
    "pmcid": "pmcid",
    "uri": "url",
}


def _read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    for element in record_elements(source, names=RECORDS, tally=tally):
        yield _citation(element, number=tally.starts)


def _citation(record: ET.Element, *, number: int) -> Citation:
    draft = Draft()
    host = record.find("relatedItem[@type='host']")
    _put_titles(draft, record, host)
    draft.put("abstract", lines_of(record.find("abstract")), name="abstract")
    _put_people(draft, record)
    _put_date(draft, record, host)
    for item in (record, host):
        if item is not None:
            _put_part(draft, item)
            _put_identifiers(draft, item)
    topics = [
        text_of(t) for s in record.iterfind("subject") for t in s.iterfind("topic")
    ]
    draft.put_all("keywords", topics, name="topic")
    _put_kind(draft, record)
    for path in KEPT:
        for element in record.iterfind(path):
            draft.keep(path.rpartition("/")[2], text_of(element))
    return draft.citation(_id(record, number))


def _put_titles(draft: Draft, record: ET.Element, host: ET.Element | None) -> None:
    infos = record.findall("titleInfo")
    plain = [info for info in infos if info.get("type") is None]
    for info in [*plain, *(i for i in infos if i not in plain)]:
        draft.put("title", _title(info), name=info.get("type") or "titleInfo")
    if host is not None:
        for info in host.iterfind("titleInfo"):
            draft.put("venue", _title(info), name="host title")


def _title(info: ET.Element) -> str:
    start = text_of(info.find("nonSort"))
    title = f"{start} {text_of(info.find('title'))}".strip()
    numbered = [text_of(info.find(part)) for part in ("partNumber", "partName")]
    title = ". ".join(filter(None, [title, *numbered]))
    sub = text_of(info.find("subTitle"))
    return f"{title.rstrip(' :')}: {sub}" if sub and title else title or sub


def _put_people(draft: Draft, record: ET.Element) -> None:
    """Set the authors: those called so, or those whose part nobody says."""
    people = [(_roles(name), _name(name)) for name in record.iterfind("name")]
    authors = [
        n for roles, n in people if not roles or any(map(AUTHORS.fullmatch, roles))
    ]
    draft.put_all("authors", authors, name="name")
    for roles, name in people:
        if roles and name not in authors:
            draft.keep(roles[-1], name)


def _roles(name: ET.Element) -> list[str]:
    terms = [text_of(term) for term in name.iterfind("role/roleTerm")]
    loose = [] if terms else [text_of(role) for role in name.iterfind("role")]
    return [term.rstrip(".") for term in [*terms, *loose] if term]


def _name(name: ET.Element) -> str:
    parts: dict[str, list[str]] = {}
    for part in name.iterfind("namePart"):
        parts.setdefault(part.get("type", ""), []).append(text_of(part))
    family = " ".join(parts.get("family", []))
    given = " ".join(parts.get("given", []))
    whole = ", ".join(filter(None, [family, given])) or ". ".join(parts.get("", []))
    return LIFE.sub("", whole or text_of(name.find("displayForm"))).strip()


def _put_date(draft: Draft, record: ET.Element, host: ET.Element | None) -> None:
    parts = [part for part in (record, host) if part is not None]
    paths = [f"originInfo/{date}" for date in DATES] + ["part/date"]
    for path in paths:
        for item in parts:
            draft.put("year", text_of(item.find(path)), name=path.rpartition("/")[2])


def _put_part(draft: Draft, item: ET.Element) -> None:
    for detail in item.iterfind("part/detail"):
        kind = detail.get("type", "")
        field = {"volume": "volume", "issue": "issue", "number": "issue"}.get(kind)
        value = text_of(detail.find("number")) or text_of(detail)
        draft.put(field, value, name=kind) if field else draft.keep(kind, value)
    for extent in item.iterfind("part/extent"):
        ends = [text_of(extent.find(end)) for end in ("start", "end")]
        pages = page_range(*ends) or text_of(extent.find("list"))
        draft.put("pages", pages or text_of(extent.find("total")), name="extent")


def _put_identifiers(draft: Draft, item: ET.Element) -> None:
    for element in item.iterfind("identifier"):
        kind = element.get("type", "identifier")
        value = text_of(element)
        if kind in PLACES:
            draft.put(PLACES[kind], value, name=kind)
        else:
            draft.keep(kind, value)
    for url in item.iterfind("location/url"):
        draft.put("url", text_of(url), name="url")


def _put_kind(draft: Draft, record: ET.Element) -> None:
    for genre in record.iterfind("genre"):
        kind = kind_of(text_of(genre))
        if kind:
            draft.fields.setdefault("kind", kind)


def _id(record: ET.Element, number: int) -> str:
    key = text_of(record.find("identifier[@type='citekey']"))
    return record.get("ID", "") or key or str(number)


MODS = Format(
    name="mods",
    title="MODS",
    endings=(".mods", ".xml"),
    recognises=lambda source: has_element(source, names=RECORDS | {"modsCollection"}),
    read=_read,
)
