"""Groups of records that are one publication, by the links that stand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from sqlalchemy import Connection, select

from thresher.records.duplicates import Band, Link, groups, open_questions
from thresher.store.arriving import has_arrived
from thresher.store.link_rows import StoredLink, current_links
from thresher.store.refusals import referred
from thresher.store.schema import records

__all__ = ["Grouping", "grouping"]

PERSON = 2.0  # stronger than any score, so that links of Thresher give way
SEPARATE = ("different", "undone")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grouping:
    """All records of a project in groups, each of one publication.

    Parameters
    ----------
    groups
        Ids of the records of each group, the lowest first; many have one only.
    links
        The links that stand.
    questions
        Those of them that a person should look at, one for each two groups, the
        likeliest first.
    """

    groups: Sequence[Sequence[int]]
    links: Sequence[StoredLink]
    questions: Sequence[StoredLink]

    def members(self) -> dict[int, Sequence[int]]:
        """Return the group of each record that is not alone in it."""
        return {one: group for group in self.groups if len(group) > 1 for one in group}


def grouping(connection: Connection) -> Grouping:
    """All records in groups, by what Thresher found and what people said.

    A person's answers count like Thresher's own, and more: what they called the same
    is joined first, what they called different or took back never gets into one
    group, and the two groups are not asked about again.
    """
    whole = select(records.c.id).where(has_arrived(records.c.source_id))
    ids = connection.scalars(whole.order_by(records.c.id)).all()
    place = {record: position for position, record in enumerate(ids)}
    stored = current_links(connection)
    links = [_as_found(link, place) for link in stored]
    found = groups(links, size=len(ids))
    grouped = [[ids[member] for member in group] for group in found]
    by_pair = {link.pair: link for link in stored}
    questions = [
        by_pair[ids[link.first], ids[link.second]]
        for link in open_questions(links, found=found)
    ]
    return Grouping(
        groups=grouped, links=stored, questions=_unsettled(questions, stored, grouped)
    )


def _unsettled(
    questions: Sequence[StoredLink],
    stored: Sequence[StoredLink],
    grouped: Sequence[Sequence[int]],
) -> list[StoredLink]:
    """Return questions on groups that no person has called different yet."""
    group_of = {one: at for at, group in enumerate(grouped) for one in group}

    def both(link: StoredLink) -> frozenset[int]:
        return frozenset(group_of[one] for one in link.pair)

    settled = {both(link) for link in stored if link.band in SEPARATE}
    return [link for link in questions if both(link) not in settled]


def _as_found(link: StoredLink, place: Mapping[int, int]) -> Link:
    """Return the link as if Thresher had found what the person said."""
    band, guards = cast("Band", link.band), tuple(link.guards)
    score = link.score
    if link.band == "same":
        band, guards, score = "certain", (), PERSON
    elif link.band in SEPARATE:
        band, guards = "apart", (f"{link.band}, says {link.decided_by}",)
    return Link(
        first=referred(place, link.first_id),
        second=referred(place, link.second_id),
        band=band,
        score=score,
        reason=link.reason,
        guards=guards,
    )
