"""RIS in all its dialects: reference managers, Ovid, Embase, EBSCO, Cochrane."""

import re
from collections.abc import Iterator

from thresher.records.citation import Citation
from thresher.records.formats.grammar import Entry, Grammar
from thresher.records.formats.notes import NOTE_STARTS, take_notes
from thresher.records.formats.placing import (
    Place,
    Placed,
    as_citation,
    page_range,
    placed,
    split_list,
    year_in,
)
from thresher.records.formats.protocol import Format
from thresher.records.formats.ris_identifiers import hinted_pmid, set_identifiers
from thresher.records.formats.ris_types import code_of, kind_of_code
from thresher.records.formats.ris_writer import write
from thresher.records.formats.tagged import entries
from thresher.records.identifiers import normal_doi
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["RIS"]

FIELD = re.compile(r"^([A-Z][A-Z0-9])  - [^\S\n]*(.*\S|)", re.MULTILINE)


def _quick_fields(piece: str) -> list[tuple[str, str]] | None:
    """Return the fields of a record with one field on each line, the type first."""
    fields: list[tuple[str, str]] = FIELD.findall(piece)
    if not fields or len(fields) != piece.strip().count("\n") + 1:
        return None
    if fields[0][0] != "TY" or piece.rfind("\nTY  - ") > piece.find("TY  - "):
        return None
    return fields


OPENERS = frozenset(
    {"A1", "AB", "AU", "DO", "ID", "JF", "JO", "KW", "N2"}
    | {"PY", "SN", "SP", "T1", "T2", "TI", "UR", "VL", "Y1"}
)
GRAMMAR = Grammar(
    width=2,
    mark="  - ",
    shape=re.compile(r"[A-Z][A-Z0-9]"),
    loose=re.compile(
        r"[\s\ufeff]*([A-Z][A-Z0-9])"
        r"(?:(?:[ \t\xa0]{2}-|[ \t\xa0]{0,4}[-\u2013](?![^ \t\xa0]))[ \t\xa0]*(.*)"
        r"|(?<=ER)\s*)$"
    ),
    starts=frozenset({"TY"}),
    ends=frozenset({"ER"}),
    openers=OPENERS,
    start_repeats=True,
    noise=re.compile(
        r"\d+\s*\.$|<\s*\d+\s*\.?\s*>$|Record #\d+ of \d+|Link to |"
        r"(?:Provider|Database|Content): ",
        re.IGNORECASE,
    ),
    end_mark="\nER  -",
    quick=_quick_fields,
)
SHARED = {
    "AB": Place("abstract"),
    "N2": Place("abstract", rank=1),
    "TI": Place("title"),
    "T1": Place("title", rank=1),
    "CT": Place("title", rank=2),
    "VL": Place("volume"),
    "VO": Place("volume", rank=1),
    "IS": Place("issue"),
    "CP": Place("issue", rank=1),
    "SP": Place("first_page"),
    "EP": Place("last_page"),
    "ID": Place("id"),
    "DO": Place("doi", normal=normal_doi),
    "DI": Place("doi", rank=1, normal=normal_doi),
    "PY": Place("year", normal=year_in, says_more=True),
    "DA": Place("year", rank=1, normal=year_in, says_more=True),
    "Y1": Place("year", rank=2, normal=year_in, says_more=True),
}
SERIAL = SHARED | {
    tag: Place("venue", rank=rank)
    for rank, tag in enumerate(("JF", "T2", "JO", "JA", "J2", "J1", "BT"))
}
OTHER = SHARED | {
    tag: Place("venue", rank=rank)
    for rank, tag in enumerate(("T2", "BT", "JF", "JO", "JA", "J2", "J1"))
}
BOOK = OTHER | {"BT": Place("title", rank=3)}
PLACES = {
    "": SERIAL,
    "article-journal": SERIAL,
    "article-magazine": SERIAL,
    "article-newspaper": SERIAL,
    "book": BOOK,
    "manuscript": BOOK,
}
MANY = {
    "TY": "types",
    "AU": "authors",
    "A1": "authors",
    "KW": "keywords",
    "UR": "urls",
}
WITH_LINES = frozenset({"AB", "N2", "KW", "UR"})  # of those that have a place
HINTS = frozenset(
    {"AB", "AN", "C2", "C3", "C5", "L1", "L2", "L3", "L4", "LK", "M3", "N1", "UR"}
)
COPYRIGHT = "Copyright of "
START = re.compile(
    r"^[ \t\ufeff]*TY[ \t\xa0]{0,4}-[ \t\xa0]*[A-Za-z]*[ \t\xa0]*$", re.MULTILINE
)


