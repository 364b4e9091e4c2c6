"""JSON from strangers: decoded piece by piece, and shown as text."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from thresher.errors import FileError

__all__ = ["array_entries", "decoded", "shown"]

SPACE = re.compile(r"[ \t\r\n]*")
CUT = "Export it again."


def decoded(text: str, path: Path, *, line: int) -> Any:  # noqa: ANN401  JSON is anything
    """Return the JSON value of a line.

    Raises
    ------
    FileError
        It is not JSON.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileError(path, _reason(error), line=line, hint=CUT) from error


def array_entries(text: str, path: Path) -> Iterator[tuple[int, Any]]:
    """Yield the entries of a JSON array, each with the line it begins on.

    Raises
    ------
    FileError
        The array is broken or cut off; the entries before that have been yielded.
    """
    decoder = json.JSONDecoder()
    at = _skip(text, _skip(text, 0) + 1)
    line, counted = 1, 0
    while not text.startswith("]", at):
        line, counted = line + text.count("\n", counted, at), at
        try:
            entry, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            raise FileError(path, _reason(error), line=line, hint=CUT) from error
        yield line, entry
        at = _skip(text, at)
        if text.startswith(",", at):
            at = _skip(text, at + 1)
        elif not text.startswith("]", at):
            line += text.count("\n", counted, at)
            raise FileError(path, "the JSON list breaks off", line=line, hint=CUT)


def shown(value: object) -> str:
    """Return a value of JSON or of a database as text; strings and bytes as they are.

    Examples
    --------
    >>> shown("en"), shown(206), shown([1, "a"]), shown(None)
    ('en', '206', '[1, "a"]', '')
    """
    if value is None:
        return ""
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _skip(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return found.end() if found else at


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "the JSON is nested too deeply"
    message = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
    return f"is not well-formed JSON ({message})"
