"""The pile a model reads: one citation for each publication of a project."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from thresher.records.citation import Citation
from thresher.records.duplicates import merged
from thresher.store.grouping import grouping
from thresher.store.house import open_house
from thresher.store.record_rows import stored_citations

__all__ = ["Place", "publications_of", "read_pile"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a project is, for a process that opens it by itself."""

    house: str
    project: str


def read_pile(place: Place) -> list[Citation]:
    """Read the pile of a project from its store."""
    with (
        open_house(place.house) as house,
        house.project(place.project).reading() as connection,
    ):
        return publications_of(connection)


def publications_of(connection: Connection) -> list[Citation]:
    """Return one citation a publication, by the number of its first record."""
    groups = grouping(connection).groups
    first = {one: group[0] for group in groups for one in group}
    found: dict[int, list[Citation]] = {
        head: [] for head in sorted(group[0] for group in groups)
    }
    for record, citation in stored_citations(connection):
        found[first[record]].append(citation)
    return [_one(citations) for citations in found.values()]


def _one(citations: Sequence[Citation]) -> Citation:
    return citations[0] if len(citations) == 1 else merged(citations)
