"""Citations written as Refer, with everything it has no tag for as notes."""

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from thresher.records.citation import Citation
from thresher.records.formats.notes import noted_fields, write_note
from thresher.records.formats.placing import year_in

__all__ = ["KINDS", "TYPES", "write"]

TYPES = {
    "": "Generic",
    "article-journal": "Journal Article",
    "article-magazine": "Magazine Article",
    "article-newspaper": "Newspaper Article",
    "article": "Preprint",
    "bill": "Bill",
    "book": "Book",
    "chapter": "Book Section",
    "dataset": "Dataset",
    "entry-dictionary": "Dictionary",
    "entry-encyclopedia": "Encyclopedia",
    "figure": "Figure",
    "graphic": "Artwork",
    "hearing": "Hearing",
    "interview": "Interview",
    "legal_case": "Case",
    "legislation": "Statute",
    "manuscript": "Manuscript",
    "map": "Map",
    "motion_picture": "Film or Broadcast",
    "musical_score": "Music",
    "pamphlet": "Pamphlet",
    "paper-conference": "Conference Paper",
    "patent": "Patent",
    "personal_communication": "Personal Communication",
    "post-weblog": "Blog",
    "report": "Report",
    "software": "Computer Program",
    "song": "Audiovisual Material",
    "standard": "Standard",
    "thesis": "Thesis",
    "webpage": "Web Page",
}
KINDS = {title.lower(): kind for kind, title in TYPES.items()} | {
    "journal": "article-journal",
    "electronic article": "article-journal",
    "edited book": "book",
    "electronic book": "book",
    "electronic book section": "chapter",
    "encyclopedia article": "entry-encyclopedia",
    "dictionary entry": "entry-dictionary",
    "conference": "paper-conference",
    "conference proceedings": "paper-conference",
    "electronic source": "webpage",
    "unpublished work": "manuscript",
    "government document": "report",
    "audio": "song",
    "online database": "dataset",
}
TAG = re.compile(r"%[A-Z0-9+@&*?!#$^=~<>(\[|]")
BREAKS = re.compile(r"\s*[\r\n]\s*")


def write(citations: Iterable[Citation], out: BinaryIO) -> None:
    """Write citations as Refer in UTF-8."""
    for citation in citations:
        lines = [f"{tag} {value}" for tag, value in _fields(citation)]
        out.write("\n".join([*lines, "", ""]).encode(errors="replace"))


def _fields(citation: Citation) -> Iterator[tuple[str, str]]:
    """Yield tags and values, one after the other."""
    kept = [_line(value) for name, value in citation.raw if name == "%0"]
    for title in kept or [TYPES.get(citation.kind, "Generic")]:
        yield "%0", title
    yield from (("%A", _line(author)) for author in citation.authors)
    yield from _singles(citation)
    yield from (("%K", _line(keyword)) for keyword in citation.keywords)
    names = ["pmid", "pmcid", "openalex_id"]
    if citation.kind not in TYPES:
        names.append("kind")
    yield from (("%Z", note) for note in noted_fields(citation, names=names))
    for name, value in citation.raw:
        if name != "%0":
            is_tag = TAG.fullmatch(name)
            yield (
                (name if is_tag else "%Z"),
                _lines(value if is_tag else write_note(name, value)),
            )


def _singles(citation: Citation) -> Iterator[tuple[str, str]]:
    is_serial = citation.kind.startswith("article") or not citation.kind
    year = "" if citation.year is None else str(citation.year)
    dated = any(name == "%D" and year_in(value) == year for name, value in citation.raw)
    for tag, value in (
        ("%T", citation.title),
        ("%J" if is_serial else "%B", citation.venue),
        ("%D", "" if dated else year),
        ("%V", citation.volume),
        ("%N", citation.issue),
        ("%P", citation.pages),
        ("%R", citation.doi),
        ("%U", citation.url),
        ("%F", citation.id),
    ):
        if value:
            yield tag, _line(value)
    if citation.abstract:
        yield "%X", _lines(citation.abstract)


def _line(text: str) -> str:
    """Return text on one line."""
    return BREAKS.sub(" ", text)


def _lines(text: str) -> str:
    """Return text none of whose lines can be taken for a tag."""
    first, *others = BREAKS.sub("\n", text.strip()).split("\n")
    safe = (f" {line}" if TAG.match(line) else f"\n{line}" for line in others)
    return "".join([first, *safe])
