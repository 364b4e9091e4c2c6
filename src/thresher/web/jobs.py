"""Jobs: long work in the background, with its progress told to the pages."""

import logging
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from thresher.web.refusals import SERVER_FAULT, sentence_of

__all__ = ["Cancelled", "Job", "Jobs", "Tell"]

logger = logging.getLogger("thresher.web")
State: TypeAlias = Literal["waiting", "running", "done", "failed"]
Tell: TypeAlias = Callable[["Job"], None]
MOST_KEPT = 200
WORKERS = 2


class Cancelled(BaseException):
    """The server ends, or somebody took the job back: undo and stop."""


@dataclass(slots=True, kw_only=True)
class Job:
    """One piece of work and how far it is; also a `thresher.progress.Report`."""

    id: str = field(default_factory=lambda: secrets.token_hex(8))
    project: str
    kind: str
    state: State = "waiting"
    done: int = 0
    total: int = 0
    text: str = ""
    result: dict[str, Any] | None = None
    error: str | None = None
    tell: Tell = field(repr=False)
    is_cancelled: bool = False

    def __call__(self, what: str, *, done: int, total: int) -> None:
        """Take in how far the work is; end it where it was cancelled."""
        if self.is_cancelled:
            raise Cancelled
        self.text, self.done, self.total = what, done, total
        self.tell(self)

    def facts(self) -> dict[str, Any]:
        """Return the job as the API shows it."""
        names = ("id", "kind", "state", "done", "total", "text", "result", "error")
        return {name: getattr(self, name) for name in names}


class Jobs:
    """All jobs of a server, two at a time."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="job")
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()

    def start(
        self, project: str, kind: str, work: Callable[[Job], dict[str, Any]]
    ) -> Job:
        """Put work in line; what it returns is the job's result."""
        job = Job(project=project, kind=kind, tell=self._tell)
        with self._lock:
            ended = [o.id for o in self._jobs.values() if o.state in ("done", "failed")]
            for old in ended[: max(0, len(self._jobs) - MOST_KEPT)]:
                del self._jobs[old]
            self._jobs[job.id] = job
        self._pool.submit(self._run, job, work)
        return job

    def find(self, project: str, job: str) -> Job | None:
        """Return a job of a project; nothing if it has none of that name."""
        found = self._jobs.get(job)
        return found if found and found.project == project else None

    def running(self, project: str, kind: str) -> Job | None:
        """Return the job of a kind that is not done yet."""
        for job in list(self._jobs.values()):
            is_open = job.state in ("waiting", "running")
            if is_open and (job.project, job.kind) == (project, kind):
                return job
        return None

    def close(self) -> None:
        """Cancel what runs, and wait until it has undone itself."""
        for job in list(self._jobs.values()):
            job.is_cancelled = True
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _run(self, job: Job, work: Callable[[Job], dict[str, Any]]) -> None:
        job.state = "running"
        try:
            job("Starting", done=0, total=0)
            job.result = work(job)
            job.state = "done"
        except Cancelled:
            job.state, job.error = "failed", "Stopped; nothing half-written was kept."
        except Exception as error:
            status, job.error, _ = sentence_of(error)
            job.state = "failed"
            if status >= SERVER_FAULT:
                logger.exception("job %s", job.kind)
        self._tell(job)
