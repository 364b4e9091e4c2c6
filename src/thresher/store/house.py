"""A house: the projects of a person or of a team, and the people in it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlalchemy import Connection, Engine, func, insert, inspect, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from thresher.errors import FileError, InputError, StoreError, ThresherError
from thresher.store.connection import sqlite_engine
from thresher.store.filling import whole_text
from thresher.store.house_schema import house_versions, memberships
from thresher.store.house_schema import projects as project_table
from thresher.store.lab_preferences import keep_lab_preferences, lab_preferences
from thresher.store.migrations import HOUSE, take
from thresher.store.people import account_of, keep_preferences, set_role
from thresher.store.postgres import is_postgres, postgres_engine, wait_for_turn
from thresher.store.project import Project
from thresher.store.refusals import refusals
from thresher.store.setting_rows import change_settings, settings_of
from thresher.store.shelves import FileShelf, LabShelf, ServerShelf, Shelf

__all__ = ["House", "ProjectEntry", "is_team_database", "open_house"]

LONGEST_NAME = 200
LOCK = "thresher_house"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectEntry:
    """A project in the list of a house, with the role of whoever asks."""

    id: str
    name: str
    role: str
    created_at: str = ""


class House:
    """Projects, and the people who may see them; ``with`` closes it.

    Parameters
    ----------
    url
        By which another process can open the same house.
    shelf
        Where the projects are.
    engine
        Leads to the people; nothing in a house without any.
    path
        The file of the house, if it is one.
    """

    def __init__(
        self,
        url: str,
        shelf: Shelf,
        engine: Engine | None = None,
        *,
        path: Path | None = None,
    ) -> None:
        self.url = url
        self._shelf = shelf
        self._engine = engine
        self._path = path
        self._open: dict[str, Project] = {}

    def __enter__(self) -> "House":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def has_people(self) -> bool:
        """Whether people sign in; else one person works here alone."""
        return self._engine is not None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection to the people and the list of projects."""
        with refusals(self._path), self._people().connect() as connection:
            yield connection

    @contextmanager
    def asking(self) -> Iterator[Connection]:
        """Give a connection for one question to the people and the list of projects.

        A server is spared the beginning and the end of a transaction, which every
        request would wait for.
        """
        engine = self._people()
        if engine.dialect.name != "sqlite":
            engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        with refusals(self._path), engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection whose changes are kept if the block ends well."""
        engine = self._people().execution_options(writes=True)
        with refusals(self._path), engine.begin() as connection:
            if connection.dialect.name != "sqlite":
                wait_for_turn(connection, LOCK)
            yield connection

    def projects_of(self, account: str | None) -> list[ProjectEntry]:
        """Return the projects that somebody may see; with nobody, all of them."""
        if self._engine is None:
            return [self._lab_entry(one) for one in self._shelf.ids()]
        chosen = select(project_table).order_by(project_table.c.created_at)
        roles = {}
        with self.reading() as connection:
            if account is not None:
                mine = select(memberships.c.project_id, memberships.c.role).where(
                    memberships.c.account == account
                )
                roles = {row.project_id: row.role for row in connection.execute(mine)}
                chosen = chosen.where(project_table.c.id.in_(sorted(roles)))
            return [
                ProjectEntry(
                    id=row.id,
                    name=row.name,
                    role=roles.get(row.id, "owner"),
                    created_at=row.created_at,
                )
                for row in connection.execute(chosen)
            ]

    def entry_for(self, account: str | None, number: str) -> ProjectEntry | None:
        """Return a project if somebody may see it, else nothing."""
        if self._engine is None or account is None:
            entries = self.projects_of(account)
            return next((one for one in entries if one.id == number), None)
        if whole_text(number) != number:
            return None
        chosen = (
            select(project_table, memberships.c.role)
            .join(memberships, memberships.c.project_id == project_table.c.id)
            .where(project_table.c.id == number, memberships.c.account == account)
        )
        with self.asking() as connection:
            row = connection.execute(chosen).first()
        if row is None:
            return None
        return ProjectEntry(
            id=row.id, name=row.name, role=row.role, created_at=row.created_at
        )

    def preferences_of(self, name: str) -> dict[str, Any]:
        """Return how somebody likes the pages."""
        if self._engine is None:
            return lab_preferences(self.url).get(name, {})
        with self.reading() as connection:
            found = account_of(connection, name)
        return {} if found is None else dict(found.preferences)

    def keep_preferences(self, name: str, preferences: Mapping[str, Any]) -> None:
        """Keep how somebody likes the pages."""
        if self._engine is None:
            keep_lab_preferences(self.url, name, preferences)
            return
        with self.writing() as connection:
            keep_preferences(connection, name, preferences)

    def create_project(self, name: str, owner: str | None = None) -> ProjectEntry:
        """Make an empty project that belongs to somebody.

        Raises
        ------
        InputError
            The name is empty or too long, or there is room for one project only.
        """
        name = whole_text(name).strip()
        if not 0 < len(name) <= LONGEST_NAME:
            raise InputError(f"a project has a name of 1 to {LONGEST_NAME} characters")
        at = datetime.now(UTC).isoformat(timespec="seconds")
        number = self._shelf.make(name)
        project = self.project(number, known=True)
        with project.writing() as connection:
            change_settings(connection, {"name": name}, by=owner or "", at=at)
        if self._engine is not None:
            row = {"id": number, "name": name, "created_by": owner or ""}
            with self.writing() as connection:
                connection.execute(insert(project_table), row | {"created_at": at})
                if owner is not None:
                    set_role(connection, number, owner, role="owner", at=at)
        return ProjectEntry(id=number, name=name, role="owner", created_at=at)

    def project(self, number: str, *, known: bool = False) -> Project:
        """Return an open project; the same one each time, and closed with the house.

        Parameters
        ----------
        number
            Its id.
        known
            Whether it is sure that there is such a project.

        Raises
        ------
        InputError
            There is none.
        """
        if number in self._open:
            return self._open[number]
        if self._engine is not None and not known and not self._is_listed(number):
            raise InputError(f"there is no project {number[:40]!r}")
        opened = self._shelf.open(number)
        return self._open.setdefault(number, opened)

    def close(self) -> None:
        """Let go of all files and connections."""
        for project in self._open.values():
            project.close()
        self._open.clear()
        if self._engine is not None:
            self._engine.dispose()

    def _people(self) -> Engine:
        if self._engine is None:
            raise InputError("nobody signs in to this house: it is one person's lab")
        return self._engine

    def _is_listed(self, number: str) -> bool:
        if whole_text(number) != number:
            return False
        with self.reading() as connection:
            chosen = select(func.count()).where(project_table.c.id == number)
            return bool(connection.scalar(chosen))

    def _lab_entry(self, number: str) -> ProjectEntry:
        """Return what a project file calls itself; a broken one has its file's name."""
        name = ""
        try:
            with self.project(number).reading() as connection:
                name = settings_of(connection).get("name", "")
        except ThresherError:
            name = ""
        if not name and isinstance(self._shelf, LabShelf):
            name = self._shelf.file(number).stem
        return ProjectEntry(id=number, name=name, role="owner")


