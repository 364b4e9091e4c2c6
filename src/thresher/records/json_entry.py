"""JSON objects kept in archives."""

import json
from typing import Any

from thresher.errors import FileError
from thresher.records.archive import Archive

__all__ = ["read_any_json", "read_json"]


def read_json(archive: Archive, name: str) -> dict[str, Any]:
    """Object in the entry `name`, which must be one.

    Raises
    ------
    FileError
        The entry is missing, is no JSON, or holds something else than an object.
    """
    content = read_any_json(archive, name)
    if not isinstance(content, dict):
        raise FileError(archive.path, f"{name} is not a JSON object")
    return content


def read_any_json(archive: Archive, name: str) -> Any:  # noqa: ANN401  JSON is anything
    """Whatever JSON value the entry `name` holds."""
    content = archive.read(name)
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        reason = f"{name} is not valid JSON"
        raise FileError(archive.path, reason, hint="Export the file again.") from error
