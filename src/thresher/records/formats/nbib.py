"""MEDLINE's tagged form, as saved by PubMed and ERIC (.nbib)."""

import re
from collections.abc import Iterator

from thresher.records.citation import Citation
from thresher.records.formats.grammar import Entry, Grammar
from thresher.records.formats.nbib_types import keep_types, kind_of_types
from thresher.records.formats.nbib_writer import PREFIX, write
from thresher.records.formats.notes import take_notes
from thresher.records.formats.placing import (
    Place,
    Placed,
    as_citation,
    placed,
    year_in,
)
from thresher.records.formats.protocol import Format
from thresher.records.formats.tagged import entries
from thresher.records.identifiers import doi_in, normal_doi, normal_pmcid, normal_pmid
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["NBIB"]

FIELD = re.compile(r"\n([A-Z]{2,4}) {0,2}- ")
WRAP = "\n      "


def _quick_fields(piece: str) -> list[tuple[str, str]] | None:
    """Return the fields of a record whose lines are all tagged or wrapped as usual."""
    text = "\n" + piece.strip("\n").replace(" \n      ", WRAP).replace(WRAP, " ")
    parts = FIELD.split(text)
    tags = parts[1::2]
    if parts[0] or not tags or len(tags) != text.count("\n"):
        return None
    if text.find("\nPMID", 1) > 0:
        return None
    return list(zip(tags, map(str.strip, parts[2::2]), strict=False))


GRAMMAR = Grammar(
    width=4,
    mark="- ",
    shape=re.compile(r"[A-Z]{2,4} {0,2}"),
    loose=re.compile(r"[ \t\ufeff]{0,4}([A-Z]{2,4})[ \t\xa0]{0,2}-[ \t\xa0]*(.*)$"),
    starts=frozenset({"PMID"}),
    gap_splits=True,
    end_mark="\n\n",
    quick=_quick_fields,
)


def _doi_of_location(value: str) -> str:
    """Return the DOI of a location or article id that is marked as one."""
    return normal_doi(value) if value.endswith("[doi]") else doi_in(value)


PLACES = {
    "PMID": Place("pmid", normal=normal_pmid),
    "PMC": Place("pmcid", normal=normal_pmcid),
    "TI": Place("title"),
    "BTI": Place("title", rank=1),
    "CTI": Place("title", rank=2),
    "AB": Place("abstract"),
    "JT": Place("venue"),
    "TA": Place("venue", rank=1),
    "VI": Place("volume"),
    "IP": Place("issue"),
    "PG": Place("pages"),
    "DP": Place("year", normal=year_in, says_more=True),
    "LID": Place("doi", normal=_doi_of_location),
    "AID": Place("doi", rank=1, normal=_doi_of_location),
    "SO": Place("doi", rank=2, normal=doi_in, says_more=True),
}
MANY = {"FAU": "authors", "OT": "terms", "PT": "types"}
START = re.compile(
    r"^[ \t\ufeff]{0,4}(?:PMID|STAT|OWN|PMCR?|FAU)[ \t]{0,2}-[ \t]*\S", re.MULTILINE
)


def read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    """Yield the records of a MEDLINE file."""
    name = source.path.name
    for number, entry in enumerate(entries(source, GRAMMAR, tally=tally), 1):
        yield _citation(entry, number=number, name=name)


def recognises(source: Source) -> bool:
    """Say whether a file begins like MEDLINE's tagged form."""
    return START.search(source.head) is not None


def _citation(entry: Entry, *, number: int, name: str) -> Citation:
    fields = entry.fields
    if entry.wrapped:
        fields = [(tag, value.replace("\n", " ")) for tag, value in fields]
    done = placed(fields, single=PLACES, many=MANY)
    single, many, raw = done
    kind = kind_of_types(many["types"])
    keep_types(raw, many["types"], kind)
    _repeated(done, "TI", "title")
    _repeated(done, "AB", "abstract")
    authors = _authors(done)
    headings = tuple(value for tag, value in raw if tag == "MH")
    kept = tuple(take_notes(single, raw, tag="GN", prefix=PREFIX))
    return as_citation(
        single,
        record_id=single.get("pmid") or _own_id(raw) or str(number),
        kind=kind,
        authors=authors,
        keywords=headings + tuple(many["terms"]),
        source=name,
        raw=kept,
    )


def _repeated(done: Placed, tag: str, name: str) -> None:
    """Join what other programs break into several fields of the same tag."""
    more = [field for field in done.raw if field[0] == tag]
    for field in more:
        done.raw.remove(field)
        if field[1] not in done.single[name]:
            done.single[name] += f" {field[1]}"


def _authors(done: Placed) -> tuple[str, ...]:
    """Return full names, and short ones of authors that have no other."""
    full = done.many["authors"]
    short = [field for field in done.raw if field[0] == "AU"]
    if len(short) > len(full):
        known = {_surname(name, at=",") for name in full}
        new = [field for field in short if _surname(field[1], at=" ") not in known]
        for field in new:
            done.raw.remove(field)
        return (*full, *(value for _, value in new))
    return tuple(full)


def _surname(name: str, *, at: str) -> str:
    family, _, rest = name.partition(",") if at == "," else name.rpartition(" ")
    return (family or rest).strip().casefold()


def _own_id(raw: list[tuple[str, str]]) -> str:
    """Return the first number that stands for a record without a PubMed id."""
    return next((value for tag, value in raw if tag in ("PMID", "OID")), "")


NBIB = Format(
    name="nbib",
    title="MEDLINE/PubMed (nbib)",
    endings=(".nbib", ".medline"),
    recognises=recognises,
    read=read,
    write=write,
)
