"""A project: the file that holds a review, opened for reading and writing."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, func, inspect, select

from thresher.errors import FileError
from thresher.store.connection import (
    identity,
    is_free,
    make_tables,
    refuse_foreign,
    sqlite_engine,
)
from thresher.store.memory import Memory
from thresher.store.migrations import VERSION
from thresher.store.refusals import refusals
from thresher.store.schema import sources

__all__ = ["Project", "create_project", "open_project", "ready_project"]


class Project:
    """An open project; every change is one transaction, kept or undone as a whole.

    Parameters
    ----------
    path
        The project file.
    engine
        What connects to it.
    """

    def __init__(self, path: Path, engine: Engine) -> None:
        self.path = path
        self._engine = engine.execution_options(memory=Memory())

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that sees one unchanging state of the project."""
        with refusals(self.path), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection whose changes are kept if the block ends without an error.

        Notes
        -----
        When the block has ended, what was written survives a crash of the program
        and of the machine. After an error, Ctrl-C or a kill in the block, nothing
        of it is there.
        """
        with refusals(self.path):
            engine = self._engine.execution_options(writes=True)
            with engine.connect() as connection, connection.begin():
                yield connection


@contextmanager
def open_project(path: str | Path) -> Iterator[Project]:
    """Project in an existing file.

    Raises
    ------
    FileError
        There is no such file, it is something else, or a newer Thresher made it.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "review.thresher")
    ...     with create_project(path):
    ...         pass
    ...     with open_project(path) as project:
    ...         project.path.name
    'review.thresher'
    """
    path = Path(path)
    found = identity(path)
    if found.is_blank:
        hint = f"Fill it with: thresher import FILE... --project {path.name}"
        raise FileError(path, "is empty, not yet a project", hint=hint)
    refuse_foreign(path, found)
    with _opened(path) as project:
        if found.version < VERSION:
            with project.writing() as connection:
                make_tables(connection, version=found.version)
        yield project


@contextmanager
def create_project(path: str | Path) -> Iterator[Project]:
    """Project in a file that was not there yet or was empty.

    Raises
    ------
    FileError
        There is something already, or nothing can be written there.
    """
    path = Path(path)
    if path.exists() and not identity(path).is_blank:
        raise FileError(path, "is already there", hint="Choose another name.")
    with _opened(path) as project:
        with project.writing() as connection:
            if inspect(connection).get_table_names():  # made by another meanwhile
                raise FileError(path, "is already there", hint="Choose another name.")
            make_tables(connection, version=0)
        yield project


@contextmanager
def ready_project(path: str | Path) -> Iterator[Project]:
    """Project in a file, made if it is not there.

    A project that was made here is taken away again if the block fails before a
    source was added, so that a failed first import leaves nothing behind.
    """
    path = Path(path)
    if path.exists() and not identity(path).is_blank:
        with open_project(path) as project:
            yield project
        return
    try:
        with create_project(path) as project:
            yield project
    except BaseException as error:  # Ctrl-C too: it goes on, only the file goes away
        traceback.clear_frames(error.__traceback__)  # they hold the database open
        _remove_if_unused(path)
        raise


@contextmanager
def _opened(path: Path) -> Iterator[Project]:
    engine = sqlite_engine(path)
    try:
        yield Project(path, engine)
    finally:
        engine.dispose()


def _remove_if_unused(path: Path) -> None:
    """Take away a project that holds nothing and that nobody else has open."""
    if not path.is_file() or _holds_sources(path) or not is_free(path):
        return
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _holds_sources(path: Path) -> bool:
    if identity(path).is_blank:
        return False
    with open_project(path) as project, project.reading() as connection:
        return bool(connection.scalar(select(func.count()).select_from(sources)))
