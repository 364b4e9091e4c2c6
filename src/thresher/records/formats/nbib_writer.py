"""Citations written in MEDLINE's tagged form, with all it has no tag for as notes."""

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from thresher.records.citation import Citation
from thresher.records.formats.nbib_types import TITLES, kind_of_types
from thresher.records.formats.notes import noted_fields, write_note
from thresher.records.formats.placing import year_in
from thresher.records.identifiers import normal_pmid

__all__ = ["PREFIX", "write"]

PREFIX = "nbib:"  # tells its tags from RIS tags of the same letters
TAG = re.compile(rf"{PREFIX}([A-Z]{{2,4}})")
BREAKS = re.compile(r"\s*[\r\n]\s*")


def write(citations: Iterable[Citation], out: BinaryIO) -> None:
    """Write citations in MEDLINE's tagged form, in UTF-8, one line a field."""
    for citation in citations:
        lines = [
            f"{tag:<4}- {BREAKS.sub(' ', value)}" for tag, value in _fields(citation)
        ]
        out.write("\n".join([*lines, "", ""]).encode(errors="replace"))


def _fields(citation: Citation) -> Iterator[tuple[str, str]]:
    """Yield tags and values, one after the other."""
    odd = "" if citation.pmid else _odd_id(citation)
    yield "PMID", odd or citation.pmid
    yield from _singles(citation)
    yield from (("FAU", author) for author in citation.authors)
    yield from _kind(citation)
    names = ["url", "openalex_id"]
    if citation.id != citation.pmid:
        names.append("id")
    yield from (("GN", note) for note in noted_fields(citation, names=names))
    yield from _rest(citation, but=odd)
    headings = _kept(citation, "MH")
    same = citation.keywords[: len(headings)] == headings
    terms = citation.keywords[len(headings) :] if same else citation.keywords
    yield from (("OT", term) for term in terms)


def _odd_id(citation: Citation) -> str:
    """Return what stood in place of a PubMed id, if it was the first field kept."""
    kept = (field for field in citation.raw if field[0] != f"{PREFIX}PT")
    name, value = next(kept, ("", ""))
    return "" if name != f"{PREFIX}PMID" or normal_pmid(value) else value


def _rest(citation: Citation, *, but: str) -> Iterator[tuple[str, str]]:
    """Yield what was kept; a PMID that begins no record is a note."""
    for name, value in citation.raw:
        own = TAG.fullmatch(name)
        if own and own[1] != "PMID":
            yield own[1], value
        elif own is None or value != but:
            yield "GN", write_note(name, value)


def _singles(citation: Citation) -> Iterator[tuple[str, str]]:
    year = "" if citation.year is None else str(citation.year)
    dated = any(year_in(date) == year for date in _kept(citation, "DP"))
    for tag, value in (
        ("VI", citation.volume),
        ("IP", citation.issue),
        ("DP", "" if dated else year),
        ("TI", citation.title),
        ("PG", citation.pages),
        ("LID", f"{citation.doi} [doi]" if citation.doi else ""),
        ("AB", citation.abstract),
        ("PMC", citation.pmcid),
        ("JT", citation.venue),
    ):
        if value:
            yield tag, value


def _kind(citation: Citation) -> Iterator[tuple[str, str]]:
    """Yield the type of a publication, if what was kept does not say it."""
    types = _kept(citation, "PT")
    if kind_of_types(types) == citation.kind:
        return
    if citation.kind in TITLES and not types:
        yield "PT", TITLES[citation.kind]
    else:
        yield "GN", write_note("kind", citation.kind)


def _kept(citation: Citation, tag: str) -> tuple[str, ...]:
    """Return the values of a tag that was kept because it has no place."""
    return tuple(value for name, value in citation.raw if name == PREFIX + tag)
