"""Citations written as RIS, with everything that RIS has no tag for as notes."""

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from thresher.records.citation import Citation
from thresher.records.formats.notes import noted_fields, write_note
from thresher.records.formats.placing import year_in
from thresher.records.formats.ris_types import code_of

__all__ = ["write"]

TAG = re.compile(r"[A-Z][A-Z0-9]")
SERIAL = frozenset({"", "article-journal", "article-magazine", "article-newspaper"})
RANGE = re.compile(r"([^\s-]+)-([^\s-]+)")
LIKE_A_TAG = re.compile(r"\s*[A-Z][A-Z0-9][ \t\xa0]{0,4}[-\u2013]|\s*ER\s*$")
BREAKS = re.compile(r"\s*[\r\n]\s*")


def write(citations: Iterable[Citation], out: BinaryIO) -> None:
    """Write citations as RIS in UTF-8."""
    for citation in citations:
        lines = [f"{tag}  - {value}" for tag, value in _fields(citation)]
        out.write("\n".join([*lines, "ER  - ", "", ""]).encode(errors="replace"))


def _fields(citation: Citation) -> Iterator[tuple[str, str]]:
    """Yield tags and values, one after the other."""
    yield from _types(citation)
    yield "ID", _line(citation.id)
    yield from (("AU", _line(author)) for author in citation.authors)
    yield from _singles(citation)
    yield from (("KW", _line(keyword)) for keyword in citation.keywords)
    noted = ["pmid", "pmcid", "openalex_id"]
    if code_of(citation.kind) is None:
        noted.append("kind")
    yield from (("N1", note) for note in noted_fields(citation, names=noted))
    for name, value in citation.raw:
        if name != "TY":
            is_tag = TAG.fullmatch(name) and name != "ER"
            yield (
                (name if is_tag else "N1"),
                _lines(value if is_tag else write_note(name, value)),
            )


def _types(citation: Citation) -> Iterator[tuple[str, str]]:
    """Yield the type as it was read, else the one that the kind is written with."""
    kept = [("TY", _line(value)) for name, value in citation.raw if name == "TY"]
    yield from kept or [("TY", code_of(citation.kind) or "GEN")]


def _singles(citation: Citation) -> Iterator[tuple[str, str]]:
    is_serial = citation.kind in SERIAL
    pages = RANGE.fullmatch(citation.pages)
    first, last = (pages[1], pages[2]) if pages else (citation.pages, "")
    dated = any(
        name == "PY" and year_in(value) == str(citation.year)
        for name, value in citation.raw
    )
    for tag, value in (
        ("TI", citation.title),
        ("PY", "" if citation.year is None or dated else str(citation.year)),
        ("JF" if is_serial else "T2", citation.venue),
        ("VL", citation.volume),
        ("IS", citation.issue),
        ("SP", first),
        ("EP", last),
        ("DO", citation.doi),
        ("UR", citation.url),
    ):
        if value:
            yield tag, _line(value)
    if citation.abstract:
        yield "AB", _lines(citation.abstract)


def _line(text: str) -> str:
    """Return text on one line."""
    return BREAKS.sub(" ", text) if "\n" in text or "\r" in text else text


def _lines(text: str) -> str:
    """Return text whose lines cannot be taken for tags or for the end of a record."""
    if "\n" not in text and "\r" not in text:
        return text
    first, *others = BREAKS.sub("\n", text.strip()).split("\n")
    parts = [first]
    for line in others:
        is_safe = not LIKE_A_TAG.match(line)
        parts.append(f"\n{line}" if is_safe else f" {line}")
    return "".join(parts)
