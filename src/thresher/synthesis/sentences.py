"""Sentences of a text, with their places in it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from thresher.synthesis.headings import heading_end
from thresher.synthesis.study import Study

__all__ = ["Sentence", "abstract_sentences", "sentences"]

BLANK_LINE = re.compile(r"\s*\n[ \t]*\n\s*")
STOP = re.compile(
    r"(?<=[.?!])(?:[\"')\]\u2019\u201d]{1,2})?\s+(?=[\"'(\[\u2018\u201c]?[A-Z0-9\u0391-\u03a9])"
)
LINE_HEADING = re.compile(r"\n\s*(?=[A-Z])")
_ABBREVIATIONS = (
    "vs. vs v. al. e.g. i.e. cf. ca. c. approx. resp. dr. prof. mr. mrs. ms. st. fig."
    " figs. no. nos. ref. refs. eq. vol. jr. sr. inc. ltd. co. dept. spp. sp. subsp."
    " var. est. min. max. viz. incl. excl. (e.g. (i.e. (fig. (vs. (approx. u.s. u.k."
    " b.i.d. t.i.d. q.i.d."
)
ABBREVIATIONS = frozenset(_ABBREVIATIONS.split())
_NUMBERED = "no. nos. fig. figs. ref. refs. eq. vol. min. max. st."
NUMBERED = frozenset(_NUMBERED.split())
INITIAL = re.compile(r"(?:^|[\s(])[A-Z]\.$")
LAST_WORD = re.compile(r"\S+$")
LONGEST = 40  # characters looked back for the last word


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence, where it stands in its text, and the section heading above it."""

    text: str
    start: int
    end: int
    heading: str = ""


def sentences(text: str) -> tuple[Sentence, ...]:
    """Sentences of a text in order, without the section headings between them.

    Between two sentences stand only white space and headings, so that sentences and
    gaps together are the text again. A text without letters has none.

    Examples
    --------
    >>> [s.text for s in sentences("Pain fell (2.1 vs. 3.4). No harm.")]
    ['Pain fell (2.1 vs. 3.4).', 'No harm.']
    >>> [(s.heading, s.text) for s in sentences("AIM To learn. RESULTS We did.")]
    [('AIM', 'To learn.'), ('RESULTS', 'We did.')]
    """
    found: list[Sentence] = []
    heading = ""
    for start, end in _pieces(text):
        while start < end and (known := heading_end(text, start)):
            heading = text[start : known[0]]
            start = min(known[1], end)  # noqa: PLW2901  the heading is no sentence
        if start < end:
            found.append(
                Sentence(text=text[start:end], start=start, end=end, heading=heading)
            )
    return tuple(found)


def abstract_sentences(study: Study) -> tuple[Sentence, ...]:
    """Sentences of a study's abstract; they are placed in the study's whole text.

    Examples
    --------
    >>> study = Study(id="1", title="Aspirin", abstract="Pain fell.")
    >>> found = abstract_sentences(study)[0]
    >>> study.text[found.start : found.end]
    'Pain fell.'
    """
    shift = len(study.text) - len(study.abstract)
    return tuple(
        replace(found, start=found.start + shift, end=found.end + shift)
        for found in sentences(study.abstract)
    )


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield begin and end of each stretch between two sentence ends."""
    begin = len(text) - len(text.lstrip())
    last = len(text.rstrip())
    for cut, resume in _cuts(text):
        if begin < cut:
            yield begin, cut
        begin = max(begin, resume)
    if begin < last:
        yield begin, last


def _cuts(text: str) -> list[tuple[int, int]]:
    """Return where sentences stop, and where the next ones begin."""
    cuts = [found.span() for found in BLANK_LINE.finditer(text)]
    for found in STOP.finditer(text):
        if not _abbreviated(text, found.start(), found.end()):
            space = re.search(r"\s+$", found.group())
            width = len(space.group()) if space else 0
            cuts.append((found.end() - width, found.end()))
    cuts += [
        found.span()
        for found in LINE_HEADING.finditer(text)
        if heading_end(text, found.end())
    ]
    return sorted(cuts)


def _abbreviated(text: str, stop: int, following: int) -> bool:
    """Whether the full stop before `stop` belongs to an abbreviation."""
    if text[stop - 1] != ".":
        return False
    before = text[max(0, stop - LONGEST) : stop]
    word = LAST_WORD.search(before)
    last = word.group().lower() if word else ""
    if last in NUMBERED:
        return text[following].isdigit() or last == "st."
    return last in ABBREVIATIONS or bool(INITIAL.search(before))
