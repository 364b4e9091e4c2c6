"""SQLite databases inside archives, opened so that they can do nothing."""

import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from thresher.errors import FileError, UnsafeArchiveError
from thresher.records.archive import Archive

__all__ = ["Database", "open_database"]

UNREADABLE = (
    sqlite3.Error,
    UnicodeDecodeError,  # a message that quotes a damaged name
)
AMPLE = 16  # characters for a byte: a column may have one value for all rows
MOST_TEXT = 2 * 1024**3
LONGEST_VALUE = 100 * 1024**2  # characters of one abstract, generously
STEPS, STEP_LIMIT = 1_000_000, 5_000  # a million records take about 30 such steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Database:
    """An open, unchangeable copy of a database from an archive."""

    path: Path
    name: str
    connection: sqlite3.Connection
    most_text: int

    @property
    def version(self) -> int:
        """What the file's author wrote as its ``user_version``."""
        return int(self._run("PRAGMA user_version")[0][0])

    def columns(self, table: str) -> list[str]:
        """Return the columns of `table`: none if there is no such plain table.

        Views and virtual tables could run code of the file's author, so they count
        as absent.
        """
        kinds = "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?"
        found = self._run(kinds, table)
        if not found or str(found[0][0]).upper().startswith("CREATE VIRTUAL"):
            return []
        info = "SELECT name FROM pragma_table_info(?)"  # leaves generated columns out
        return [name for (name,) in self._run(info, table)]

    def rows(self, table: str, columns: Sequence[str]) -> list[tuple[Any, ...]]:
        """Return the named columns of a table, which must have them, by row number."""
        missing = sorted(set(columns) - set(self.columns(table)))
        if missing:
            reason = f"{self.name} has no {table}.{missing[0]}"
            raise FileError(self.path, reason, hint="Export the project again.")
        listed = ", ".join(f'"{column}"' for column in columns)
        return self._run(f'SELECT {listed} FROM "{table}" ORDER BY rowid')  # noqa: S608  names checked above

    def _run(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        try:
            return [*self._counted(self.connection.execute(query, values))]
        except UNREADABLE as error:
            reason = f"the database {self.name} cannot be read ({error})"
            hint = "Export the project again."
            raise FileError(self.path, reason, hint=hint) from error

    def _counted(self, rows: sqlite3.Cursor) -> Iterator[tuple[Any, ...]]:
        """Yield rows, as long as they do not hold far more than the file does."""
        came = 0
        for row in rows:
            came += sum(len(one) for one in row if isinstance(one, str | bytes))
            if came > self.most_text:
                reason = f"{self.name} holds texts many times as large as it is"
                raise UnsafeArchiveError(self.path, reason)
            yield row


@contextmanager
def open_database(archive: Archive, name: str) -> Iterator[Database]:
    """Database kept in the entry `name`, copied to a private file for the while.

    The copy is opened read-only; its triggers, views and functions stay dead.
    """
    with tempfile.TemporaryDirectory(prefix="thresher-") as folder:
        private = Path(folder, "part.db")
        with private.open("wb") as out:
            archive.copy(name, out)
        address = f"file:{quote(str(private))}?mode=ro&immutable=1"
        connection = sqlite3.connect(address, uri=True)
        try:
            _disarm(connection)
            most = min(MOST_TEXT, max(LONGEST_VALUE, AMPLE * private.stat().st_size))
            yield Database(
                path=archive.path, name=name, connection=connection, most_text=most
            )
        finally:
            connection.close()


def _disarm(connection: sqlite3.Connection) -> None:
    steps = iter(range(STEP_LIMIT))
    connection.set_progress_handler(lambda: next(steps, None) is None, STEPS)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    for pragma in ("trusted_schema = OFF", "query_only = ON", "cell_size_check = ON"):
        connection.execute(f"PRAGMA {pragma}")
