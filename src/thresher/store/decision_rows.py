"""The ledger of decisions: rows are added, never changed."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select

from thresher.errors import InputError
from thresher.records.decision_fields import CarriedDecision
from thresher.store.schema import decisions

__all__ = ["StoredDecision", "add_decisions", "current_decisions"]

CHOSEN = ("prior", "ranked", "random", "certification sample", "imported", "browsed")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredDecision:
    """One line of the ledger, before it is written.

    Parameters
    ----------
    record_id
        The record in the project.
    label
        Whether it is relevant; ``None`` takes the reader's decision back.
    reader
        Who decided.
    decided_at
        When, as ISO 8601 in UTC.
    chosen
        How the record was chosen: ``prior``, ``ranked``, ``random``,
        ``certification sample``, ``browsed`` or ``imported``.
    reason, note
        Why it was excluded, and anything else worth keeping.
    """

    record_id: int
    label: bool | None
    reader: str
    decided_at: str
    chosen: str = "imported"
    reason: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if not self.reader:
            raise InputError("a decision needs a reader; give a name")


def add_decisions(connection: Connection, lines: Sequence[StoredDecision]) -> None:
    """Add lines to the ledger, in this order."""
    names = StoredDecision.__slots__
    rows = [
        {name: getattr(line, name) for name in names}
        | {"kind": "undone" if line.label is None else "decided"}
        for line in lines
    ]
    if rows:
        connection.execute(insert(decisions), rows)


def current_decisions(
    connection: Connection, *, stage: str | None = None
) -> Mapping[int, Sequence[CarriedDecision]]:
    """Decisions in force by record: the last of each reader, the newest one last.

    Parameters
    ----------
    connection
        To the project.
    stage
        Of which stage; left out, what was decided on full texts comes after what was
        decided on abstracts, and what settled a conflict after both.
    """
    last = (
        select(func.max(decisions.c.id))
        .group_by(decisions.c.record_id, decisions.c.reader, decisions.c.stage)
        .scalar_subquery()
    )
    chosen = (
        select(decisions)
        .where(decisions.c.id.in_(last), decisions.c.label.is_not(None))
        .order_by(
            decisions.c.stage == "fulltext",
            decisions.c.kind == "settled",
            decisions.c.id,
        )
    )
    if stage is not None:
        chosen = chosen.where(decisions.c.stage == stage)
    found: dict[int, list[CarriedDecision]] = defaultdict(list)
    rows = connection.execute(chosen).mappings()
    for order, row in enumerate(rows, start=1):
        found[row["record_id"]].append(
            CarriedDecision(
                label=bool(row["label"]),
                order=order,
                time=row["decided_at"],
                **{name: row[name] for name in ("reader", "chosen", "reason", "note")},
            )
        )
    return found
