"""Archives and project files built here, so that no test needs others' data."""

import json
import sqlite3
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

Content = bytes | str | Mapping[str, object] | list[object]
WriteZip = Callable[[Mapping[str, Content]], Path]
MakeDatabase = Callable[[Iterable[str]], bytes]


@pytest.fixture
def write_zip(tmp_path: Path) -> WriteZip:
    """Write a zip archive of these entries; mappings and lists become JSON."""

    def write(entries: Mapping[str, Content]) -> Path:
        path = tmp_path / "project.asreview"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in entries.items():
                if not isinstance(content, bytes | str):
                    content = json.dumps(content)  # noqa: PLW2901
                archive.writestr(name, content)
        return path

    return write


@pytest.fixture
def make_database(tmp_path: Path) -> MakeDatabase:
    """Make a SQLite database by these statements."""

    def make(statements: Iterable[str]) -> bytes:
        path = tmp_path / "made.db"
        path.unlink(missing_ok=True)
        with sqlite3.connect(path) as connection:
            for statement in statements:
                connection.execute(statement)
        connection.close()
        return path.read_bytes()

    return make
