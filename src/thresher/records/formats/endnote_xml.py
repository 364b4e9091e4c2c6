"""EndNote XML, as written by EndNote, Mendeley, Zotero and Covidence."""

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape, quoteattr

from thresher.records.citation import Citation
from thresher.records.formats.draft import Draft
from thresher.records.formats.field_values import kind_of
from thresher.records.formats.protocol import Format
from thresher.records.formats.xml_records import (
    has_element,
    lines_of,
    record_elements,
    text_of,
)
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["ENDNOTE_XML"]

PLACES = {
    "titles/title": "title",
    "abstract": "abstract",
    "dates/year": "year",
    "titles/secondary-title": "venue",
    "periodical/full-title": "venue",
    "volume": "volume",
    "number": "issue",
    "issue": "issue",
    "pages": "pages",
    "electronic-resource-num": "doi",
    "urls/related-urls/url": "url",
    "urls/web-urls/url": "url",
    "remote-database-name": "source",
}
LISTS = {"contributors/authors/author": "authors", "keywords/keyword": "keywords"}
WRITTEN = {field: path for path, field in reversed(PLACES.items())}
ALSO = ("pmid", "pmcid", "openalex_id")
KIND_NAMES = {
    "article-journal": "Journal Article",
    "article-magazine": "Magazine Article",
    "article-newspaper": "Newspaper Article",
    "book": "Book",
    "chapter": "Book Section",
    "paper-conference": "Conference Paper",
    "thesis": "Thesis",
    "report": "Report",
    "webpage": "Web Page",
    "dataset": "Dataset",
    "patent": "Patent",
    "software": "Computer Program",
}
UNKNOWN = "Generic"
ONE_LINE = {"titles/title", "titles/secondary-title", "periodical/full-title"}
OWN_FIELD, OWN_RAW = "thresher-field", "thresher-raw"
OTHERS = {"database", "source-app", "style", "ref-type", "custom2", OWN_FIELD, OWN_RAW}
PATH = re.compile(r"(?:[a-z][a-z0-9-]*/)*[a-z][a-z0-9-]*")
CENTRAL = re.compile(r"PMC\d+")
ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
ROOT = frozenset({"records"})


def _read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    for element in record_elements(source, names=frozenset({"record"}), tally=tally):
        yield _citation(element, number=tally.starts)


def _citation(record: ET.Element, *, number: int) -> Citation:
    draft = Draft()
    lists: dict[str, list[str]] = {}
    for path, leaf in _leaves(record):
        if path in LISTS:
            lists.setdefault(LISTS[path], []).append(text_of(leaf))
        else:
            _put(draft, path, leaf)
    for field, values in lists.items():
        draft.put_all(field, values, name=field)
    return draft.citation(draft.fields.pop("id", "") or str(number))


def _put(draft: Draft, path: str, leaf: ET.Element) -> None:
    value = text_of(leaf) if path in ONE_LINE else lines_of(leaf)
    if path == "rec-number" and "id" not in draft.fields:
        draft.fields["id"] = value
    elif path == "ref-type":
        _put_kind(draft, leaf.get("name", "") or value)
    elif path in (OWN_FIELD, OWN_RAW):
        _put_own(draft, leaf.get("name", ""), value, raw=path == OWN_RAW)
    elif path == "custom2" and CENTRAL.fullmatch(value):
        draft.put("pmcid", value, name=path)
    elif path not in PLACES:
        draft.keep(path, "" if path in ("database", "source-app") else value)
    elif draft.fields.get(PLACES[path]) != value:  # most files have the journal twice
        draft.put(PLACES[path], value, name=path)


def _put_own(draft: Draft, name: str, value: str, *, raw: bool) -> None:
    """Take back what we wrote because EndNote has no place for it."""
    if raw or name not in (*ALSO, "kind"):
        draft.keep(name, value)
    else:
        draft.fields[name] = value


def _put_kind(draft: Draft, name: str) -> None:
    kind = kind_of(name)
    if kind:
        draft.fields["kind"] = kind
    if name not in (KIND_NAMES.get(kind), UNKNOWN):
        draft.keep("ref-type", name)


def _leaves(record: ET.Element) -> Iterator[tuple[str, ET.Element]]:
    """Yield what holds text, with its path; the styles inside are part of the text."""
    waiting = [("", child) for child in reversed(record)]
    while waiting:
        above, element = waiting.pop()
        path = f"{above}/{element.tag}" if above else element.tag
        inner = [child for child in element if child.tag != "style"]
        if inner:
            waiting += [(path, child) for child in reversed(inner)]
        else:
            yield path, element


def _write(citations: Iterable[Citation], out: BinaryIO) -> None:
    out.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<xml><records>\n')
    for citation in citations:
        record = f"<record>{''.join(_parts(citation))}</record>\n"
        out.write(ILLEGAL.sub("\ufffd", record).encode())
    out.write(b"</records></xml>\n")


def _parts(citation: Citation) -> Iterator[str]:
    raw = list(citation.raw)
    named = dict(raw).get("ref-type", "")
    if named and kind_of(named) == citation.kind:
        raw.remove(("ref-type", named))
    else:
        named = KIND_NAMES.get(citation.kind, UNKNOWN)
    yield _element("rec-number", citation.id)
    yield f"<ref-type name={quoteattr(named)}>{escape(named)}</ref-type>"
    for path, field in LISTS.items():
        yield "".join(_element(path, value) for value in getattr(citation, field))
    for field, path in WRITTEN.items():
        value = getattr(citation, field)
        if value not in ("", None):
            yield _element(path, str(value))
    yield from _own_parts(citation, raw)


def _own_parts(citation: Citation, raw: list[tuple[str, str]]) -> Iterator[str]:
    for field in ALSO:
        if value := getattr(citation, field):
            yield _own(OWN_FIELD, field, value)
    if citation.kind and citation.kind not in KIND_NAMES:
        yield _own(OWN_FIELD, "kind", citation.kind)
    for name, value in raw:
        if _comes_back(name, citation):
            yield _element(name, value)
        else:
            yield _own(OWN_RAW, name, value)


def _comes_back(name: str, citation: Citation) -> bool:
    """Say whether an element of this name would be read as the same raw field."""
    if not PATH.fullmatch(name) or not set(name.split("/")).isdisjoint(OTHERS):
        return False
    field = PLACES.get(name, "")
    return name not in LISTS and not (field and getattr(citation, field) in ("", None))


def _element(path: str, value: str) -> str:
    names = path.split("/")
    opening = "".join(f"<{name}>" for name in names)
    closing = "".join(f"</{name}>" for name in reversed(names))
    return f"{opening}{escape(value)}{closing}"


def _own(element: str, name: str, value: str) -> str:
    return f"<{element} name={quoteattr(name)}>{escape(value)}</{element}>"


def _recognises(source: Source) -> bool:
    return has_element(source, names=ROOT) and has_element(
        source, names=frozenset({"ref-type", "contributors", "rec-number"})
    )


ENDNOTE_XML = Format(
    name="endnote-xml",
    title="EndNote XML",
    endings=(".xml",),
    recognises=_recognises,
    read=_read,
    write=_write,
)
