"""The tables of a house: projects, people, and who may do what."""

from sqlalchemy import (
    JSON,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
)

__all__ = [
    "accounts",
    "house_log",
    "house_metadata",
    "house_versions",
    "invitations",
    "login_attempts",
    "memberships",
    "password_resets",
    "projects",
    "sessions",
]

house_metadata = MetaData()

house_versions = Table(
    "house_versions",
    house_metadata,
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", Text, nullable=False),
)

projects = Table(
    "projects",
    house_metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_by", Text, nullable=False),
    Column("created_at", Text, nullable=False),
)

accounts = Table(
    "accounts",
    house_metadata,
    Column("name", Text, primary_key=True),
    Column("display", Text, nullable=False),
    Column("password", Text, nullable=False),
    Column("preferences", JSON, nullable=False),
    Column("created_at", Text, nullable=False),
)

sessions = Table(
    "sessions",
    house_metadata,
    Column("digest", Text, primary_key=True),
    Column("account", ForeignKey("accounts.name"), nullable=False),
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False),
    Column("ended", Float),
    Column("replaces", Text),
    Index("sessions_by_account", "account"),
)

memberships = Table(
    "memberships",
    house_metadata,
    Column("project_id", ForeignKey("projects.id"), primary_key=True),
    Column("account", ForeignKey("accounts.name"), primary_key=True),
    Column("role", Text, nullable=False),
    Column("since", Text, nullable=False),
    Index("memberships_by_account", "account"),
)

invitations = Table(
    "invitations",
    house_metadata,
    Column("digest", Text, primary_key=True),
    Column("project_id", ForeignKey("projects.id")),
    Column("role", Text, nullable=False),
    Column("invited_by", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False),
    Column("used", Float),
    Column("used_by", Text),
)

password_resets = Table(
    "password_resets",
    house_metadata,
    Column("digest", Text, primary_key=True),
    Column("account", ForeignKey("accounts.name"), nullable=False),
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False),
    Column("ended", Float),
    Index("password_resets_by_account", "account"),
)

login_attempts = Table(
    "login_attempts",
    house_metadata,
    Column("id", Integer, primary_key=True),
    Column("key", Text, nullable=False),
    Column("at", Float, nullable=False),
    Index("login_attempts_by_key", "key", "at"),
)

house_log = Table(
    "house_log",
    house_metadata,
    Column("id", Integer, primary_key=True),
    Column("what", Text, nullable=False),
    Column("facts", JSON, nullable=False),
    Column("reader", Text, nullable=False),
    Column("at", Text, nullable=False),
)
