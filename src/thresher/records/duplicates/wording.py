"""Titles without what databases add to them, ready to be compared."""

import re
import unicodedata
from dataclasses import dataclass

__all__ = [
    "COMMENT",
    "CORRECTION",
    "PLAIN",
    "TitleWords",
    "folded",
    "one_spelling",
    "title_words",
]

PLAIN, CORRECTION, COMMENT = 0, 1, 2  # what a title says about its own text

MOST = 1000  # characters of a title that are read
GREEK = str.maketrans(
    {
        letter: unicodedata.name(letter).rsplit(" ", 1)[-1].lower()
        for letter in "αβγδεζηθικλμνξοπρστυφχψω"
    }
    | {"&": " and ", "ß": "ss", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "đ": "d"}
)
MARK_UP = re.compile(r"</?\w+[^<>]{0,40}>|&[a-z]{2,6};|\\")
SPACED = {code: " " for code in range(128) if not chr(code).isalnum()}
WORD = re.compile(r"[^\W_]+")
THOUSANDS = re.compile(r"\b(\d{1,3})[, ](\d{3})\b")
CORRECTED_LATER = re.compile(
    r"[\s.]*[\[(]\s*(?:corrected\W+)?(?:published\s+)?"
    r"(?:erratum|errata|corrigendum|correction|retraction|comment)s?\s+"
    r"(?:appears?|in)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
CITED_BEHIND = re.compile(r"\.\.\.\s*\S.{0,80}\b\d{4}\b.{0,40};\s*\d+.*$", re.DOTALL)
SQUARE_NOTE = re.compile(r"[\s.]*\[\s*[^\[\]\s]+(?:\s+[^\[\]\s]+){0,2}\s*\]\s*\.?\s*$")
ROUND_NOTE = re.compile(
    r"[\s.]*\((?:structured|provisional)?\s*(?:abstract|review|(?:multiple )?letters?"
    r"|author reply|editorial|record supplied by publisher)\)\s*\.?\s*$",
    re.IGNORECASE,
)
CORRECTS_BEHIND = re.compile(
    r"\s*\(\s*(?:vol\.?\s*\d+.{0,60}|[^()]{3,150}\(\d{4}\)[^()]*\([^()]*\)[^()]*)\)\W*$"
    r"|\s*[:\-\u2013\u2014.]\s*(?:erratum|corrigendum|correction|retraction)\W*$",
    re.IGNORECASE,
)
CORRECTS_BEFORE = re.compile(
    r"^\W*(?:(?:author|publisher)(?:'s)?\s+)?"
    r"(?:errat(?:um|a)|corrigend(?:um|a)|corrections?|addend(?:um|a)|retraction"
    r"(?:\s+not(?:e|ice))?|expression of concern)"
    r"(?:\s*[:.\-\u2013\u2014]|\s+(?:to|for)\b\s*[:\-]?)\s*",
    re.IGNORECASE,
)
WITHDRAWN = re.compile(
    r"^\W*(?:retracted|withdrawn|removed)(?:\s+article)?\s*:\s*", re.IGNORECASE
)
REMARKS = re.compile(
    r"^\W*(?:re|comments?|commentary|reply|response|(?:the\s+)?authors?'?\s+"
    r"(?:reply|response))\s*:|^\W*(?:in\s+)?reply to\b|^\W*comments? on\b"
    r"|[:.\-\u2013\u2014]\s*(?:(?:the\s+)?authors?'?\s+)?(?:in\s+)?"
    r"(?:reply|response|comment|commentary)\W*$",
    re.IGNORECASE,
)
STANCE_WORDS = {
    "erratum", "errata", "corrigendum", "corrigenda", "correction", "corrections",
    "addendum", "addenda", "retraction", "retracted", "withdrawn", "removed",
    "concern", "reply", "response", "comment", "comments", "commentary", "re", "vol",
}  # fmt: skip
UNKNOWN = {"", "unknown", "untitled", "notitle", "notavailable", "na", "none"}
COUNTED = {
    "part", "phase", "type", "stage", "chapter", "section", "paper", "study",
    "trial", "volume", "book", "module", "report", "lecture", "step", "case",
}  # fmt: skip
NUMERALS = {
    "ii": "2", "iii": "3", "iv": "4", "vi": "6", "vii": "7", "viii": "8", "ix": "9",
}  # fmt: skip
COUNTED_NUMERALS = NUMERALS | {
    "i": "1", "v": "5", "x": "10", "one": "1", "two": "2", "three": "3", "four": "4",
    "five": "5", "a": "a", "b": "b", "c": "c",
}  # fmt: skip
NUMBERING = COUNTED | NUMERALS.keys()
SPELLINGS = (("ae", "e"), ("oe", "e"), ("our", "or"), ("z", "s"), ("centre", "center"))
DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class TitleWords:
    """What is left of a title when databases' notes are taken off.

    Parameters
    ----------
    words
        Lower-case words without accents, mark-up and punctuation.
    stance
        ``PLAIN``, ``CORRECTION`` of another text, or ``COMMENT`` on one.
    numbers
        Numbers in the title, sorted; Roman and spelt ones only where they count.
    """

    words: tuple[str, ...]
    stance: int
    numbers: tuple[str, ...]


def folded(text: str) -> str:
    r"""Text in lower case, without accents, Greek letters spelt out.

    Examples
    --------
    >>> folded("Épidémiologie & TNF-\N{GREEK SMALL LETTER BETA}")
    'epidemiologie  and  tnf-beta'
    """
    lower = text.lower()
    if lower.isascii():
        return lower.replace("&", " and ") if "&" in lower else lower
    parts = unicodedata.normalize("NFKD", text).lower()
    return "".join(c for c in parts if not unicodedata.combining(c)).translate(GREEK)


def title_words(title: str) -> TitleWords:
    """Words, stance and numbers of a title.

    Examples
    --------
    >>> title_words("On <i>dialysis</i>, part II. [Review] [45 refs]")
    TitleWords(words=('on', 'dialysis', 'part', 'ii'), stance=0, numbers=('2',))
    >>> title_words("Erratum: Sleep on dialysis (vol 3, pg 5, 2009)").stance
    1
    """
    title = title[:MOST]
    if "<" in title or "&" in title or "\\" in title:
        title = MARK_UP.sub("", title)
    if "[" in title or "(" in title or "..." in title:
        title = _without_notes(title)
    stance, words = PLAIN, _words(title)
    if not STANCE_WORDS.isdisjoint(words) or "))" in title:
        title, stance = _stance(title)
        words = _words(title)
    if "".join(words) in UNKNOWN:
        words = ()
    return TitleWords(words=words, stance=stance, numbers=_numbers(words))


def one_spelling(text: str) -> str:
    """Folded words without spaces, the same for British and American spellings.

    Examples
    --------
    >>> one_spelling("tumour of haemorrhage") == one_spelling("tumor of hemorrhage")
    True
    """
    squashed = text.replace(" ", "")
    for british, american in SPELLINGS:
        squashed = squashed.replace(british, american)
    return squashed


def _words(title: str) -> tuple[str, ...]:
    """Return the folded words of a title, thousands in one piece."""
    text = THOUSANDS.sub(r"\1\2", title) if DIGITS.search(title) else title
    text = folded(text)
    return tuple(
        text.translate(SPACED).split() if text.isascii() else WORD.findall(text)
    )


def _stance(title: str) -> tuple[str, int]:
    """Return the title without its stance, and what that is."""
    title = WITHDRAWN.sub("", title)
    before = CORRECTS_BEFORE.sub("", title)
    behind = CORRECTS_BEHIND.sub("", before)
    if behind != title:
        return behind, CORRECTION
    return title, COMMENT if REMARKS.search(title) else PLAIN


def _without_notes(title: str) -> str:
    """Return the title without the notes in brackets that databases append."""
    title = CITED_BEHIND.sub("", CORRECTED_LATER.sub("", title))
    while True:
        shorter = ROUND_NOTE.sub("", SQUARE_NOTE.sub("", title))
        if shorter == title or not WORD.search(shorter):
            return title
        title = shorter


def _numbers(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the numbers that tell one part, phase or edition from another."""
    if NUMBERING.isdisjoint(words) and all(map(str.isalpha, words)):
        return ()
    found: list[str] = []
    before = ""
    for word in words:
        numeral = (COUNTED_NUMERALS if before in COUNTED else NUMERALS).get(word)
        if numeral:
            found.append(numeral)
        elif not word.isalpha():
            found += (run.lstrip("0") for run in DIGITS.findall(word))
        before = word
    return tuple(sorted(found))
