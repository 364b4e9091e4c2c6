"""Files brought into a project, each as a whole or not at all."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection

from thresher.errors import FileError, InputError
from thresher.records.provenance import Search
from thresher.records.strictness import refuse_warnings
from thresher.store.fingerprint import Fingerprint, fingerprint
from thresher.store.project import Project
from thresher.store.sources import (
    AddedSource,
    Arrival,
    Scanned,
    add_search,
    add_source,
    source_of,
)
from thresher.store.spooling import Spooled

__all__ = ["Imported", "Wishes", "import_files"]

NO_SEARCH = Search()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """How files are to be brought in.

    Parameters
    ----------
    scan
        Opens a file and reads its citations.
    at
        Time of the import, as ISO 8601 in UTC.
    search
        The search that found the records of all these files.
    reader
        Who made the decisions in them that name nobody; empty for the file's name.
    strict
        Whether any warning refuses all files.
    again
        Whether a file that was imported before is imported once more.
    """

    scan: Callable[[Path], Scanned]
    at: str
    search: Search = NO_SEARCH
    reader: str = ""
    strict: bool = False
    again: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What became of one file: a new source, or nothing as it was there `since`."""

    path: Path
    added: AddedSource | None = None
    since: str = ""


def import_files(
    project: Project, paths: Sequence[Path], *, wishes: Wishes
) -> Iterator[Imported]:
    """Bring files into a project and yield what became of each, once it is safe.

    Each file is one transaction; a strict import is one for all files. Files are read
    before their transaction begins, and on a server written before its turn begins,
    so that nobody who decides meanwhile waits for it.

    Raises
    ------
    FileError
        A file cannot be read, or has a warning in a strict import. Nothing of it is
        written, and in a strict import nothing of the others.
    """
    imports = _Imports(project, wishes)
    if wishes.strict:
        with ExitStack() as stack:
            every = [imports.read(path, stack) for path in paths]
            with project.adding() as (connection, wait):
                done = [imports.write(connection, one, wait) for one in every]
        yield from done
        return
    for path in paths:
        with ExitStack() as stack:
            ready = imports.read(path, stack)
            with project.adding() as (connection, wait):
                one = imports.write(connection, ready, wait)
        yield one


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ready:
    """A file that was read, unless it is known already."""

    path: Path
    file: Fingerprint
    spooled: Spooled | None


class _Imports:
    """Files of one search on their way in."""

    def __init__(self, project: Project, wishes: Wishes) -> None:
        self.project = project
        self.wishes = wishes
        self.search_id: int | None = None

    def read(self, path: Path, stack: ExitStack) -> _Ready:
        """Read a file whose content is not there already."""
        scanned = self.wishes.scan(path)  # refuses what is no citation file
        file = fingerprint(path)
        with self.project.reading() as connection:
            is_known = bool(self._since(connection, file))
        spooled = None if is_known else stack.enter_context(Spooled(scanned))
        return _Ready(path=path, file=file, spooled=spooled)

    def write(
        self, connection: Connection, ready: _Ready, wait_for_turn: Callable[[], None]
    ) -> Imported:
        """Write what was read, unless it has come in by another way meanwhile."""
        path = ready.path
        since = self._since(connection, ready.file)
        if since or ready.spooled is None:
            return Imported(path=path, since=since)
        if self.search_id is None:
            self.search_id = add_search(connection, self.wishes.search)
        arrival = Arrival(
            file=ready.file,
            search_id=self.search_id,
            reader=self.wishes.reader or path.name,
            at=self.wishes.at,
        )
        try:
            added = add_source(
                connection, ready.spooled, arrival=arrival, wait_for_turn=wait_for_turn
            )
        except InputError as error:
            raise FileError(path, str(error)) from error
        if self.wishes.strict:
            refuse_warnings(path, added.report)
        return Imported(path=path, added=added)

    def _since(self, connection: Connection, file: Fingerprint) -> str:
        """Return since when a file is there; nothing if it may come in."""
        if self.wishes.again:
            return ""
        return source_of(connection, file.sha256) or ""
