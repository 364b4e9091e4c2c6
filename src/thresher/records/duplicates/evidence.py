"""What the fields of two records say about their being one publication."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from thresher.records.citation import Citation
from thresher.records.duplicates.columns import Codes, Columns
from thresher.records.duplicates.names import (
    PARTLY,
    UNKNOWN,
    authors_agree,
    venues_agree,
)
from thresher.records.duplicates.relations import (
    NO_YEAR,
    Bits,
    Levels,
    abstracts_agree,
    agrees,
    codes_agree,
    differs,
    dois_agree,
    numbered_apart,
    numbers_agree,
    pages_agree,
    titles_alike,
    unknown,
    year_gaps,
)

__all__ = [
    "CLOSE",
    "FARTHEST",
    "NEAR",
    "SAME",
    "Evidence",
    "evidence",
    "linkable_evidence",
]

NEAR, CLOSE, SAME = 75.0, 90.0, 97.0  # likeness of titles in percent
FARTHEST = 3  # years between records that are still worth a look


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Evidence:
    """What each field says, one entry a pair: for it, nothing, or against it.

    Parameters
    ----------
    first, second
        Positions of the two records.
    likeness
        Likeness of their titles in percent; 0 below 70 and where one is missing.
    untitled, within, telling, numbered_apart
        A title is missing; one is the start or end of the other; both are long
        enough to tell papers apart; they carry different numbers.
    stance, preprint, gathering
        Only one of the two corrects or comments on a text, is on a preprint server,
        or is of a conference.
    version
        Their DOIs differ by the number of the version.
    """

    first: Codes
    second: Codes
    likeness: NDArray[np.float64]
    untitled: Bits
    within: Bits
    telling: Bits
    numbered_apart: Bits
    stance: Bits
    preprint: Bits
    gathering: Bits
    version: Bits
    year_gap: Codes
    page: Levels
    volume: Levels
    issue: Levels
    doi: Levels
    pmid: Levels
    other_id: Levels
    author: Levels
    venue: Levels
    abstract: Levels

    @property
    def same_id(self) -> Bits:
        """Pairs that share an identifier of the outside world."""
        return agrees(self.doi) | agrees(self.pmid) | agrees(self.other_id)

    @property
    def ids_differ(self) -> Bits:
        """Pairs whose identifiers differ, and none agrees."""
        return (differs(self.doi) | differs(self.pmid)) & ~self.same_id

    @property
    def other_place(self) -> Bits:
        """Pairs that stand on different pages, or in different volumes."""
        return differs(self.page) | (differs(self.volume) & unknown(self.page))

    @property
    def gap(self) -> Codes:
        """Years between the two, 0 where that is not known."""
        return np.where(self.year_gap == NO_YEAR, 0, self.year_gap)

    def where(self, chosen: Bits) -> "Evidence":
        """Evidence of the chosen pairs only."""
        parts = {f.name: getattr(self, f.name)[chosen] for f in fields(self)}
        return Evidence(**parts)


def evidence(
    citations: Sequence[Citation], table: Columns, *, first: Codes, second: Codes
) -> Evidence:
    """Evidence for pairs of records: all fields, for all pairs given."""
    seen = _with_authors(_quick_fields(table, first, second), citations)
    return _with_texts(seen, citations)


def linkable_evidence(
    citations: Sequence[Citation], table: Columns, *, first: Codes, second: Codes
) -> Evidence:
    """Evidence for those pairs which some rule could link; dearer fields come last."""
    near = _near_in_time(table, first, second)
    seen = _quick_fields(table, first[near], second[near])
    seen = _with_authors(seen.where(_fit(seen)), citations)
    return _with_texts(seen.where(_fit_with_authors(seen)), citations)


def _near_in_time(table: Columns, first: Codes, second: Codes) -> Bits:
    """Return which pairs are few years apart, or have an identifier in common."""
    gap = year_gaps(table, first, second)
    near: Bits = (gap <= FARTHEST) | (gap == NO_YEAR)
    for codes in (table.doi_root, table.pmid, table.other_id):
        near |= agrees(codes_agree(codes, first, second))
    return near


def _quick_fields(table: Columns, first: Codes, second: Codes) -> Evidence:
    """Return evidence without authors, venues and abstracts."""
    likeness, within = titles_alike(table, first, second)
    alike = (likeness >= NEAR) | within
    doi = dois_agree(table, first, second, among=alike)
    nothing = np.full(first.size, UNKNOWN, dtype=np.int8)
    return Evidence(
        first=first,
        second=second,
        likeness=likeness,
        untitled=(table.title[first] == 0) | (table.title[second] == 0),
        within=within,
        telling=table.telling[first] & table.telling[second],
        numbered_apart=numbered_apart(table, first, second, among=alike),
        stance=table.stance[first] != table.stance[second],
        preprint=table.preprint[first] != table.preprint[second],
        gathering=table.gathering[first] != table.gathering[second],
        version=agrees(doi) & (table.doi[first] != table.doi[second]),
        year_gap=year_gaps(table, first, second),
        page=pages_agree(table, first, second),
        volume=numbers_agree(table.volume, first, second),
        issue=numbers_agree(table.issue, first, second),
        doi=doi,
        pmid=codes_agree(table.pmid, first, second),
        other_id=codes_agree(table.other_id, first, second),
        author=nothing,
        venue=nothing,
        abstract=nothing,
    )


def _fit(seen: Evidence) -> Bits:
    """Return which pairs any rule could link, whatever the other fields say."""
    alike = (seen.likeness >= CLOSE) | seen.within
    near = (seen.likeness >= NEAR) & ~seen.ids_differ & ~seen.other_place
    placed = agrees(seen.page) & ~differs(seen.volume)
    near_by = (near | placed) & (seen.gap <= 1)
    return seen.same_id | near_by | (alike & (seen.gap <= FARTHEST))


def _fit_with_authors(seen: Evidence) -> Bits:
    """Return which pairs any rule could link, now that the authors are known."""
    close = (seen.likeness >= CLOSE) | seen.within
    unsigned = close & unknown(seen.author)
    signed: Bits = seen.author >= PARTLY
    return signed | unsigned | seen.same_id | (seen.likeness >= SAME)


def _with_authors(seen: Evidence, citations: Sequence[Citation]) -> Evidence:
    agree = _compared(
        seen, citations, by=lambda a, b: authors_agree(a.authors, b.authors)
    )
    return replace(seen, author=agree)


def _with_texts(seen: Evidence, citations: Sequence[Citation]) -> Evidence:
    """Return evidence with venues and abstracts compared as well."""
    return replace(
        seen,
        venue=_compared(
            seen, citations, by=lambda a, b: venues_agree(a.venue, b.venue)
        ),
        abstract=_compared(
            seen, citations, by=lambda a, b: abstracts_agree(a.abstract, b.abstract)
        ),
    )


def _compared(
    seen: Evidence,
    citations: Sequence[Citation],
    *,
    by: Callable[[Citation, Citation], int],
) -> Levels:
    pairs = zip(seen.first.tolist(), seen.second.tolist(), strict=True)
    return np.array([by(citations[a], citations[b]) for a, b in pairs], dtype=np.int8)
