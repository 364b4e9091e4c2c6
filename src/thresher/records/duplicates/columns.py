"""Citations as columns: each field in the form in which it is compared."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from thresher.progress import Report, silent
from thresher.records.citation import Citation
from thresher.records.duplicates.identifiers import (
    bare_doi,
    digits_only,
    doi_root,
    is_preprint,
)
from thresher.records.duplicates.names import surname_words
from thresher.records.duplicates.places import (
    MISSING,
    is_article_number,
    page_span,
    volume_number,
)
from thresher.records.duplicates.wording import one_spelling, title_words

__all__ = ["Codes", "Columns", "columns"]

Codes = NDArray[np.int64]  # equal where the values are equal; 0 where there is none

OPENING = 160  # characters of an abstract that make a key
TELLING_WORDS, TELLING_LENGTH = 5, 30  # shorter titles are shared by many papers
EVERY = 5000  # records between two words about progress
GATHERING = re.compile(r"\b(?:conference|workshop|symposium|congress|meeting|assembly)")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Columns:
    """What is compared of every record, one entry a record.

    Codes are equal where the spellings are, and 0 where the record has none; years,
    volumes, issues and pages are numbers, -1 where they are not known.
    """

    ids: Sequence[str]
    texts: Sequence[str]
    numbers_told: Sequence[tuple[str, ...]]
    telling: NDArray[np.bool_]
    title: Codes
    numbers: Codes
    stance: Codes
    dois: Sequence[str]
    doi: Codes
    doi_root: Codes
    pmid: Codes
    other_id: Codes
    surname: Codes
    opening: Codes
    year: Codes
    volume: Codes
    issue: Codes
    first_page: Codes
    last_page: Codes
    article_number: NDArray[np.bool_]
    preprint: NDArray[np.bool_]
    gathering: NDArray[np.bool_]


def columns(citations: Sequence[Citation], *, report: Report = silent) -> Columns:
    """Columns of `citations`, in their order."""
    texts: list[str] = []
    told: list[tuple[str, ...]] = []
    stances: list[int] = []
    for at, citation in enumerate(citations):
        title = title_words(citation.title)
        texts.append(" ".join(title.words))
        told.append(title.numbers)
        stances.append(title.stance)
        if at % EVERY == 0:
            report("Reading records", done=at, total=len(citations))
    dois = [bare_doi(citation.doi) for citation in citations]
    spans = np.array([_span(c) for c in citations], dtype=np.int64).reshape(-1, 2)
    return Columns(
        ids=[citation.id for citation in citations],
        texts=texts,
        numbers_told=told,
        telling=np.array([_is_telling(text) for text in texts], dtype=np.bool_),
        title=_codes(map(one_spelling, texts)),
        numbers=_codes(map(" ".join, told)),
        stance=_numbers(stances),
        dois=dois,
        doi=_codes(dois),
        doi_root=_codes(map(doi_root, dois)),
        pmid=_codes(digits_only(c.pmid) for c in citations),
        other_id=_codes(map(_other_id, citations)),
        surname=_codes(map(_surname, citations)),
        opening=_codes(c.abstract[:OPENING].lower() for c in citations),
        year=_numbers(MISSING if c.year is None else c.year for c in citations),
        volume=_numbers(volume_number(c.volume) for c in citations),
        issue=_numbers(volume_number(c.issue) for c in citations),
        first_page=spans[:, 0],
        last_page=spans[:, 1],
        article_number=np.array(
            [is_article_number(c.pages) for c in citations], dtype=np.bool_
        ),
        preprint=np.array(
            [is_preprint(c, doi=d) for c, d in zip(citations, dois, strict=True)],
            dtype=np.bool_,
        ),
        gathering=np.array(
            [_is_gathering(c.venue, c.kind) for c in citations], dtype=np.bool_
        ),
    )


def _codes(texts: Iterable[str]) -> Codes:
    """Return a number for each text, equal for equal ones; 0 for the empty text."""
    return np.array([hash(text) if text else 0 for text in texts], dtype=np.int64)


def _numbers(values: Iterable[int]) -> Codes:
    return np.array(list(values), dtype=np.int64)


def _is_telling(text: str) -> bool:
    spaces = text.count(" ")
    return spaces >= TELLING_WORDS - 1 and len(text) - spaces >= TELLING_LENGTH


def _span(citation: Citation) -> tuple[int, int]:
    """Return first and last page; pages counted from 1 before print do not tell."""
    first, last = page_span(citation.pages)
    if first == 1 and not citation.volume:
        return MISSING, MISSING
    return first, last


def _other_id(citation: Citation) -> str:
    if digits := digits_only(citation.pmcid):
        return f"PMC{digits}"
    return f"W{digits_only(citation.openalex_id)}" if citation.openalex_id else ""


def _surname(citation: Citation) -> str:
    """Return the longest word of the first author's surname."""
    for author in citation.authors:
        if words := surname_words(author):
            return max(words, key=lambda word: (len(word), word))
    return ""


@lru_cache(maxsize=65536)
def _is_gathering(venue: str, kind: str) -> bool:
    if kind.startswith("paper-conference"):
        return True
    return bool(GATHERING.search(venue.lower()))
