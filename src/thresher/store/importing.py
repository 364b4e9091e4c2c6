"""Files brought into a project, each as a whole or not at all."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection

from thresher.records.provenance import Search
from thresher.records.strictness import refuse_warnings
from thresher.store.fingerprint import fingerprint
from thresher.store.project import Project
from thresher.store.sources import (
    AddedSource,
    Arrival,
    Scanned,
    add_search,
    add_source,
    source_of,
)

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

    Each file is one transaction; a strict import is one for all files.

    Raises
    ------
    FileError
        A file cannot be read, or has a warning in a strict import. Nothing of it is
        written, and in a strict import nothing of the others.
    """
    imports = _Imports(project, wishes)
    if wishes.strict:
        with project.writing() as connection:
            done = [imports.one(connection, path) for path in paths]
        yield from done
        return
    for path in paths:
        with project.writing() as connection:
            one = imports.one(connection, path)
        yield one


class _Imports:
    """Files of one search on their way in."""

    def __init__(self, project: Project, wishes: Wishes) -> None:
        self.project = project
        self.wishes = wishes
        self.search_id: int | None = None

    def one(self, connection: Connection, path: Path) -> Imported:
        """Bring in one file, unless its content is there already."""
        scanned = self.wishes.scan(path)  # refuses what is no citation file
        file = fingerprint(path)
        since = source_of(connection, file.sha256)
        if since and not self.wishes.again:
            return Imported(path=path, since=since)
        if self.search_id is None:
            self.search_id = add_search(connection, self.wishes.search)
        arrival = Arrival(
            file=file,
            search_id=self.search_id,
            reader=self.wishes.reader or path.name,
            at=self.wishes.at,
        )
        added = add_source(connection, scanned, arrival=arrival)
        if self.wishes.strict:
            refuse_warnings(path, added.report)
        return Imported(path=path, added=added)
