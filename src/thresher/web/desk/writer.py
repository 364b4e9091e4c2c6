"""The writer: one thread a project, so that many decisions share one commit."""

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from thresher.errors import FileError, StoreError
from thresher.store.project import Project

__all__ = ["Writer"]

logger = logging.getLogger("thresher.web")
MOST = 100  # pieces of work in one commit
T = TypeVar("T")


def _promise() -> "Future[Any]":
    """Return an answer that nobody can cancel: a reader who left must not stop it."""
    made: Future[Any] = Future()
    made.set_running_or_notify_cancel()
    return made


class _Work(Generic[T]):
    """Something to write, what to do once it is safe, and who waits for it."""

    def __init__(
        self, write: Callable[[Connection], T], then: Callable[[T], None] | None
    ) -> None:
        self.write = write
        self.then = then
        self.answer: Future[T] = _promise()
        self.made: T | None = None


class _Errand:
    """Something to do between two commits, and who waits for it."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.work = work
        self.answer: Future[None] = _promise()


class Writer:
    """Writes what readers decide, in the order it came, as few commits as can be.

    Each answer is given after the commit that holds it. Where a commit fails, its
    pieces are tried one by one, so that nobody's mistake costs another's decision;
    where the database is away, all of them are told so.

    Parameters
    ----------
    project
        What is written to.
    name
        Of the project.
    look_again
        Looks at the project anew. A commit whose answer was lost may have been kept:
        this is called before the first answer after the database came back.
    """

    def __init__(
        self, project: Project, *, name: str, look_again: Callable[[], None]
    ) -> None:
        self._project = project
        self._look_again = look_again
        self._in_doubt = False
        self._is_ending = False
        self._line: queue.SimpleQueue[_Work[Any] | _Errand] = queue.SimpleQueue()
        self._thread = threading.Thread(
            target=self._run, name=f"writer of {name}", daemon=True
        )
        self._thread.start()

    def do(
        self,
        write: Callable[[Connection], T],
        *,
        then: Callable[[T], None] | None = None,
    ) -> "Future[T]":
        """Put a piece of work in line.

        Parameters
        ----------
        write
            Writes and returns a value; may be called again after a failed commit.
        then
            Is told that value in the writer's thread, after the commit and before
            anyone who waits.
        """
        work = _Work(write, then)
        self._line.put(work)
        return work.answer

    def between(self, work: Callable[[], None]) -> "Future[None]":
        """Put in line what must see every commit before it and none after it."""
        errand = _Errand(work)
        self._line.put(errand)
        return errand.answer

    def close(self) -> None:
        """Write what is in line, then end."""
        self.between(self._end)
        self._thread.join()

    def _end(self) -> None:
        self._is_ending = True

    def _run(self) -> None:
        while not self._is_ending:
            works, errand = self._drained()
            if works:
                self._write(works)
            if errand is not None:
                self._do_errand(errand)

    def _drained(self) -> tuple[list[_Work[Any]], _Errand | None]:
        """Wait for work; return what shares a commit, and an errand after it."""
        works: list[_Work[Any]] = []
        while len(works) < MOST:
            try:
                item = self._line.get(block=not works)
            except queue.Empty:
                break
            if isinstance(item, _Errand):
                return works, item
            works.append(item)
        return works, None

    def _write(self, works: list[_Work[Any]]) -> None:
        try:
            with self._project.writing() as connection:
                for work in works:
                    work.made = work.write(connection)
        except Exception as error:  # noqa: BLE001  whoever waits is told
            self._fail(works, error)
            return
        if self._in_doubt:
            self._clear_doubt()
        for work in works:
            _answer(work)

    def _fail(self, works: list[_Work[Any]], error: Exception) -> None:
        """Try works one by one, unless there is one only or the database is away."""
        if isinstance(error, StoreError | FileError | DBAPIError):
            self._in_doubt = True
        if len(works) > 1 and not isinstance(error, StoreError):
            for work in works:
                self._write([work])
            return
        for work in works:
            work.answer.set_exception(error)

    def _clear_doubt(self) -> None:
        try:
            self._look_again()
        except Exception as error:  # noqa: BLE001  the writer goes on for the others
            logger.warning("the project cannot be looked at anew yet: %r", error)
            return
        self._in_doubt = False

    def _do_errand(self, errand: _Errand) -> None:
        try:
            errand.work()
        except Exception as error:  # noqa: BLE001  whoever waits is told
            self._in_doubt = True
            errand.answer.set_exception(error)
        else:
            errand.answer.set_result(None)


def _answer(work: _Work[Any]) -> None:
    try:
        if work.then is not None:
            work.then(work.made)
    except Exception as error:  # noqa: BLE001  whoever waits is told
        work.answer.set_exception(error)
        return
    work.answer.set_result(work.made)
