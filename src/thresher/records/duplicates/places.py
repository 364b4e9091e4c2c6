"""Where in its venue a publication stands: volume, first and last page as numbers."""

import re

__all__ = ["MISSING", "is_article_number", "page_span", "volume_number"]

MISSING = -1
LONGEST = 15  # digits that are told apart
PAGES = re.compile(r"(\d+)(?:[a-z]{0,2}\s*[-\u2010-\u2015]+\s*([a-z]{0,3})(\d+))?")
LAST_ONLY = re.compile(r"^[a-z .]+-+[a-z]{0,3}(\d+)$")
SPREADSHEET_DATE = re.compile(r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\b")
PAGE_COUNT = re.compile(r"^\W*\d+\s*(?:p|pp|pages?)\b\.?\s*$")
ARTICLE_NUMBER = re.compile(r"^\s*(?:[a-z]\d{4,}|E\d{4,}|\d{6,})")
ASIDE = re.compile(r"\([^()]*\)|\b(?:suppl\w*|part|pt|no|issue|spec\w*)\b\W*\d*")
UNOPENED = re.compile(r"^[^(]*\)")
DIGITS = re.compile(r"\d+")


def page_span(pages: str) -> tuple[int, int]:
    """First and last page as numbers; -1 where it is not known.

    Letters are left out (``S12`` is told as 12), shortened last pages are filled up,
    and what is no page (``215 p``, a date made by a spreadsheet) is not known; nor is
    the first page of a span that runs backwards.

    Examples
    --------
    >>> page_span("221-8"), page_span("S376--S387"), page_span("215 p")
    ((221, 228), (376, 387), (-1, -1))
    """
    if not pages:
        return MISSING, MISSING
    text = pages.lower().strip()
    if SPREADSHEET_DATE.search(text) or PAGE_COUNT.match(text):
        return MISSING, MISSING
    if behind := LAST_ONLY.match(text):
        return MISSING, _number(behind[1])
    found = PAGES.search(text)
    if not found:
        return MISSING, MISSING
    first, last = found[1], found[3] or found[1]
    if len(last) < len(first):
        last = first[: -len(last)] + last
    start, end = _number(first), _number(last)
    return (start if start <= end else MISSING), end


def is_article_number(pages: str) -> bool:
    """Whether this is the number of an electronic article, not a printed page.

    Examples
    --------
    >>> is_article_number("e12724"), is_article_number("A134-A135")
    (True, False)
    """
    return bool(pages and ARTICLE_NUMBER.match(pages))


def volume_number(volume: str) -> int:
    """Volume as a number, -1 where it is not known; parts and supplements left out.

    Examples
    --------
    >>> volume_number("38 (Supplement 1)"), volume_number("1)"), volume_number("Ph.D.")
    (38, -1, -1)
    """
    if not volume:
        return MISSING
    text = volume.lower()
    if UNOPENED.match(text):
        return MISSING
    found = DIGITS.search(text if text.isdigit() else ASIDE.sub(" ", text))
    return _number(found[0]) if found else MISSING


def _number(digits: str) -> int:
    return int(digits[-LONGEST:])
