"""What an open project remembers of tables that only grow, to answer at once."""

import threading
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

__all__ = ["Memory", "memory_of"]


@dataclass(slots=True)
class Memory:
    """Things worked out from rows that were committed; all can be worked out again.

    Publications, readings and standings come only from connections for reading: what a
    transaction has not committed yet may never become true. A seal is what its number
    and its seed say, committed or not.
    """

    publications: dict[tuple[int, int], Any] = field(default_factory=dict)
    readings: dict[int, Any] = field(default_factory=dict)
    standings: dict[str, Any] = field(default_factory=dict)
    orders: dict[tuple[int, str], Any] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)


def memory_of(connection: Connection) -> Memory:
    """Memory of the project that a connection leads to; else an empty one."""
    found = connection.get_execution_options().get("memory")
    return found if isinstance(found, Memory) else Memory()
