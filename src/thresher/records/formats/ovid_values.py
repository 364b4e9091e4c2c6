"""Names, titles and sources as Ovid prints them."""

import re
from typing import NamedTuple

__all__ = ["Where", "author_names", "plain_title", "where_in"]

DEGREE = re.compile(
    r"(?:AB|APRN|BA|BDS|BPharm|BS|BSN|BSc|CNS|CRNP|DDS|DMD|DNP|DO|DPT|DPhil|DSc|"
    r"DVM|DrPH|EdD|FAAN|FACC|FACP|FACS|FRACP|FRCP|FRCS|JD|MA|MB|MBA|MBBS|"
    r"MBChB|MD|MEd|MHA|MHS|MPH|MPP|MPhil|MRCP|MS|MSN|MSPH|MSW|MSc|OTR|PT|"
    r"PharmD|PhD|PsyD|RD|RN|ScD)\.?"
)
ROLES = re.compile(r"(?<!\s)\s*+\[[^\[\]]*+\]")
ENDING = re.compile(r"(?:^|[^\d*+,\s])[\d*+,\s]++$")
FOOTNOTE = re.compile(r"[\s,]*(?<![A-Za-z.])[\d*+,\s]+$|[*+]+$")
KIND_IN_TITLE = re.compile(
    r"(?:\.|(?<![.\s]))\s*+\[(?:[A-Z][A-Za-z-]*+)(?:[ ,;/:&]++[A-Za-z-]++){0,4}+\]"
    r"\s*+\.?+\s*+$"
)
DATE_BEFORE = re.compile(
    r"(?<!\s)\s++(?:January|February|March|April|May|June|July|August|September|October"
    r"|November|December)\s++\d{4};?$",
    re.IGNORECASE,
)
VOLUME = re.compile(
    r"(?:\bVol\.?\s*)?\b(?P<volume>[A-Z]?\d++)\s*+"
    r"(?:\((?P<issue>[^()]*+(?:\([^()]*+\))?+[^()]*+)\))?+\s*+:\s*+"
    r"(?P<pages>[A-Za-z]{0,2}\d[\w-]*+)"
    r"|\bVol\.?\s*+(?P<psyc_volume>\d++)\s*+"
    r"(?:\((?P<psyc_issue>[^()]*+(?:\([^()]*+\))?+[^()]*+)\))?+"
)
PAGES = re.compile(r"pp\.\s*([A-Za-z]?\d[\w-]*)|\.:\s*(\d[\w-]*)")


class Where(NamedTuple):
    """Where something was published, as far as its source tells."""

    venue: str
    volume: str
    issue: str
    pages: str


def author_names(value: str) -> list[str]:
    """Names in a field of authors, without degrees, roles and footnotes.

    Examples
    --------
    >>> author_names("Lefkowitz, Rafael Y. MD, MPH 1")
    ['Lefkowitz, Rafael Y.']
    >>> author_names("Walsdorf, Neill B. [Inventor; E-mail: n@b.c];  Fu, Qiong 1")
    ['Walsdorf, Neill B.', 'Fu, Qiong']
    >>> author_names("Bunkers, Sandra Schmidt RN; PhD; FAAN 1")
    ['Bunkers, Sandra Schmidt']
    """
    value = ROLES.sub("", value)
    parts = (
        re.split(r";\s\s+|\n", value) if ";  " in value or "\n" in value else [value]
    )
    if len(parts) == 1:
        parts = value.split(";")
    names = (_name(part.strip()) for part in parts)
    return [name for name in names if name and not DEGREE.fullmatch(name)]


def plain_title(value: str) -> str:
    """Title without the kind of article that Ovid adds to it.

    Examples
    --------
    >>> plain_title('"Work at Sea".  [Article]'), plain_title("On sleep. [References].")
    ('Work at Sea', 'On sleep')
    """
    title = KIND_IN_TITLE.sub("", value).strip()
    if title != value and title.startswith('"') and title.rstrip(".").endswith('"'):
        title = title.rstrip(".").strip('"')
    return title or value


def where_in(source: str) -> Where:
    """Venue, volume, issue and pages in a source line, in any of Ovid's forms.

    Examples
    --------
    >>> where_in("Sleep and Waking. Vol.43(5), Sep 2015, pp. 623-634.")
    Where(venue='Sleep and Waking', volume='43', issue='5', pages='623-634')
    >>> where_in("Sleep June 2015;58(6):688-696")
    Where(venue='Sleep', volume='58', issue='6', pages='688-696')
    >>> where_in("Sleep Quarterly.   28:103-106, April 2015.").pages
    '103-106'
    """
    found = VOLUME.search(source)
    listed = PAGES.search(source)
    pages = (listed[1] or listed[2]) if listed else ""
    if found is None:
        is_plain = source.count(".") == 1 and source.rstrip().endswith(".")
        return Where(source.strip(" .") if is_plain else "", "", "", pages)
    venue = DATE_BEFORE.sub("", source[: found.start()].strip(" .,;"))
    return Where(
        venue.strip(" .,;"),
        found["volume"] or found["psyc_volume"],
        found["issue"] or found["psyc_issue"] or "",
        found["pages"] or pages,
    )


def _name(text: str) -> str:
    """Return a name without what Ovid adds after it."""
    if ending := ENDING.search(text):  # FOOTNOTE alone tries every blank anew
        at = ending.start()
        text = text[:at] + FOOTNOTE.sub("", text[at:])
    text = text.strip()
    words = text.split()
    while len(words) > 2 and DEGREE.fullmatch(words[-1].strip(",;")):  # noqa: PLR2004  a name has two
        words.pop()
    return " ".join(words).rstrip(",;")
