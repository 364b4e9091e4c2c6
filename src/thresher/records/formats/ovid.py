"""Ovid's own exports, with short tags or with field names in full."""

import re
from collections.abc import Iterator

from thresher.records.citation import Citation
from thresher.records.formats.grammar import Entry, Grammar
from thresher.records.formats.ovid_values import author_names, plain_title, where_in
from thresher.records.formats.placing import (
    Place,
    as_citation,
    placed,
    split_list,
    year_in,
)
from thresher.records.formats.protocol import Format
from thresher.records.formats.tagged import entries
from thresher.records.identifiers import normal_doi, normal_pmid
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["OVID"]

PREFIX = "ovid:"  # tells its tags from RIS tags of the same letters
START_LINE = re.compile(r"<\s*\d+\s*\.?\s*>")
SHORT = Grammar(
    width=2,
    mark="  - ",
    shape=re.compile(r"[A-Z][A-Z0-9]"),
    loose=re.compile(
        r"[ \t\ufeff]{0,3}([A-Z][A-Z0-9]|SCORE)[ \t]{1,2}-(?:[ \t]+(.*))?$"
    ),
    starts=frozenset({"VN"}),
    start_line=START_LINE,
    start_leads=False,
)
LONG = Grammar(
    width=0,
    mark="\0",
    shape=re.compile(r"(?!)"),
    loose=re.compile(r"([A-Z][A-Za-z/ -]{1,45}?)[ \t]*$()"),
    starts=frozenset({"Score", "Accession Number"}),
    start_line=START_LINE,
    start_leads=False,
)
NAMES = {
    "Accession Number": "AN",
    "Unique Identifier": "UI",
    "Author": "AU",
    "Authors": "AU",
    "Title": "TI",
    "Chapter Title": "CT",
    "Source": "SO",
    "Abstract": "AB",
    "Author Keywords": "KW",
    "Keywords": "KW",
    "Keyword Heading": "KW",
    "Subject Headings": "MH",
    "DOI": "DO",
    "DOI Number": "DO",
    "Digital Object Identifier": "DO",
    "Year of Publication": "YR",
    "Publication Type": "PT",
    "Document Type": "DT",
}
PLACES = {
    "TI": Place("title"),
    "CT": Place("title", rank=1),
    "AB": Place("abstract"),
    "JN": Place("venue"),
    "VO": Place("volume"),
    "IP": Place("issue"),
    "PG": Place("pages"),
    "DO": Place("doi", normal=normal_doi),
    "DI": Place("doi", rank=1, normal=normal_doi),
    "PM": Place("pmid", normal=normal_pmid),
    "YR": Place("year", normal=year_in, says_more=True),
    "DP": Place("year", rank=1, normal=year_in, says_more=True),
}
MANY = {"AU": "authors", "KW": "keywords", "MH": "keywords"}
KINDS = (
    ("patent", "patent"),
    ("dissertation", "thesis"),
    ("thesis", "thesis"),
    ("chapter", "chapter"),
    ("conference", "paper-conference"),
    ("meeting", "paper-conference"),
    ("journal", "article-journal"),
    ("article", "article-journal"),
    ("book", "book"),
    ("text/reference", "book"),
)
TAGGED = re.compile(r"^[ \t\ufeff]*VN[ \t]{1,2}- Ovid", re.MULTILINE)
NAMED = re.compile(
    r"^\ufeff?(?:Accession Number|Author|Title|Source)[ \t]*\n[ \t]+\S", re.MULTILINE
)
ENOUGH_NAMES = 2


def read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    """Yield the records of an Ovid file."""
    name = source.path.name
    is_short = TAGGED.search(source.head) or not NAMED.search(source.head)
    grammar = SHORT if is_short else LONG
    for number, entry in enumerate(entries(source, grammar, tally=tally), 1):
        yield _citation(entry, number=number, name=name)


def recognises(source: Source) -> bool:
    """Say whether a file begins like one of Ovid's exports."""
    if TAGGED.search(source.head):
        return True
    return len(NAMED.findall(source.head)) >= ENOUGH_NAMES


def _citation(entry: Entry, *, number: int, name: str) -> Citation:
    fields = [
        (NAMES.get(tag, tag), value if tag == "AU" else value.replace("\n", " "))
        for tag, value in entry.fields
    ]
    single, many, raw = placed(fields, single=PLACES, many=MANY)
    if "title" in single and plain_title(single["title"]) != single["title"]:
        raw.append(("TI", single["title"]))
        single["title"] = plain_title(single["title"])
    authors = [found for value in many["authors"] for found in author_names(value)]
    if authors != many["authors"]:
        raw.extend(("AU", value) for value in many["authors"])
    _set_where(single, raw)
    return as_citation(
        single,
        record_id=_accession(raw) or str(number),
        kind=_kind(raw),
        authors=authors,
        keywords=split_list(many["keywords"]),
        source=name,
        raw=[(PREFIX + tag, value) for tag, value in raw],
    )


def _set_where(single: dict[str, str], raw: list[tuple[str, str]]) -> None:
    """Take from the source line what has no field of its own."""
    source = next((value for tag, value in raw if tag == "SO"), "")
    for name, value in where_in(source)._asdict().items():
        if value:
            single.setdefault(name, value)
    if "year" not in single:
        single["year"] = year_in(source[-24:]) or year_in(source)


def _kind(raw: list[tuple[str, str]]) -> str:
    """Return the kind that the publication and document types speak of."""
    said = " ".join(value.lower() for tag, value in raw if tag in ("PT", "DT"))
    return next((kind for word, kind in KINDS if word in said), "")


def _accession(raw: list[tuple[str, str]]) -> str:
    """Return the number that a database knows the record by."""
    return next((value for tag, value in raw if tag in ("UI", "AN")), "")


OVID = Format(
    name="ovid",
    title="Ovid",
    endings=(),
    recognises=recognises,
    read=read,
)
