"""The health of a team's house on a PostgreSQL server, looked up without a change."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Connection, NullPool, create_engine, func, inspect, select, text
from sqlalchemy.exc import ProgrammingError

from thresher.errors import InputError
from thresher.store.house_schema import house_versions, projects
from thresher.store.migrations import HOUSE, VERSION
from thresher.store.postgres import schema_name, schema_versions, server_address
from thresher.store.refusals import refusals

__all__ = ["ServerHealth", "server_health"]

PATIENCE = 5  # seconds for the server to answer, and for each question
LONG = 30  # seconds of waiting for a lock that are too many
OPTIONS = f"-c statement_timeout={PATIENCE}s -c lock_timeout={PATIENCE}s"
RIGHTS = text(
    "SELECT NOT pg_is_in_recovery()"
    " AND NOT current_setting('default_transaction_read_only')::bool"
    " AND has_database_privilege(current_database(), 'CREATE')"
    " AND coalesce(has_table_privilege(to_regclass('projects'), 'INSERT'),"
    " has_schema_privilege(current_schema(), 'CREATE'), false)"
)
WAITING = text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    " AND query_start < now() - make_interval(secs => :seconds)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerHealth:
    """What was found on a server.

    Parameters
    ----------
    server, encoding
        Its version, and how its database writes letters.
    version
        Of the house's tables; 0 if there is no house yet.
    projects
        The version of each project's tables, by id; nothing where they are missing.
    writable
        Whether this account may change the house and make projects in it.
    waiting
        How many changes have waited for another for more than half a minute.
    """

    server: str
    encoding: str
    version: int
    projects: Mapping[str, int | None]
    writable: bool
    waiting: int

    @property
    def is_newer(self) -> bool:
        """Whether a newer Thresher made the house or a project in it."""
        found = (version or 0 for version in self.projects.values())
        return self.version > len(HOUSE) or max(found, default=0) > VERSION

    @property
    def is_old(self) -> bool:
        """Whether tables will be brought up to date when they are next opened."""
        found = self.projects.values()
        old = any(version is not None and version < VERSION for version in found)
        return old or 0 < self.version < len(HOUSE)

    @property
    def lost(self) -> tuple[str, ...]:
        """Projects in the list whose tables are not there."""
        return tuple(one for one, version in self.projects.items() if version is None)


def server_health(url: str) -> ServerHealth:
    """Health of a house on a server, by one connection that may only read.

    Raises
    ------
    InputError
        The address cannot be understood.
    MissingExtraError
        psycopg is not installed.
    StoreError
        The server does not answer, refuses, or lets this account read nothing.
    """
    with refusals(None), _reading(url) as connection:
        version = 0
        listed: list[str] = []
        if inspect(connection).has_table("house_versions"):
            version = connection.scalar(select(func.max(house_versions.c.version))) or 0
            listed = list(connection.scalars(select(projects.c.id)))
        versions = schema_versions(connection)
        return ServerHealth(
            server=str(connection.scalar(text("SHOW server_version"))),
            encoding=str(connection.scalar(text("SHOW server_encoding"))),
            version=version,
            projects={one: versions.get(schema_name(one)) for one in listed},
            writable=bool(connection.scalar(RIGHTS)),
            waiting=connection.scalar(WAITING, {"seconds": LONG}) or 0,
        )


@contextmanager
def _reading(url: str) -> Iterator[Connection]:
    engine = create_engine(
        server_address(url),
        poolclass=NullPool,
        connect_args={"connect_timeout": PATIENCE, "options": OPTIONS},
    )
    try:
        connection = engine.connect()
    except ProgrammingError as error:  # of psycopg: no server was asked
        raise InputError("the address has an option that no server knows") from error
    with connection.execution_options(postgresql_readonly=True):
        yield connection
