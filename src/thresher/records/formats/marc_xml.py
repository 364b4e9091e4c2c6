"""MARC XML, the records of library catalogues."""

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from thresher.records.citation import Citation
from thresher.records.formats.draft import Draft
from thresher.records.formats.protocol import Format
from thresher.records.formats.xml_records import has_element, record_elements, text_of
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["MARC_XML"]

PLACES = {
    ("520", "a"): "abstract",
    ("264", "c"): "year",
    ("260", "c"): "year",
    ("773", "t"): "venue",
    ("490", "v"): "volume",
    ("856", "u"): "url",
}
AUTHORS = {"100", "110", "700", "710"}
TOPICS = {"600", "610", "611", "630", "648", "650", "651", "653", "689"}
WRITERS = {"aut", "author", "verfasser", "verfasserin", ""}


def _read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    """Yield the records that have MARC's fields, not those that only enclose one."""
    prefixed = frozenset({"record"})
    for element in record_elements(source, names=prefixed, tally=tally):
        inner = element.find(".//recordData/record")
        yield _citation(element if inner is None else inner, number=tally.starts)


def _citation(record: ET.Element, *, number: int) -> Citation:
    draft = Draft()
    authors, topics, record_id = [], [], ""
    for field in record.iter("controlfield"):
        if field.get("tag") == "001":
            record_id = text_of(field)
        else:
            draft.keep(field.get("tag", ""), text_of(field))
    for field in record.iter("datafield"):
        tag = field.get("tag", "")
        if tag in AUTHORS and _part(field, "4", "e").casefold() in WRITERS:
            authors.append(_part(field, "a"))
        elif tag in TOPICS:
            topics.append(" / ".join(text_of(part) for part in field))
        elif tag == "245":
            _put_title(draft, field)
        else:
            _put(draft, field, tag)
    draft.put_all("authors", authors, name="100")
    draft.put_all("keywords", topics, name="650")
    draft.fields.setdefault("kind", "thesis" if _is_thesis(record) else "book")
    return draft.citation(record_id or str(number))


def _put_title(draft: Draft, field: ET.Element) -> None:
    title, sub = (_part(field, code).rstrip(" :/") for code in ("a", "b"))
    draft.put("title", ": ".join(filter(None, [title, sub])), name="245a")
    for part in field:
        if part.get("code") not in ("a", "b"):
            draft.keep(f"245{part.get('code', '')}", text_of(part))


def _put(draft: Draft, field: ET.Element, tag: str) -> None:
    doi = tag == "024" and _part(field, "2").casefold() == "doi"
    for part in field:
        code = part.get("code", "")
        place = "doi" if doi and code == "a" else PLACES.get((tag, code), "")
        value = text_of(part)
        if place == "year":
            value = value.strip("[]©c. ")
        if place:
            draft.put(place, value, name=tag + code)
        else:
            draft.keep(tag + code, value)


def _part(field: ET.Element, *codes: str) -> str:
    found = (text_of(p) for c in codes for p in field if p.get("code") == c)
    return next(filter(None, found), "")


def _is_thesis(record: ET.Element) -> bool:
    return any(field.get("tag") == "502" for field in record.iter("datafield"))


MARC_XML = Format(
    name="marc-xml",
    title="MARC XML",
    endings=(".marcxml", ".xml"),
    recognises=lambda source: has_element(source, names=frozenset({"datafield"})),
    read=_read,
)
