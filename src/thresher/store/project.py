"""A project: the file that holds a review, opened for reading and writing."""

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, select

from thresher.errors import FileError, InputError
from thresher.store.arriving import Adding, AtOnce, InPieces, has_arrived
from thresher.store.connection import (
    identity,
    is_free,
    make_tables,
    refuse_foreign,
    sqlite_engine,
    version_in,
)
from thresher.store.memory import Memory
from thresher.store.migrations import VERSION
from thresher.store.postgres import wait_for_import, wait_for_turn
from thresher.store.refusals import broken_values, refusals
from thresher.store.schema import sources

__all__ = ["Project", "create_project", "open_project", "project_at", "ready_project"]


class Project:
    """An open project; every change is one transaction, kept or undone as a whole.

    Parameters
    ----------
    path
        The project file; nothing for a project on a server.
    engine
        What connects to it.
    schema
        On a server, the schema that holds the project.
    """

    def __init__(
        self, path: Path | None, engine: Engine, *, schema: str | None = None
    ) -> None:
        self._path = path
        self._schema = schema
        memory = Memory()
        if schema is None:
            reads = {"memory": memory}
            self._reads = engine.execution_options(**reads)
            self._writes = engine.execution_options(**reads, writes=True)
        else:
            place = {"memory": memory, "schema_translate_map": {None: schema}}
            self._writes = engine.execution_options(**place, writes=True)
            self._reads = engine.execution_options(
                **place, isolation_level="REPEATABLE READ", postgresql_readonly=True
            )

    @property
    def path(self) -> Path:
        """The project file.

        Raises
        ------
        InputError
            The project is on a server and has none.
        """
        if self._path is None:
            raise InputError(f"{self._schema} is on a server and is no file")
        return self._path

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that sees one unchanging state of the project."""
        with (
            refusals(self._path),
            broken_values(self._path),
            self._reads.connect() as connection,
        ):
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection whose changes are kept if the block ends without an error.

        Notes
        -----
        When the block has ended, what was written survives a crash of the program
        and of the machine. After an error, Ctrl-C or a kill in the block, nothing
        of it is there. Writers of one project come one after another.
        """
        with (
            refusals(self._path),
            broken_values(self._path),
            self._writes.connect() as connection,
            connection.begin(),
        ):
            if self._schema is not None:
                wait_for_turn(connection, self._schema)
            yield connection

    @contextmanager
    def adding(self, waiting: Callable[[], None] = lambda: None) -> Iterator[Adding]:
        """Give a way to add files while others decide.

        Parameters
        ----------
        waiting
            Called now and then as long as another import into a file is waited for.

        Notes
        -----
        All of it is there when the turn has ended in a file, and when the block has
        ended on a server; nothing of it after an error or a kill before. Imports of
        one project come one after another.
        """
        with refusals(self._path), self._writes.connect() as connection:
            if self._schema is None:
                yield from self._adding_to_file(connection, waiting)
                return
            schema = self._schema
            with connection.begin():
                wait_for_import(connection, schema)
                yield AtOnce(connection, lambda: wait_for_turn(connection, schema))

    def _adding_to_file(
        self, connection: Connection, waiting: Callable[[], None]
    ) -> Iterator[Adding]:
        adding = InPieces(connection, self.reading)
        adding.wait(waiting)
        try:
            yield adding
        except BaseException:  # Ctrl-C too: it goes on, only the records go away
            with suppress(FileError), refusals(self._path):
                adding.give_up()
            raise

    def close(self) -> None:
        """Let go of the file; a server's connections are its house's."""
        if self._path is not None:
            self._reads.dispose()


def project_at(path: Path) -> Project:
    """Project in a file that is there, or made there; close it yourself.

    Raises
    ------
    FileError
        The file is something else, or a newer Thresher made it.
    """
    version = 0
    if path.exists() and not (found := identity(path)).is_blank:
        refuse_foreign(path, found)
        version = found.version
    project = Project(path, sqlite_engine(path, stays_open=True))
    if version < VERSION:
        try:
            with project.writing() as connection:
                make_tables(connection, version=version_in(connection))
        except BaseException:
            project.close()
            raise
    return project


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
                make_tables(connection, version=version_in(connection))
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
        whole = select(sources.c.id).where(has_arrived(sources.c.id))
        return connection.execute(whole.limit(1)).first() is not None
