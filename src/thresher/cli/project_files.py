"""Telling projects from the other files that commands are given."""

from pathlib import Path

from thresher.records.plain_text import file_start

__all__ = ["is_project"]

DATABASE = b"SQLite format 3\0"


def is_project(path: Path) -> bool:
    """Say whether a file is a database, as a project is.

    Raises
    ------
    FileError
        There is no such file, or it cannot be read.
    """
    return file_start(path).startswith(DATABASE)
