"""Citation links: the works that a record cites, and its own names."""

import json
import re
from collections.abc import Iterator

from thresher.records.citation import Citation

__all__ = ["own_names", "works_cited"]

FIELDS = frozenset(
    {
        "referenced_works",
        "references",
        "reference",
        "cited references",
        "cited_references",
        "cr",
    }
)  # as OpenAlex, Scopus and Web of Science call the list of references
DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>|;,\]]+", re.IGNORECASE)
OPENALEX = re.compile(r"\bw\d{3,}\b", re.IGNORECASE)
PMID = re.compile(r"(?:pmid:?\s*|pubmed\.ncbi\.nlm\.nih\.gov/)(\d{1,9})", re.IGNORECASE)
LETTERS = re.compile(r"\W+")


def works_cited(citation: Citation) -> tuple[str, ...]:
    """Return the works in a record's reference list, by identifier where it has one.

    Examples
    --------
    >>> raw = (("CR", "Ito K, 2010, SLEEP, V1, DOI 10.1234/A"), ("CR", "Anon, 1999"))
    >>> works_cited(Citation(id="1", raw=raw))
    ('10.1234/a', 'anon 1999')
    >>> raw = (("referenced_works", '["https://openalex.org/W123"]'),)
    >>> works_cited(Citation(id="1", raw=raw))
    ('w123',)
    """
    found: dict[str, None] = {}
    for name, value in citation.raw:
        if name.casefold() in FIELDS:
            for one in _listed(value):
                found |= dict.fromkeys(_works(one))
    return tuple(found)


def own_names(citation: Citation) -> tuple[str, ...]:
    """Return the identifiers by which others may cite a record."""
    doi = DOI.search(citation.doi)
    openalex = OPENALEX.search(citation.openalex_id)
    found = [
        doi.group().casefold() if doi else "",
        openalex.group().casefold() if openalex else "",
        f"pmid {citation.pmid}" if citation.pmid else "",
    ]
    return tuple(name for name in found if name)


def _listed(value: str) -> Iterator[str]:
    """Yield the entries of a list, however it is written into a field."""
    if value.lstrip().startswith("["):
        try:
            yield from [str(one) for one in json.loads(value)]
        except (ValueError, RecursionError):  # no list after all
            pass
        else:
            return
    yield from re.split(r"[;|\n]", value)


def _works(entry: str) -> list[str]:
    """Return what to know cited works by: DOI, OpenAlex, PubMed, or the words."""
    found = [f"pmid {number}" for number in PMID.findall(entry)]
    found += [doi.rstrip(".").casefold() for doi in DOI.findall(entry)]
    found += [work.casefold() for work in OPENALEX.findall(entry)]
    words = LETTERS.sub(" ", entry).strip().casefold()
    return found or [words] * bool(words)
