"""Leases: what is on a reader's screen and not to be put on another's."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, tuple_

from thresher.store.lab_schema import leases
from thresher.store.standing import ABSTRACT

__all__ = ["Holding", "keep_leases", "leases_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """All that a reader holds at a stage.

    Parameters
    ----------
    reader, stage
        Whose, at which stage.
    until
        When each lease ends, in seconds since 1970, by publication.
    """

    reader: str
    stage: str = ABSTRACT
    until: Mapping[int, float]


def keep_leases(connection: Connection, holdings: Sequence[Holding]) -> None:
    """Write down what readers hold, in place of what they held at those stages.

    Who may hold what is not asked here: the desk that hands records out knows. However
    many readers there are, it takes two statements.
    """
    owners = [(one.reader, one.stage) for one in holdings]
    if owners:
        theirs = tuple_(leases.c.reader, leases.c.stage).in_(owners)
        connection.execute(delete(leases).where(theirs))
    rows = [
        {
            "record_id": publication,
            "stage": one.stage,
            "reader": one.reader,
            "until": until,
        }
        for one in holdings
        for publication, until in one.until.items()
    ]
    if rows:
        connection.execute(insert(leases), rows)


def leases_of(
    connection: Connection,
    *,
    now: float,
    stage: str = ABSTRACT,
    publications: Sequence[int] | None = None,
) -> dict[int, set[str]]:
    """Return who holds what now, by publication; leases that ended are left out."""
    chosen = select(leases.c.record_id, leases.c.reader).where(
        leases.c.stage == stage, leases.c.until > now
    )
    if publications is not None:
        chosen = chosen.where(leases.c.record_id.in_(publications))
    found: dict[int, set[str]] = defaultdict(set)
    for record, reader in connection.execute(chosen):
        found[record].add(reader)
    return found
