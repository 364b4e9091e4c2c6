"""A project's decisions as the history of a screening."""

from collections.abc import Mapping

import numpy as np
from sqlalchemy import Connection, func, select

from thresher.certification.stopping.history import History
from thresher.store.canonical import canonical_picks
from thresher.store.decision_rows import current_decisions
from thresher.store.grouping import grouping
from thresher.store.schema import decisions
from thresher.store.seal_rows import seal_of

__all__ = ["decided_history"]


def decided_history(connection: Connection) -> History:
    """Decisions of a project, in the order in which they count.

    Of a project that the lab sealed these are the picks its certificate rests on: only
    audits drawn by the seal are draws, an open conflict has no label, and what was
    read after a draw that still waits for its label does not count yet.

    Without a seal nothing was drawn here, whatever a file says of its decisions: nobody
    can tell from what, or whether all draws are there. Publications stand as they were
    first decided on; linked duplicates are one, its label the last decision on any of
    them by any reader, a decision taken back none. Decisions that came with imported
    files stand in the order of those files.
    """
    if seal_of(connection) is not None:
        return _sealed_history(connection)
    groups = grouping(connection).groups
    ledger = current_decisions(connection, stage="abstract")
    first = _first_decisions(connection)
    read: list[tuple[int, bool]] = []
    for group in groups:
        told = [one for record in group for one in ledger.get(record, ())]
        if told:
            place = min(first[record] for record in group if record in first)
            last = max(told, key=lambda one: one.order)
            read.append((place, last.label))
    read.sort()
    return History(
        labels=np.array([label for _, label in read], dtype=np.bool_),
        records=max(1, len(groups)),
    )


def _sealed_history(connection: Connection) -> History:
    found = canonical_picks(connection)
    return History(
        labels=np.array([pick.label for pick in found.picks], dtype=np.bool_),
        records=len(found.frame),
        random=np.array([pick.audit for pick in found.picks], dtype=np.bool_),
    )


def _first_decisions(connection: Connection) -> Mapping[int, int]:
    """Return the number of the first decision by record."""
    rows = (
        select(decisions.c.record_id, func.min(decisions.c.id))
        .where(decisions.c.stage == "abstract")
        .group_by(decisions.c.record_id)
    )
    return {row[0]: row[1] for row in connection.execute(rows)}
