"""Ids that stay apart when records of several files come together."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from thresher.records.citation import Citation

__all__ = ["distinct_ids"]


def distinct_ids(citations: Iterable[Citation]) -> Iterator[Citation]:
    """Yield citations, each with an id of its own.

    The first with an id keeps it; those after it get a number behind it.

    Examples
    --------
    >>> [one.id for one in distinct_ids(Citation(id=i) for i in ("1", "1", "1-2"))]
    ['1', '1-2', '1-2-2']
    """
    taken: set[str] = set()
    last: dict[str, int] = {}
    for citation in citations:
        wanted = found = citation.id
        while found in taken:
            last[wanted] = last.get(wanted, 1) + 1
            found = f"{wanted}-{last[wanted]}"
        taken.add(found)
        yield citation if found == wanted else replace(citation, id=found)
