"""Connections to a project file: what it must be, and how it is kept safe."""

import os
import sqlite3
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool, QueuePool

from thresher.errors import FileError
from thresher.store.migrations import VERSION, bring_up_to_date
from thresher.store.refusals import broken_values, is_busy, refusals

__all__ = [
    "APPLICATION",
    "Identity",
    "file_address",
    "identity",
    "is_free",
    "make_tables",
    "refuse_foreign",
    "sqlite_engine",
    "version_in",
]

APPLICATION = 0x54485253  # "THRS", in the header of every project file
PATIENCE = 30.0  # seconds to wait for another program's change
PAUSE = 0.01  # seconds between tries where SQLite itself does not wait
CHECK = "Name a file made by thresher import."


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """What the header of a database says it is."""

    application: int
    version: int
    tables: int

    @property
    def is_blank(self) -> bool:
        """Whether it holds nothing of anyone yet."""
        return self.application == 0 and self.version == 0 and self.tables == 0


def file_address(path: Path, *, mode: str) -> str:
    """Address of a file for SQLite; the name may be of bytes that are no text."""
    return f"file:{quote(os.fsencode(path.absolute()))}?mode={mode}"


def identity(path: Path) -> Identity:
    """Identity of a file, looked up without changing it.

    Raises
    ------
    FileError
        It is missing, a folder, not a database, or it cannot be opened.
    """
    if not path.exists():
        hint = f"Make it with: thresher import FILE... --project {path.name}"
        raise FileError(path, "there is no such project", hint=hint)
    if path.is_dir():
        raise FileError(path, "is a folder", hint=CHECK)
    with refusals(path), broken_values(path):
        return _looked_up(path)


def refuse_foreign(path: Path, found: Identity) -> None:
    """Refuse a database of others, and one of a newer Thresher."""
    if found.application != APPLICATION:
        raise FileError(path, "is a database, but not a Thresher project", hint=CHECK)
    if found.version > VERSION:
        reason = (
            f"was made by a newer Thresher (version {found.version} of the file; "
            f"this one knows versions up to {VERSION})"
        )
        hint = "Update Thresher: pip install --upgrade thresher."
        raise FileError(path, reason, hint=hint)


def sqlite_engine(path: Path, *, stays_open: bool = False) -> Engine:
    """Engine on a project file; its parent folder must exist.

    Parameters
    ----------
    path
        The file.
    stays_open
        Whether connections are kept for the next use. Whoever closes the last one
        has to move the log into the file, which a server should not do each time.

    Notes
    -----
    Write-ahead log, `synchronous=FULL` (a commit has reached the disk when it
    returns), foreign keys on. A transaction begins as ``BEGIN IMMEDIATE`` where the
    connection has the execution option ``writes``, so that two writers never meet
    half-way, and as ``BEGIN`` elsewhere.
    """
    address = URL.create("sqlite", database=str(path))
    if not stays_open:
        waits = {"timeout": PATIENCE}
        engine = create_engine(address, poolclass=NullPool, connect_args=waits)
    else:
        with suppress(OSError):  # said in words when it is opened
            path.touch()  # from now on it must be there: a lost file is not made anew
        place = file_address(path, mode="rw")
        engine = create_engine(
            address,
            poolclass=QueuePool,
            max_overflow=60,
            creator=lambda: sqlite3.connect(
                place, uri=True, timeout=PATIENCE, check_same_thread=False
            ),
        )
        _watch(engine, path)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def make_tables(connection: Connection, *, version: int) -> None:
    """Make or update the tables and write into the header whose file it is."""
    bring_up_to_date(connection, version=version)
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
        connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")


def version_in(connection: Connection) -> int:
    """Version of the tables as a transaction sees it, after others have ended."""
    return int(connection.exec_driver_sql("PRAGMA user_version").scalar() or 0)


def is_free(path: Path) -> bool:
    """Say whether no other program has a project open, as far as it can be known."""
    connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        mode = connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
    except sqlite3.OperationalError:
        return False
    finally:
        connection.close()
    return str(mode) == "delete"


def _looked_up(path: Path) -> Identity:
    address = file_address(path, mode="ro")
    connection = sqlite3.connect(address, uri=True, timeout=PATIENCE)
    try:
        application, version, tables = (
            int(connection.execute(question).fetchone()[0])
            for question in (
                "PRAGMA application_id",
                "PRAGMA user_version",
                "SELECT count(*) FROM sqlite_master",
            )
        )
    finally:
        connection.close()
    return Identity(application=application, version=version, tables=tables)


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions begin as `_begin` says
    _keep_log(connection)
    for setting in ("synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}").close()


def _keep_log(connection: sqlite3.Connection) -> None:
    """Turn the write-ahead log on, as soon as nobody looks at a file without one.

    SQLite does not wait for its time limit here: who reads a file that is just being
    made, a list of projects for one, would make this fail at once.
    """
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").close()
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() > give_up:
                raise
            time.sleep(PAUSE)
        else:
            return


def _watch(engine: Engine, path: Path) -> None:
    """Use a kept connection only while it leads to the file that is at the path.

    A file that was moved away or replaced could still be written through it, and
    what was acknowledged would not be where people look for it.
    """

    def note(_connection: object, record: ConnectionPoolEntry) -> None:
        record.info["file"] = _inode(path)

    def check(_connection: object, record: ConnectionPoolEntry, _: object) -> None:
        if record.info["file"] != _inode(path):
            raise DisconnectionError(f"{path} is another file by now")

    event.listen(engine, "connect", note)
    event.listen(engine, "checkout", check)


def _inode(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
