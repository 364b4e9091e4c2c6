"""Files brought into a project, each as a whole or not at all."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection

from thresher.errors import FileError, InputError
from thresher.progress import Report, silent
from thresher.records.citation import Citation
from thresher.records.provenance import Search
from thresher.records.strictness import refuse_warnings
from thresher.records.tally import ImportReport
from thresher.store.arriving import Adding
from thresher.store.fingerprint import Fingerprint, fingerprint
from thresher.store.project import Project
from thresher.store.sources import (
    AddedSource,
    Arrival,
    FilledSource,
    Scanned,
    add_search,
    begin_source,
    fill_source,
    open_source,
    source_of,
)
from thresher.store.spooling import Spooled

__all__ = ["Imported", "Wishes", "import_files"]

NO_SEARCH = Search()
EVERY = 1000  # records between two reports of progress


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
    progress
        Told of how many records are written, and while another import is waited for;
        an error of its own ends the import, and nothing of the file comes in.
    """

    scan: Callable[[Path], Scanned]
    at: str
    search: Search = NO_SEARCH
    reader: str = ""
    strict: bool = False
    again: bool = False
    progress: Report = silent


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

    Each file comes in whole or not at all; in a strict import all of them do, or
    none. Files are read before anything is written, and written where nobody sees
    them, before the turn in which they are there: who decides meanwhile hardly waits.

    Raises
    ------
    FileError
        A file cannot be read, or has a warning in a strict import. Nothing of it is
        written, and in a strict import nothing of the others.
    """
    imports = _Imports(project, wishes)
    together = [list(paths)] if wishes.strict else [[path] for path in paths]
    for some in together:
        yield from imports.bring(some)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ready:
    """A file that was read, unless it is known already."""

    path: Path
    file: Fingerprint
    since: str
    spooled: Spooled | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Filled:
    """A file whose records are in, or what became of it without that."""

    path: Path
    source: FilledSource | None = None
    since: str = ""

    def opened(self, connection: Connection) -> Imported:
        """Make its records be there."""
        added = None if self.source is None else open_source(connection, self.source)
        return Imported(path=self.path, added=added, since=self.since)


class _Imports:
    """Files of one search on their way in."""

    def __init__(self, project: Project, wishes: Wishes) -> None:
        self.project = project
        self.wishes = wishes
        self.search_id: int | None = None

    def bring(self, paths: Sequence[Path]) -> list[Imported]:
        """Bring files in, all of them or none."""
        with ExitStack() as stack:
            every = [self._read(path, stack) for path in paths]
            if all(one.spooled is None for one in every):
                return [Imported(path=one.path, since=one.since) for one in every]
            with self.project.adding(self._wait) as adding:
                filled = [self._fill(adding, one) for one in every]
                with adding.turn() as connection:
                    return [one.opened(connection) for one in filled]

    def _wait(self) -> None:
        self.wishes.progress("Waiting for another import", done=0, total=1)

    def _read(self, path: Path, stack: ExitStack) -> _Ready:
        """Read a file whose content is not there already."""
        scanned = self.wishes.scan(path)  # refuses what is no citation file
        file = fingerprint(path)
        with self.project.reading() as connection:
            since = self._since(connection, file)
        spooled = None if since else stack.enter_context(Spooled(scanned))
        return _Ready(path=path, file=file, since=since, spooled=spooled)

    def _fill(self, adding: Adding, ready: _Ready) -> _Filled:
        """Write what was read, unless it has come in by another way meanwhile."""
        path = ready.path
        if ready.spooled is None:
            return _Filled(path=path, since=ready.since)
        with adding.piece() as connection:
            if since := self._since(connection, ready.file, is_mine=True):
                return _Filled(path=path, since=since)
            if self.search_id is None:
                self.search_id = add_search(connection, self.wishes.search)
            arrival = Arrival(
                file=ready.file,
                search_id=self.search_id,
                reader=self.wishes.reader or path.name,
                at=self.wishes.at,
            )
            source_id = begin_source(connection, arrival)
            adding.begun(source_id)
        try:
            told = _Told(ready.spooled, f"Writing {path.name}", self.wishes.progress)
            filled = fill_source(adding, told, source_id=source_id, arrival=arrival)
        except InputError as error:
            raise FileError(path, str(error)) from error
        if self.wishes.strict:
            refuse_warnings(path, filled.report)
        return _Filled(path=path, source=filled)

    def _since(
        self, connection: Connection, file: Fingerprint, *, is_mine: bool = False
    ) -> str:
        """Return since when a file is there; nothing if it may come in."""
        if self.wishes.again:
            return ""
        return source_of(connection, file.sha256, is_mine=is_mine) or ""


@dataclass(frozen=True, slots=True)
class _Told:
    """Citations of a file that was read, told of as they are written."""

    spooled: Spooled
    what: str
    progress: Report

    def __iter__(self) -> Iterator[Citation]:
        total = self.report().records
        for number, citation in enumerate(self.spooled):
            if number % EVERY == 0:
                self.progress(self.what, done=number, total=total)
            yield citation

    def report(self) -> ImportReport:
        return self.spooled.report()
