"""Membership: which projects somebody may see, and in which role."""

import threading
import time
from typing import cast

from thresher.store.house import House, ProjectEntry
from thresher.web.security.visitor import Role

__all__ = ["Membership", "role_of"]

FRESH = 5.0  # seconds that an answer is believed without asking the store
MOST_REMEMBERED = 10_000


class Membership:
    """Answers from memory for a moment; a change made here is seen at once.

    Parameters
    ----------
    house
        Knows projects and roles.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: dict[tuple[str | None, str], tuple[ProjectEntry, float]] = {}
        self._lock = threading.Lock()

    def entry(self, account: str | None, project: str) -> ProjectEntry | None:
        """Return a project that somebody may see; nothing for all others.

        Parameters
        ----------
        account
            Who asks; nobody in a lab, where the one reader owns everything.
        project
            Its id, as the address says.
        """
        found = self.remembered(account, project)
        if found is not None:
            return found
        now = time.monotonic()
        for one in self._house.projects_of(account):
            if one.id == project:
                with self._lock:
                    if len(self._known) > MOST_REMEMBERED:
                        self._known.clear()
                    self._known[account, project] = (one, now + FRESH)
                return one
        return None

    def remembered(self, account: str | None, project: str) -> ProjectEntry | None:
        """Return the entry if it was looked up a moment ago."""
        with self._lock:
            found, until = self._known.get((account, project), (None, 0.0))
        return found if until > time.monotonic() else None

    def forget(self) -> None:
        """Ask the store again from now on."""
        with self._lock:
            self._known.clear()


def role_of(entry: ProjectEntry) -> Role:
    """Return the role of whoever asked for an entry."""
    return cast("Role", entry.role)
