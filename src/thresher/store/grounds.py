"""Grounds of a project: what a decision is weighed by, known by one question."""

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from thresher.store.lab_schema import settings, turns
from thresher.store.publications import (
    NEWEST_LINK,
    NEWEST_SOURCE,
    Publications,
    publications_at,
)
from thresher.store.setting_rows import Reading, reading_at

__all__ = ["Grounds", "grounds_of"]

NEWEST = select(
    NEWEST_SOURCE,
    NEWEST_LINK,
    select(func.max(settings.c.id)).scalar_subquery(),
    select(func.max(turns.c.turn)).scalar_subquery(),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """Publications of a project, how many readers each needs, and the last turn.

    Parameters
    ----------
    publications, reading
        As `publications_of` and `reading_of` would tell them.
    last_turn
        The highest turn there is; 0 before the first.
    """

    publications: Publications
    reading: Reading
    last_turn: int


def grounds_of(connection: Connection) -> Grounds:
    """Return what decisions are weighed by; most often for one question.

    Each question to a server is a wait of its own, and fifty readers ask at once.
    """
    source, link, setting, turn = connection.execute(NEWEST).one()
    return Grounds(
        publications=publications_at(connection, (source or 0, link or 0)),
        reading=reading_at(connection, setting or 0),
        last_turn=turn or 0,
    )
