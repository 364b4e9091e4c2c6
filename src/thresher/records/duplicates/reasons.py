"""Reasons of a link, in words."""

from collections.abc import Iterator

from thresher.records.citation import Citation
from thresher.records.duplicates.evidence import SAME, Evidence
from thresher.records.duplicates.names import AGREE, DIFFER, PARTLY
from thresher.records.duplicates.verdict import Verdicts

__all__ = ["flags_of", "reason_of"]


def reason_of(seen: Evidence, said: Verdicts, at: int, *, years: str) -> str:
    """Return what agrees between the two records of pair `at`, and what does not."""
    agrees = ", ".join(_agreeing(seen, at, years=years))
    against = [name for name, bits in said.guards.items() if bits[at]]
    if seen.author[at] == DIFFER:
        against.append("different authors")
    if seen.abstract[at] == DIFFER:
        against.append("different abstracts")
    if seen.venue[at] == DIFFER and seen.page[at] != AGREE:
        against.append("different venues")
    return f"{agrees}; but {', '.join(against)}" if against else agrees


def _agreeing(seen: Evidence, at: int, *, years: str) -> Iterator[str]:
    if seen.doi[at] == AGREE:
        yield "same DOI up to its version" if seen.version[at] else "same DOI"
    if seen.pmid[at] == AGREE:
        yield "same PMID"
    if seen.other_id[at] == AGREE:
        yield "same PMCID or OpenAlex id"
    yield _title(seen, at)
    yield years
    if seen.author[at] >= PARTLY:
        yield "first author" if seen.author[at] == AGREE else "shared authors"
    for name, levels in (("volume", seen.volume), ("page", seen.page)):
        if levels[at] == AGREE:
            yield name
    if seen.abstract[at] == AGREE:
        yield "abstract"


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


def years_of(first: Citation, second: Citation) -> str:
    if first.year is None or second.year is None:
        return "year not known"
    if first.year == second.year:
        return f"year {first.year}"
    return "years " + "/".join(map(str, sorted((first.year, second.year))))


def flags_of(seen: Evidence, at: int) -> tuple[str, ...]:
    flags = {
        "preprint": seen.preprint[at],
        "version": seen.version[at],
        "correction or comment": seen.stance[at],
        "conference": seen.gathering[at] and seen.venue[at] != AGREE,
        "two DOIs": seen.doi[at] == DIFFER,
    }
    return tuple(name for name, is_set in flags.items() if is_set)
