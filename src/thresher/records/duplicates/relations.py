"""How two entries of one column stand to each other, for many pairs at once."""

from collections import Counter
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process
from rapidfuzz.distance import Postfix, Prefix

from thresher.records.duplicates.columns import Codes, Columns
from thresher.records.duplicates.names import AGREE, DIFFER, PARTLY, UNKNOWN
from thresher.records.duplicates.places import MISSING
from thresher.records.duplicates.wording import folded

__all__ = [
    "NO_YEAR",
    "Bits",
    "Levels",
    "abstracts_agree",
    "agrees",
    "codes_agree",
    "differs",
    "dois_agree",
    "numbered_apart",
    "numbers_agree",
    "pages_agree",
    "titles_alike",
    "unknown",
    "year_gaps",
]

Bits: TypeAlias = NDArray[np.bool_]
Levels: TypeAlias = NDArray[np.int8]  # AGREE, UNKNOWN or DIFFER

NO_YEAR = 99  # gap where a year is not known
UNLIKE = 70.0  # percent below which likeness is not worked out
SHORTEST_PART = 18  # characters of a title that may be the bare form of another
ABSTRACT = 600  # characters of abstracts that are compared
ALIKE, UNALIKE = 90.0, 50.0
FEWEST = 60  # characters below which an abstract says nothing


def agrees(levels: Levels) -> Bits:
    """Pairs for which a field speaks in full."""
    found: Bits = levels == AGREE
    return found


def differs(levels: Levels) -> Bits:
    """Pairs against which a field speaks."""
    found: Bits = levels == DIFFER
    return found


def unknown(levels: Levels) -> Bits:
    """Pairs of which a field says nothing."""
    found: Bits = levels == UNKNOWN
    return found


def codes_agree(codes: Codes, first: Codes, second: Codes) -> Levels:
    """Whether codes are equal; unknown where one record has none."""
    ours, theirs = codes[first], codes[second]
    return _levels(ours == theirs, known=(ours != 0) & (theirs != 0))


def numbers_agree(numbers: Codes, first: Codes, second: Codes) -> Levels:
    """Whether volumes or issues are equal; unknown where one is missing."""
    ours, theirs = numbers[first], numbers[second]
    return _levels(ours == theirs, known=(ours != MISSING) & (theirs != MISSING))


def pages_agree(table: Columns, first: Codes, second: Codes) -> Levels:
    """Whether first pages are equal; partly where the pages overlap.

    Where a first page is missing the last ones decide. The number of an electronic
    article and a printed page do not contradict each other.
    """
    starts = numbers_agree(table.first_page, first, second)
    ends = numbers_agree(table.last_page, first, second)
    begin = np.maximum(table.first_page[first], table.first_page[second])
    end = np.minimum(table.last_page[first], table.last_page[second])
    mixed = table.article_number[first] != table.article_number[second]
    levels: Levels = np.select(
        [starts == UNKNOWN, starts == AGREE, mixed, begin <= end],
        [np.maximum(ends, UNKNOWN), AGREE, UNKNOWN, PARTLY],
        default=DIFFER,
    ).astype(np.int8)
    return levels


def dois_agree(table: Columns, first: Codes, second: Codes, *, among: Bits) -> Levels:
    """Whether DOIs are equal up to their version; unknown where one is cut short.

    Only `among` these pairs are cut ones looked for.
    """
    agree = codes_agree(table.doi_root, first, second)
    for at in np.flatnonzero((agree == DIFFER) & among).tolist():
        ours, theirs = table.dois[first[at]], table.dois[second[at]]
        short, long = sorted((ours, theirs), key=len)
        if long.startswith(short) and not long[len(short)].isalnum():
            agree[at] = UNKNOWN
    return agree


def year_gaps(table: Columns, first: Codes, second: Codes) -> Codes:
    """Years between two records, `NO_YEAR` where one has none."""
    ours, theirs = table.year[first], table.year[second]
    known = (ours != MISSING) & (theirs != MISSING)
    return np.where(known, np.abs(ours - theirs), NO_YEAR)


def titles_alike(
    table: Columns, first: Codes, second: Codes
) -> tuple[NDArray[np.float64], Bits]:
    """Likeness of titles in percent, and whether one is an edge of the other.

    The likeness is 0 where a title is missing or they are unlike. An edge is the start
    or the end of the longer title, up to a word.
    """
    same = codes_agree(table.title, first, second)
    doubtful = np.flatnonzero(same == DIFFER)
    ours = [table.texts[at] for at in first[doubtful].tolist()]
    theirs = [table.texts[at] for at in second[doubtful].tolist()]
    alike = np.where(same == AGREE, 100.0, 0.0)
    alike[doubtful] = process.cpdist(
        ours, theirs, scorer=fuzz.ratio, score_cutoff=UNLIKE
    )
    within = np.zeros(first.size, dtype=np.bool_)
    within[doubtful] = _edges(ours, theirs)
    return alike, within


def _edges(ours: list[str], theirs: list[str]) -> Bits:
    """Return whether the shorter of two texts is the start or end of the other."""
    shared = np.maximum(
        process.cpdist(ours, theirs, scorer=Prefix.similarity),
        process.cpdist(ours, theirs, scorer=Postfix.similarity),
    )
    shorter = [min(len(a), len(b)) for a, b in zip(ours, theirs, strict=True)]
    found: Bits = shared >= np.maximum(shorter, SHORTEST_PART)
    for at in np.flatnonzero(found).tolist():
        short, long = sorted((ours[at], theirs[at]), key=len)
        found[at] = long.startswith(f"{short} ") or long.endswith(f" {short}")
    return found


def numbered_apart(table: Columns, first: Codes, second: Codes, *, among: Bits) -> Bits:
    """Whether each title has a number the other lacks: part I, part II."""
    apart: Bits = among & (table.numbers[first] != table.numbers[second])
    for at in np.flatnonzero(apart).tolist():
        ours = Counter(table.numbers_told[first[at]])
        theirs = Counter(table.numbers_told[second[at]])
        apart[at] = not (ours <= theirs or theirs <= ours)
    return apart


def abstracts_agree(first: str, second: str) -> int:
    """Whether two abstracts are one text, as far as their beginnings tell.

    Examples
    --------
    >>> abstracts_agree("", "We asked whether sleep matters.") == UNKNOWN
    True
    """
    size = min(len(first), len(second), ABSTRACT)
    if size < FEWEST:
        return UNKNOWN
    alike = fuzz.ratio(folded(first[:size]), folded(second[:size]))
    return AGREE if alike >= ALIKE else DIFFER if alike <= UNALIKE else UNKNOWN


def _levels(same: Bits, *, known: Bits) -> Levels:
    said = np.where(same, AGREE, DIFFER)
    levels: Levels = np.where(known, said, UNKNOWN).astype(np.int8)
    return levels
