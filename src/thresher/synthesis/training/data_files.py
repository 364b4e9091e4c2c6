"""Files of the data folder, opened with a clear word where one is missing."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from thresher.errors import FileError

__all__ = ["json_lines", "listed_ids"]

HINT = "--data names the data folder"


def json_lines(path: Path) -> Iterator[Any]:
    """Rows of a compressed file with one JSON value a line.

    Raises
    ------
    FileError
        It is not there, or not such a file.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FileError(path, f"cannot be read ({reason})", hint=HINT) from error


def listed_ids(path: Path) -> frozenset[str]:
    """Ids of a plain list.

    Raises
    ------
    FileError
        It is not there.
    """
    try:
        return frozenset(path.read_text(encoding="utf-8").split())
    except OSError as error:
        reason = f"cannot be read ({error.strerror})"
        raise FileError(path, reason, hint=HINT) from error
