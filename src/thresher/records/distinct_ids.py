"""Ids that stay apart when records of several files come together."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from thresher.records.citation import Citation

__all__ = ["DistinctIds", "distinct_ids"]


class DistinctIds:
    """Ids that were given, so that none is given twice."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._last: dict[str, int] = {}

    @property
    def repeated(self) -> tuple[str, ...]:
        """Ids that were wanted more than once."""
        return tuple(self._last)

    def id_for(self, wanted: str) -> str:
        """Return the id, with a number behind it if it was given before."""
        found = wanted
        while found in self._taken:
            self._last[wanted] = self._last.get(wanted, 1) + 1
            found = f"{wanted}-{self._last[wanted]}"
        self._taken.add(found)
        return found


def distinct_ids(citations: Iterable[Citation]) -> Iterator[Citation]:
    """Yield citations, each with an id of its own.

    The first with an id keeps it; those after it get a number behind it.

    Examples
    --------
    >>> [one.id for one in distinct_ids(Citation(id=i) for i in ("1", "1", "1-2"))]
    ['1', '1-2', '1-2-2']
    """
    given = DistinctIds()
    for citation in citations:
        found = given.id_for(citation.id)
        yield citation if found == citation.id else replace(citation, id=found)
