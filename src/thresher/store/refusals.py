"""What a database that fails is taken to mean, in one sentence."""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from json import JSONDecodeError
from pathlib import Path
from typing import TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from thresher.errors import FileError, StoreError

__all__ = [
    "broken_values",
    "is_busy",
    "moment_of",
    "referred",
    "refusals",
    "seconds_of",
]

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
        "Name a file made by thresher import; citations come in by that, or on the "
        "import page of thresher lab.",
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


Key = TypeVar("Key")
Value = TypeVar("Value")
UNDECODED = "Could not decode to UTF-8"  # an error of sqlite3 without a code
LOST = (
    "no such table",
    "no such column",
    "malformed database schema",
    "unsupported file format",
)
CLASHES = ("already exists", "duplicate column name")  # an old version over new tables
AWAY = (
    "does not answer, or has just gone away",
    "Nothing that was acknowledged is lost; try again when it is back.",
)
BUSY = (
    "is being changed by others for too long",
    "Wait until that is done and try again.",
)
STATES = {
    "08": AWAY,
    "57": AWAY,
    "53": (
        "has no room, memory or connections left",
        "Nothing that was acknowledged is lost; make room and try again.",
    ),
    "28": ("refuses the name or the password", "Check the address of the database."),
    "3D": ("is not there", "Make it first, or check the address."),
    "42501": (
        "may not be read or changed by this account",
        "Ask its owner for the right.",
    ),
    "25006": ("may only be read", "Connect to the one that may be written."),
    "55P03": BUSY,
    "40": BUSY,
    "22P05": ("cannot hold one of the characters", "Make it with encoding UTF8."),
}
TURNED_AWAY = (  # a refused connection has words of the server's, but no state
    (re.compile('database ".*" does not exist'), "3D"),
    (re.compile('authentication failed|role ".*" does not exist|pg_hba'), "28"),
    (re.compile("too many clients|connection slots"), "53"),
)


@contextmanager
def refusals(path: Path | None) -> Iterator[None]:
    """Turn the database's own failures into a `FileError` or a `StoreError`.

    Parameters
    ----------
    path
        The file; nothing for a database on a server.
    """
    try:
        yield
    except PoolTimeoutError as error:
        raise StoreError(BUSY[0], hint=BUSY[1]) from error
    except (DBAPIError, sqlite3.DatabaseError) as error:
        original = error.orig if isinstance(error, DBAPIError) else error
        if path is None:
            told = _server_sentence(error, original)
            if told is None:
                raise
            raise StoreError(told[0], hint=told[1]) from error
        said = _sentence(original)
        if said is None:
            raise
        raise FileError(path, said[0], hint=said[1]) from error


def is_busy(error: sqlite3.Error) -> bool:
    """Say whether another program kept a file from being changed."""
    return error.sqlite_errorcode & PRIMARY == sqlite3.SQLITE_BUSY


class _BrokenValueError(ValueError):
    """A row names what is not there, or holds what nobody could have written."""


def referred(known: Mapping[Key, Value], key: Key) -> Value:
    """Return what a row refers to; `broken_values` says so if it is missing."""
    if key not in known:
        raise _BrokenValueError(f"{key!r}")
    return known[key]


def seconds_of(time: str) -> float:
    """Return when a row was written, in seconds since 1970; 0 for what is no time.

    A file may have brought any text along before imports looked at it, and a decision
    whose time is unknown is a decision. `broken_values` tells of what is no text.

    Examples
    --------
    >>> seconds_of("1970-01-02T00:00:00Z"), seconds_of("yesterday")
    (86400.0, 0.0)
    """
    if not isinstance(time, str):
        raise _BrokenValueError(f"{time!r}")
    return moment_of(time) or 0.0


def moment_of(time: str) -> float | None:
    """Return a time in ISO 8601 in seconds since 1970; nothing for any other text."""
    try:
        return datetime.fromisoformat(time).timestamp()
    except (OverflowError, ValueError):
        return None


@contextmanager
def broken_values(path: Path | None) -> Iterator[None]:
    """Say that a file is damaged where a value read from it makes no sense."""
    try:
        yield
    except (UnicodeDecodeError, JSONDecodeError, _BrokenValueError) as error:
        reason, hint = SENTENCES[sqlite3.SQLITE_CORRUPT]
        raise FileError(path or "the database", reason, hint=hint) from error


def _sentence(error: BaseException | None) -> tuple[str, str] | None:
    message = str(error)
    is_clash = any(words in message for words in CLASHES)
    if UNDECODED in message or message.startswith(LOST) or is_clash:
        return SENTENCES[sqlite3.SQLITE_CORRUPT]
    code = getattr(error, "sqlite_errorcode", None)
    return SENTENCES.get(code & PRIMARY) if isinstance(code, int) else None


def _server_sentence(
    error: BaseException, original: BaseException | None
) -> tuple[str, str] | None:
    """Return what a server's failure means, by its five-letter state."""
    state = getattr(original, "sqlstate", None) or ""
    found = STATES.get(state) or STATES.get(state[:2])
    if found is None and (getattr(error, "connection_invalidated", False) or not state):
        if type(original).__name__ != "OperationalError":
            return None
        said = str(original)
        known = (key for words, key in TURNED_AWAY if words.search(said))
        return STATES.get(next(known, ""), AWAY)
    return found
