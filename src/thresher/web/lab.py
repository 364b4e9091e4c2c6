"""The lab: what a running server holds, from its start to its end."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from thresher.web.interim import House
from thresher.web.desk.desk import Desk
from thresher.web.desk.pile import Place
from thresher.web.events import Events
from thresher.web.jobs import Job, Jobs
from thresher.web.security.visitor import Door, Visitor

__all__ = ["Lab", "Sessions"]


class Sessions(Protocol):
    """Anything that knows whose cookie it is."""

    def visitor(self, cookie: str | None) -> Visitor | None:
        """Return the reader; nothing for a cookie that is not in force."""
        ...


class Lab:
    """House, desks, jobs and news of one server.

    Parameters
    ----------
    house
        Projects and people.
    door
        Whether one reader works here alone, or a team signs in.
    sessions
        Who holds which cookie.
    folder
        Where features and uploads in transit are kept.
    """

    def __init__(
        self, house: House, *, door: Door, sessions: Sessions, folder: Path
    ) -> None:
        self.house = house
        self.door = door
        self.sessions = sessions
        self.folder = folder
        self.events = Events()
        self.jobs = Jobs(self._tell_job)
        self.personal: dict[str, dict[str, Any]] = {}
        self._desks: dict[str, Desk] = {}
        self._lock = threading.Lock()

    def desk(self, project: str) -> Desk:
        """Return the desk of a project; made when it is first asked for."""
        with self._lock:
            found = self._desks.get(project)
            if found is None:
                found = Desk(
                    self.house.project(project),
                    place=Place(house=self.house.url, project=project),
                    folder=self.folder / "features",
                    tell=self.teller(project),
                )
                self._desks[project] = found
            return found

    def refresh(self, project: str) -> None:
        """Let a desk look at its project anew, if there is one."""
        with self._lock:
            found = self._desks.get(project)
        if found is not None:
            found.refresh()

    def teller(self, project: str) -> Callable[[str, dict[str, Any]], None]:
        """Return what tells news of one project."""
        return lambda kind, facts: self.events.tell(project, kind, facts)

    def close(self) -> None:
        """End jobs and desks; what was acknowledged is in the store already."""
        self.events.close()
        self.jobs.close()
        with self._lock:
            desks, self._desks = list(self._desks.values()), {}
        for desk in desks:
            desk.close()

    def _tell_job(self, job: Job) -> None:
        self.events.tell(job.project, "job", job.facts())
