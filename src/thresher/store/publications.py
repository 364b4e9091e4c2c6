"""Publications of a project: which records are one, remembered while none changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from thresher.store.grouping import grouping
from thresher.store.memory import memory_of
from thresher.store.schema import links, records

__all__ = ["Publications", "publications_in", "publications_of"]


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
    remembered as long as no record and no link is added. Both tables only grow and
    writers take turns, hence their highest numbers tell.
    """
    memory = memory_of(connection)
    version = _version(connection)
    found = memory.publications.get(version)
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


def _version(connection: Connection) -> tuple[int, int]:
    newest = select(
        select(func.max(records.c.id)).scalar_subquery(),
        select(func.max(links.c.id)).scalar_subquery(),
    )
    record, link = connection.execute(newest).one()
    return record or 0, link or 0
