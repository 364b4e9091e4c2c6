"""Counts of a project, and the state that the next records are chosen from."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, select

from thresher.store.arriving import has_arrived
from thresher.store.lease_rows import leases_of
from thresher.store.publications import Publications, publications_of
from thresher.store.record_rows import record_count
from thresher.store.schema import decisions, sources
from thresher.store.standing import ABSTRACT, Standing, standing

__all__ = [
    "QueueState",
    "conflicts",
    "counts",
    "pile_of",
    "queue_state",
    "updated_at",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueState:
    """What is known when the next records are chosen.

    Parameters
    ----------
    publications
        All publications of the project.
    pile
        Those to be read at this stage: all, or at full text those that are in.
    standing
        What holds of those that were decided on or have a turn.
    leases
        Readers by the publication they hold now.
    holes
        Publications with a turn and no label that may be read now, by turn: audits
        first drawn, labels taken back. They are served before all others.
    """

    publications: Publications
    pile: tuple[int, ...]
    standing: Mapping[int, Standing]
    leases: Mapping[int, set[str]]
    holes: tuple[int, ...]


def queue_state(
    connection: Connection, stage: str = ABSTRACT, *, now: float
) -> QueueState:
    """Return what the next records of a stage are chosen from, at a time."""
    rows = standing(connection, stage)
    holes = [
        row
        for row in rows.values()
        if row.turn is not None and row.final is None and not row.conflict
    ]
    return QueueState(
        publications=publications_of(connection),
        pile=pile_of(connection, stage),
        standing=rows,
        leases=leases_of(connection, now=now, stage=stage),
        holes=tuple(
            row.publication for row in sorted(holes, key=lambda row: row.turn or 0)
        ),
    )


def pile_of(connection: Connection, stage: str) -> tuple[int, ...]:
    """Return the publications of a stage: all, or those in after the abstracts."""
    if stage == ABSTRACT:
        return tuple(publications_of(connection).ids)
    rows = standing(connection, ABSTRACT)
    return tuple(sorted(one for one, row in rows.items() if row.final))


def conflicts(connection: Connection, stage: str | None = None) -> list[Standing]:
    """Return the publications that readers disagree on, of one stage."""
    rows = standing(connection, stage or ABSTRACT).values()
    return sorted(
        (row for row in rows if row.conflict), key=lambda row: row.publication
    )


def counts(connection: Connection, stage: str = ABSTRACT) -> dict[str, int]:
    """Return how far a stage is, in publications.

    `decided` is `included` plus `excluded`; `left` is what has no label yet, with
    `maybe` and `conflicts` among it.
    """
    pile = set(pile_of(connection, stage))
    rows = [row for one, row in standing(connection, stage).items() if one in pile]
    included = sum(row.final is True for row in rows)
    excluded = sum(row.final is False for row in rows)
    return {
        "records": record_count(connection),
        "publications": len(pile),
        "decided": included + excluded,
        "included": included,
        "excluded": excluded,
        "maybe": sum(row.waiting == "maybe" for row in rows),
        "conflicts": sum(row.conflict for row in rows),
        "waiting": sum(row.waiting == "second reader" for row in rows),
        "left": len(pile) - included - excluded,
    }


def updated_at(connection: Connection) -> str:
    """Return when something was last decided or imported; empty for neither."""
    decided = select(decisions.c.decided_at).order_by(decisions.c.id.desc())
    imported = select(sources.c.imported_at).order_by(sources.c.id.desc())
    whole = imported.where(has_arrived(sources.c.id))
    times = [connection.scalar(chosen.limit(1)) for chosen in (decided, whole)]
    return max((at for at in times if at), default="")
