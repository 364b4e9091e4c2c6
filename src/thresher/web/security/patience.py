"""Patience: how long to wait after wrong passwords, by name and by address."""

import threading
import time
from collections.abc import Callable

__all__ = ["Patience"]

LONGEST = 15 * 60.0  # seconds
MOST_KEYS = 50_000
MOST_DOUBLINGS = 20


class Patience:
    """Counts wrong passwords; each one after the first few doubles the wait.

    Kept in memory: a server that was started anew forgives, and nobody can fill the
    database by guessing.

    Parameters
    ----------
    free
        Wrong passwords without any wait.
    clock
        Gives the time in seconds.

    Examples
    --------
    >>> patience = Patience(free=1, clock=lambda: 0.0)
    >>> waits = []
    >>> for _ in range(4):
    ...     patience.wrong("ann")
    ...     waits.append(patience.wait("ann"))
    >>> waits
    [0, 1, 2, 4]
    """

    def __init__(
        self, *, free: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._free = free
        self._clock = clock
        self._wrong: dict[str, tuple[int, float]] = {}  # how often, and when last
        self._lock = threading.Lock()

    def wait(self, key: str) -> int:
        """Return how many whole seconds to wait before the next try; 0 for none."""
        with self._lock:
            times, last = self._wrong.get(key, (0, 0.0))
        over = times - self._free
        if over <= 0:
            return 0
        pause = min(LONGEST, 2.0 ** min(over - 1, MOST_DOUBLINGS))
        return max(0, round(last + pause - self._clock() + 0.499))

    def wrong(self, key: str) -> None:
        """Take in a wrong password."""
        with self._lock:
            times, _ = self._wrong.pop(key, (0, 0.0))
            self._wrong[key] = (times + 1, self._clock())
            while len(self._wrong) > MOST_KEYS:  # the oldest are first
                del self._wrong[next(iter(self._wrong))]

    def right(self, key: str) -> None:
        """Forgive."""
        with self._lock:
            self._wrong.pop(key, None)
