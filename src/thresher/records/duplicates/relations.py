"""How two entries of one column stand to each other, for many pairs at once."""

from collections import Counter
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from thresher.records.duplicates.columns import Codes, Columns
from thresher.records.duplicates.names import AGREE, DIFFER, UNKNOWN
from thresher.records.duplicates.places import MISSING
from thresher.records.duplicates.wording import WORD, folded

__all__ = [
    "NO_YEAR",
    "Bits",
    "Levels",
    "abstracts_agree",
    "codes_agree",
    "dois_agree",
    "numbered_apart",
    "numbers_agree",
    "pages_agree",
    "title_similarity",
    "titles_within",
    "year_gaps",
]

Bits: TypeAlias = NDArray[np.bool_]
Levels: TypeAlias = NDArray[np.int8]  # AGREE, UNKNOWN or DIFFER

NO_YEAR = 99  # gap where a year is not known
SHORTEST_PART = 18  # characters of a title that may be the bare form of another
ABSTRACT = 600  # characters of abstracts that are compared
ALIKE, UNALIKE = 85.0, 50.0
FEWEST = 60  # characters below which an abstract says nothing


def codes_agree(codes: Codes, first: Codes, second: Codes) -> Levels:
    """Whether codes are equal; unknown where one record has none."""
    ours, theirs = codes[first], codes[second]
    return _levels(ours == theirs, known=(ours != 0) & (theirs != 0))


def numbers_agree(numbers: Codes, first: Codes, second: Codes) -> Levels:
    """Whether volumes or issues are equal; unknown where one is missing."""
    ours, theirs = numbers[first], numbers[second]
    return _levels(ours == theirs, known=(ours != MISSING) & (theirs != MISSING))


def pages_agree(table: Columns, first: Codes, second: Codes) -> Levels:
    """Whether first pages are equal, or last pages where a first one is missing."""
    starts = numbers_agree(table.first_page, first, second)
    ends = numbers_agree(table.last_page, first, second)
    return np.where(starts == UNKNOWN, np.maximum(ends, UNKNOWN), starts)


def dois_agree(table: Columns, first: Codes, second: Codes) -> Levels:
    """Whether DOIs are equal up to their version; unknown where one is cut short."""
    agree = codes_agree(table.doi_root, first, second)
    for at in np.flatnonzero(agree == DIFFER).tolist():
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


def title_similarity(
    table: Columns, first: Codes, second: Codes
) -> NDArray[np.float64]:
    """Likeness of titles in percent; 0 where one is missing or they are unlike."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415  only where it is needed

    same = codes_agree(table.title, first, second)
    alike = np.where(same == AGREE, 100.0, 0.0)
    doubtful = np.flatnonzero(same == DIFFER)
    alike[doubtful] = process.cpdist(
        [table.texts[at] for at in first[doubtful].tolist()],
        [table.texts[at] for at in second[doubtful].tolist()],
        scorer=fuzz.ratio,
        score_cutoff=70.0,
    )
    return alike


def titles_within(
    table: Columns, first: Codes, second: Codes, *, among: Bits
) -> Bits:
    """Whether one title is the start or the end of the other, at a word."""
    found = np.zeros(first.size, dtype=np.bool_)
    for at in np.flatnonzero(among).tolist():
        ours, theirs = table.texts[first[at]], table.texts[second[at]]
        short, long = sorted((ours, theirs), key=len)
        if len(short) >= SHORTEST_PART:
            found[at] = long.startswith(f"{short} ") or long.endswith(f" {short}")
    return found


def numbered_apart(table: Columns, first: Codes, second: Codes) -> Bits:
    """Whether each title has a number the other lacks: part I, part II."""
    apart = table.numbers[first] != table.numbers[second]
    for at in np.flatnonzero(apart).tolist():
        ours = Counter(table.titles[first[at]].numbers)
        theirs = Counter(table.titles[second[at]].numbers)
        apart[at] = not (ours <= theirs or theirs <= ours)
    return apart


def abstracts_agree(first: str, second: str) -> int:
    """Whether two abstracts are one text, as far as their beginnings tell.

    Examples
    --------
    >>> abstracts_agree("", "We asked whether sleep matters.") == UNKNOWN
    True
    """
    from rapidfuzz import fuzz  # noqa: PLC0415  only where it is needed

    ours, theirs = _opening(first), _opening(second)
    size = min(len(ours), len(theirs))
    if size < FEWEST:
        return UNKNOWN
    alike = fuzz.ratio(ours[:size], theirs[:size])
    return AGREE if alike >= ALIKE else DIFFER if alike <= UNALIKE else UNKNOWN


def _opening(abstract: str) -> str:
    return " ".join(WORD.findall(folded(abstract[:ABSTRACT])))


def _levels(same: Bits, *, known: Bits) -> Levels:
    said = np.where(same, AGREE, DIFFER)
    levels: Levels = np.where(known, said, UNKNOWN).astype(np.int8)
    return levels