def is_team_database(place: str) -> bool:
    """Say whether a place is an address of a house with accounts.

    Examples
    --------
    >>> is_team_database("sqlite:///team.db"), is_team_database("review.thresher")
    (True, False)
    """
    return is_postgres(place) or place.startswith("sqlite:")


def open_house(place: str | Path) -> House:
    """House at a place, made if it is not there.

    Parameters
    ----------
    place
        A project file or a folder of them: the house of one person, without accounts.
        ``sqlite:///FILE``: a team's house in a file, with the projects in a folder
        beside it. ``postgresql://…``: a team's house on a server, each project in a
        schema of its own.

    Raises
    ------
    FileError, StoreError
        It cannot be used, or a newer Thresher made it.
    """
    text = str(place)
    if is_postgres(text):
        engine = postgres_engine(text)
        house = House(text, ServerShelf(engine), engine)
    elif is_team_database(text):
        path = _file_of(text)
        engine = sqlite_engine(path, stays_open=True)
        shelf = FileShelf(path.with_name(path.name + ".projects"))
        house = House(text, shelf, engine, path=path)
    else:
        return _lab(Path(place))
    try:
        with house.writing() as connection:
            _make_tables(connection)
    except BaseException:
        house.close()
        raise
    return house


def _lab(path: Path) -> House:
    path = path.absolute()
    if not path.parent.is_dir():
        hint = "Make it first, or choose another."
        raise FileError(path, "is in a folder that is not there", hint=hint)
    house = House(str(path), LabShelf(path))
    if not path.is_dir():
        house.project(house._shelf.ids()[0])  # refuses what is no project
    return house


def _file_of(url: str) -> Path:
    try:
        database = make_url(url).database
    except (ArgumentError, ValueError) as error:
        raise InputError("a file is given as sqlite:///FILE") from error
    if not database or database == ":memory:":
        raise InputError("a file is given as sqlite:///FILE")
    return Path(database).absolute()


def _make_tables(connection: Connection) -> None:
    """Make the tables of the house, or bring them up to date."""
    version = 0
    if inspect(connection).has_table("house_versions"):
        version = connection.scalar(select(func.max(house_versions.c.version))) or 0
    if version > len(HOUSE):
        raise StoreError(
            f"holds a house of a newer Thresher (version {version}; this one knows "
            f"versions up to {len(HOUSE)})",
            hint="Update Thresher: pip install --upgrade thresher.",
        )
    for number, step in enumerate(HOUSE[version:], start=version + 1):
        take(connection, [step])
        at = datetime.now(UTC).isoformat(timespec="seconds")
        connection.execute(insert(house_versions), {"version": number, "at": at})
