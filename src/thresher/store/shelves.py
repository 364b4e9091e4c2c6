"""Where a house keeps its projects: a file, a folder of files, or a server."""

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from sqlalchemy import Engine

from thresher.errors import FileError, InputError
from thresher.store.postgres import make_schema, schema_name
from thresher.store.project import Project, project_at
from thresher.store.refusals import refusals

__all__ = ["FileShelf", "LabShelf", "ServerShelf", "Shelf", "new_id"]

ENDING = ".thresher"
ID = re.compile(r"[a-z0-9]{8,40}")
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike
LENGTH = 16
LONGEST_NAME = 40


class Shelf(Protocol):
    """A place for projects, by their ids."""

    def ids(self) -> list[str]:
        """Return the ids of what is there, if the place itself knows them."""
        ...

    def make(self, name: str) -> str:
        """Make a place for a new project and return its id."""
        ...

    def open(self, project: str) -> Project:
        """Open a project, and bring its tables up to date."""
        ...


def new_id() -> str:
    """Return an id that nobody can guess and any file system or schema can hold."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


class FileShelf:
    """Project files in a folder, each named by its id and nothing else."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def ids(self) -> list[str]:
        """Return nothing: the house's table says what is there."""
        return []

    def make(self, name: str) -> str:  # noqa: ARG002  names never become paths
        """Make a folder, and an id for a file in it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        return new_id()

    def open(self, project: str) -> Project:
        """Open the file of a project."""
        if not ID.fullmatch(project):
            raise InputError(f"there is no project {project[:40]!r}")
        return project_at(self.folder / f"{project}{ENDING}")


class ServerShelf:
    """Schemas of a PostgreSQL database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def ids(self) -> list[str]:
        """Return nothing: the house's table says what is there."""
        return []

    def make(self, name: str) -> str:  # noqa: ARG002  names never become schemas
        """Return an id for a schema."""
        return new_id()

    def open(self, project: str) -> Project:
        """Open the schema of a project."""
        schema = schema_name(project)
        place = {"schema_translate_map": {None: schema}}
        engine = self.engine.execution_options(**place)
        with refusals(None), engine.begin() as connection:
            make_schema(connection, schema)
        return Project(None, self.engine, schema=schema)


class LabShelf:
    """A person's own project file, or the project files in a folder of theirs.

    An id is a digest of the file's name: what a browser sends is compared with the
    files that are there, and never becomes a path.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def ids(self) -> list[str]:
        """Return the ids of the files that are there."""
        return [_id_of(file) for file in self._files()]

    def make(self, name: str) -> str:
        """Return the id of a file that is not there yet, with a plain name."""
        if not self.path.is_dir():
            raise InputError(
                "this lab shows one project file: start it with a folder to have more"
            )
        plain = _plain(name)
        for number in range(1, 1000):
            ending = "" if number == 1 else f"-{number}"
            file = self.path / f"{plain}{ending}{ENDING}"
            if not file.exists():
                file.touch(exist_ok=False)
                return _id_of(file)
        raise FileError(self.path, f"has a thousand projects called {plain!r}")

    def open(self, project: str) -> Project:
        """Open the file with this id."""
        return project_at(self.file(project))

    def file(self, project: str) -> Path:
        """Return the file with this id."""
        for file in self._files():
            if _id_of(file) == project:
                return file
        raise InputError(f"there is no project {project[:40]!r}")

    def _files(self) -> Iterator[Path]:
        if not self.path.is_dir():
            return iter([self.path])
        return iter(sorted(self.path.glob(f"*{ENDING}")))


def _id_of(file: Path) -> str:
    return hashlib.sha256(file.name.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def _plain(name: str) -> str:
    """Return a name for a file: small letters, digits and hyphens."""
    bare = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    found = re.sub(r"[^a-z0-9]+", "-", bare.lower()).strip("-")
    return found[:LONGEST_NAME].strip("-") or "review"
