"""Version 1: searches, sources, records, links and decisions."""

from alembic.operations import Operations
from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    Text,
    UniqueConstraint,
)

from thresher.store.migrations.growing import let_only_grow

__all__ = ["upgrade"]

GROWING = ("links", "decisions")  # rows are added, never changed or taken away


def upgrade(op: Operations) -> None:
    """Make the first tables; frozen here, whatever `schema` says by now."""
    for make in (_searches, _sources, _records, _links, _decisions):
        make(op)
    let_only_grow(op, *GROWING)


def _searches(op: Operations) -> None:
    op.create_table(
        "searches",
        Column("id", Integer, primary_key=True),
        Column("database", Text, nullable=False),
        Column("platform", Text, nullable=False),
        Column("searched_on", Text),
        Column("query", Text, nullable=False),
        Column("hits", Integer),
    )


def _sources(op: Operations) -> None:
    op.create_table(
        "sources",
        Column("id", Integer, primary_key=True),
        Column("search_id", Integer, ForeignKey("searches.id")),
        Column("name", Text, nullable=False),
        Column("format", Text, nullable=False),
        Column("encoding", Text, nullable=False),
        Column("sha256", Text, nullable=False),
        Column("size", BigInteger, nullable=False),
        Column("records", Integer, nullable=False),
        Column("label_column", Text),
        Column("imported_at", Text, nullable=False),
        Column("report", JSON, nullable=False),
        Index("sources_by_sha256", "sha256"),
    )


def _records(op: Operations) -> None:
    op.create_table(
        "records",
        Column("id", Integer, primary_key=True),
        Column("source_id", Integer, ForeignKey("sources.id"), nullable=False),
        Column("position", Integer, nullable=False),
        Column("key", Text, nullable=False),
        Column("title", Text, nullable=False),
        Column("abstract", Text, nullable=False),
        Column("authors", JSON, nullable=False),
        Column("year", Integer),
        Column("venue", Text, nullable=False),
        Column("volume", Text, nullable=False),
        Column("issue", Text, nullable=False),
        Column("pages", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("keywords", JSON, nullable=False),
        Column("doi", Text, nullable=False),
        Column("pmid", Text, nullable=False),
        Column("pmcid", Text, nullable=False),
        Column("openalex_id", Text, nullable=False),
        Column("url", Text, nullable=False),
        Column("origin", Text, nullable=False),
        Column("raw", JSON, nullable=False),
        UniqueConstraint("source_id", "position", name="one_record_a_position"),
        Index("records_by_doi", "doi"),
        Index("records_by_pmid", "pmid"),
    )


def _links(op: Operations) -> None:
    op.create_table(
        "links",
        Column("id", Integer, primary_key=True),
        Column("first_id", Integer, ForeignKey("records.id"), nullable=False),
        Column("second_id", Integer, ForeignKey("records.id"), nullable=False),
        Column("band", Text, nullable=False),
        Column("score", Float, nullable=False),
        Column("reason", Text, nullable=False),
        Column("flags", JSON, nullable=False),
        Column("guards", JSON, nullable=False),
        Column("decided_by", Text, nullable=False),
        Column("decided_at", Text, nullable=False),
        Column("replaces", Integer, ForeignKey("links.id")),
        Index("links_by_pair", "first_id", "second_id"),
    )


def _decisions(op: Operations) -> None:
    op.create_table(
        "decisions",
        Column("id", Integer, primary_key=True),
        Column("record_id", Integer, ForeignKey("records.id"), nullable=False),
        Column("label", Integer),
        Column("reader", Text, nullable=False),
        Column("decided_at", Text, nullable=False),
        Column("chosen", Text, nullable=False),
        Column("reason", Text, nullable=False),
        Column("note", Text, nullable=False),
        Index("decisions_by_record", "record_id"),
    )
