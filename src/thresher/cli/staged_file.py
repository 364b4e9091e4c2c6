"""A file that is written bit by bit and appears whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from thresher.errors import FileError

__all__ = ["staged_file"]


@contextmanager
def staged_file(path: Path) -> Iterator[BinaryIO]:
    """Give a stream whose bytes become the file when the block ends without an error.

    Raises
    ------
    FileError
        Nothing can be written there, or there is no room. The old file, if there was
        one, is as it was.
    """
    if path.is_dir():
        raise FileError(path, "is a folder", hint="Give the name of a file in it.")
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise _refusal(path, error) from error
    half = Path(name)
    try:
        with os.fdopen(handle, "w+b") as file:
            yield cast("BinaryIO", file)
            file.flush()
            os.fsync(file.fileno())
        half.chmod(0o644)
        half.replace(path)
    except OSError as error:
        if error.filename not in (None, name):  # another file's trouble
            raise
        raise _refusal(path, error) from error
    finally:
        half.unlink(missing_ok=True)


def _refusal(path: Path, error: OSError) -> FileError:
    reason = f"cannot be written: {error.strerror}"
    return FileError(path, reason, hint="Choose another place with -o.")
