"""The writer: one thread a project, so that many decisions share one commit."""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection

from thresher.store.project import Project

__all__ = ["Writer"]

MOST = 100  # pieces of work in one commit
T = TypeVar("T")


class _Work(Generic[T]):
    """Something to write, what to do once it is safe, and who waits for it."""

    def __init__(
        self, write: Callable[[Connection], T], then: Callable[[T], None] | None
    ) -> None:
        self.write = write
        self.then = then
        self.answer: Future[T] = Future()
        self.made: T | None = None


class Writer:
    """Writes what readers decide, in the order it came, as few commits as can be.

    Each answer is given after the commit that holds it. Where a commit fails, its
    pieces are tried one by one, so that nobody's mistake costs another's decision.
    """

    def __init__(self, project: Project, *, name: str) -> None:
        self._project = project
        self._line: queue.SimpleQueue[_Work[Any] | None] = queue.SimpleQueue()
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

    def close(self) -> None:
        """Write what is in line, then end."""
        self._line.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            first = self._line.get()
            if first is None:
                return
            works, is_last = self._drained(first)
            self._write(works)
            if is_last:
                return

    def _drained(self, first: _Work[Any]) -> tuple[list[_Work[Any]], bool]:
        works = [first]
        while len(works) < MOST:
            try:
                work = self._line.get_nowait()
            except queue.Empty:
                break
            if work is None:
                return works, True
            works.append(work)
        return works, False

    def _write(self, works: list[_Work[Any]]) -> None:
        try:
            with self._project.writing() as connection:
                for work in works:
                    work.made = work.write(connection)
        except Exception as error:  # noqa: BLE001  whoever waits is told
            if len(works) == 1:
                works[0].answer.set_exception(error)
                return
            for work in works:
                self._write([work])
            return
        for work in works:
            _answer(work)


def _answer(work: _Work[Any]) -> None:
    try:
        if work.then is not None:
            work.then(work.made)
    except Exception as error:  # noqa: BLE001  whoever waits is told
        work.answer.set_exception(error)
        return
    work.answer.set_result(work.made)
