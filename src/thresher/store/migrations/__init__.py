"""Steps that bring tables from one version to the next, in Alembic's operations."""

from collections.abc import Sequence
from importlib import import_module

from sqlalchemy import Connection

__all__ = ["HOUSE", "PROJECT", "VERSION", "bring_up_to_date", "take"]

PROJECT = ("first_tables", "lab_tables", "arriving_files")
HOUSE = ("house_tables", "password_resets")
VERSION = len(PROJECT)


def bring_up_to_date(connection: Connection, *, version: int) -> None:
    """Take every step of a project after `version`."""
    take(connection, PROJECT[version:])


def take(connection: Connection, steps: Sequence[str]) -> None:
    """Take some steps; the caller's transaction makes them one.

    Notes
    -----
    Which version a project has is written where it can be seen before anything is
    touched (a file's header, a schema's comment), so there is no table of Alembic's.
    Its operations are handed to each step, as its global ones know one thread only.
    """
    if not steps:
        return
    from alembic.migration import MigrationContext  # noqa: PLC0415  seldom needed
    from alembic.operations import Operations  # noqa: PLC0415

    operations = Operations(MigrationContext.configure(connection))
    for name in steps:
        import_module(f"{__name__}.{name}").upgrade(operations)
