"""Names of people and of venues, compared across the habits of databases."""

import re
from collections.abc import Sequence
from functools import lru_cache

from rapidfuzz import fuzz

from thresher.records.duplicates.wording import WORD, folded

__all__ = [
    "AGREE",
    "DIFFER",
    "PARTLY",
    "UNKNOWN",
    "authors_agree",
    "surname_words",
    "venues_agree",
]

DIFFER, UNKNOWN, PARTLY, AGREE = -1, 0, 1, 2

IN_MANY_NAMES = {
    "al", "anon", "anonymous", "da", "de", "del", "della", "den", "der", "di", "dos",
    "du", "el", "et", "ibn", "jr", "la", "le", "na", "sr", "ten", "ter", "unknown",
    "van", "vanden", "von", "zu", "zur",
}  # fmt: skip
SMALL_WORDS = {"the", "of", "and", "in", "for", "on", "de", "la", "der", "et", "a"}
SAME_SPELLING = 85.0  # rapidfuzz ratio of two surnames that are one with a slip
SAME_VENUE = 90.0
ASIDE = re.compile(r"[(\[][^()\[\]]*[)\]]")  # BMJ (Clinical research ed.)
CONFERENCE = re.compile(r"(?<=\w)\.?\s*Conference:.*$")  # a supplement, in Embase
SHORTEST = 2


@lru_cache(maxsize=65536)
def surname_words(name: str) -> tuple[str, ...]:
    """Words of a name that may be the surname, folded.

    Examples
    --------
    >>> surname_words("Le Quintrec, M."), surname_words("B. Abrahão")
    (('quintrec',), ('abrahao',))
    """
    before, _, behind = name.partition(",")
    return _telling_words(before) or _telling_words(behind)


def _telling_words(part: str) -> tuple[str, ...]:
    """Return words of a name that are neither initials nor shared by many names."""
    words = WORD.findall(folded(part))
    return tuple(w for w in words if len(w) >= SHORTEST and w not in IN_MANY_NAMES)


def authors_agree(first: Sequence[str], second: Sequence[str]) -> int:
    """Whether two lists of authors may be one: first authors, else any shared ones.

    Examples
    --------
    >>> authors_agree(["Le, Quintrec M."], ["Quintrec, M.", "Zuber, J."]) == AGREE
    True
    >>> authors_agree(["Ito, K."], ["Ronco, G."]) == DIFFER
    True
    """
    ours, theirs = (list(filter(surname_words, names)) for names in (first, second))
    if not ours or not theirs:
        return UNKNOWN
    shared = min(_shared(ours, theirs), _shared(theirs, ours))
    if _same_person(surname_words(ours[0]), surname_words(theirs[0])):
        namesakes = shared <= 1 and _other_initial(ours[0], theirs[0])
        return PARTLY if namesakes else AGREE
    return PARTLY if 2 * shared >= min(len(ours), len(theirs)) else DIFFER


def _other_initial(first: str, second: str) -> bool:
    """Whether both given names are known and start with different letters."""
    ours, theirs = _initial(first), _initial(second)
    return ours.isalpha() and theirs.isalpha() and ours != theirs


def _initial(name: str) -> str:
    """Return the first letter of the given name, where a comma tells it apart."""
    before, _, behind = name.partition(",")
    return folded(behind).strip()[:1] if _telling_words(before) else ""


def _shared(people: list[str], others: list[str]) -> int:
    """Return how many of `people` share a surname with someone of `others`."""
    everyone = {word for name in others for word in surname_words(name)}
    return sum(1 for name in people if not everyone.isdisjoint(surname_words(name)))


def _same_person(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    if not set(first).isdisjoint(second):
        return True
    return fuzz.ratio("".join(first), "".join(second)) >= SAME_SPELLING


def venues_agree(first: str, second: str) -> int:
    """Whether two venue names may be one, abbreviated or not.

    Examples
    --------
    >>> venues_agree("N Engl J Med", "The New England Journal of Medicine") == AGREE
    True
    >>> venues_agree("Circulation", "Vaccine") == DIFFER
    True
    """
    ours, theirs = _venue_words(first), _venue_words(second)
    if not ours or not theirs:
        return UNKNOWN
    if _same_venue(ours, theirs):
        return AGREE
    ours, theirs = (_venue_words(CONFERENCE.sub("", n)) for n in (first, second))
    return AGREE if ours and theirs and _same_venue(ours, theirs) else DIFFER


@lru_cache(maxsize=65536)
def _venue_words(venue: str) -> tuple[str, ...]:
    """Return the words of a venue's name that matter, folded."""
    outside = ASIDE.sub(" ", venue)
    words = WORD.findall(folded(outside if WORD.search(outside) else venue))
    return tuple(w for w in words if w not in SMALL_WORDS and not w.isdigit())


def _same_venue(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    short, long = sorted((first, second), key=lambda words: (len(words), words))
    if _abbreviates(short, long) or _is_acronym(short, long):
        return True
    return fuzz.token_sort_ratio(" ".join(short), " ".join(long)) >= SAME_VENUE


def _abbreviates(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether every word of the short name begins, in order, one of the long name.

    A single word must begin the first one: Medicine is not every journal of medicine.
    """
    rest = iter(long if len(short) > 1 else long[:1])
    return all(
        any(word.startswith(w) or w.startswith(word) for w in rest) for word in short
    )


def _is_acronym(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether a word of the short name is made of the starts of the long name."""
    return any(len(w) > SHORTEST and _spelt_from_starts(w, long) for w in short)


def _spelt_from_starts(acronym: str, words: tuple[str, ...]) -> bool:
    """Whether letters can be eaten up by one or two first letters of every word."""
    left = {acronym}
    for word in words:
        left = {
            rest[size:]
            for rest in left
            for size in (1, 2)
            if len(rest) >= size and word.startswith(rest[:size])
        }
    return "" in left
