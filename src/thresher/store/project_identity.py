"""What tells a project apart from every other: a random word, drawn once."""

import secrets
from datetime import UTC, datetime

from sqlalchemy import Connection, insert, select

from thresher.errors import FileError, StoreError
from thresher.store.lab_schema import settings
from thresher.store.project import Project
from thresher.store.setting_rows import IDENTITY

__all__ = ["project_identity"]

BYTES = 16


def project_identity(project: Project) -> str:
    """Identity of a project, drawn when it is first asked for and never changed.

    A lab calls a project by its file's name, and another review may have a file of
    that name; a decision on its way says by this word which one it is for. A copy
    of the file has the same one: its records have the same numbers. Empty for a
    project that has none and cannot be written now: nothing can be decided on in it.
    """
    with project.reading() as connection:
        found = _drawn(connection)
    if found is not None:
        return found
    try:
        with project.writing() as connection:
            return _drawn(connection) or _draw(connection)
    except (FileError, StoreError):
        return ""


def _drawn(connection: Connection) -> str | None:
    first = select(settings.c.value).where(settings.c.name == IDENTITY)
    return connection.scalar(first.order_by(settings.c.id).limit(1))


def _draw(connection: Connection) -> str:
    made = secrets.token_hex(BYTES)
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    row = {"name": IDENTITY, "value": made, "reader": "", "at": at}
    connection.execute(insert(settings), row)
    return made
