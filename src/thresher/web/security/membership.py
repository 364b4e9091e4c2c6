"""Membership: which projects somebody may see, and in which role."""

from typing import cast

from thresher.store.house import House, ProjectEntry
from thresher.web.security.fresh_memory import FreshMemory
from thresher.web.security.visitor import Role

__all__ = ["Membership", "role_of"]


class Membership:
    """Answers from memory for a moment; a change made here is seen at once.

    Parameters
    ----------
    house
        Knows projects and roles.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: FreshMemory[tuple[str | None, str], ProjectEntry] = FreshMemory()

    def entry(self, account: str | None, project: str) -> ProjectEntry | None:
        """Return a project that somebody may see; nothing for all others.

        Parameters
        ----------
        account
            Who asks; nobody in a lab, where the one reader owns everything.
        project
            Its id, as the address says.
        """
        return self._known.looked_up(
            (account, project), lambda: self._house.entry_for(account, project)
        )

    def remembered(self, account: str | None, project: str) -> ProjectEntry | None:
        """Return the entry if it was looked up a moment ago."""
        return self._known.get((account, project))

    def forget(self) -> None:
        """Ask the store again from now on."""
        self._known.forget()


def role_of(entry: ProjectEntry) -> Role:
    """Return the role of whoever asked for an entry."""
    return cast("Role", entry.role)
