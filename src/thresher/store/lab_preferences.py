"""How the one reader of a lab likes the pages: a small file beside the projects."""

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from thresher.errors import FileError

__all__ = ["keep_lab_preferences", "lab_preferences"]

NAME = ".thresher-lab.json"


def lab_preferences(place: str) -> dict[str, dict[str, Any]]:
    """Return what is kept beside a project file or in a folder, by reader."""
    try:
        found = json.loads(_file(place).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}  # none yet, or damaged: only looks are lost
    if not isinstance(found, dict):
        return {}
    return {name: told for name, told in found.items() if isinstance(told, dict)}


def keep_lab_preferences(
    place: str, reader: str, preferences: Mapping[str, Any]
) -> None:
    """Keep what a reader likes; the file is replaced as a whole.

    Raises
    ------
    FileError
        Nothing can be written there.
    """
    file = _file(place)
    content = json.dumps(lab_preferences(place) | {reader: dict(preferences)})
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=NAME)
        with os.fdopen(handle, "w", encoding="utf-8") as staged:
            staged.write(content)
        Path(name).replace(file)
    except OSError as error:
        hint = "The folder may be read-only or full."
        raise FileError(file, "cannot be written", hint=hint) from error


def _file(place: str) -> Path:
    path = Path(place)
    return (path if path.is_dir() else path.parent) / NAME
