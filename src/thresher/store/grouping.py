"""Groups of records that are one publication, by the links that stand."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, select

from thresher.records.duplicates import Link, groups
from thresher.store.link_rows import JOINED, StoredLink, current_links
from thresher.store.schema import records

__all__ = ["duplicate_groups"]

APART = ("apart", "different", "undone")


def duplicate_groups(connection: Connection) -> Mapping[int, Sequence[int]]:
    """Members of the group of each record that is in one, lowest id first.

    A person's answers count like Thresher's own: what they called the same is
    joined, what they called different or took back never gets into one group.
    """
    ids = connection.scalars(select(records.c.id).order_by(records.c.id)).all()
    place = {record: position for position, record in enumerate(ids)}
    links = [
        link for one in current_links(connection) if (link := _as_found(one, place))
    ]
    found = groups(links, size=len(ids))
    return {
        ids[member]: [ids[other] for other in group]
        for group in found
        if len(group) > 1
        for member in group
    }


def _as_found(link: StoredLink, place: Mapping[int, int]) -> Link | None:
    band = "certain" if link.band in JOINED else "apart" if link.band in APART else ""
    if not band:
        return None
    first, second = sorted((place[link.first_id], place[link.second_id]))
    return Link(
        first=first, second=second, band=band, score=link.score, reason=link.reason
    )
