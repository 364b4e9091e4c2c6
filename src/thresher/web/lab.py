"""The lab: what a running server holds, from its start to its end."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from thresher.store.house import House
from thresher.store.project_identity import project_identity
from thresher.web.desk.desk import Desk
from thresher.web.desk.pile import Place
from thresher.web.events import Events
from thresher.web.jobs import Job, Jobs
from thresher.web.security.membership import Membership
from thresher.web.security.visitor import Door, Visitor

if TYPE_CHECKING:
    from thresher.certification.sequential.live import LiveBound

__all__ = ["Lab", "Sessions"]


class Sessions(Protocol):
    """Anything that knows whose cookie it is."""

    def visitor(self, cookie: str | None) -> Visitor | None:
        """Return the reader; nothing for a cookie that is not in force."""
        ...

    def remembered(self, cookie: str | None) -> Visitor | None:
        """Return the reader if that is known without waiting for anything."""
        ...

    def sign_out(self, cookie: str | None) -> None:
        """End a session."""
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
    is_encrypted
        Whether browsers reach it by https, so that cookies go by https only.
    """

    def __init__(
        self,
        house: House,
        *,
        door: Door,
        sessions: Sessions,
        folder: Path,
        is_encrypted: bool = False,
    ) -> None:
        self.house = house
        self.door = door
        self.sessions = sessions
        self.folder = folder
        self.is_encrypted = is_encrypted
        self.events = Events()
        self.jobs = Jobs(self._tell_job)
        self.membership = Membership(house)
        self.bounds: dict[str, LiveBound] = {}  # by project, for progress
        self.bound_lock = threading.Lock()
        self._desks: dict[str, Desk] = {}
        self._identities: dict[str, str] = {}
        self._making: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def desk(self, project: str) -> Desk:
        """Return the desk of a project; made when it is first asked for."""
        found = self._desks.get(project)
        if found is not None:
            return found
        with self._lock:  # a large project takes a second: others need not wait
            lock = self._making.setdefault(project, threading.Lock())
        with lock:
            found = self._desks.get(project)
            if found is None:
                found = self._desks[project] = Desk(
                    self.house.project(project),
                    place=Place(house=self.house.url, project=project),
                    folder=self.folder / "features",
                    tell=self.teller(project),
                )
            return found

    def open_desk(self, project: str) -> Desk | None:
        """Return the desk of a project if there is one already."""
        return self._desks.get(project)

    def identity(self, project: str) -> str:
        """Return what tells a project apart from others of the same id."""
        found = self._identities.get(project)
        if found is None:
            found = project_identity(self.house.project(project))
            if found:
                self._identities[project] = found
        return found

    def known_identity(self, project: str) -> str | None:
        """Return the same if that takes no time."""
        return self._identities.get(project)

    def refresh(self, project: str) -> None:
        """Let a desk look at its project anew, if there is one."""
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
        for desk in list(self._desks.values()):
            desk.close()

    def _tell_job(self, job: Job) -> None:
        self.events.tell(job.project, "job", job.facts())
