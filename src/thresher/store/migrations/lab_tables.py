"""Version 2: what a lab keeps, and the uid, kind, stage and time of decisions."""

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
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
COLUMNS = (
    "uid TEXT",
    "kind TEXT NOT NULL DEFAULT 'decided'",
    "stage TEXT NOT NULL DEFAULT 'abstract'",
    "seconds FLOAT",
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


def upgrade(connection: Connection) -> None:
    """Make the tables of the lab; frozen here, whatever `lab_schema` says by now."""
    _widen_decisions(connection)
    metadata = MetaData()
    Table("records", metadata, Column("id", Integer, primary_key=True))
    lab = [make(metadata) for make in MAKERS]
    metadata.create_all(connection, tables=lab)
    connection.exec_driver_sql(TURNS)
    let_only_grow(connection, *GROWING)


def _widen_decisions(connection: Connection) -> None:
    may_change(connection, "decisions")
    for column in COLUMNS:
        connection.exec_driver_sql(f"ALTER TABLE decisions ADD COLUMN {column}")
    connection.exec_driver_sql(
        "UPDATE decisions SET kind = 'undone' WHERE label IS NULL"
    )
    connection.exec_driver_sql(
        "CREATE UNIQUE INDEX decisions_by_uid ON decisions (uid)"
    )
    let_only_grow(connection, "decisions")


def _seals(metadata: MetaData) -> Table:
    return Table(
        "seals",
        metadata,
        Column("id", Integer, primary_key=True),
        Column("seed", Text, nullable=False),
        Column("frame_sha256", Text, nullable=False),
        Column("target", Float, nullable=False),
        Column("alpha", Float, nullable=False),
        Column("publications", JSON, nullable=False),
        Column("sealed_at", Text, nullable=False),
        Column("reader", Text, nullable=False),
    )


def _turns(metadata: MetaData) -> Table:
    return Table(
        "turns",
        metadata,
        Column("turn", Integer, primary_key=True, autoincrement=False),
        Column("record_id", ForeignKey("records.id"), nullable=False),
        Column("seal_id", ForeignKey("seals.id")),
        Column("chosen", Text, nullable=False),
        Column("at", Text, nullable=False),
        UniqueConstraint("record_id", name="one_turn_a_record"),
        Index("turns_by_seal", "seal_id"),
    )


def _record_tags(metadata: MetaData) -> Table:
    return Table(
        "record_tags",
        metadata,
        Column("id", Integer, primary_key=True),
        Column("record_id", ForeignKey("records.id"), nullable=False),
        Column("tag", Text, nullable=False),
        Column("present", Integer, nullable=False),
        Column("reader", Text, nullable=False),
        Column("at", Text, nullable=False),
        Index("record_tags_by_record", "record_id"),
        Index("record_tags_by_tag", "tag"),
    )


def _notes(metadata: MetaData) -> Table:
    return Table(
        "notes",
        metadata,
        Column("id", Integer, primary_key=True),
        Column("record_id", ForeignKey("records.id"), nullable=False),
        Column("text", Text, nullable=False),
        Column("reader", Text, nullable=False),
        Column("at", Text, nullable=False),
        Index("notes_by_record", "record_id"),
    )


def _samples(metadata: MetaData) -> Table:
    return Table(
        "samples",
        metadata,
        Column("id", Integer, primary_key=True),
        Column("kind", Text, nullable=False),
        Column("records", JSON, nullable=False),
        Column("facts", JSON, nullable=False),
        Column("reader", Text, nullable=False),
        Column("at", Text, nullable=False),
    )


def _certificates(metadata: MetaData) -> Table:
    return Table(
        "certificates",
        metadata,
        Column("id", Integer, primary_key=True),
        Column("seal_id", ForeignKey("seals.id")),
        Column("content", JSON, nullable=False),
        Column("reader", Text, nullable=False),
        Column("at", Text, nullable=False),
    )


def _runs(metadata: MetaData) -> Table:
    return Table(
        "runs",
        metadata,
        Column("id", Integer, primary_key=True),
        Column("model", Text, nullable=False),
        Column("labels", Integer, nullable=False),
        Column("turn", Integer, nullable=False),
        Column("seconds", Float, nullable=False),
        Column("facts", JSON, nullable=False),
        Column("at", Text, nullable=False),
    )


def _leases(metadata: MetaData) -> Table:
    return Table(
        "leases",
        metadata,
        Column("record_id", ForeignKey("records.id"), primary_key=True),
        Column("stage", Text, primary_key=True),
        Column("reader", Text, primary_key=True),
        Column("until", Float, nullable=False),
        Index("leases_by_reader", "reader"),
    )


def _settings(metadata: MetaData) -> Table:
    return Table(
        "settings",
        metadata,
        Column("id", Integer, primary_key=True),
        Column("name", Text, nullable=False),
        Column("value", JSON, nullable=False),
        Column("reader", Text, nullable=False),
        Column("at", Text, nullable=False),
        Index("settings_by_name", "name"),
    )


def _log(metadata: MetaData) -> Table:
    return Table(
        "log",
        metadata,
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
