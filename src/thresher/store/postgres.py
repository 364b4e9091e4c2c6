"""PostgreSQL: one schema a project, one writer a project, and what is asked of it."""

import re
from importlib.util import find_spec

from sqlalchemy import Connection, Engine, create_engine, func, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from thresher.errors import InputError, MissingExtraError, StoreError
from thresher.store.migrations import VERSION, bring_up_to_date

__all__ = [
    "is_postgres",
    "make_schema",
    "postgres_engine",
    "schema_name",
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
MARK = "thresher project, version "


def is_postgres(url: str) -> bool:
    """Say whether an address is one of a PostgreSQL server."""
    return url.startswith(("postgresql:", "postgresql+", "postgres:"))


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
    if find_spec("psycopg") is None:
        raise MissingExtraError("a PostgreSQL database", extra="postgres")
    try:
        address = make_url(re.sub("^postgres:", "postgresql:", url))
    except (ArgumentError, ValueError) as error:
        raise InputError("a database is postgresql://NAME@HOST/DATABASE") from error
    return create_engine(
        address.set(drivername="postgresql+psycopg"),
        pool_pre_ping=True,
        pool_size=10,
        max_overflow=30,
        pool_timeout=PATIENCE,
        pool_recycle=1800,
        connect_args={"connect_timeout": 10, "options": OPTIONS, **LIVELY},
    )


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


def _version(connection: Connection, schema: str) -> int:
    """Return the version that the comment on a schema names; 0 for a new one."""
    asked = text("SELECT obj_description(to_regnamespace(:name), 'pg_namespace')")
    said = connection.scalar(asked, {"name": schema})
    return int(said.removeprefix(MARK)) if said and said.startswith(MARK) else 0
