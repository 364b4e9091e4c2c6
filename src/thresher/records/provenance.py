"""Where records come from: the search that found them, as PRISMA-S asks."""

from dataclasses import dataclass, fields
from datetime import date

from thresher.errors import InputError

__all__ = ["Search"]

ASKED = {
    "database": "the database",
    "platform": "the platform",
    "searched_on": "the date of the search",
    "query": "the search strategy",
    "hits": "the number of hits",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """One search of one database, whose records may come in several files.

    Parameters
    ----------
    database
        What was searched: ``MEDLINE``, ``Embase``, a registry, a reference list.
    platform
        Through what it was searched: ``Ovid``, ``PubMed``, ``EBSCOhost``.
    searched_on
        Day of the search.
    query
        The strategy, word for word as it was run.
    hits
        How many records the database said it found.

    Raises
    ------
    InputError
        The number of hits is negative.

    Notes
    -----
    Items 1, 8, 13 and 15 of PRISMA-S: Rethlefsen et al. (2021),
    doi:10.1186/s13643-020-01542-z.

    Examples
    --------
    >>> search = Search(database="MEDLINE", platform="Ovid", hits=120)
    >>> search.missing
    ('the date of the search', 'the search strategy')
    >>> search.shortfall(records=118)
    'the search found 120 records, the files hold 118'
    """

    database: str = ""
    platform: str = ""
    searched_on: date | None = None
    query: str = ""
    hits: int | None = None

    def __post_init__(self) -> None:
        if self.hits is not None and self.hits < 0:
            raise InputError(f"hits must be 0 or more, got {self.hits}")

    @property
    def is_empty(self) -> bool:
        """Whether nothing is known of the search."""
        return len(self.missing) == len(fields(self))

    @property
    def missing(self) -> tuple[str, ...]:
        """What PRISMA-S asks for and nobody has said."""
        return tuple(
            words for name, words in ASKED.items() if getattr(self, name) in ("", None)
        )

    def shortfall(self, *, records: int) -> str:
        """Return how `records` differ from the hits in words, or nothing."""
        if self.hits is None or self.hits == records:
            return ""
        return f"the search found {self.hits:,} records, the files hold {records:,}"
