"""Citation links as features: works that records cite, and records cited."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from thresher.arrays import Indices, Scores
from thresher.records.citation import Citation
from thresher.screening.features.matrix import Features

__all__ = ["Links", "own_names", "works_cited"]

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    r"""Works in the reference lists, weighed by how seldom they are cited.

    Notes
    -----
    Each work is a term, as a word is for TF-IDF. A record has the terms of the works it
    cites, and its own. Two records share a term if they cite the same work
    (bibliographic coupling), or if one cites the other (direct citation). A work that
    :math:`d` of :math:`n` records have weighs :math:`\ln((1 + n)/(1 + d)) + 1`; rows
    have length 1. A record without links has an empty row; then only text ranks it.
    """

    def __call__(self, citations: Sequence[Citation]) -> Features:
        """Return the weights of a whole pile.

        Examples
        --------
        >>> cites = (("referenced_works", "W100; W200"),)
        >>> pile = [Citation(id="1", raw=cites), Citation(id="2", openalex_id="W100")]
        >>> (Links()(pile).matrix.toarray() > 0).tolist()
        [[True], [True]]
        """
        rows, works = _entries(citations)
        _, terms = np.unique(works, return_inverse=True)
        return _weighed(rows, terms, records=len(citations))


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
                if work := _work(one):
                    found[work] = None
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


def _entries(citations: Sequence[Citation]) -> tuple[Indices, Indices]:
    """Return row and work of each link; works of one record are one, by any name."""
    number: dict[str, int] = {}
    cited = [works_cited(citation) for citation in citations]
    for row, citation in enumerate(citations):
        for name in own_names(citation):
            number.setdefault(name, row)
    links: set[tuple[int, int]] = set()
    for row, works in enumerate(cited):
        for work in works:
            at = number.setdefault(work, len(citations) + len(number))
            links.add((row, at))
            if at < len(citations):  # a record of the pile is cited
                links.add((at, at))
    table = np.array(sorted(links), dtype=np.intp).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def _weighed(rows: Indices, terms: Indices, *, records: int) -> Features:
    spread = np.bincount(terms, minlength=1)
    weights = (np.log((1 + records) / (1 + spread)) + 1)[terms]
    square = _sums(rows, weights * weights, records=records)
    weights = weights / np.sqrt(np.where(square == 0, 1.0, square))[rows]
    shared = spread[terms] > 1
    alone = np.where(shared, 0.0, weights)
    column = np.cumsum(spread > 1) - 1
    entries = (
        weights[shared].astype(np.float32),
        (rows[shared], column[terms[shared]]),
    )
    columns = max(1, int(np.count_nonzero(spread > 1)))
    return Features(
        matrix=csr_array(entries, shape=(records, columns)),
        alone_square=_sums(rows, alone * alone, records=records),
        alone_sum=_sums(rows, alone, records=records),
        alone_terms=int(np.count_nonzero(spread == 1)),
    )


def _sums(rows: Indices, values: Scores, *, records: int) -> Scores:
    """Return the sum of the values of each record."""
    sums = np.bincount(rows, weights=values, minlength=records)
    return sums.astype(np.float64, copy=False)


def _listed(value: str) -> Iterator[str]:
    """Yield the entries of a list, however it is written into a field."""
    if value.lstrip().startswith("["):
        try:
            yield from (str(one) for one in json.loads(value))
        except ValueError:
            pass
        else:
            return
    yield from re.split(r"[;|\n]", value)


def _work(entry: str) -> str:
    """Return what to know a cited work by: DOI, OpenAlex, PubMed, or its words."""
    if found := DOI.search(entry):
        return found.group().rstrip(".").casefold()
    if found := OPENALEX.search(entry):
        return found.group().casefold()
    if found := PMID.search(entry):
        return f"pmid {found.group(1)}"
    return LETTERS.sub(" ", entry).strip().casefold()
