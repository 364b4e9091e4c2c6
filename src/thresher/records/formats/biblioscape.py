"""Biblioscape's tagged export, with tags between double hyphens."""

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
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["BIBLIOSCAPE"]

PREFIX = "biblioscape:"  # tells its tags from RIS tags of the same letters
GRAMMAR = Grammar(
    width=6,
    mark=" ",
    shape=re.compile(r"--[A-Z][A-Z0-9]--"),
    loose=re.compile(r"\ufeff?(--[A-Z][A-Z0-9]--|------)(?:[ \t](.*))?$"),
    ends=frozenset({"END"}),
)
PLACES = {
    "TI": Place("title"),
    "AB": Place("abstract"),
    "ST": Place("venue"),
    "VL": Place("volume"),
    "NB": Place("issue"),
    "PS": Place("first_page"),
    "PE": Place("last_page"),
    "YP": Place("year", normal=year_in, says_more=True),
    "UR": Place("url"),
}
MANY = {"AU": "authors", "KW": "keywords", "RT": "types"}
KINDS = {
    "journal article": "article-journal",
    "book section": "chapter",
    "book": "book",
    "report": "report",
    "thesis": "thesis",
    "conference proceedings": "paper-conference",
}
START = re.compile(r"^\ufeff?--[A-Z][A-Z0-9]-- \S", re.MULTILINE)


def read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    """Yield the records of a Biblioscape file."""
    name = source.path.name
    for number, entry in enumerate(entries(source, GRAMMAR, tally=tally), 1):
        yield _citation(entry, number=number, name=name)


def recognises(source: Source) -> bool:
    """Say whether a file begins like Biblioscape's export."""
    return START.search(source.head) is not None


def _citation(entry: Entry, *, number: int, name: str) -> Citation:
    fields = [(tag, value.replace("\n", " ")) for tag, value in entry.fields]
    single, many, raw = placed(fields, single=PLACES, many=MANY)
    types = many["types"]
    raw.extend(("RT", title) for title in types if title.lower() not in KINDS)
    first, last = single.get("first_page", ""), single.get("last_page", "")
    single["pages"] = page_range(first, last)
    return as_citation(
        single,
        record_id=str(number),
        kind=KINDS.get(types[0].lower(), "") if types else "",
        authors=split_list(many["authors"]),
        keywords=split_list(many["keywords"]),
        source=name,
        raw=[(PREFIX + tag, value) for tag, value in raw],
    )


BIBLIOSCAPE = Format(
    name="biblioscape",
    title="Biblioscape",
    endings=(),
    recognises=recognises,
    read=read,
)
