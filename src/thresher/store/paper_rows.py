"""Certificates, runs, samples and the log: papers that are filed and never changed."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, insert, select

from thresher.store import lab_schema
from thresher.store.lab_schema import runs, samples

__all__ = [
    "add_certificate",
    "add_run",
    "add_sample",
    "certificate",
    "certificates",
    "last_run",
    "log",
    "log_rows",
    "samples_of",
]

LARGEST = 2**31 - 1  # number of a row


def add_certificate(
    connection: Connection,
    content: Mapping[str, Any],
    *,
    seal: int | None,
    by: str,
    at: str,
) -> int:
    """File a certificate, as JSON values, and return its number."""
    row = {"seal_id": seal, "content": dict(content), "reader": by, "at": at}
    return _added(connection, lab_schema.certificates, row)


def certificates(connection: Connection) -> list[dict[str, Any]]:
    """Return all certificates, the oldest first."""
    table = lab_schema.certificates
    return _listed(connection, table)


def certificate(connection: Connection, number: int) -> dict[str, Any] | None:
    """Return one certificate, or nothing."""
    if not 0 < number <= LARGEST:
        return None
    table = lab_schema.certificates
    row = (
        connection.execute(select(table).where(table.c.id == number)).mappings().first()
    )
    return None if row is None else dict(row)


def add_run(
    connection: Connection,
    model: str,
    *,
    labels: int,
    turn: int,
    seconds: float,
    at: str,
    facts: Mapping[str, Any] | None = None,
) -> int:
    """File that a model was trained, on how many labels, up to which turn."""
    row = {
        "model": model,
        "labels": labels,
        "turn": turn,
        "seconds": seconds,
        "at": at,
        "facts": dict(facts or {}),
    }
    return _added(connection, runs, row)


def last_run(connection: Connection) -> dict[str, Any] | None:
    """Return the newest run, or nothing."""
    chosen = select(runs).order_by(runs.c.id.desc()).limit(1)
    row = connection.execute(chosen).mappings().first()
    return None if row is None else dict(row)


def add_sample(
    connection: Connection,
    kind: str,
    records: Sequence[int],
    *,
    by: str,
    at: str,
    facts: Mapping[str, Any] | None = None,
) -> int:
    """File a sample of publications that was drawn for some end."""
    row = {
        "kind": kind,
        "records": list(records),
        "facts": dict(facts or {}),
        "reader": by,
        "at": at,
    }
    return _added(connection, samples, row)


def samples_of(connection: Connection) -> list[dict[str, Any]]:
    """Return all samples, the oldest first."""
    return _listed(connection, samples)


def log(
    connection: Connection,
    what: str,
    *,
    by: str,
    at: str,
    facts: Mapping[str, Any] | None = None,
) -> int:
    """Write a line into the project's log."""
    row = {"what": what, "facts": dict(facts or {}), "reader": by, "at": at}
    return _added(connection, lab_schema.log, row)


def log_rows(connection: Connection, *, limit: int = 200) -> list[dict[str, Any]]:
    """Return the newest lines of the log, the newest first."""
    table = lab_schema.log
    chosen = select(table).order_by(table.c.id.desc()).limit(limit)
    return [dict(row) for row in connection.execute(chosen).mappings()]


def _listed(connection: Connection, table: Table) -> list[dict[str, Any]]:
    rows = connection.execute(select(table).order_by(table.c.id)).mappings()
    return [dict(row) for row in rows]


def _added(connection: Connection, table: Table, row: Mapping[str, Any]) -> int:
    key = connection.execute(insert(table), dict(row)).inserted_primary_key
    return int(key[0]) if key else 0
