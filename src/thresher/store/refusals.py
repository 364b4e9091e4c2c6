"""What a database that fails is taken to mean, in one sentence."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from thresher.errors import FileError

__all__ = ["refusals"]

PRIMARY = 0xFF  # extended codes keep the primary one in their lowest byte
NO_ROOM = "cannot grow: the disk is full or a limit on file sizes is reached"
SENTENCES = {
    sqlite3.SQLITE_FULL: (NO_ROOM, "Make room and try again; nothing was lost."),
    sqlite3.SQLITE_IOERR: (
        "cannot be read or written: the disk failed, is full or has a limit",
        "Make room or move the project; what was there is still there.",
    ),
    sqlite3.SQLITE_BUSY: (
        "is being changed by another program",
        "Wait until that is done and try again.",
    ),
    sqlite3.SQLITE_LOCKED: (
        "is being changed by another program",
        "Wait until that is done and try again.",
    ),
    sqlite3.SQLITE_READONLY: (
        "may not be changed: the file or its folder is read-only",
        "Copy it to a folder of yours.",
    ),
    sqlite3.SQLITE_PERM: (
        "may not be opened",
        "Ask for the right to read and write it.",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "cannot be opened or made: its folder is missing or read-only",
        "Choose a folder of yours.",
    ),
    sqlite3.SQLITE_NOTADB: (
        "is not a Thresher project",
        "Name a file made by thresher import.",
    ),
    sqlite3.SQLITE_CORRUPT: (
        "is damaged",
        "Restore it from a copy, or import the files into a new project.",
    ),
    sqlite3.SQLITE_TOOBIG: (
        "cannot hold a record of more than a gigabyte",
        "Take that record out of the file.",
    ),
}


@contextmanager
def refusals(path: Path) -> Iterator[None]:
    """Turn the database's own failures into a `FileError` about `path`."""
    try:
        yield
    except (DBAPIError, sqlite3.DatabaseError) as error:
        said = _sentence(error.orig if isinstance(error, DBAPIError) else error)
        if said is None:
            raise
        raise FileError(path, said[0], hint=said[1]) from error


def _sentence(error: BaseException | None) -> tuple[str, str] | None:
    code = getattr(error, "sqlite_errorcode", None)
    return SENTENCES.get(code & PRIMARY) if isinstance(code, int) else None
