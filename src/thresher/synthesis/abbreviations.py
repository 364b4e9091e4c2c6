"""Abbreviations a text introduces, such as "visual analogue scale (VAS)"."""

import re

__all__ = ["abbreviations"]

SHORT = re.compile(r"\(\s*([A-Za-z][A-Za-z0-9/-]{1,9}?)s?\s*[),;]")
LONG_WORDS = 3  # words of the long form looked at beyond the short form's letters
FEWEST_LETTERS = 3  # of a short form of a single word: "methylphenidate (MPH)"
WORD = re.compile(r"[A-Za-z0-9]+")


def abbreviations(text: str) -> dict[str, str]:
    """Long form of each abbreviation that stands in brackets behind it.

    Examples
    --------
    >>> abbreviations("Pain on a visual analogue scale (VAS) and sleep (hours).")
    {'VAS': 'visual analogue scale'}
    >>> abbreviations("Ten had methylphenidate (MPH).")
    {'MPH': 'methylphenidate'}
    """
    found: dict[str, str] = {}
    for match in SHORT.finditer(text):
        short = match[1]
        if sum(letter.isupper() for letter in short) * 2 < len(short):
            continue
        if long := _long_form(text[: match.start()], short):
            found.setdefault(short, long)
    return found


def _long_form(before: str, short: str) -> str:
    """Return the words before the bracket whose letters spell the short form."""
    letters = [letter.lower() for letter in short if letter.isalnum()]
    most = len(letters) + LONG_WORDS
    starts = [m.start() for m in WORD.finditer(before, max(0, len(before) - 120))]
    for start in reversed(starts[-most:]):
        candidate = before[start:].strip()
        if candidate[:1].lower() == letters[0] and _spells(candidate, letters):
            return candidate
    return ""


def _spells(candidate: str, letters: list[str]) -> bool:
    """Whether the letters occur in order, most of them at the start of a word.

    Of one word alone they may be any.
    """
    place, spelled, matched = 0, 0, 0
    lowered = candidate.lower()
    for letter in letters:
        place = lowered.find(letter, place) + 1
        if not place:
            return False
    if lowered.isalpha():
        return len(letters) >= FEWEST_LETTERS
    for word in WORD.findall(lowered):
        if word[0] in letters[spelled:]:
            spelled = letters.index(word[0], spelled) + 1
            matched += 1
    return matched * 2 >= len(letters)
