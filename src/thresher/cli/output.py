"""Writing a result to a file: whole or not at all."""

import os
import tempfile
from pathlib import Path

from thresher.errors import FileError

__all__ = ["write_out"]


def write_out(path: Path, content: str | bytes) -> None:
    """Write a file so that a crash or Ctrl-C leaves the old one or the new one."""
    if path.is_dir():
        raise FileError(path, "is a folder", hint="Give the name of a file in it.")
    data = content.encode() if isinstance(content, str) else content
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        reason = f"cannot be written: {error.strerror}"
        raise FileError(path, reason, hint="Choose another place with -o.") from error
    half = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        half.chmod(0o644)
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)
