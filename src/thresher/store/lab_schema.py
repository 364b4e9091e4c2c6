"""What a lab keeps beside citations and decisions; all but leases only grow."""

from sqlalchemy import (
    JSON,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    UniqueConstraint,
)

from thresher.store.schema import metadata

__all__ = [
    "certificates",
    "leases",
    "log",
    "metadata",
    "notes",
    "record_tags",
    "runs",
    "samples",
    "seals",
    "settings",
    "turns",
]

seals = Table(
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

turns = Table(
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

record_tags = Table(
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

notes = Table(
    "notes",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("record_id", ForeignKey("records.id"), nullable=False),
    Column("text", Text, nullable=False),
    Column("reader", Text, nullable=False),
    Column("at", Text, nullable=False),
    Index("notes_by_record", "record_id"),
)

samples = Table(
    "samples",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("records", JSON, nullable=False),
    Column("facts", JSON, nullable=False),
    Column("reader", Text, nullable=False),
    Column("at", Text, nullable=False),
)

certificates = Table(
    "certificates",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("seal_id", ForeignKey("seals.id")),
    Column("content", JSON, nullable=False),
    Column("reader", Text, nullable=False),
    Column("at", Text, nullable=False),
)

runs = Table(
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

leases = Table(
    "leases",
    metadata,
    Column("record_id", ForeignKey("records.id"), primary_key=True),
    Column("stage", Text, primary_key=True),
    Column("reader", Text, primary_key=True),
    Column("until", Float, nullable=False),
    Index("leases_by_reader", "reader"),
)

settings = Table(
    "settings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("value", JSON, nullable=False),
    Column("reader", Text, nullable=False),
    Column("at", Text, nullable=False),
    Index("settings_by_name", "name"),
)

log = Table(
    "log",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("what", Text, nullable=False),
    Column("facts", JSON, nullable=False),
    Column("reader", Text, nullable=False),
    Column("at", Text, nullable=False),
)
