"""Values of citation fields, taken from the ways in which sources print them."""

import ast
import re

__all__ = ["author_names", "kind_of", "listed", "page_range", "year_of"]

YEAR = re.compile(r"(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)")
LIST_LITERAL = re.compile(r"\[\s*(['\"]).*\1\s*\]", re.DOTALL)
INITIALS = re.compile(r"(?:[^\W\d_a-z]\.?[ -]?){1,4}")
LONGEST_LITERAL = 1024**2
KINDS = {
    "article": "article-journal",
    "article-journal": "article-journal",
    "journal article": "article-journal",
    "journalarticle": "article-journal",
    "jour": "article-journal",
    "review": "article-journal",
    "magazine article": "article-magazine",
    "magazine": "article-magazine",
    "newspaper article": "article-newspaper",
    "newspaper": "article-newspaper",
    "preprint": "article",
    "book": "book",
    "whole book": "book",
    "monograph": "book",
    "edited book": "book",
    "book section": "chapter",
    "booksection": "chapter",
    "book chapter": "chapter",
    "chapter": "chapter",
    "inbook": "chapter",
    "incollection": "chapter",
    "conference paper": "paper-conference",
    "conferencepaper": "paper-conference",
    "conference proceedings": "paper-conference",
    "conference abstract": "paper-conference",
    "conference": "paper-conference",
    "proceedings paper": "paper-conference",
    "inproceedings": "paper-conference",
    "thesis": "thesis",
    "dissertation": "thesis",
    "phdthesis": "thesis",
    "mastersthesis": "thesis",
    "report": "report",
    "techreport": "report",
    "web page": "webpage",
    "webpage": "webpage",
    "dataset": "dataset",
    "patent": "patent",
    "software": "software",
    "computer program": "software",
}


def kind_of(text: str) -> str:
    """Kind of publication in the words of CSL, or nothing for words unknown here.

    Examples
    --------
    >>> kind_of("Journal Article"), kind_of("Erratum")
    ('article-journal', '')
    """
    return KINDS.get(text.strip().casefold(), "")


def year_of(text: str) -> int | None:
    """Year in a printed date.

    Examples
    --------
    >>> year_of("2014//"), year_of("4/3/2024"), year_of("in press")
    (2014, 2024, None)
    """
    found = YEAR.search(text)
    return int(found[1]) if found else None


def page_range(first: str, last: str) -> str:
    """Pages from `first` to `last`, either of which may be missing.

    Examples
    --------
    >>> page_range("1", "60"), page_range("e0815", ""), page_range("7", "7")
    ('1-60', 'e0815', '7')
    """
    return first if not last or first == last else f"{first}-{last}".strip("-")


def listed(text: str, *, separators: str = ";|\n,") -> tuple[str, ...]:
    """Parts of a printed list, split at the first of `separators` that it holds.

    Examples
    --------
    >>> listed("sleep; dialysis, chronic;"), listed("['a, b', 'c']")
    (('sleep', 'dialysis, chronic'), ('a, b', 'c'))
    """
    if LIST_LITERAL.fullmatch(text) and (literal := _literal(text)):
        return literal
    mark = next((mark for mark in separators if mark in text), None)
    parts = text.split(mark) if mark else [text]
    return tuple(part for part in map(str.strip, parts) if part)


def author_names(text: str) -> tuple[str, ...]:
    """Names in a printed list of authors, as they are printed.

    Examples
    --------
    >>> author_names("Griffin DK, O'Connor RE.")
    ('Griffin DK', "O'Connor RE")
    >>> author_names("Yang, Z. and Xu, J."), author_names("Smith, J., Doe, K.")
    (('Yang, Z.', 'Xu, J.'), ('Smith, J.', 'Doe, K.'))
    """
    text = text.strip()
    if LIST_LITERAL.fullmatch(text) or ";" in text:
        return listed(text, separators=";")
    if re.search(r"\sand\s", text):
        named = [name.strip(" ,") for name in re.split(r",?(?<!\s)\s+and\s+", text)]
        first = _between_commas(named[0]) if len(named) == 2 else [named[0]]  # noqa: PLR2004  "A B, C D and E F"
        return tuple(name for name in [*first, *named[1:]] if name)
    if "|" in text or "\n" in text:
        return listed(text, separators="|\n")
    return tuple(_between_commas(text))


def _between_commas(text: str) -> list[str]:
    """Return names parted by commas, where a comma may also part a name."""
    parts = [part for part in map(str.strip, text.split(",")) if part]
    if len(parts) > 1 and all(" " in part for part in parts):
        if parts[-1].endswith(".") and "." not in "".join(parts)[:-1]:
            parts[-1] = parts[-1][:-1]
        return parts
    given = parts[1::2]
    if len(parts) % 2 == 0 and all(INITIALS.fullmatch(part) for part in given):
        return [
            f"{family}, {first}"
            for family, first in zip(parts[::2], given, strict=True)
        ]
    return [text] if text else []


def _literal(text: str) -> tuple[str, ...]:
    """Return the strings of a list printed by Python, or nothing if it is not one."""
    if len(text) > LONGEST_LITERAL:
        return ()
    try:
        values = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return ()
    return tuple(str(value).strip() for value in values if str(value).strip())
