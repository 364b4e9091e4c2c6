"""Version 1 of a house: projects, people, sessions, invitations and a log."""

from alembic.operations import Operations
from sqlalchemy import (
    JSON,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    Text,
)

from thresher.store.migrations.growing import let_only_grow

__all__ = ["upgrade"]


def upgrade(op: Operations) -> None:
    """Make the tables; frozen here, whatever `house_schema` says by now."""
    for make in MAKERS:
        make(op)
    let_only_grow(op, "house_log", "house_versions")


def _house_versions(op: Operations) -> None:
    op.create_table(
        "house_versions",
        Column("version", Integer, primary_key=True, autoincrement=False),
        Column("at", Text, nullable=False),
    )


def _projects(op: Operations) -> None:
    op.create_table(
        "projects",
        Column("id", Text, primary_key=True),
        Column("name", Text, nullable=False),
        Column("created_by", Text, nullable=False),
        Column("created_at", Text, nullable=False),
    )


def _accounts(op: Operations) -> None:
    op.create_table(
        "accounts",
        Column("name", Text, primary_key=True),
        Column("display", Text, nullable=False),
        Column("password", Text, nullable=False),
        Column("preferences", JSON, nullable=False),
        Column("created_at", Text, nullable=False),
    )


def _sessions(op: Operations) -> None:
    op.create_table(
        "sessions",
        Column("digest", Text, primary_key=True),
        Column("account", Text, ForeignKey("accounts.name"), nullable=False),
        Column("created", Float, nullable=False),
        Column("expires", Float, nullable=False),
        Column("ended", Float),
        Column("replaces", Text),
        Index("sessions_by_account", "account"),
    )


def _memberships(op: Operations) -> None:
    op.create_table(
        "memberships",
        Column("project_id", Text, ForeignKey("projects.id"), primary_key=True),
        Column("account", Text, ForeignKey("accounts.name"), primary_key=True),
        Column("role", Text, nullable=False),
        Column("since", Text, nullable=False),
        Index("memberships_by_account", "account"),
    )


def _invitations(op: Operations) -> None:
    op.create_table(
        "invitations",
        Column("digest", Text, primary_key=True),
        Column("project_id", Text, ForeignKey("projects.id")),
        Column("role", Text, nullable=False),
        Column("invited_by", Text, nullable=False),
        Column("created", Float, nullable=False),
        Column("expires", Float, nullable=False),
        Column("used", Float),
        Column("used_by", Text),
    )


def _login_attempts(op: Operations) -> None:
    op.create_table(
        "login_attempts",
        Column("id", Integer, primary_key=True),
        Column("key", Text, nullable=False),
        Column("at", Float, nullable=False),
        Index("login_attempts_by_key", "key", "at"),
    )


def _house_log(op: Operations) -> None:
    op.create_table(
        "house_log",
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
