"""Rules that link two records, and guards that keep them apart."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from thresher.arrays import Scores
from thresher.records.duplicates.evidence import CLOSE, FARTHEST, NEAR, SAME, Evidence
from thresher.records.duplicates.names import AGREE, PARTLY
from thresher.records.duplicates.relations import (
    NO_YEAR,
    Bits,
    Levels,
    agrees,
    differs,
    unknown,
)

__all__ = ["Verdicts", "verdicts"]

WEIGHTS = np.array([4.0, 3.0, 2.0, 2.0, 1.0, 1.0, 1.0, 1.0])
EXACT = 100.0
NOT_KNOWN = 0.5  # what a field that says nothing adds to the score


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Verdicts:
    """What becomes of each pair, and which guards speak against it."""

    certain: Bits
    maybe: Bits
    guarded: Bits
    guards: Mapping[str, Bits]
    score: Scores


def verdicts(seen: Evidence) -> Verdicts:
    """Verdict on each pair: certain, maybe, or neither."""
    guards = _guards(seen)
    guarded: Bits = np.logical_or.reduce(list(guards.values()))
    certain = _same_id(seen) | _placed_alike(seen) | _told_alike(seen)
    certain &= ~guarded
    return Verdicts(
        certain=certain,
        maybe=~certain & _worth_a_look(seen),
        guarded=guarded,
        guards=guards,
        score=_scores(seen),
    )


def _same(seen: Evidence) -> Bits:
    return seen.likeness >= SAME


def _close(seen: Evidence) -> Bits:
    return (seen.likeness >= CLOSE) | seen.within


def _near(seen: Evidence) -> Bits:
    return (seen.likeness >= NEAR) | seen.within


def _years_apart(seen: Evidence, years: int) -> Bits:
    known: Bits = seen.year_gap == years
    return known


def _signed(seen: Evidence) -> Bits:
    """Return pairs with authors in common."""
    shared: Bits = seen.author >= PARTLY
    return shared


def _placed(seen: Evidence) -> Bits:
    """Return pairs on one page of one volume, as far as is known."""
    placed = agrees(seen.page) & ~differs(seen.volume) & (seen.gap <= 1)
    return placed & (agrees(seen.volume) | _years_apart(seen, 0))


def _identified(seen: Evidence) -> Bits:
    """Return pairs with one identifier and one title."""
    title = (seen.likeness >= EXACT) | (_close(seen) & ~differs(seen.page))
    return seen.same_id & title


def _one_text(seen: Evidence) -> Bits:
    """Return pairs with one abstract, author, venue and year; the title may be cut."""
    title = (seen.likeness >= EXACT) | seen.within
    signed = agrees(seen.author) & agrees(seen.venue) & _years_apart(seen, 0)
    return title & signed & agrees(seen.abstract)


def _in_one_issue(seen: Evidence) -> Bits:
    """Return pairs with one telling title and first author in one issue.

    An erratum or the article after its abstract comes in a later issue, a reply has
    another author, and a series numbers its titles: a page that differs is a slip.
    """
    title = (seen.likeness >= EXACT) & seen.telling & ~differs(seen.abstract)
    issue = agrees(seen.venue) & agrees(seen.volume) & agrees(seen.issue)
    return title & issue & agrees(seen.author) & _years_apart(seen, 0)


def _same_id(seen: Evidence) -> Bits:
    """Rule: an identifier, with the title or with page and author."""
    placed = agrees(seen.page) & _signed(seen) & _near(seen)
    return _identified(seen) | (seen.same_id & (seen.untitled | placed))


def _placed_alike(seen: Evidence) -> Bits:
    """Rule: one page of one volume, with a title that fits and no other author."""
    by_author = _near(seen) & _signed(seen)
    by_title = _close(seen) & unknown(seen.author)
    overlapping = (seen.page >= PARTLY) & agrees(seen.volume) & (seen.gap <= 1)
    signed = _close(seen) & agrees(seen.author)
    return (_placed(seen) & (by_author | by_title | _same(seen))) | (
        overlapping & signed
    )


def _told_alike(seen: Evidence) -> Bits:
    """Rule: the title with author or abstract, and nothing known against it.

    Unless volume and venue agree as well, the title must be the same to the letter: one
    word makes another trial. Without the abstract it must also tell much.
    """
    exact = seen.likeness >= EXACT
    telling = exact & seen.telling & ~differs(seen.abstract)
    volume = _same(seen) & seen.telling & agrees(seen.volume) & agrees(seen.venue)
    by_author = (telling | volume) & agrees(seen.author)
    by_abstract = exact & agrees(seen.abstract) & ~differs(seen.author)
    no_year = _years_apart(seen, NO_YEAR) & agrees(seen.abstract)
    this_year = (_years_apart(seen, 0) | no_year) & ~differs(seen.venue)
    next_year = _years_apart(seen, 1) & agrees(seen.venue)
    published = seen.preprint & (seen.gap < FARTHEST) & agrees(seen.author)
    in_time = this_year | next_year | published
    return ((by_author | by_abstract) & in_time) | _one_text(seen)


def _guards(seen: Evidence) -> dict[str, Bits]:
    """Return what keeps pairs apart, in words."""
    placed = _placed(seen) & ~differs(seen.author)
    mirrored = (placed & _same(seen) & agrees(seen.volume)) | _one_text(seen)
    identified = _identified(seen)
    elsewhere = ~agrees(seen.page) & ~agrees(seen.venue)
    moved = seen.other_place & (differs(seen.page) | ~_one_text(seen))
    moved &= ~identified & ~seen.preprint & ~_in_one_issue(seen)
    years = seen.gap > np.where(seen.preprint, FARTHEST - 1, 1)
    doi = differs(seen.doi) & ~agrees(seen.pmid) & ~seen.preprint
    return {
        "different DOIs": doi & ~mirrored,
        "different PMIDs": differs(seen.pmid) & ~agrees(seen.doi) & ~mirrored,
        "years more than one apart": years & ~identified,
        "numbered differently": seen.numbered_apart,
        "one corrects or comments": seen.stance & ~placed,
        "one from a conference": seen.gathering & elsewhere & ~identified,
        "different pages": moved,
        "different issues": differs(seen.issue) & ~seen.telling & ~identified,
    }


def _worth_a_look(seen: Evidence) -> Bits:
    """Return pairs that a person should decide on.

    Different titles by different people are no question even with one DOI: whole
    supplements of abstracts share one.
    """
    shared_id = seen.same_id & (_near(seen) | ~differs(seen.author))
    return shared_id | _signed_look(seen) | _unsigned_look(seen)


def _signed_look(seen: Evidence) -> Bits:
    """Return pairs with shared authors and titles, or pages, that fit."""
    elsewhere = seen.other_place & (differs(seen.venue) | ~agrees(seen.author))
    like = seen.likeness >= CLOSE
    alike = (like | (seen.within & ~elsewhere)) & (seen.gap <= 1)
    later = _same(seen) & seen.telling
    near = _near(seen) & _years_apart(seen, 0) & ~seen.other_place
    return _signed(seen) & (
        alike | later | near | (_placed(seen) & agrees(seen.volume))
    )


def _unsigned_look(seen: Evidence) -> Bits:
    """Return pairs whose authors are not known, or differ, but the rest fits."""
    volume = _same(seen) & agrees(seen.volume) & agrees(seen.venue)
    unsigned = _close(seen) & seen.telling & unknown(seen.author)
    resigned = _same(seen) & seen.telling & ~seen.other_place & ~seen.ids_differ
    resigned &= ~differs(seen.venue)
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
    shares = np.select(
        [agrees(levels), unknown(levels), differs(levels)], [1.0, NOT_KNOWN, 0.0], 0.75
    )
    return shares.astype(np.float64)
