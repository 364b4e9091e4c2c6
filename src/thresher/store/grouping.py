"""Groups of records that are one publication, by the links that stand."""

from collections.abc import Mapping, Sequence
from typing import cast

from sqlalchemy import Connection, select

from thresher.records.duplicates import Band, Link, groups
from thresher.store.link_rows import StoredLink, current_links
from thresher.store.schema import records

__all__ = ["duplicate_groups"]

PERSON = 2.0  # stronger than any score, so that links of Thresher give way


def duplicate_groups(connection: Connection) -> Mapping[int, Sequence[int]]:
    """Members of the group of each record that is in one, lowest id first.

    A person's answers count like Thresher's own: what they called the same is
    joined, what they called different or took back never gets into one group.
    """
    ids = connection.scalars(select(records.c.id).order_by(records.c.id)).all()
    place = {record: position for position, record in enumerate(ids)}
    links = [_as_found(link, place) for link in current_links(connection)]
    found = groups(links, size=len(ids))
    return {
        ids[member]: [ids[other] for other in group]
        for group in found
        if len(group) > 1
        for member in group
    }


def _as_found(link: StoredLink, place: Mapping[int, int]) -> Link:
    """Return the link as if Thresher had found what the person said."""
    first, second = sorted((place[link.first_id], place[link.second_id]))
    band, guards = cast("Band", link.band), tuple(link.guards)
    score = link.score
    if link.band == "same":
        band, guards, score = "certain", (), PERSON
    elif link.band in ("different", "undone"):
        band, guards = "apart", (f"{link.band}, says {link.decided_by}",)
    return Link(
        first=first,
        second=second,
        band=band,
        score=score,
        reason=link.reason,
        guards=guards,
    )
