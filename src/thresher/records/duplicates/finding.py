"""Finding the links between the records of a pile."""

from collections.abc import Iterator, Sequence

import numpy as np

from thresher.progress import Report, silent
from thresher.records.citation import Citation
from thresher.records.duplicates.blocks import LARGEST, Warn, candidate_pairs
from thresher.records.duplicates.columns import Codes, Columns, columns
from thresher.records.duplicates.evidence import evidence, linkable_evidence
from thresher.records.duplicates.groups import chained_pairs
from thresher.records.duplicates.link import Link
from thresher.records.duplicates.reasons import link_at, links_of
from thresher.records.duplicates.verdict import verdicts

__all__ = ["find_links"]

CHUNK = 200_000  # pairs looked at in one go, so that memory stays bounded


def _unheard(message: str) -> None:
    del message


def find_links(
    citations: Sequence[Citation],
    *,
    report: Report = silent,
    warn: Warn = _unheard,
    largest_block: int = LARGEST,
) -> list[Link]:
    """Links between records that are, or may be, one publication.

    Parameters
    ----------
    citations
        The pile; nothing in it is changed.
    report
        Told how far along the search is.
    warn
        Told where more than `largest_block` records have a key in common, so that
        not all of them were compared with one another.
    largest_block
        Most records with one key that are all compared.

    Notes
    -----
    Records that share a key (an identifier, the title or its edges, its longest words
    with author or year, volume and page) are compared field by field. Rules make a
    link certain, guards take that back, and what is left open is for a person.

    A link depends on its two records alone: the order of the pile does not matter, and
    adding records takes no link away (as long as no block is too large). Pairs that
    only chains join are looked at once more; those a guard forbids are told as
    ``apart``, and `groups` does not join them.

    Examples
    --------
    >>> pile = [
    ...     Citation(id="1", title="Sleep on dialysis", doi="10.1000/1"),
    ...     Citation(id="2", title="Oats for sheep", doi="10.1000/2"),
    ...     Citation(id="3", title="SLEEP ON DIALYSIS.", doi="doi:10.1000/1"),
    ... ]
    >>> for link in find_links(pile):
    ...     print(link.first, link.second, link.band, link.reason)
    0 2 certain same DOI, same title, year not known
    """
    table = columns(citations, report=report)
    first, second = candidate_pairs(table, warn=warn, largest=largest_block)
    links: list[Link] = []
    for part in _parts(first.size, report=report):
        seen = linkable_evidence(
            citations, table, first=first[part], second=second[part]
        )
        links += links_of(seen, verdicts(seen), citations)
    links += _kept_apart(links, table, citations)
    return sorted(links, key=lambda link: (link.first, link.second))


def _parts(size: int, *, report: Report = silent) -> Iterator[slice]:
    for start in range(0, size, CHUNK):
        report("Comparing pairs", done=start, total=size)
        yield slice(start, start + CHUNK)


def _kept_apart(
    links: list[Link], table: Columns, citations: Sequence[Citation]
) -> Iterator[Link]:
    """Yield pairs that a chain of certain links joins and a guard forbids to join."""
    pairs: Codes = np.array(list(chained_pairs(links)), dtype=np.int64).reshape(-1, 2)
    for part in _parts(len(pairs)):
        first, second = pairs[part].T
        seen = evidence(citations, table, first=first, second=second)
        said = verdicts(seen)
        for at in np.flatnonzero(said.guarded).tolist():
            yield link_at(at, seen, said, band="apart", citations=citations)
