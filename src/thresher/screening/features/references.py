"""Links between records: the works they cite, and whether they cite each other."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.screening.features.matrix import Features

__all__ = ["References", "cited_by"]

FIELDS = frozenset(
    {"referenced_works", "references", "cited_references", "cited references", "cr"}
)  # OpenAlex, Scopus, Web of Science and tables made from them
WORK = re.compile(r"\bw\d{4,}\b|\b10\.\d{4,9}/[^\s;,|\]]+")
BETWEEN = re.compile(r"[;|\n]")


@dataclass(frozen=True, slots=True, kw_only=True)
class References:
    r"""Cited works as terms, weighed like words; a pile without any has none.

    Parameters
    ----------
    most_common
        Works that more than this share of the records cite are left out.

    Notes
    -----
    A record that others of the pile cite also holds itself as a term, so that it
    resembles those that cite it. A work cited by :math:`d` of :math:`n` records weighs
    :math:`\ln((1 + n)/(1 + d)) + 1`, and each row with a reference has length 1.

    Examples
    --------
    >>> cites = (("referenced_works", "W2001 W2002"),)
    >>> pile = [Citation(id="1", raw=cites), Citation(id="2", openalex_id="W2001")]
    >>> References(most_common=1.0)(pile).matrix.toarray().round(3)
    array([[0.58],
           [1.  ]], dtype=float32)
    """

    most_common: float = 0.5

    def __post_init__(self) -> None:
        if not 0 < self.most_common <= 1:
            raise InputError(f"most_common must be in (0, 1], got {self.most_common}")

    def __call__(self, citations: Sequence[Citation]) -> Features:
        """Return the works of a whole pile, one row a citation."""
        numbers: dict[str, int] = {}
        works = [
            [numbers.setdefault(work, len(numbers)) for work in cited_by(citation)]
            for citation in citations
        ]
        own = (
            [numbers[name] for name in _names(citation) if name in numbers][:1]
            for citation in citations
        )
        rows = [
            [*dict.fromkeys([*one, *me])] for one, me in zip(works, own, strict=True)
        ]
        return self._weighed(rows, names=[*numbers])

    def _weighed(self, rows: Sequence[Sequence[int]], *, names: list[str]) -> Features:
        size = len(rows)
        lengths = np.array([len(row) for row in rows], dtype=np.intp)
        record = np.repeat(np.arange(size), lengths)
        work = np.array([one for row in rows for one in row], dtype=np.intp)
        spread = np.bincount(work, minlength=len(names))
        kept = spread <= self.most_common * size
        weights = np.where(kept, np.log((1 + size) / (1 + spread)) + 1, 0.0)[work]
        square = _sums(record, weights**2, records=size)
        weights /= np.sqrt(np.where(square == 0, 1, square))[record]
        alone = weights * (spread == 1)[work]
        shared = np.flatnonzero(kept & (spread > 1))
        entry = (kept & (spread > 1))[work]
        column = np.searchsorted(shared, work[entry])
        return Features(
            matrix=csr_array(
                (weights[entry].astype(np.float32), (record[entry], column)),
                shape=(size, shared.size),
            ),
            alone_square=_sums(record, alone**2, records=size),
            alone_sum=_sums(record, alone, records=size),
            alone_terms=int(np.count_nonzero(spread == 1)),
            terms=[f"cites {names[at]}" for at in shared.tolist()],
        )


def _sums(
    record: NDArray[np.intp], values: NDArray[np.float64], *, records: int
) -> NDArray[np.float64]:
    """Return the sum of the values of each record."""
    sums = np.bincount(record, weights=values, minlength=records)
    return sums.astype(np.float64, copy=False)


def cited_by(citation: Citation) -> list[str]:
    """Works that a citation cites, each once: OpenAlex ids, DOIs, or else as printed.

    Examples
    --------
    >>> cited_by(Citation(id="1", raw=(("CR", "Ito K, 2001; Ma J, DOI 10.1000/X1"),)))
    ['ito k, 2001', '10.1000/x1']
    """
    found = (
        work
        for name, value in citation.raw
        if name.strip().casefold() in FIELDS
        for work in _works(value.casefold())
    )
    return [*dict.fromkeys(found)]


def _works(text: str) -> Iterator[str]:
    for piece in BETWEEN.split(text):
        known = WORK.findall(piece)
        if known:
            yield from known
        elif piece.strip():
            yield " ".join(piece.split())


def _names(citation: Citation) -> Iterator[str]:
    """Names under which others may cite this record."""
    for name in (citation.openalex_id, citation.doi):
        if name:
            yield name.casefold().rsplit("openalex.org/", 1)[-1]
