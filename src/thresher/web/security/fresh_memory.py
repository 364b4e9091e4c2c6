"""A memory of a few seconds: what was looked up, until somebody changes it."""

import threading
import time
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

__all__ = ["FRESH", "FreshMemory"]

FRESH = 5.0  # seconds that an answer is believed without asking the database
MOST_REMEMBERED = 10_000

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class FreshMemory(Generic[Key, Value]):
    """Answers from the database, believed for a moment.

    What is looked up while somebody forgets may be older than the change: it is
    answered, and not remembered.
    """

    def __init__(self) -> None:
        self._known: dict[Key, tuple[Value, float]] = {}
        self._times_forgotten = 0
        self._lock = threading.Lock()

    def get(self, key: Key) -> Value | None:
        """Return what was looked up a moment ago; nothing for all else."""
        with self._lock:
            found = self._known.get(key)
        return found[0] if found and found[1] > time.monotonic() else None

    def looked_up(self, key: Key, ask: Callable[[], Value | None]) -> Value | None:
        """Return what is remembered, or else ask and remember that."""
        found = self.get(key)
        if found is not None:
            return found
        with self._lock:
            before = self._times_forgotten
        until = time.monotonic() + FRESH
        found = ask()
        if found is not None:
            with self._lock:
                if len(self._known) > MOST_REMEMBERED:
                    self._known.clear()
                if before == self._times_forgotten:
                    self._known[key] = (found, until)
        return found

    def forget(self, which: Callable[[Key, Value], bool] = lambda *_: True) -> None:
        """Ask again from now on; call it when the change is kept."""
        with self._lock:
            self._times_forgotten += 1
            for key, (value, _) in list(self._known.items()):
                if which(key, value):
                    del self._known[key]
