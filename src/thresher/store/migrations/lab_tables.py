"""Version 2: what a lab keeps, and the uid, kind, stage and time of decisions."""

from alembic.operations import Operations
from sqlalchemy import (
    JSON,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    Text,
    UniqueConstraint,
)

from thresher.store.migrations.growing import let_only_grow, may_change

__all__ = ["upgrade"]

GROWING = (
    "seals",
    "turns",
    "record_tags",
    "notes",
    "samples",
    "certificates",
    "runs",
    "settings",
    "log",
)
# In version 1 a record was read when it was first decided on, unless that was undone.
TURNS = """
INSERT INTO turns (turn, record_id, chosen, at)
SELECT row_number() OVER (ORDER BY id), record_id, chosen, decided_at
FROM decisions
WHERE id IN (
  SELECT min(id) FROM decisions WHERE label IS NOT NULL GROUP BY record_id
) AND record_id IN (
  SELECT record_id FROM decisions WHERE label IS NOT NULL AND id IN (
    SELECT max(id) FROM decisions GROUP BY record_id, reader
  )
)
"""


def upgrade(op: Operations) -> None:
    """Make the tables of the lab; frozen here, whatever `lab_schema` says by now."""
    _widen_decisions(op)
    for make in MAKERS:
        make(op)
    op.execute(TURNS)
    let_only_grow(op, *GROWING)


def _widen_decisions(op: Operations) -> None:
    may_change(op, "decisions")
    for column in (
        Column("uid", Text),
        Column("kind", Text, nullable=False, server_default="decided"),
        Column("stage", Text, nullable=False, server_default="abstract"),
        Column("seconds", Float),
    ):
        op.add_column("decisions", column)
    op.execute("UPDATE decisions SET kind = 'undone' WHERE label IS NULL")
    op.create_index("decisions_by_uid", "decisions", ["uid"], unique=True)
    let_only_grow(op, "decisions")


def _seals(op: Operations) -> None:
    op.create_table(
        "seals",
        Column("id", Integer, primary_key=True),
        Column("seed", Text, nullable=False),
        Column("frame_sha256", Text, nullable=False),
        Column("target", Float, nullable=False),
        Column("alpha", Float, nullable=False),
        Column("publications", JSON, nullable=False),
        Column("sealed_at", Text, nullable=False),
        Column("reader", Text, nullable=False),
    )


def _turns(op: Operations) -> None:
    op.create_table(
        "turns",
        Column("turn", Integer, primary_key=True, autoincrement=False),
        Column("record_id", Integer, ForeignKey("records.id"), nullable=False),
        Column("seal_id", Integer, ForeignKey("seals.id")),
        Column("chosen", Text, nullable=False),
        Column("at", Text, nullable=False),
        UniqueConstraint("record_id", name="one_turn_a_record"),
        Index("turns_by_seal", "seal_id"),
    )


def _record_tags(op: Operations) -> None:
    op.create_table(
        "record_tags",
        Column("id", Integer, primary_key=True),
        Column("record_id", Integer, ForeignKey("records.id"), nullable=False),
        Column("tag", Text, nullable=False),
        Column("present", Integer, nullable=False),
        Column("reader", Text, nullable=False),
        Column("at", Text, nullable=False),
        Index("record_tags_by_record", "record_id"),
        Index("record_tags_by_tag", "tag"),
    )


def _notes(op: Operations) -> None:
    op.create_table(
        "notes",
        Column("id", Integer, primary_key=True),
        Column("record_id", Integer, ForeignKey("records.id"), nullable=False),
        Column("text", Text, nullable=False),
        Column("reader", Text, nullable=False),
        Column("at", Text, nullable=False),
        Index("notes_by_record", "record_id"),
    )


def _samples(op: Operations) -> None:
    op.create_table(
        "samples",
        Column("id", Integer, primary_key=True),
        Column("kind", Text, nullable=False),
        Column("records", JSON, nullable=False),
        Column("facts", JSON, nullable=False),
        Column("reader", Text, nullable=False),
        Column("at", Text, nullable=False),
    )


def _certificates(op: Operations) -> None:
    op.create_table(
        "certificates",
        Column("id", Integer, primary_key=True),
        Column("seal_id", Integer, ForeignKey("seals.id")),
        Column("content", JSON, nullable=False),
        Column("reader", Text, nullable=False),
        Column("at", Text, nullable=False),
    )


def _runs(op: Operations) -> None:
    op.create_table(
        "runs",
        Column("id", Integer, primary_key=True),
        Column("model", Text, nullable=False),
        Column("labels", Integer, nullable=False),
        Column("turn", Integer, nullable=False),
        Column("seconds", Float, nullable=False),
        Column("facts", JSON, nullable=False),
        Column("at", Text, nullable=False),
    )


def _leases(op: Operations) -> None:
    op.create_table(
        "leases",
        Column("record_id", Integer, ForeignKey("records.id"), primary_key=True),
        Column("stage", Text, primary_key=True),
        Column("reader", Text, primary_key=True),
        Column("until", Float, nullable=False),
        Index("leases_by_reader", "reader"),
    )


def _settings(op: Operations) -> None:
    op.create_table(
        "settings",
        Column("id", Integer, primary_key=True),
        Column("name", Text, nullable=False),
        Column("value", JSON, nullable=False),
        Column("reader", Text, nullable=False),
        Column("at", Text, nullable=False),
        Index("settings_by_name", "name"),
    )


def _log(op: Operations) -> None:
    op.create_table(
        "log",
        Column("id", Integer, primary_key=True),
        Column("what", Text, nullable=False),
        Column("facts", JSON, nullable=False),
        Column("reader", Text, nullable=False),
        Column("at", Text, nullable=False),
    )


MAKERS = (
    _seals,
    _turns,
    _record_tags,
    _notes,
    _samples,
    _certificates,
    _runs,
    _leases,
    _settings,
    _log,
)
