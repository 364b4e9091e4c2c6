"""ISI's export format, as saved by Web of Science and Inspec (.ciw, .isi, .txt)."""

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
from thresher.records.identifiers import normal_doi, normal_pmid
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["CIW"]

PREFIX = "ciw:"  # tells its tags from RIS tags of the same letters
GRAMMAR = Grammar(
    width=2,
    mark=" ",
    shape=re.compile(r"[A-Z][A-Z0-9]"),
    loose=re.compile(r"[ \ufeff]{0,2}([A-Z][A-Z0-9])(?:[ \t\xa0](.*))?$"),
    starts=frozenset({"PT"}),
    ends=frozenset({"ER"}),
    openers=frozenset({"AB", "AU", "DE", "DI", "PY", "SO", "TI", "UT"}),
    start_repeats=True,
    headers=frozenset({"FN", "VR", "EF"}),
)
PLACES = {
    "TI": Place("title"),
    "AB": Place("abstract"),
    "SO": Place("venue"),
    "VL": Place("volume"),
    "IS": Place("issue"),
    "BP": Place("first_page"),
    "EP": Place("last_page"),
    "AR": Place("article"),
    "DI": Place("doi", normal=normal_doi),
    "PM": Place("pmid", normal=normal_pmid),
    "PY": Place("year", normal=year_in, says_more=True),
    "PD": Place("year", rank=1, normal=year_in, says_more=True),
    "UT": Place("id"),
}
MANY = {"PT": "types", "AF": "full", "DE": "keywords", "ID": "keywords"}
LISTED = frozenset({"AU", "AF"})  # one name a line
KINDS = {
    "J": "article-journal",
    "B": "book",
    "S": "chapter",
    "C": "paper-conference",
    "P": "patent",
}
START = re.compile(r"[\s\ufeff]*(?:FN |VR \d|PT [A-Z]\s*\n)(?!.*\t)")


def read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    """Yield the records of an ISI file."""
    name = source.path.name
    for number, entry in enumerate(entries(source, GRAMMAR, tally=tally), 1):
        yield _citation(entry, number=number, name=name)


def recognises(source: Source) -> bool:
    """Say whether a file begins like ISI's export format."""
    return START.match(source.head) is not None


def _citation(entry: Entry, *, number: int, name: str) -> Citation:
    fields = [
        (tag, value if tag in LISTED else value.replace("\n", " "))
        for tag, value in entry.fields
    ]
    single, many, raw = placed(fields, single=PLACES, many=MANY)
    types = many["types"]
    _set_pages(single, raw)
    authors = _authors(many["full"], raw)
    return as_citation(
        single,
        record_id=str(number),
        kind=KINDS.get(types[0].upper(), "") if types else "",
        authors=authors,
        keywords=split_list(many["keywords"]),
        source=name,
        raw=[(PREFIX + tag, value) for tag, value in [*_types(types), *raw]],
    )


def _types(types: list[str]) -> list[tuple[str, str]]:
    """Return types of which the kind does not say all."""
    return [("PT", code) for code in types if code.upper() not in KINDS or types[1:]]


def _authors(full: list[str], raw: list[tuple[str, str]]) -> list[str]:
    """Return full names where each author has one, else the short ones."""
    names = [name for value in full for name in value.split("\n") if name]
    short = [field for field in raw if field[0] == "AU"]
    if names:
        return names
    for field in short:
        raw.remove(field)
    return [name for _, value in short for name in value.split("\n") if name]


def _set_pages(single: dict[str, str], raw: list[tuple[str, str]]) -> None:
    """Join first and last page; without them the article number stands for pages."""
    first, last = single.get("first_page", ""), single.get("last_page", "")
    article = single.get("article", "")
    if not first and last:
        raw.append(("EP", last))
        last = ""
    if first and article:
        raw.append(("AR", article))
    single["pages"] = page_range(first, last) if first else article


CIW = Format(
    name="ciw",
    title="ISI / Web of Science",
    endings=(".ciw", ".isi"),
    recognises=recognises,
    read=read,
)
