"""RIS in all its dialects: reference managers, Ovid, Embase, EBSCO, Cochrane, …"""

import re
from collections.abc import Iterator

from thresher.records.citation import Citation
from thresher.records.formats.notes import read_note
from thresher.records.formats.placing import (
    Place,
    Placed,
    one_line,
    page_range,
    placed,
    split_list,
    year_in,
)
from thresher.records.formats.protocol import Format
from thresher.records.formats.ris_types import code_of, kind_of_code
from thresher.records.formats.ris_writer import write
from thresher.records.formats.tagged import Entry, Grammar, entries
from thresher.records.identifiers import (
    doi_in,
    normal_doi,
    normal_pmid,
    openalex_id_in,
    pmcid_in,
    pmid_in,
)
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["RIS"]

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
    openers=frozenset("A1 AB AU DO ID JF JO KW N2 PY SN SP T1 T2 TI UR VL Y1".split()),
    start_repeats=True,
    noise=re.compile(
        r"\d+\s*\.$|<\s*\d+\s*\.?\s*>$|Record #\d+ of \d+|Link to |"
        r"(?:Provider|Database|Content): ",
        re.IGNORECASE,
    ),
)
SHARED = {
    "AB": Place(name="abstract"),
    "N2": Place(name="abstract", rank=1),
    "TI": Place(name="title"),
    "T1": Place(name="title", rank=1),
    "CT": Place(name="title", rank=2),
    "VL": Place(name="volume"),
    "VO": Place(name="volume", rank=1),
    "IS": Place(name="issue"),
    "CP": Place(name="issue", rank=1),
    "SP": Place(name="first_page"),
    "EP": Place(name="last_page"),
    "ID": Place(name="id"),
    "DO": Place(name="doi", normal=normal_doi),
    "DI": Place(name="doi", rank=1, normal=normal_doi),
    "PY": Place(name="year", normal=year_in, says_more=True),
    "DA": Place(name="year", rank=1, normal=year_in, says_more=True),
    "Y1": Place(name="year", rank=2, normal=year_in, says_more=True),
}
SERIAL = SHARED | {
    tag: Place(name="venue", rank=rank)
    for rank, tag in enumerate(("JF", "T2", "JO", "JA", "J2", "J1", "BT"))
}
OTHER = SHARED | {
    tag: Place(name="venue", rank=rank)
    for rank, tag in enumerate(("T2", "BT", "JF", "JO", "JA", "J2", "J1"))
}
BOOK = OTHER | {"BT": Place(name="title", rank=3)}
PLACES = {
    "": SERIAL,
    "article-journal": SERIAL,
    "article-magazine": SERIAL,
    "article-newspaper": SERIAL,
    "book": BOOK,
    "manuscript": BOOK,
}
MANY = {"AU": "authors", "A1": "authors", "KW": "keywords", "UR": "urls"}
HINTS = frozenset("AN C2 C3 C5 L1 L2 L3 L4 LK M3 N1 UR".split())
NLM = re.compile(r"\b(?:pubmed|medline|nlm)\b", re.IGNORECASE)
IDENTIFIERS = ("doi", "pmid", "pmcid", "openalex_id")
NOTED = frozenset({"kind", "pmid", "pmcid", "openalex_id"})
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
    fields = entry.fields
    code = next((value for tag, value in fields if tag == "TY"), "")
    kind = kind_of_code(code)
    done = placed(fields, single=PLACES.get(kind or "", OTHER), many=MANY)
    _drop_type(done, code, kind)
    _join_abstracts(done)
    _take_notes(done)
    urls = _urls(done)
    single = done.single
    year = single.get("year")
    return Citation(
        id=one_line(single.get("id", "")) or _accession(done) or str(number),
        title=one_line(single.get("title", "")),
        abstract=single.get("abstract", ""),
        authors=split_list(map(one_line, done.many.get("authors", ()))),
        year=int(year) if year else None,
        venue=one_line(single.get("venue", "")),
        volume=one_line(single.get("volume", "")),
        issue=one_line(single.get("issue", "")),
        pages=_pages(done),
        kind=single.get("kind") or kind or "",
        keywords=split_list(done.many.get("keywords", ())),
        url=urls[0] if urls else "",
        source=name,
        **_identifiers(done, urls),
        raw=tuple(done.raw),
    )


