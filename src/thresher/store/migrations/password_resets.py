"""Version 2 of a house: links by which a forgotten password is replaced."""

from alembic.operations import Operations
from sqlalchemy import Column, Float, ForeignKey, Index, Text

__all__ = ["upgrade"]


def upgrade(op: Operations) -> None:
    """Make the table; frozen here, whatever `house_schema` says by now."""
    op.create_table(
        "password_resets",
        Column("digest", Text, primary_key=True),
        Column("account", Text, ForeignKey("accounts.name"), nullable=False),
        Column("created", Float, nullable=False),
        Column("expires", Float, nullable=False),
        Column("ended", Float),
        Index("password_resets_by_account", "account"),
    )