def read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    """Yield the records of a RIS file."""
    name = source.path.name
    for number, entry in enumerate(entries(source, GRAMMAR, tally=tally), 1):
        yield _citation(entry, number=number, name=name)


def recognises(source: Source) -> bool:
    """Say whether a record begins in the first part of a file."""
    return START.search(source.head) is not None


def _citation(entry: Entry, *, number: int, name: str) -> Citation:
    fields = _unwrapped(entry.fields) if entry.wrapped else entry.fields
    code = _type_in(fields)
    kind = kind_of_code(code)
    done = placed(fields, single=PLACES.get(kind or "", OTHER), many=MANY)
    _keep_types(done, code, kind)
    single, many, raw = done
    _set_urls(single, many["urls"], raw)
    _set_pages(single, raw)
    hints = [field for field in raw if field[0] in HINTS]
    accession = _set_hinted(single, hints, raw) if hints else ""
    if many["urls"]:
        hints[:0] = [("UR", many["urls"][0])]
    if hints:
        set_identifiers(single, hints, raw)
    return as_citation(
        single,
        record_id=accession or str(number),
        kind=kind or "",
        authors=split_list(many["authors"]),
        keywords=split_list(many["keywords"]),
        source=name,
        raw=raw,
    )


def _type_in(fields: list[tuple[str, str]]) -> str:
    """Return the first type that is given."""
    if fields and fields[0][0] == "TY":
        return fields[0][1]
    return next((value for tag, value in fields if tag == "TY"), "")


def _set_hinted(
    single: dict[str, str],
    hints: list[tuple[str, str]],
    raw: list[tuple[str, str]],
) -> str:
    """Take what some tags tell beside themselves; return the accession number."""
    tags = {tag for tag, _ in hints}
    if "AB" in tags:
        _join_abstracts(single, hints, raw)
    if any(tag == "N1" and value.startswith(NOTE_STARTS) for tag, value in hints):
        raw[:] = [*take_notes(single, raw, tag="N1")]
    if "AN" not in tags and "C5" not in tags:
        return ""
    numbers = [field for field in hints if field[0] in ("AN", "C5")]
    pmids = (hinted_pmid(tag, value, raw) for tag, value in numbers)
    if "pmid" not in single and (pmid := next(filter(None, pmids), "")):
        single["pmid"] = pmid
    accessions = (value for tag, value in numbers if tag == "AN")
    return next(accessions, "").replace("\n", " ")


def _unwrapped(fields: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return fields that have a place in one line each, but for those made of lines."""
    return [
        (tag, value.replace("\n", " "))
        if "\n" in value and tag not in WITH_LINES and (tag in OTHER or tag in MANY)
        else (tag, value)
        for tag, value in fields
    ]


def _keep_types(done: Placed, code: str, kind: str | None) -> None:
    """Keep the type, unless the kind says the same."""
    types = done.many["types"]
    if len(types) > 1 or kind is None or code != code_of(kind):
        done.raw[:0] = [("TY", value) for value in types]


def _join_abstracts(
    single: dict[str, str], hints: list[tuple[str, str]], raw: list[tuple[str, str]]
) -> None:
    """Add further abstracts to the first, unless they repeat it or claim rights."""
    for field in hints:
        tag, more = field
        abstract = single.get("abstract", "")
        if tag == "AB" and more not in abstract and not more.startswith(COPYRIGHT):
            single["abstract"] = f"{abstract}\n{more}"
            raw.remove(field)


def _set_urls(
    single: dict[str, str], urls: list[str], raw: list[tuple[str, str]]
) -> None:
    """Take the first address; others are kept with the rest."""
    if len(urls) > 1 or (urls and "\n" in urls[0]):
        urls[:] = "\n".join(urls).split("\n")
        raw.extend(("UR", url) for url in urls[1:])
    if urls:
        single["url"] = urls[0]


def _set_pages(single: dict[str, str], raw: list[tuple[str, str]]) -> None:
    """Join first and last page; a last page that cannot follow is kept."""
    first, last = single.get("first_page", ""), single.get("last_page", "")
    if last and (not first or "-" in first):
        raw.append(("EP", last))
        last = ""
    single["pages"] = page_range(first, last)


RIS = Format(
    name="ris",
    title="RIS",
    endings=(".ris",),
    recognises=recognises,
    read=read,
    write=write,
)
