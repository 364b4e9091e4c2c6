"""Citations and decisions: the tables that every project has."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = [
    "arrivals",
    "decisions",
    "links",
    "metadata",
    "records",
    "searches",
    "sources",
]

metadata = MetaData()

searches = Table(
    "searches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("database", Text, nullable=False),
    Column("platform", Text, nullable=False),
    Column("searched_on", Text),
    Column("query", Text, nullable=False),
    Column("hits", Integer),
)

sources = Table(
    "sources",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("search_id", ForeignKey("searches.id")),
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

arrivals = Table(  # imports under way; the sources named are not whole yet
    "arrivals",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("beat", Integer, nullable=False),
    Column("source_id", ForeignKey("sources.id")),
)

records = Table(
    "records",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("source_id", ForeignKey("sources.id"), nullable=False),
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

links = Table(
    "links",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("first_id", ForeignKey("records.id"), nullable=False),
    Column("second_id", ForeignKey("records.id"), nullable=False),
    Column("band", Text, nullable=False),
    Column("score", Float, nullable=False),
    Column("reason", Text, nullable=False),
    Column("flags", JSON, nullable=False),
    Column("guards", JSON, nullable=False),
    Column("decided_by", Text, nullable=False),
    Column("decided_at", Text, nullable=False),
    Column("replaces", ForeignKey("links.id")),
    Index("links_by_pair", "first_id", "second_id"),
    Index("links_by_second", "second_id"),
)

decisions = Table(
    "decisions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("record_id", ForeignKey("records.id"), nullable=False),
    Column("label", Integer),
    Column("reader", Text, nullable=False),
    Column("decided_at", Text, nullable=False),
    Column("chosen", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("uid", Text),
    Column("kind", Text, nullable=False, server_default="decided"),
    Column("stage", Text, nullable=False, server_default="abstract"),
    Column("seconds", Float),
    Index("decisions_by_record", "record_id"),
    Index("decisions_by_uid", "uid", unique=True),
)
