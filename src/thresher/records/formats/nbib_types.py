"""MEDLINE publication types and the kinds of publication they stand for."""

import re
from collections.abc import Iterable, Sequence

__all__ = ["TITLES", "keep_types", "kind_of_types"]

TITLES = {
    "article-journal": "Journal Article",
    "article": "Preprint",
    "article-newspaper": "Newspaper Article",
    "book": "Book",
    "chapter": "Book Chapter",
    "dataset": "Dataset",
    "interview": "Interview",
    "legal_case": "Legal Case",
    "legislation": "Legislation",
    "map": "Map",
    "paper-conference": "Conference Proceedings",
    "patent": "Patent",
    "report": "Technical Report",
    "software": "Software",
    "speech": "Lecture",
    "thesis": "Academic Dissertation",
    "webpage": "Webcast",
}
KINDS = {title.lower(): kind for kind, title in TITLES.items()} | {
    "books": "book",
    "congress": "paper-conference",
    "congresses": "paper-conference",
    "clinical conference": "paper-conference",
    "consensus development conference": "paper-conference",
    "speeches/meeting papers": "paper-conference",
    "dissertations/theses": "thesis",
    "journal articles": "article-journal",
}
REPORT = re.compile(r"reports? -", re.IGNORECASE)


def kind_of_types(types: Iterable[str]) -> str:
    """Kind of a publication from all its types.

    Examples
    --------
    >>> kind_of_types(["Randomized Controlled Trial", "Journal Article"])
    'article-journal'
    >>> kind_of_types(["Preprint", "Journal Article"])
    'article'
    >>> kind_of_types(["Reports - Research"])
    'report'
    """
    given = [title.lower() for title in types]
    kinds = [KINDS[title] for title in given if title in KINDS]
    for first in ("article", "article-journal"):
        if first in kinds:
            return first
    if kinds:
        return kinds[0]
    return "report" if any(map(REPORT.match, given)) else ""


def keep_types(raw: list[tuple[str, str]], types: Sequence[str], kind: str) -> None:
    """Keep types with the rest, unless the kind says the same."""
    if list(types) != [TITLES.get(kind)]:
        raw[:0] = [("PT", title) for title in types]
