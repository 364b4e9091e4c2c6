"""Patience: how long to wait after wrong passwords, by name and by address."""

from dataclasses import dataclass

from sqlalchemy import Connection

from thresher.store.attempts import add_attempt, attempts_of, forget_attempts

__all__ = ["Patience", "wait_after"]

LONGEST = 15 * 60.0  # seconds
MOST_DOUBLINGS = 20


def wait_after(wrong: int, *, free: int) -> float:
    """Seconds to wait after so many wrong passwords; each after the free ones doubles.

    Examples
    --------
    >>> [wait_after(wrong, free=1) for wrong in range(5)]
    [0.0, 0.0, 1.0, 2.0, 4.0]
    """
    over = wrong - free
    return min(LONGEST, 2.0 ** min(over - 1, MOST_DOUBLINGS)) if over > 0 else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """Counts attempts of one kind in the database of the house.

    Parameters
    ----------
    kind
        What is counted by: a name, an address, or both.
    free
        Wrong passwords without any wait.
    """

    kind: str
    free: int

    def wait(self, connection: Connection, who: str, *, now: float) -> int:
        """Return how many whole seconds to wait before the next try; 0 for none."""
        found = attempts_of(connection, self._key(who), now=now)
        pause = wait_after(found.times, free=self.free)
        return max(0, round(found.last + pause - now + 0.499)) if pause else 0

    def count(self, connection: Connection, who: str, *, now: float) -> None:
        """Count an attempt."""
        add_attempt(connection, self._key(who), now=now)

    def forgive(self, connection: Connection, who: str) -> None:
        """Forget all attempts."""
        forget_attempts(connection, self._key(who))

    def _key(self, who: str) -> str:
        return f"{self.kind} {who}"
