"""CSL-JSON, the form of citeproc, Zotero, Crossref and pandoc."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, BinaryIO

from thresher.errors import FileError
from thresher.records.citation import Citation
from thresher.records.formats.draft import Draft
from thresher.records.formats.field_values import listed, year_of
from thresher.records.formats.json_values import array_entries, decoded, shown
from thresher.records.formats.protocol import Format
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["CSL_JSON", "citation_of_item", "is_item", "item_of"]

PLACES = {
    "title": "title",
    "abstract": "abstract",
    "container-title": "venue",
    "volume": "volume",
    "issue": "issue",
    "page": "pages",
    "type": "kind",
    "DOI": "doi",
    "PMID": "pmid",
    "PMCID": "pmcid",
    "URL": "url",
}
NAME_OF = {field: name for name, field in PLACES.items()}
PUBLISH_OR_PERISH = {
    "source": "venue",
    "article_url": "url",
    "year": "year",
    "doi": "doi",
}  # its JSON is no CSL, but much used for Google Scholar
OWN = {"openalex_id": "openalex", "source": "thresher-source"}
RAW = "thresher-raw"
WHOLE_YEAR = re.compile(r"-?[0-9]{1,9}")
MARKS = ("issued", "container-title", "DOI", "author", "URL", "publisher")


def citation_of_item(item: Mapping[str, Any], *, number: int) -> Citation:
    """Return the citation in a CSL item; variables without a place go to `raw`.

    Examples
    --------
    >>> item = {"id": 7, "title": "Sleep", "author": [{"family": "Ito", "given": "K."}]}
    >>> citation_of_item(item, number=1).authors
    ('Ito, K.',)
    """
    draft = Draft()
    custom = item.get("custom")
    own = custom if isinstance(custom, dict) else {}
    for name, value in item.items():
        if name == "authors" and "uid" in item and (names := _names(value)):
            draft.put_all("authors", names, name=name)
        elif name in PUBLISH_OR_PERISH and "uid" in item:
            draft.put(PUBLISH_OR_PERISH[name], shown(value), name=name)
        elif name == "uid" and item.get("id"):
            draft.keep(name, shown(value))
        elif name not in ("id", "uid", "custom") or (name == "custom" and not own):
            _put(draft, name, value)
    for name, value in own.items():
        _put_own(draft, name, value)
    return draft.citation(shown(item.get("id") or item.get("uid")) or str(number))


def item_of(citation: Citation) -> dict[str, Any]:
    """Return a citation as a CSL item."""
    item: dict[str, Any] = {"id": citation.id, "type": citation.kind or "document"}
    for field, name in NAME_OF.items():
        if field != "kind" and (value := getattr(citation, field)):
            item[name] = value
    if citation.authors:
        item["author"] = [_person(name) for name in citation.authors]
    if citation.year is not None:
        item["issued"] = {"date-parts": [[citation.year]]}
    if citation.keywords:
        item["keyword"] = "; ".join(citation.keywords)
    custom = _custom(citation)
    return item | ({"custom": custom} if custom else {})


def _custom(citation: Citation) -> dict[str, Any]:
    """Return what CSL has no variable for, or would not give back as it was."""
    custom = {n: v for f, n in OWN.items() if (v := getattr(citation, f))}
    if not citation.kind:
        custom["thresher-kind"] = ""
    if any(mark in word for word in citation.keywords for mark in ";,"):
        custom["thresher-keywords"] = list(citation.keywords)
    if citation.raw:
        custom[RAW] = [list(pair) for pair in citation.raw]
    return custom


def is_item(entry: Mapping[str, Any]) -> bool:
    """Say whether an object looks like a CSL item."""
    return "type" in entry or any(mark in entry for mark in MARKS)


def _put(draft: Draft, name: str, value: object) -> None:
    if name == "author" and (names := _names(value)):
        draft.put_all("authors", names, name=name)
    elif name == "issued":
        _put_issued(draft, value)
    elif name == "keyword" and isinstance(value, str):
        draft.put_all("keywords", listed(value, separators=";,"), name=name)
    elif name == "type" and isinstance(value, str):
        draft.fields["kind"] = value
    elif name in PLACES:
        first, *others = value if isinstance(value, list) and value else [value]
        draft.put(PLACES[name], shown(first).strip(), name=name)
        for other in others:
            draft.keep(name, shown(other))
    else:
        draft.keep(name, shown(value))


def _put_own(draft: Draft, name: str, value: object) -> None:
    fields = {own: field for field, own in OWN.items()}
    if name in fields:
        draft.fields[fields[name]] = shown(value)
    elif name == "thresher-kind":
        draft.fields.pop("kind", None)
    elif name == "thresher-keywords" and isinstance(value, list):
        draft.fields["keywords"] = tuple(map(shown, value))
    elif name == RAW and isinstance(value, list):
        pairs = [p for p in value if isinstance(p, list) and len(p) == 2]  # noqa: PLR2004  name and value
        draft.raw += [(shown(key), shown(text)) for key, text in pairs]
    else:
        draft.keep(f"custom.{name}", shown(value))


def _put_issued(draft: Draft, value: object) -> None:
    parts = value.get("date-parts") if isinstance(value, dict) else None
    first = parts[0] if isinstance(parts, list) and parts else None
    year = shown(first[0]) if isinstance(first, list) and first else ""
    if WHOLE_YEAR.fullmatch(year):
        draft.fields["year"] = int(year)
        if value != {"date-parts": [[int(year)]]}:
            draft.keep("issued", shown(value))
        return
    if found := year_of(shown(value)):
        draft.fields["year"] = found
    draft.keep("issued", shown(value))


def _names(value: object) -> list[str]:
    people = value if isinstance(value, list) else [value]
    return [_printed(p) if isinstance(p, dict) else shown(p) for p in people if p]


def _printed(person: Mapping[str, Any]) -> str:
    if literal := shown(person.get("literal") or person.get("name")):
        return literal
    family = " ".join(
        shown(person[part])
        for part in ("dropping-particle", "non-dropping-particle", "family")
        if person.get(part)
    )
    given = ", ".join(
        shown(person[part]) for part in ("given", "suffix") if person.get(part)
    )
    return ", ".join(filter(None, (family, given)))


def _person(name: str) -> dict[str, str]:
    family, comma, given = name.partition(", ")
    if comma and family and given and ", " not in given:
        return {"family": family, "given": given}
    return {"literal": name}


def _read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    text = source.text()
    for line, entry in _entries(text, source):
        tally.start()
        if not isinstance(entry, dict):
            reason = f"expected a CSL item, got {type(entry).__name__}"
            raise FileError(source.path, reason, line=line)
        yield citation_of_item(entry, number=tally.starts)


def _entries(text: str, source: Source) -> Iterator[tuple[int, Any]]:
    """Return the items of a list, of ``{"items": […]}``, or a single item."""
    if text.lstrip().startswith("["):
        return array_entries(text, source.path)
    whole = decoded(text, source.path, line=1)
    items = whole.get("items", [whole]) if isinstance(whole, dict) else whole
    if not isinstance(items, list):
        raise FileError(source.path, "holds no list of items", line=1)
    return iter([(1, item) for item in items])


def _write(citations: Iterable[Citation], out: BinaryIO) -> None:
    mark = b"[\n"
    for citation in citations:
        text = json.dumps(item_of(citation), ensure_ascii=False)
        out.write(mark + text.encode(errors="replace"))
        mark = b",\n"
    out.write(b"\n]\n" if mark == b",\n" else b"[]\n")


def _recognises(source: Source) -> bool:
    head = source.head.lstrip()
    names = ('"type"', '"title"', '"id"', '"DOI"')
    return head.startswith(("[", "{")) and any(name in head for name in names)


CSL_JSON = Format(
    name="csl-json",
    title="CSL-JSON",
    endings=(".json",),
    recognises=_recognises,
    read=_read,
    write=_write,
)
