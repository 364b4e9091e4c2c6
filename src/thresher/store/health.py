"""The health of a project file: is it whole, may it be written, what is in it."""

import os
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from thresher.errors import FileError
from thresher.store.connection import file_address, identity, refuse_foreign
from thresher.store.migrations import VERSION

__all__ = ["Health", "health_of"]

TABLES = ("sources", "records", "decisions")
STRANGERS = 0o077  # rights of everybody but the owner


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """What was found in a project file.

    Parameters
    ----------
    path
        The file.
    version
        Of its tables.
    damage
        What the database says of its own pages and references; empty is sound.
    counts
        Rows by table.
    writable, private
        Whether it may be changed here, and whether only its owner can read it.
    free
        Bytes left on its disk.
    """

    path: Path
    version: int
    damage: tuple[str, ...]
    counts: dict[str, int]
    writable: bool
    private: bool
    free: int

    @property
    def is_old(self) -> bool:
        """Whether it will be brought up to date when it is next opened."""
        return self.version < VERSION


def health_of(path: Path) -> Health:
    """Health of a project file, looked up without changing it.

    Raises
    ------
    FileError
        It is missing, something else, or of a newer Thresher.
    """
    found = identity(path)
    if found.is_blank:
        hint = f"Fill it with: thresher import FILE... --project {path.name}"
        raise FileError(path, "is empty, not yet a project", hint=hint)
    refuse_foreign(path, found)
    damage, counts = _looked_through(path)
    return Health(
        path=path,
        version=found.version,
        damage=damage,
        counts=counts,
        writable=os.access(path, os.W_OK)
        and os.access(path.absolute().parent, os.W_OK),
        private=not path.stat().st_mode & STRANGERS,
        free=shutil.disk_usage(path.absolute().parent).free,
    )


def _looked_through(path: Path) -> tuple[tuple[str, ...], dict[str, int]]:
    address = file_address(path, mode="ro")
    connection = sqlite3.connect(address, uri=True)
    try:
        said = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(20)")]
        lost = connection.execute("PRAGMA foreign_key_check").fetchall()
        counts = {table: _rows(connection, table) for table in TABLES}
        if "arrivals" in _tables(connection):
            counts |= _without_arriving(connection)
    except sqlite3.DatabaseError as error:
        reason = f"is damaged: {error}"
        hint = "Go back to a copy; what can still be read: thresher export."
        raise FileError(path, reason, hint=hint) from error
    finally:
        connection.close()
    damage = [line for line in said if line != "ok"]
    damage += [f"{row[0]} row {row[1]} refers to a missing {row[2]}" for row in lost]
    return tuple(damage), counts


def _rows(connection: sqlite3.Connection, table: str) -> int:
    counted = connection.execute(f"SELECT count(*) FROM {table}")  # noqa: S608  ours
    return int(counted.fetchone()[0])


def _tables(connection: sqlite3.Connection) -> set[str]:
    named = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return {str(row[0]) for row in named}


def _without_arriving(connection: sqlite3.Connection) -> dict[str, int]:
    """Count what is there as a whole, without what an import is still bringing in."""
    coming = "(SELECT source_id FROM arrivals WHERE source_id IS NOT NULL)"
    return {
        table: int(
            connection.execute(
                f"SELECT count(*) FROM {table} WHERE {name} NOT IN {coming}"  # noqa: S608  ours
            ).fetchone()[0]
        )
        for table, name in (("sources", "id"), ("records", "source_id"))
    }
