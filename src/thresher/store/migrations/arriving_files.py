"""Version 3: imports under way, whose sources are not whole yet."""

from alembic.operations import Operations
from sqlalchemy import Column, ForeignKey, Integer, Text

__all__ = ["upgrade"]


def upgrade(op: Operations) -> None:
    """Make the table, and an index without which records are slow to take away."""
    op.create_table(
        "arrivals",
        Column("id", Integer, primary_key=True),
        Column("owner", Text, nullable=False),
        Column("beat", Integer, nullable=False),
        Column("source_id", Integer, ForeignKey("sources.id")),
    )
    op.create_index("links_by_second", "links", ["second_id"])
