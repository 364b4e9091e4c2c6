"""RefWorks' tagged format."""

import re
from collections.abc import Iterator

from thresher.records.citation import Citation
from thresher.records.formats.grammar import Entry, Grammar
from thresher.records.formats.placing import (
    Place,
    as_citation,
    page_range,
    placed,
    split_list,
    year_in,
)
from thresher.records.formats.protocol import Format
from thresher.records.formats.tagged import entries
from thresher.records.identifiers import normal_doi
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["REFWORKS"]

PREFIX = "refworks:"  # tells its tags from RIS tags of the same letters
GRAMMAR = Grammar(
    width=2,
    mark=" ",
    shape=re.compile(r"[A-Z][A-Z0-9]"),
    loose=re.compile(r"[ \ufeff]{0,2}([A-Z][A-Z0-9])(?:[ \t\xa0](.*))?$"),
    starts=frozenset({"RT"}),
    gap_splits=True,
    start_leads=False,
    start_repeats=True,
)
PLACES = {
    "T1": Place("title"),
    "AB": Place("abstract"),
    "JF": Place("venue"),
    "T2": Place("venue", rank=1),
    "JO": Place("venue", rank=2),
    "VO": Place("volume"),
    "IS": Place("issue"),
    "SP": Place("first_page"),
    "OP": Place("last_page"),
    "YR": Place("year", normal=year_in, says_more=True),
    "FD": Place("year", rank=1, normal=year_in, says_more=True),
    "DO": Place("doi", normal=normal_doi),
    "LK": Place("url"),
    "UL": Place("url", rank=1),
    "ID": Place("id"),
}
MANY = {"RT": "types", "A1": "authors", "K1": "keywords"}
TYPES = {
    "article-journal": "Journal Article",
    "article-magazine": "Magazine Article",
    "article-newspaper": "Newspaper Article",
    "book": "Book, Whole",
    "chapter": "Book, Section",
    "paper-conference": "Conference Proceedings",
    "patent": "Patent",
    "report": "Report",
    "thesis": "Dissertation",
    "webpage": "Web Page",
}
KINDS = {title.lower(): kind for kind, title in TYPES.items()} | {
    "book, edited": "book",
    "dissertation/thesis": "thesis",
    "dissertation/thesis, unpublished": "thesis",
    "abstract": "article-journal",
}
START = re.compile(
    r"^\ufeff?RT (?:Journal|Book|Dissert|Conference|Report|Web|Generic|Abstract"
    r"|Magazine|Newspaper|Patent|Thesis|Unpublished)",
    re.MULTILINE,
)


def read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    """Yield the records of a RefWorks file."""
    name = source.path.name
    for number, entry in enumerate(entries(source, GRAMMAR, tally=tally), 1):
        yield _citation(entry, number=number, name=name)


def recognises(source: Source) -> bool:
    """Say whether a record of RefWorks begins in the first part of a file."""
    return START.search(source.head) is not None


def _citation(entry: Entry, *, number: int, name: str) -> Citation:
    fields = [(tag, value.replace("\n", " ")) for tag, value in entry.fields]
    single, many, raw = placed(fields, single=PLACES, many=MANY)
    types = many["types"]
    kind = KINDS.get(types[0].lower(), "") if types else ""
    if types != [TYPES.get(kind)]:
        raw[:0] = [("RT", title) for title in types]
    first, last = single.get("first_page", ""), single.get("last_page", "")
    if last and not first:
        raw.append(("OP", last))
    single["pages"] = page_range(first, last) if first else ""
    return as_citation(
        single,
        record_id=str(number),
        kind=kind,
        authors=split_list(many["authors"]),
        keywords=split_list(many["keywords"]),
        source=name,
        raw=[(PREFIX + tag, value) for tag, value in raw],
    )


REFWORKS = Format(
    name="refworks",
    title="RefWorks tagged",
    endings=(),
    recognises=recognises,
    read=read,
)
