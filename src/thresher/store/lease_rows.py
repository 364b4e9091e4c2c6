"""Leases: what is on a reader's screen and not to be put on another's."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, delete, insert, select

from thresher.store.lab_schema import leases
from thresher.store.labels import NEEDED
from thresher.store.publications import publications_of
from thresher.store.standing import ABSTRACT, Standing, standing

__all__ = ["leases_of", "release_leases", "take_leases"]


def take_leases(
    connection: Connection,
    reader: str,
    publications: Sequence[int],
    *,
    until: float,
    now: float,
    stage: str = ABSTRACT,
) -> list[int]:
    """Lease publications to a reader and return those that they may have, in order.

    Parameters
    ----------
    connection
        To the project, open for writing.
    reader
        Who asks; a lease they have already is renewed.
    publications
        Numbers of publications.
    until, now
        When the leases end, and what time it is, in seconds since 1970.
    stage
        ``abstract`` or ``fulltext``.

    Notes
    -----
    Nobody gets what they decided on themselves. What one reader is enough for goes to
    one; what two must read, to two. What the reader said *maybe* to they may have
    again.
    """
    known = publications_of(connection)
    wanted = list(dict.fromkeys(known.of(one) for one in publications if one in known))
    if not wanted:
        return []
    holders = leases_of(connection, now=now, stage=stage, publications=wanted)
    rows = standing(connection, stage, wanted)
    granted = [
        one for one in wanted if _may_have(reader, rows[one], holders.get(one, set()))
    ]
    release_leases(connection, reader, granted, stage=stage)
    if granted:
        connection.execute(
            insert(leases),
            [
                {"record_id": one, "stage": stage, "reader": reader, "until": until}
                for one in granted
            ],
        )
    return granted


def release_leases(
    connection: Connection,
    reader: str,
    publications: Iterable[int] | None = None,
    *,
    stage: str = ABSTRACT,
) -> None:
    """End leases of a reader: of some publications, or all of a stage."""
    mine = delete(leases).where(leases.c.reader == reader, leases.c.stage == stage)
    if publications is not None:
        mine = mine.where(leases.c.record_id.in_(list(publications)))
    connection.execute(mine)


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


def _may_have(reader: str, row: Standing, holders: set[str]) -> bool:
    if row.final is not None or row.told.get(reader) is not None:
        return False
    sure = {name for name, label in row.told.items() if label is not None}
    busy = (sure | holders) - {reader}
    return len(busy) < (NEEDED if row.dual else 1)
