"""Rules that link two records, and guards that keep them apart."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from thresher.arrays import Scores
from thresher.records.duplicates.evidence import CLOSE, FARTHEST, NEAR, SAME, Evidence
from thresher.records.duplicates.names import AGREE, DIFFER, PARTLY, UNKNOWN
from thresher.records.duplicates.relations import NO_YEAR, Bits, Levels

__all__ = ["Verdicts", "verdicts"]

WEIGHTS = np.array([4.0, 3.0, 2.0, 2.0, 1.0, 1.0, 1.0, 1.0])
EXACT = 100.0
NOT_KNOWN = 0.5  # what a field that says nothing adds to the score


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Verdicts:
    """What becomes of each pair, and which guards speak against it."""

    certain: Bits
    maybe: Bits
    guards: Mapping[str, Bits]
    score: Scores


def verdicts(seen: Evidence) -> Verdicts:
    """Verdict on each pair: certain, maybe, or neither."""
    guards = _guards(seen)
    free = ~np.logical_or.reduce(list(guards.values()))
    certain = free & (_same_id(seen) | _placed_alike(seen) | _told_alike(seen))
    maybe = ~certain & _worth_a_look(seen)
    return Verdicts(certain=certain, maybe=maybe, guards=guards, score=_scores(seen))


def _same(seen: Evidence) -> Bits:
    return seen.likeness >= SAME


def _close(seen: Evidence) -> Bits:
    return (seen.likeness >= CLOSE) | seen.within


def _near(seen: Evidence) -> Bits:
    return (seen.likeness >= NEAR) | seen.within


def _placed(seen: Evidence) -> Bits:
    """Return pairs on one page of one volume, as far as is known."""
    placed = (seen.page == AGREE) & (seen.volume != DIFFER) & (seen.gap <= 1)
    return placed & ((seen.volume == AGREE) | (seen.year_gap == 0))


def _identified(seen: Evidence) -> Bits:
    """Return pairs with one identifier and one title."""
    title = (seen.likeness >= EXACT) | (_close(seen) & (seen.page != DIFFER))
    return seen.same_id & title


def _one_text(seen: Evidence) -> Bits:
    """Return pairs with one abstract, author, venue, year, and a title that fits."""
    signed = _close(seen) & (seen.author == AGREE)
    unsigned = _same(seen) & (seen.author == UNKNOWN) & (seen.volume == AGREE)
    text = (seen.abstract == AGREE) & (seen.venue == AGREE) & (seen.year_gap == 0)
    return text & (signed | unsigned)


def _same_id(seen: Evidence) -> Bits:
    """Rule: an identifier, with the title or with page and author."""
    placed = (seen.page == AGREE) & (seen.author >= PARTLY) & _near(seen)
    return _identified(seen) | (seen.same_id & (seen.untitled | placed))


def _placed_alike(seen: Evidence) -> Bits:
    """Rule: one page of one volume, with a title that fits and no other author."""
    by_author = _near(seen) & (seen.author >= PARTLY)
    by_title = _close(seen) & (seen.author == UNKNOWN)
    overlapping = (seen.page == PARTLY) & (seen.volume == AGREE) & (seen.gap <= 1)
    signed = _close(seen) & (seen.author == AGREE)
    return (_placed(seen) & (by_author | by_title | _same(seen))) | (overlapping & signed)


def _told_alike(seen: Evidence) -> Bits:
    """Rule: a telling title and its author, with nothing known against it."""
    told = _same(seen) & seen.telling & (seen.author == AGREE)
    this_year = (seen.year_gap == 0) & (seen.venue != DIFFER)
    next_year = (seen.year_gap == 1) & (seen.venue == AGREE)
    published = seen.preprint & (seen.gap < FARTHEST)
    free = seen.abstract != DIFFER
    return (told & free & (this_year | next_year | published)) | _one_text(seen)


def _guards(seen: Evidence) -> dict[str, Bits]:
    """Return what keeps pairs apart, in words."""
    placed = _placed(seen) & (seen.author != DIFFER)
    mirrored = (placed & _same(seen) & (seen.volume == AGREE)) | _one_text(seen)
    identified = _identified(seen)
    elsewhere = (seen.venue != AGREE) & (seen.page != AGREE)
    years = seen.gap > np.where(seen.preprint, FARTHEST - 1, 1)
    doi = (seen.doi == DIFFER) & (seen.pmid != AGREE) & ~seen.preprint
    return {
        "different DOIs": doi & ~mirrored,
        "different PMIDs": (seen.pmid == DIFFER) & (seen.doi != AGREE) & ~mirrored,
        "years more than one apart": years & ~identified,
        "numbered differently": seen.numbered_apart,
        "one corrects or comments": seen.stance & ~placed,
        "one from a conference": seen.gathering & elsewhere & ~identified,
        "different pages": seen.other_place & ~identified & ~seen.preprint,
        "different issues": (seen.issue == DIFFER) & ~seen.telling & ~identified,
    }


def _worth_a_look(seen: Evidence) -> Bits:
    """Return pairs that a person should decide on."""
    return seen.same_id | _signed_look(seen) | _unsigned_look(seen)


def _signed_look(seen: Evidence) -> Bits:
    """Return pairs with shared authors and titles, or pages, that fit."""
    known = seen.author >= PARTLY
    elsewhere = seen.other_place & ((seen.venue == DIFFER) | (seen.author != AGREE))
    like = seen.likeness >= CLOSE
    alike = (like | (seen.within & ~elsewhere)) & (seen.gap <= 1)
    later = _same(seen) & seen.telling
    near = _near(seen) & (seen.year_gap == 0) & ~seen.other_place
    return known & (alike | later | near | (_placed(seen) & (seen.volume == AGREE)))


def _unsigned_look(seen: Evidence) -> Bits:
    """Return pairs whose authors are not known, or differ, but the rest fits."""
    volume = (seen.volume == AGREE) & (seen.venue == AGREE) & _same(seen)
    unsigned = _close(seen) & seen.telling & (seen.author == UNKNOWN)
    resigned = _same(seen) & seen.telling & ~seen.other_place & ~seen.ids_differ
    resigned &= seen.venue != DIFFER
    return (unsigned | resigned | volume) & (seen.gap <= 1)


def _scores(seen: Evidence) -> Scores:
    """Return the weighted share of fields that agree, 0.5 where nothing is known."""
    year = np.select(
        [seen.year_gap == NO_YEAR, seen.year_gap <= 1], [NOT_KNOWN, 1 - seen.gap / 4]
    )
    identifiers = np.where(seen.same_id, AGREE, np.minimum(seen.doi, seen.pmid))
    shares = [
        np.where(seen.untitled, NOT_KNOWN, seen.likeness / 100),
        _share(identifiers),
        _share(seen.author),
        _share(seen.page),
        _share(seen.volume),
        _share(seen.venue),
        _share(seen.abstract),
        year,
    ]
    score: Scores = np.round(WEIGHTS @ np.stack(shares) / WEIGHTS.sum(), 4)
    return score


def _share(levels: Levels) -> Scores:
    """Return 1 for agreement, 0 for difference, between for what is between."""
    shares: Scores = np.select(
        [levels == AGREE, levels == PARTLY, levels == UNKNOWN], [1.0, 0.75, NOT_KNOWN]
    )
    return shares
