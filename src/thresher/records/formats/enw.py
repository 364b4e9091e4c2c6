"""Refer and BibIX, as EndNote and library catalogues save it (.enw, .ref, .enl)."""

import re
from collections.abc import Iterator

from thresher.records.citation import Citation
from thresher.records.formats.enw_writer import KINDS, TYPES, write
from thresher.records.formats.grammar import Entry, Grammar
from thresher.records.formats.notes import take_notes
from thresher.records.formats.placing import (
    Place,
    Placed,
    as_citation,
    placed,
    split_list,
    year_in,
)
from thresher.records.formats.protocol import Format
from thresher.records.formats.tagged import entries
from thresher.records.identifiers import doi_in, normal_doi, pmcid_in, pmid_in
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["ENW"]

SIGNS = r"[A-Z0-9+@&*?!#$^=~<>(\[|]"
GRAMMAR = Grammar(
    width=2,
    mark=" ",
    shape=re.compile(f"%{SIGNS}"),
    loose=re.compile(rf"[ \t\ufeff]*(%{SIGNS})(?:[ \t\xa0]+(.*))?$"),
    starts=frozenset({"%0"}),
    gap_splits=True,
    start_leads=False,
    start_repeats=True,
)
SHARED = {
    "%T": Place("title"),
    "%X": Place("abstract"),
    "%V": Place("volume"),
    "%N": Place("issue"),
    "%P": Place("pages"),
    "%F": Place("id"),
    "%R": Place("doi", normal=normal_doi),
    "%D": Place("year", normal=year_in, says_more=True),
    "%8": Place("year", rank=1, normal=year_in, says_more=True),
    "%U": Place("url"),
}
SERIAL = SHARED | {"%J": Place("venue"), "%B": Place("venue", rank=1)}
OTHER = SHARED | {"%B": Place("venue"), "%J": Place("venue", rank=1)}
MANY = {"%0": "types", "%A": "authors", "%K": "keywords"}
WITH_LINES = frozenset({"%X", "%K"})  # of those that have a place
HINTS = frozenset({"%U", "%Z", "%1", "%2", "%M", "%O"})


def read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    """Yield the records of a Refer file."""
    name = source.path.name
    for number, entry in enumerate(entries(source, GRAMMAR, tally=tally), 1):
        yield _citation(entry, number=number, name=name)


def recognises(source: Source) -> bool:
    """Say whether the first line with a text on it begins with a percent tag."""
    first = next(
        (line for line in source.head.split("\n") if line.strip(" \ufeff")), ""
    )
    return GRAMMAR.loose.match(first) is not None


def _citation(entry: Entry, *, number: int, name: str) -> Citation:
    fields = _unwrapped(entry.fields) if entry.wrapped else entry.fields
    types = [value for tag, value in fields if tag == "%0" and value]
    known = [KINDS[title.lower()] for title in types if title.lower() in KINDS]
    kind = known[-1] if known else ""
    places = SERIAL if kind.startswith("article") or not kind else OTHER
    done = placed(fields, single=places, many=MANY)
    single, many, raw = done
    if types != [TYPES.get(kind)]:
        raw[:0] = [("%0", title) for title in types]
    kept = [*take_notes(single, raw, tag="%Z")]
    _set_identifiers(done)
    return as_citation(
        single,
        record_id=_accession(raw) or str(number),
        kind=kind,
        authors=split_list(many["authors"]),
        keywords=split_list(many["keywords"]),
        source=name,
        raw=kept,
    )


def _unwrapped(fields: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return fields that have a place in one line each, but for those made of lines."""
    return [
        (tag, value.replace("\n", " "))
        if tag not in WITH_LINES and (tag in OTHER or tag in MANY)
        else (tag, value)
        for tag, value in fields
    ]


def _accession(raw: list[tuple[str, str]]) -> str:
    """Return the number that a database knows the record by."""
    found = (value for tag, value in raw if tag == "%M")
    return next(found, "").replace("\n", " ")


def _set_identifiers(done: Placed) -> None:
    """Find identifiers that have no field of their own in addresses and notes."""
    single = done.single
    hints = [value for tag, value in done.raw if tag in HINTS]
    for value in [single.get("url", ""), *hints]:
        for name, found_in in (("doi", doi_in), ("pmid", pmid_in), ("pmcid", pmcid_in)):
            if name not in single and (found := found_in(value)):
                single[name] = found


ENW = Format(
    name="enw",
    title="EndNote tagged (Refer)",
    endings=(".enw", ".refer", ".ref", ".enl"),
    recognises=recognises,
    read=read,
    write=write,
)
