"""A file that is written bit by bit and appears whole or not at all."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from thresher.errors import FileError

__all__ = ["staged_file"]

EVERYBODY = 0o666  # less what the user's umask forbids
OWNER = 0o600
ELSEWHERE = "Choose another place for it."


@contextmanager
def staged_file(path: Path, *, secret: bool = False) -> Iterator[BinaryIO]:
    """Give a stream whose bytes become the file when the block ends without an error.

    Parameters
    ----------
    path
        Where the file will be; what a link points to is replaced, not the link.
    secret
        Whether only its owner may read it; otherwise a new file has the rights that
        the user gives to new files, and an old one keeps its own.

    Raises
    ------
    FileError
        Nothing can be written there, or there is no room. The old file, if there was
        one, is as it was.
    """
    rights = _rights(path)
    target = _target(path)
    half = target.with_name(f".thresher-{secrets.token_hex(8)}")
    try:
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        handle = os.open(half, flags, OWNER if secret else EVERYBODY)
    except OSError as error:
        raise _refusal(path, error) from error
    try:
        with os.fdopen(handle, "w+b") as file:
            yield cast("BinaryIO", file)
            file.flush()
            os.fsync(file.fileno())
        if rights is not None and not secret:
            half.chmod(rights)
        half.replace(target)
    except OSError as error:
        if error.filename not in (None, str(half)):  # another file's trouble
            raise
        raise _refusal(path, error) from error
    finally:
        half.unlink(missing_ok=True)


def _rights(path: Path) -> int | None:
    """Return the rights of the file that is there; refuse what is not a file."""
    if path.is_dir():
        raise FileError(path, "is a folder", hint="Give the name of a file in it.")
    if not path.exists():
        return None
    if not path.is_file():  # a device or a pipe: a file would take its place
        raise FileError(path, "is a device or a pipe, not a file", hint=ELSEWHERE)
    return path.stat().st_mode & 0o777


def _target(path: Path) -> Path:
    """Return what is replaced: where a link points to, at the end."""
    if not path.is_symlink():
        return path
    reason = "is a link that leads back to itself"
    try:
        target = path.resolve()
    except (RuntimeError, OSError) as error:  # by the version of Python
        raise FileError(path, reason, hint=ELSEWHERE) from error
    if target.is_symlink():
        raise FileError(path, reason, hint=ELSEWHERE)
    return target


def _refusal(path: Path, error: OSError) -> FileError:
    return FileError(path, f"cannot be written: {error.strerror}", hint=ELSEWHERE)
