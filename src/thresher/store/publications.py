"""Publications of a project: which records are one, remembered while none changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection, func, select

from thresher.store.arriving import has_arrived
from thresher.store.grouping import grouping
from thresher.store.memory import Memory, memory_of
from thresher.store.schema import links, records, sources

__all__ = [
    "NEWEST_LINK",
    "NEWEST_SOURCE",
    "Publications",
    "publications_at",
    "publications_in",
    "publications_of",
]

NEWEST_SOURCE = (
    select(func.max(sources.c.id)).where(has_arrived(sources.c.id)).scalar_subquery()
)
NEWEST_LINK = select(func.max(links.c.id)).scalar_subquery()


@dataclass(frozen=True, slots=True, kw_only=True)
class Publications:
    """Records of a project, linked duplicates together.

    Parameters
    ----------
    ids
        First record of each publication, in order; it names the publication.
    members
        All records of the publications that have several, by the first.
    first
        The publication of each record that is not the first of one.
    """

    ids: Sequence[int]
    members: Mapping[int, Sequence[int]]
    first: Mapping[int, int]
    heads: frozenset[int]

    def __contains__(self, record: object) -> bool:
        return record in self.heads or record in self.first

    def of(self, record: int) -> int:
        """Return the publication of a record."""
        return self.first.get(record, record)

    def records_of(self, publication: int) -> Sequence[int]:
        """Return the records of a publication, the first one first."""
        return self.members.get(publication, (publication,))


def publications_of(connection: Connection) -> Publications:
    """Publications of a project, by the links that stand.

    Working them out takes a while (about a second for 50,000 records), so they are
    remembered as long as no source and no link is added. A source that has arrived
    stays as it is, links only grow and writers take turns, hence the highest numbers
    tell.
    """
    source, link = connection.execute(select(NEWEST_SOURCE, NEWEST_LINK)).one()
    return publications_at(connection, (source or 0, link or 0))


def publications_at(connection: Connection, version: tuple[int, int]) -> Publications:
    """Publications of a project whose newest whole source and newest link are known."""
    memory = memory_of(connection)
    found = memory.publications.get(version)
    if found is None:
        found = _grown(connection, memory, version)
        if found is None:
            found = publications_in(grouping(connection).groups)
        if not connection.get_execution_options().get("writes", False):
            memory.publications = {version: found}  # committed: it stays true
    return found


def publications_in(groups: Sequence[Sequence[int]]) -> Publications:
    """Publications that groups of record ids are."""
    members = {group[0]: tuple(group) for group in groups if len(group) > 1}
    ids = tuple(sorted(group[0] for group in groups))
    return Publications(
        ids=ids,
        members=members,
        first={one: head for head, group in members.items() for one in group[1:]},
        heads=frozenset(ids),
    )


def _grown(
    connection: Connection, memory: Memory, version: tuple[int, int]
) -> Publications | None:
    """Publications remembered before the last imports, with the new records alone.

    Nothing is linked to these before a link is added, and whoever decides first after
    an import holds up all others for as long as this takes.
    """
    for (source, link), before in tuple(memory.publications.items()):
        if link == version[1] and source < version[0]:
            later = (records.c.source_id > source, has_arrived(records.c.source_id))
            new = connection.scalars(select(records.c.id).where(*later)).all()
            grown: Publications = replace(
                before,
                ids=tuple(sorted((*before.ids, *new))),
                heads=before.heads.union(new),
            )
            return grown
    return None
