"""RIS in all its dialects: reference managers, Ovid, Embase, EBSCO, Cochrane."""

import re
from collections.abc import Iterator

from thresher.records.citation import Citation
from thresher.records.formats.grammar import Entry, Grammar
from thresher.records.formats.notes import take_notes
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
from thresher.records.formats.ris_identifiers import set_identifiers
from thresher.records.formats.ris_types import code_of, kind_of_code
from thresher.records.formats.ris_writer import write
from thresher.records.formats.tagged import entries
from thresher.records.identifiers import normal_doi
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["RIS"]

FIELD = re.compile(r"\n([A-Z][A-Z0-9])  - ")


def _quick_fields(piece: str) -> list[tuple[str, str]] | None:
    """Return the fields of a record with one field on each line, the type first."""
    text = "\n" + piece.strip()
    parts = FIELD.split(text)
    tags = parts[1::2]
    if parts[0] or not tags or len(tags) != text.count("\n"):
        return None
    if tags[0] != "TY" or text.find("\nTY  - ", 1) > 0:
        return None
    return list(zip(tags, map(str.strip, parts[2::2]), strict=False))


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
    code = next((value for tag, value in fields if tag == "TY"), "")
    kind = kind_of_code(code)
    done = placed(fields, single=PLACES.get(kind or "", OTHER), many=MANY)
    _keep_types(done, code, kind)
    tags = {tag for tag, _ in done.raw}
    if "AB" in tags:
        _join_abstracts(done)
    if "N1" in tags:
        done.raw[:] = [*take_notes(done.single, done.raw, tag="N1")]
    single, many, raw = done
    _set_urls(single, many["urls"], raw)
    _set_pages(single, raw)
    set_identifiers(done, tags)
    return as_citation(
        single,
        record_id=_accession(raw, tags) or str(number),
        kind=kind or "",
        authors=split_list(many["authors"]),
        keywords=split_list(many["keywords"]),
        source=name,
        raw=raw,
    )


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


def _join_abstracts(done: Placed) -> None:
    """Add further abstracts to the first, unless they repeat it or claim rights."""
    for field in [field for field in done.raw if field[0] == "AB"]:
        abstract = done.single["abstract"]
        if field[1] not in abstract and not field[1].startswith(COPYRIGHT):
            done.single["abstract"] = f"{abstract}\n{field[1]}"
            done.raw.remove(field)


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


def _accession(raw: list[tuple[str, str]], tags: set[str]) -> str:
    """Return the number that a database knows the record by."""
    if "AN" not in tags:
        return ""
    return next(value for tag, value in raw if tag == "AN").replace("\n", " ")


RIS = Format(
    name="ris",
    title="RIS",
    endings=(".ris",),
    recognises=recognises,
    read=read,
    write=write,
)
