"""Duplicates of a project: found, counted, put before a person, decided on."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from thresher.progress import Report, silent
from thresher.records.citation import Citation
from thresher.records.duplicates import Link, find_links
from thresher.store.grouping import grouping
from thresher.store.link_rows import StoredLink, add_found
from thresher.store.project import Project
from thresher.store.record_rows import citation_of, rows_by_id, slim_citations

__all__ = ["Duplicates", "Pair", "duplicates_of", "find_duplicates", "queue"]

Warn = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Duplicates:
    """How the records of a project are linked.

    Parameters
    ----------
    records
        All records.
    publications
        What is left when linked records count as one.
    bands
        Pairs of records by what stands of them: ``certain`` and ``maybe`` by
        Thresher, ``same`` and ``different`` by a person, ``apart`` where a guard
        forbids to join, ``undone`` where a link was taken back.
    waiting
        Questions for a person: one for each two groups that may be the same.
    """

    records: int
    publications: int
    bands: Mapping[str, int]
    waiting: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two records that may be the same, and why."""

    link: StoredLink
    first: Citation
    second: Citation


def find_duplicates(
    project: Project, *, at: str, report: Report = silent, warn: Warn
) -> int:
    """Look for duplicates among all records and write down those that are new.

    Others may go on working meanwhile: the project is locked only for the writing.
    `warn` is told where not all records with a key in common were compared.

    Returns
    -------
    How many links were added or changed. What a person decided stays.
    """
    ids, citations = [], []
    with project.reading() as connection:
        for record_id, citation in slim_citations(connection):
            ids.append(record_id)
            citations.append(citation)
    found = find_links(citations, report=report, warn=warn)
    with project.writing() as connection:
        return add_found(connection, (_stored(link, ids, at=at) for link in found))


def duplicates_of(connection: Connection) -> Duplicates:
    """Count the links that stand, the publications they leave, and the questions."""
    found = grouping(connection)
    return Duplicates(
        records=sum(map(len, found.groups)),
        publications=len(found.groups),
        bands=Counter(link.band for link in found.links),
        waiting=len(found.questions),
    )


def queue(connection: Connection) -> Iterator[Pair]:
    """Yield the pairs that a person should look at, the likeliest first."""
    for link in grouping(connection).questions:
        rows = rows_by_id(connection, link.pair)
        first, second = (citation_of(rows[record_id]) for record_id in link.pair)
        yield Pair(link=link, first=first, second=second)


def _stored(link: Link, ids: list[int], *, at: str) -> StoredLink:
    return StoredLink(
        first_id=ids[link.first],
        second_id=ids[link.second],
        band=link.band,
        score=link.score,
        reason=link.reason,
        flags=link.flags,
        guards=link.guards,
        decided_at=at,
    )
