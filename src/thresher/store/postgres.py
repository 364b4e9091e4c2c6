"""PostgreSQL: one schema a project, one writer a project, and what is asked of it."""

import re
import select as waiting
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, event, func, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidatePoolError

from thresher.errors import InputError, MissingExtraError, StoreError
from thresher.store.migrations import VERSION, bring_up_to_date

if TYPE_CHECKING:
    import psycopg
    from sqlalchemy.pool import ConnectionPoolEntry

__all__ = [
    "is_postgres",
    "make_schema",
    "pipelined",
    "postgres_engine",
    "schema_name",
    "schema_versions",
    "server_address",
    "wait_for_import",
    "wait_for_turn",
]

PATIENCE = 30  # seconds to wait for another's change, or for the server
LOCKS = 0x54485253  # "THRS", apart from the advisory locks of others
IMPORTS = LOCKS + 1
SAFE = re.compile(r"[a-z0-9]{8,40}")
OPTIONS = f"-c synchronous_commit=on -c lock_timeout={PATIENCE}s"
LIVELY = {  # a server behind a cut line is given up after half a minute, not two hours
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 1000 * PATIENCE,
}
MOMENT = 1.0  # seconds that a connection counts as just used
MARK = "thresher project, version "


def is_postgres(url: str) -> bool:
    """Say whether an address is one of a PostgreSQL server.

    Examples
    --------
    >>> is_postgres("PostgreSQL://ann@host/reviews"), is_postgres("postgres.thresher")
    (True, False)
    """
    return url.lower().startswith(("postgresql:", "postgresql+", "postgres:"))


def server_address(url: str) -> URL:
    """Address of a server, with the driver that is installed.

    Raises
    ------
    MissingExtraError
        psycopg is not installed.
    InputError
        The address cannot be understood.
    """
    if find_spec("psycopg") is None:
        raise MissingExtraError("a PostgreSQL database", extra="postgres")
    try:
        address = make_url(re.sub("^postgres:", "postgresql:", url, flags=re.I))
    except (ArgumentError, ValueError) as error:
        raise InputError("a database is postgresql://NAME@HOST/DATABASE") from error
    return address.set(drivername="postgresql+psycopg")


def postgres_engine(url: str) -> Engine:
    """Engine on a server; a connection that has died is replaced unseen.

    Notes
    -----
    `synchronous_commit=on`: a commit has reached the disk when it returns.

    Raises
    ------
    MissingExtraError
        psycopg is not installed.
    InputError
        The address cannot be understood.
    """
    engine = create_engine(
        server_address(url),
        pool_size=10,
        max_overflow=30,
        pool_timeout=PATIENCE,
        pool_recycle=1800,
        connect_args={"connect_timeout": 10, "options": OPTIONS, **LIVELY},
    )
    _watch(engine)
    return engine


@contextmanager
def pipelined(connection: Connection) -> Iterator[None]:
    """Send the statements of a block without waiting for each one's answer.

    For statements whose answers nobody needs; what one of them refuses is raised at
    the end of the block, or before. With other databases it changes nothing.
    """
    if connection.dialect.name != "postgresql":
        yield
        return
    driver: Any = connection.connection.driver_connection
    dialect: Any = connection.dialect
    try:
        with driver.pipeline():
            yield
    except dialect.loaded_dbapi.Error as error:  # not of a statement: of the block
        raise DBAPIError.instance(
            None,
            None,
            error,
            dialect.loaded_dbapi.Error,
            connection_invalidated=dialect.is_disconnect(error, driver, None),
            dialect=dialect,
        ) from error


def schema_name(project: str) -> str:
    """Name of the schema that holds a project.

    Raises
    ------
    InputError
        The id is none that Thresher makes.
    """
    if not SAFE.fullmatch(project):
        raise InputError(f"there is no project {project[:40]!r}")
    return f"project_{project}"


def wait_for_turn(connection: Connection, schema: str) -> None:
    """Wait until no other transaction changes the project, until this one ends.

    With one writer at a time, numbers rise in the order of the commits, which turns,
    draws and everything remembered rest upon.
    """
    key = func.pg_advisory_xact_lock(LOCKS, func.hashtext(schema))
    with pipelined(connection):  # together with the beginning of the transaction
        connection.execute(select(key))


def wait_for_import(connection: Connection, schema: str) -> None:
    """Wait until no other transaction adds records, until this one ends.

    With one import at a time, numbers of records rise in the order of the commits,
    although others write meanwhile. Who waits for a turn never waits for an import,
    so the two cannot wait for each other.
    """
    key = func.pg_advisory_xact_lock(IMPORTS, func.hashtext(schema))
    connection.execute(select(key))


def make_schema(connection: Connection, schema: str) -> None:
    """Make a project's schema and tables, or bring them up to date.

    Raises
    ------
    StoreError
        A newer Thresher made it.
    """
    wait_for_turn(connection, schema)
    connection.exec_driver_sql(f"CREATE SCHEMA IF NOT EXISTS {schema}")
    connection.exec_driver_sql(f"SET LOCAL search_path TO {schema}")
    version = _version(connection, schema)
    if version > VERSION:
        raise StoreError(
            f"holds a project of a newer Thresher (version {version}; this one knows "
            f"versions up to {VERSION})",
            hint="Update Thresher: pip install --upgrade thresher.",
        )
    if version < VERSION:
        bring_up_to_date(connection, version=version)
        mark = f"COMMENT ON SCHEMA {schema} IS '{MARK}{VERSION}'"
        connection.exec_driver_sql(mark)


def schema_versions(connection: Connection) -> dict[str, int]:
    """Versions of the projects on a server, by the names of their schemas."""
    asked = text(
        "SELECT nspname, obj_description(oid, 'pg_namespace') FROM pg_namespace"
    )
    return {name: _marked(said) for name, said in connection.execute(asked)}


def _version(connection: Connection, schema: str) -> int:
    asked = text("SELECT obj_description(to_regnamespace(:name), 'pg_namespace')")
    return _marked(connection.scalar(asked, {"name": schema}))


def _marked(said: str | None) -> int:
    """Return the version that the comment on a schema names; 0 for a new one."""
    return int(said.removeprefix(MARK)) if said and said.startswith(MARK) else 0


def _watch(engine: Engine) -> None:
    """Use a kept connection only if it is alive, as far as that can be seen.

    A server that ended has closed the line, which shows without asking. Who has not
    used a connection for a moment asks all the same: a line may be cut unseen.
    """

    def note(_connection: object, record: "ConnectionPoolEntry") -> None:
        record.info["used"] = time.monotonic()

    def check(
        connection: "psycopg.Connection", record: "ConnectionPoolEntry", _: object
    ) -> None:
        is_recent = time.monotonic() - record.info.get("used", 0.0) < MOMENT
        dialect: Any = engine.dialect
        try:
            if is_recent and not _has_news(connection):
                return
            is_alive = dialect.do_ping(connection)
        except dialect.loaded_dbapi.Error as error:
            raise InvalidatePoolError("the connection has died") from error
        if not is_alive:
            raise InvalidatePoolError("the connection has died")

    event.listen(engine, "checkin", note)
    event.listen(engine, "checkout", check)


def _has_news(connection: "psycopg.Connection") -> bool:
    """Say whether a server said something that it was not asked for: its end."""
    looking = waiting.poll()
    looking.register(connection.fileno(), waiting.POLLIN)
    return bool(looking.poll(0))
