"""A project's decisions as the history of a screening."""

from collections.abc import Mapping

import numpy as np
from sqlalchemy import Connection, func, select

from thresher.certification.stopping.history import History
from thresher.store.decision_rows import current_decisions
from thresher.store.grouping import grouping
from thresher.store.schema import decisions

__all__ = ["decided_history"]

DRAWN = ("random", "certification sample")


def decided_history(connection: Connection) -> History:
    """Decisions in the order the publications were first decided on.

    Linked duplicates are one publication. Its label is the last decision on any of
    them by any reader; a decision taken back counts as none. Decisions that came with
    imported files stand in the order of those files.
    """
    groups = grouping(connection).groups
    ledger = current_decisions(connection, stage="abstract")
    first = _first_decisions(connection)
    read: list[tuple[int, bool, bool]] = []
    for group in groups:
        told = [one for record in group for one in ledger.get(record, ())]
        if told:
            place, chosen = min(first[record] for record in group if record in first)
            last = max(told, key=lambda one: one.order)
            read.append((place, last.label, chosen in DRAWN))
    read.sort()
    return History(
        labels=np.array([label for _, label, _ in read], dtype=np.bool_),
        records=max(1, len(groups)),
        random=np.array([drawn for _, _, drawn in read], dtype=np.bool_),
    )


def _first_decisions(connection: Connection) -> Mapping[int, tuple[int, str]]:
    """Return, by record, the number of the first decision and how it was chosen."""
    first = (
        select(func.min(decisions.c.id))
        .where(decisions.c.stage == "abstract")
        .group_by(decisions.c.record_id)
    )
    rows = select(decisions.c.record_id, decisions.c.id, decisions.c.chosen).where(
        decisions.c.id.in_(first.scalar_subquery())
    )
    return {row.record_id: (row.id, row.chosen) for row in connection.execute(rows)}
