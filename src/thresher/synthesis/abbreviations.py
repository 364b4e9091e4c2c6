"""Abbreviations a text introduces, such as "visual analogue scale (VAS)"."""

import re
from collections.abc import Iterable

__all__ = ["abbreviations"]

SHORT = re.compile(r"[(\[]\s*([A-Za-z][A-Za-z0-9/+-]{1,9}?)s?\s*[)\],;]")
BRACKET = re.compile(r"[()\[\]]")
LONG_WORDS = 3  # words of the long form looked at beyond the short form's letters
FURTHEST = 120  # characters looked back for it
TWO = 2  # letters are too few to be found inside words by more than chance
WORD = re.compile(r"[A-Za-z0-9]+")


def abbreviations(text: str, *, names: Iterable[str] = ()) -> dict[str, str]:
    """Long form of each abbreviation that stands in brackets behind it.

    Parameters
    ----------
    text
        Title and abstract.
    names
        What the text is known to name: a short form right behind one of these is
        taken for it, even if its letters do not spell it.

    Examples
    --------
    >>> abbreviations("Pain on a visual analogue scale (VAS) and sleep (hours).")
    {'VAS': 'visual analogue scale'}
    >>> abbreviations("Ten had methylphenidate (MPH), ten zinc [Zn].")
    {'MPH': 'methylphenidate', 'Zn': 'zinc'}
    >>> abbreviations("Ten had iron (Fe)."), abbreviations("Iron (Fe).", names=["iron"])
    ({}, {'Fe': 'iron'})
    """
    found: dict[str, str] = {}
    known = [name.lower() for name in names]
    for match in SHORT.finditer(text):
        short = match[1]
        if sum(letter.isupper() for letter in short) * 2 < len(short):
            continue
        before = text[max(0, match.start() - FURTHEST) : match.start()]
        before = BRACKET.split(before)[-1].rstrip()  # no long form holds a bracket
        if long := _long_form(before, short) or _known(before, known):
            found.setdefault(short, long)
    return found


def _known(before: str, known: Iterable[str]) -> str:
    """Return the longest known name that stands right before the bracket."""
    lowered = before.lower()
    ends = (name for name in known if re.search(rf"(?<!\w){re.escape(name)}$", lowered))
    return max(ends, key=len, default="")


def _long_form(before: str, short: str) -> str:
    """Return the words before the bracket whose letters spell the short form."""
    letters = [letter.lower() for letter in short if letter.isalnum()]
    most = len(letters) + LONG_WORDS
    starts = [m.start() for m in WORD.finditer(before)]
    last = starts[-len(letters) :]  # "multiple myeloma (MM)" is not myeloma alone
    if [before[start].lower() for start in last] == letters:
        return before[last[0] :]
    for start in reversed(starts[-most:]):
        candidate = before[start:]
        if candidate[:1].lower() == letters[0] and _spells(candidate, letters):
            return candidate
    return ""


def _spells(candidate: str, letters: list[str]) -> bool:
    """Whether the letters occur in order, most of them at the start of a word.

    Of one word alone they may be any after the first.
    """
    place, spelled, matched = 0, 0, 0
    lowered = candidate.lower()
    for letter in letters:
        place = lowered.find(letter, place) + 1
        if not place:
            return False
    if lowered.isalpha():
        return True
    for word in WORD.findall(lowered):
        if word[0] in letters[spelled:]:
            spelled = letters.index(word[0], spelled) + 1
            matched += 1
    return matched == TWO if len(letters) == TWO else matched * 2 >= len(letters)
