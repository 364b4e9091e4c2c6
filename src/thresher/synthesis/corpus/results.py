"""Results that are kept as they come, known by a hash of what they were made from."""

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from thresher.errors import FileError

__all__ = ["Results", "key_of"]


def key_of(*parts: object) -> str:
    """Hash of everything that decides a result.

    Examples
    --------
    >>> key_of("spans", "text") == key_of("spans", "text") != key_of("spans", "other")
    True
    """
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


class Results:
    """A file that only grows, one result a line; only the places are held in memory.

    A process may die at any moment: a last line that was cut short is none, and is
    written over.

    Raises
    ------
    FileError
        The file cannot be used, or another line is no result.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.places: dict[str, int] = {}
        try:
            self.file = path.open("a+b")
        except OSError as error:
            reason = f"cannot be used for results ({error.strerror})"
            hint = "Choose another folder with -o."
            raise FileError(path, reason, hint=hint) from error
        try:
            self.end = self._index()
        except FileError:
            self.close()
            raise
        self.file.truncate(self.end)

    def _index(self) -> int:
        """Find every result; return where the last whole line ends."""
        end = 0
        self.file.seek(0)
        for number, line in enumerate(self.file, 1):
            if not line.endswith(b"\n"):
                break
            try:
                self.places[json.loads(line)["key"]] = end
            except (ValueError, KeyError, TypeError) as error:
                reason = "is no result of a stage"
                hint = "Move the file away; the stage is then done anew."
                raise FileError(self.path, reason, line=number, hint=hint) from error
            end += len(line)
        return end

    def __contains__(self, key: str) -> bool:
        return key in self.places

    def __getitem__(self, key: str) -> Any:  # noqa: ANN401  JSON
        self.file.seek(self.places[key])
        return json.loads(self.file.readline())["value"]

    def keep(self, found: Iterable[tuple[str, Any]]) -> None:
        """Add results; they are on the disk before this returns."""
        for key, value in found:
            if key in self.places:
                continue
            entry: Mapping[str, object] = {"key": key, "value": value}
            line = json.dumps(entry, ensure_ascii=False).encode() + b"\n"
            self.file.write(line)
            self.places[key] = self.end
            self.end += len(line)
        self.file.flush()
        os.fsync(self.file.fileno())

    def close(self) -> None:
        """Close the file."""
        self.file.close()
