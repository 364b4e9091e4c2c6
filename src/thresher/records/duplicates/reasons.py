"""Links made of evidence and verdicts, with their reasons in words."""

from collections.abc import Iterator, Sequence

import numpy as np

from thresher.records.citation import Citation
from thresher.records.duplicates.evidence import SAME, Evidence
from thresher.records.duplicates.link import Band, Link
from thresher.records.duplicates.names import AGREE, DIFFER, PARTLY
from thresher.records.duplicates.verdict import Verdicts

__all__ = ["link_at", "links_of"]


def links_of(
    seen: Evidence, said: Verdicts, citations: Sequence[Citation]
) -> Iterator[Link]:
    """Yield a link for each pair that is certain or worth a look."""
    for at in np.flatnonzero(said.certain | said.maybe).tolist():
        band: Band = "certain" if said.certain[at] else "maybe"
        yield link_at(at, seen, said, band=band, citations=citations)


def link_at(
    at: int,
    seen: Evidence,
    said: Verdicts,
    *,
    band: Band,
    citations: Sequence[Citation],
) -> Link:
    """Return the link of pair `at` of the evidence."""
    first, second = int(seen.first[at]), int(seen.second[at])
    guards = tuple(name for name, bits in said.guards.items() if bits[at])
    agrees = [_ids(seen, at), _title(seen, at), _years(citations, first, second)]
    told = ", ".join(filter(None, [*agrees, *_agreeing(seen, at)]))
    against = [*guards, *_differing(seen, at)]
    return Link(
        first=first,
        second=second,
        band=band,
        score=float(said.score[at]),
        reason=f"{told}; but {', '.join(against)}" if against else told,
        flags=_flags(seen, at),
        guards=guards,
    )


def _ids(seen: Evidence, at: int) -> str:
    doi = "same DOI up to its version" if seen.version[at] else "same DOI"
    named = ((doi, seen.doi), ("same PMID", seen.pmid), ("same record", seen.other_id))
    return ", ".join(name for name, levels in named if levels[at] == AGREE)


def _title(seen: Evidence, at: int) -> str:
    if seen.untitled[at]:
        return "no title to compare"
    if seen.likeness[at] >= SAME:
        return "same title"
    if seen.within[at]:
        return "one title within the other"
    if seen.likeness[at] == 0:
        return "different titles"
    return f"titles {seen.likeness[at]:.0f} % alike"


def _years(citations: Sequence[Citation], first: int, second: int) -> str:
    ours, theirs = citations[first].year, citations[second].year
    if ours is None or theirs is None:
        return "year not known"
    if ours == theirs:
        return f"year {ours}"
    return f"years {min(ours, theirs)}/{max(ours, theirs)}"


def _agreeing(seen: Evidence, at: int) -> Iterator[str]:
    """Yield the fields besides ids, title and year that speak for the pair."""
    if seen.author[at] >= PARTLY:
        yield "first author" if seen.author[at] == AGREE else "shared authors"
    if seen.volume[at] == AGREE:
        yield "volume"
    if seen.page[at] >= PARTLY:
        yield "page" if seen.page[at] == AGREE else "overlapping pages"
    if seen.abstract[at] == AGREE:
        yield "abstract"


def _differing(seen: Evidence, at: int) -> Iterator[str]:
    """Yield the fields that speak against the pair without being guards."""
    if seen.author[at] == DIFFER:
        yield "different authors"
    if seen.abstract[at] == DIFFER:
        yield "different abstracts"
    if seen.venue[at] == DIFFER and seen.page[at] != AGREE:
        yield "different venues"


def _flags(seen: Evidence, at: int) -> tuple[str, ...]:
    flags = {
        "preprint": seen.preprint[at],
        "version": seen.version[at],
        "correction or comment": seen.stance[at],
        "conference": seen.gathering[at] and seen.venue[at] != AGREE,
        "two DOIs": seen.doi[at] == DIFFER,
    }
    return tuple(name for name, is_set in flags.items() if is_set)
