"""Steps that bring a project from one version of its tables to the next."""

from collections.abc import Callable

from sqlalchemy import Connection

from thresher.store.migrations import first_tables, lab_tables

__all__ = ["MIGRATIONS", "VERSION", "bring_up_to_date"]

MIGRATIONS: tuple[Callable[[Connection], None], ...] = (
    first_tables.upgrade,
    lab_tables.upgrade,
)
VERSION = len(MIGRATIONS)


def bring_up_to_date(connection: Connection, *, version: int) -> None:
    """Take every step after `version`; the caller's transaction makes them one."""
    for upgrade in MIGRATIONS[version:]:
        upgrade(connection)
