"""Attempts to sign in: counted in the database, for every process of a server."""

import hashlib
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from thresher.store.house_schema import login_attempts

__all__ = ["DAY", "MOST", "Attempts", "add_attempt", "attempts_of", "forget_attempts"]

DAY = 24 * 3600.0  # seconds after which an attempt is forgotten
MOST = 100_000  # attempts that are kept: nobody fills the database by guessing


class Attempts(NamedTuple):
    """How many attempts failed within a day, and when the last one did."""

    times: int
    last: float


def add_attempt(connection: Connection, key: str, *, now: float) -> None:
    """Count an attempt for a key, and forget those of other days.

    Only a digest of the key is kept: a password typed in the wrong field is none of
    the database's business.
    """
    table = login_attempts
    row = {"key": _digest(key), "at": now}
    number = connection.execute(insert(table), row).inserted_primary_key
    oldest = (number[0] if number else 0) - MOST
    connection.execute(
        delete(table).where((table.c.at < now - DAY) | (table.c.id <= oldest))
    )


def attempts_of(connection: Connection, key: str, *, now: float) -> Attempts:
    """Return the attempts of a key within a day.

    One that seems to be of the future, because a clock was put back, counts as of now.
    """
    table = login_attempts
    chosen = select(func.count(), func.max(table.c.at)).where(
        table.c.key == _digest(key), table.c.at > now - DAY
    )
    times, last = connection.execute(chosen).one()
    return Attempts(times, min(last or 0.0, now))


def forget_attempts(connection: Connection, key: str) -> None:
    """Forget the attempts of a key: it was the right password."""
    chosen = delete(login_attempts).where(login_attempts.c.key == _digest(key))
    connection.execute(chosen)


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