def _drop_type(done: Placed, code: str, kind: str | None) -> None:
    """Take the type out of the rest if its kind says the same."""
    if kind is not None and code == code_of(kind):
        types = [value for tag, value in done.raw if tag == "TY"]
        if types == [code]:
            done.raw.remove(("TY", code))


def _join_abstracts(done: Placed) -> None:
    """Add further abstracts to the first, unless they repeat it or claim rights."""
    for field in [field for field in done.raw if field[0] == "AB"]:
        abstract = done.single["abstract"]
        if field[1] not in abstract and not field[1].startswith(COPYRIGHT):
            done.single["abstract"] = f"{abstract}\n{field[1]}"
            done.raw.remove(field)


def _take_notes(done: Placed) -> None:
    """Put fields that were carried as notes back where they were."""
    for at, (tag, value) in enumerate(done.raw):
        if tag != "N1" or (noted := read_note(value)) is None:
            continue
        if noted[0] in NOTED and noted[0] not in done.single:
            done.single[noted[0]] = noted[1]
            done.raw[at] = ("", "")
        elif noted[0] not in NOTED:
            done.raw[at] = noted
    if ("", "") in done.raw:
        done.raw = [field for field in done.raw if field[0]]


def _urls(done: Placed) -> list[str]:
    """Return all addresses; those after the first are also kept with the rest."""
    found = done.many.get("urls", ())
    urls = [url.strip() for value in found for url in value.split("\n")]
    done.raw.extend(("UR", url) for url in urls[1:])
    return urls


def _pages(done: Placed) -> str:
    first, last = (
        one_line(done.single.get(n, "")) for n in ("first_page", "last_page")
    )
    if last and (not first or "-" in first):
        done.raw.append(("EP", last))
        return first
    return page_range(first, last)


def _accession(done: Placed) -> str:
    """Return the number that a database knows the record by."""
    return next((one_line(value) for tag, value in done.raw if tag == "AN"), "")


def _identifiers(done: Placed, urls: list[str]) -> dict[str, str]:
    """Return identifiers from their own fields, else from where databases put them."""
    single = done.single
    found = {name: single[name] for name in IDENTIFIERS if name in single}
    hints = [field for field in done.raw if field[0] in HINTS]
    hints.extend(("UR", url) for url in urls[:1])
    for tag, value in hints:
        if "doi" not in found and (doi := _hinted_doi(tag, value)):
            found["doi"] = doi
        if "pmid" not in found and (pmid := _hinted_pmid(tag, value, done)):
            found["pmid"] = pmid
        if "pmcid" not in found and (pmcid := pmcid_in(value)):
            found["pmcid"] = pmcid
        if "openalex_id" not in found and (openalex := openalex_id_in(value)):
            found["openalex_id"] = openalex
    return found


def _hinted_doi(tag: str, value: str) -> str:
    """Return the DOI of a field that may hold one; EBSCO puts it in L3, ACS in M3."""
    if tag in ("L3", "M3") and value.startswith("10."):
        return normal_doi(value)
    return doi_in(value)


def _hinted_pmid(tag: str, value: str, done: Placed) -> str:
    """Return the PubMed id of a field that may hold one, by the databases' habits."""
    if tag == "C5" and value.isdigit():  # Embase
        return normal_pmid(value)
    if tag == "AN" and value.isdigit():
        origin = (value for tag, value in done.raw if tag in ("DB", "DP"))
        return normal_pmid(value) if any(map(NLM.search, origin)) else ""
    return pmid_in(value)


RIS = Format(
    name="ris",
    title="RIS",
    endings=(".ris",),
    recognises=recognises,
    read=read,
    write=write,
)
