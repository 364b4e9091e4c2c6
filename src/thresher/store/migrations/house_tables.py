"""Version 1 of a house: projects, people, sessions, invitations and a log."""

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
)

from thresher.store.migrations.growing import let_only_grow

__all__ = ["upgrade"]


def upgrade(connection: Connection) -> None:
    """Make the tables; frozen here, whatever `house_schema` says by now."""
    metadata = MetaData()
    for make in MAKERS:
        make(metadata)
    metadata.create_all(connection)
    let_only_grow(connection, "house_log", "house_versions")


def _house_versions(metadata: MetaData) -> Table:
    return Table(
        "house_versions",
        metadata,
        Column("version", Integer, primary_key=True, autoincrement=False),
        Column("at", Text, nullable=False),
    )


def _projects(metadata: MetaData) -> Table:
    return Table(
        "projects",
        metadata,
        Column("id", Text, primary_key=True),
        Column("name", Text, nullable=False),
        Column("created_by", Text, nullable=False),
        Column("created_at", Text, nullable=False),
    )


def _accounts(metadata: MetaData) -> Table:
    return Table(
        "accounts",
        metadata,
        Column("name", Text, primary_key=True),
        Column("display", Text, nullable=False),
        Column("password", Text, nullable=False),
        Column("preferences", JSON, nullable=False),
        Column("created_at", Text, nullable=False),
    )


def _sessions(metadata: MetaData) -> Table:
    return Table(
        "sessions",
        metadata,
        Column("digest", Text, primary_key=True),
        Column("account", ForeignKey("accounts.name"), nullable=False),
        Column("created", Float, nullable=False),
        Column("expires", Float, nullable=False),
        Column("ended", Float),
        Column("replaces", Text),
        Index("sessions_by_account", "account"),
    )


def _memberships(metadata: MetaData) -> Table:
    return Table(
        "memberships",
        metadata,
        Column("project_id", ForeignKey("projects.id"), primary_key=True),
        Column("account", ForeignKey("accounts.name"), primary_key=True),
        Column("role", Text, nullable=False),
        Column("since", Text, nullable=False),
        Index("memberships_by_account", "account"),
    )


def _invitations(metadata: MetaData) -> Table:
    return Table(
        "invitations",
        metadata,
        Column("digest", Text, primary_key=True),
        Column("project_id", ForeignKey("projects.id")),
        Column("role", Text, nullable=False),
        Column("invited_by", Text, nullable=False),
        Column("created", Float, nullable=False),
        Column("expires", Float, nullable=False),
        Column("used", Float),
        Column("used_by", Text),
    )


def _login_attempts(metadata: MetaData) -> Table:
    return Table(
        "login_attempts",
        metadata,
        Column("id", Integer, primary_key=True),
        Column("key", Text, nullable=False),
        Column("at", Float, nullable=False),
        Index("login_attempts_by_key", "key", "at"),
    )


def _house_log(metadata: MetaData) -> Table:
    return Table(
        "house_log",
        metadata,
        Column("id", Integer, primary_key=True),
        Column("what", Text, nullable=False),
        Column("facts", JSON, nullable=False),
        Column("reader", Text, nullable=False),
        Column("at", Text, nullable=False),
    )


MAKERS = (
    _house_versions,
    _projects,
    _accounts,
    _sessions,
    _memberships,
    _invitations,
    _login_attempts,
    _house_log,
)
