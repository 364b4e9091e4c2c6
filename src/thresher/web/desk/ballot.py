"""The ballot: decisions that came at the same time, written together."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from thresher.errors import StoreError
from thresher.web.desk import shelf
from thresher.web.desk.writer import Writer

__all__ = ["Ballot"]

Answer = Future[list[shelf.Kept]]
Cast = tuple[Sequence[shelf.Incoming], Answer]


class Ballot:
    """Collects decisions while the writer is busy, and writes them as one.

    Each reader is answered after the commit. Where a group cannot be written, each
    reader's decisions are tried by themselves, so that nobody's mistake costs
    another's decision; where the database is away, all of them are told so.

    Parameters
    ----------
    writer
        Writes for the project.
    take_in
        Is told what was written, before the readers.
    """

    def __init__(
        self, writer: Writer, take_in: Callable[[shelf.Written], None]
    ) -> None:
        self._writer = writer
        self._take_in = take_in
        self._waiting: list[Cast] = []
        self._lock = threading.Lock()

    def cast(self, decisions: Sequence[shelf.Incoming]) -> Answer:
        """Put a reader's decisions in; the answer comes when they are safe."""
        answer: Answer = Future()
        answer.set_running_or_notify_cancel()  # a reader who left cannot cancel it
        with self._lock:
            is_first = not self._waiting
            self._waiting.append((decisions, answer))
        if is_first:
            self._write_together()
        return answer

    def _write_together(self) -> None:
        group: list[Cast] = []

        def gather() -> None:
            if not group:  # else called again after a failed commit: the same ones
                with self._lock:
                    group.extend(self._waiting)
                    self._waiting.clear()

        def write(connection: shelf.Connection) -> shelf.Written:
            gather()
            return shelf.record(connection, [one for few, _ in group for one in few])

        def done(future: "Future[shelf.Written]") -> None:
            gather()  # the connection itself may have failed
            error = future.exception()
            if error is None:
                _answer(group, future.result().kept)
            else:
                self._fail(group, error)

        self._writer.do(write, then=self._take_in).add_done_callback(done)

    def _fail(self, group: Sequence[Cast], error: BaseException) -> None:
        """Try each reader's by themselves, unless all would fail for the same cause."""
        if len(group) > 1 and not isinstance(error, StoreError):
            for one in group:
                self._write_alone(one)
            return
        for _, answer in group:
            answer.set_exception(error)

    def _write_alone(self, one: Cast) -> None:
        decisions, answer = one

        def done(future: "Future[shelf.Written]") -> None:
            error = future.exception()
            if error is None:
                answer.set_result(future.result().kept)
            else:
                answer.set_exception(error)

        self._writer.do(
            lambda connection: shelf.record(connection, decisions), then=self._take_in
        ).add_done_callback(done)


def _answer(group: Sequence[Cast], kept: Sequence[shelf.Kept]) -> None:
    """Give each reader the part of the answer that is theirs."""
    at = 0
    for decisions, answer in group:
        answer.set_result(list(kept[at : at + len(decisions)]))
        at += len(decisions)
