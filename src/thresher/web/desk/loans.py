"""The loans: who holds what, written down before it is on anybody's screen."""

import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from typing import TypeAlias

from thresher.web.desk import shelf
from thresher.web.desk.writer import Writer

__all__ = ["Loans"]

Owner: TypeAlias = tuple[str, str]  # a reader, and the stage they read at


class Loans:
    """Collects readers whose loans changed, and writes them together.

    What is written is what they hold at that moment: of two changes the later one
    stands, in whatever order they were told.

    Parameters
    ----------
    writer
        Writes for the project.
    held
        Tells what readers hold now.
    """

    def __init__(
        self,
        writer: Writer,
        held: Callable[[Iterable[Owner]], Sequence[shelf.Holding]],
    ) -> None:
        self._writer = writer
        self._held = held
        self._waiting: dict[Owner, None] = {}
        self._answer: Future[None] = Future()  # to all who wait
        self._lock = threading.Lock()

    def note(self, reader: str, stage: str) -> "Future[None]":
        """Say that a reader's loans changed; the answer comes when they are safe."""
        with self._lock:
            is_first = not self._waiting
            if is_first:
                self._answer = Future()
                self._answer.set_running_or_notify_cancel()  # nobody can cancel it
            self._waiting[reader, stage] = None
            answer = self._answer
        if is_first:
            self._write_together(answer)
        return answer

    def _write_together(self, answer: "Future[None]") -> None:
        group: list[Owner] = []

        def gather() -> None:
            if not group:  # else called again after a failed commit: the same ones
                with self._lock:
                    group.extend(self._waiting)
                    self._waiting.clear()

        def write(connection: shelf.Connection) -> None:
            gather()
            shelf.lend(connection, self._held(group))

        def done(future: "Future[None]") -> None:
            gather()  # the connection itself may have failed
            error = future.exception()
            if error is None:
                answer.set_result(None)
            else:
                answer.set_exception(error)

        self._writer.do(write).add_done_callback(done)
