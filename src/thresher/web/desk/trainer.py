"""The trainer: asks a process of its own for new rankings, and swaps them in."""

import logging
import multiprocessing
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from thresher.errors import InputError
from thresher.web.desk.lessons import Lesson, Order, Task
from thresher.web.desk.pile import Place
from thresher.web.desk.pupil import work
from thresher.web.refusals import Refusal

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

__all__ = ["Trainer"]

logger = logging.getLogger("thresher.web")
PATIENCE = 7200.0  # seconds for one answer: of a million records on a busy machine
REST, LONGEST_REST = 1.0, 30.0  # seconds before a process is started again
MOST_DEATHS = 5  # in a row
RESTARTED = "The model is being started again; try soon."
SOON = 2  # seconds
SHORTEST_BREATH, LONGEST_BREATH = 0.3, 1.0  # seconds between two lessons
LOOK = 1.0  # seconds between two looks whether more than a glance is ready


class _AwayError(Exception):
    """The project cannot be read now, says the other process."""


class Swap(Protocol):
    """Anything that takes a new order in."""

    def __call__(self, order: Order, lesson: Lesson, *, seconds: float) -> None:
        """Read by this order from now on."""
        ...


class Trainer:
    """Keeps a ranking up to date without ever holding up a reader.

    Parameters
    ----------
    place
        The project, for the other process to open.
    model
        Name of the recipe.
    folder
        Where features are kept.
    lesson
        Gives what is known now.
    swap
        Is told a new order, what it was learned from, and in how many seconds.
    """

    def __init__(
        self,
        place: Place,
        *,
        model: str,
        folder: Path,
        lesson: Callable[[], Lesson],
        swap: Swap,
    ) -> None:
        self._given = Task(place=place, model=model, folder=folder)
        self._lesson = lesson
        self._swap = swap
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._lock = threading.RLock()  # one question at a time
        self._news = threading.Event()
        self._ending = False
        self._closing = threading.Event()
        self._learned: bytes | None = None  # what the last order was made from
        self._is_whole = True  # whether that order is as good as it can be
        self._is_learning = False
        self._thread = threading.Thread(target=self._run, name="trainer", daemon=True)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether a better order is on its way."""
        return self._is_learning or not self._is_whole

    def nudge(self) -> None:
        """Say that something new is known."""
        self._news.set()

    def ask(self, question: str, *given: object) -> Any:  # noqa: ANN401  by question
        """Ask the other process and wait.

        Raises
        ------
        InputError
            It refused.
        Refusal
            It is not there now.
        """
        with self._lock:
            try:
                answer, _ = self._answer(question, *given)
            except (EOFError, OSError, _AwayError) as error:
                self._end_process()
                raise Refusal(503, RESTARTED, wait=SOON) from error
        return answer

    def close(self) -> None:
        """End the other process and the thread."""
        self._ending = True
        self._closing.set()
        self._news.set()
        process = self._process
        if process is not None and process.is_alive():
            process.terminate()
        self._thread.join(timeout=5)
        with self._lock:
            self._end_process()

    def _run(self) -> None:
        deaths, rest = 0, REST
        self._news.set()
        while not self._ending and deaths < MOST_DEATHS:
            self._news.wait(None if self._is_whole else LOOK)
            self._news.clear()
            try:
                self._take_lesson()
                deaths, rest = 0, REST
            except InputError as error:
                logger.info("no new ranking: %s", error)
            except _AwayError as error:
                logger.warning("no new ranking for now: %s", error)
                self._try_again(after=rest)
                rest = min(2 * rest, LONGEST_REST)
            except (EOFError, OSError) as error:
                if not self._ending:
                    deaths += 1
                    logger.warning("the trainer's process died: %r", error)
                    self._try_again(after=REST)
            finally:
                self._is_learning = False

    def _take_lesson(self) -> None:
        if self._ending:
            return
        began = time.monotonic()
        self._learn()
        self._breathe(time.monotonic() - began)

    def _try_again(self, *, after: float) -> None:
        with self._lock:
            self._end_process()
        self._closing.wait(after)
        self._news.set()

    def _breathe(self, spent: float) -> None:
        """Leave the machine to the readers for twice as long as a lesson took.

        Fifty readers decide faster than any model learns; learning without a pause
        would make them wait and change what they see next by nothing.
        """
        self._closing.wait(min(LONGEST_BREATH, max(SHORTEST_BREATH, 2 * spent)))

    def _learn(self) -> None:
        lesson = self._lesson()
        if lesson.content != self._learned or self._can_do_better(lesson):
            self._order(lesson)

    def _can_do_better(self, lesson: Lesson) -> bool:
        """Say whether the last order was made at a glance, and a whole one is ready."""
        if self._is_whole:
            return False
        with self._lock:
            is_ready, _ = self._answer("can_do_better", lesson)
        return bool(is_ready)

    def _order(self, lesson: Lesson) -> None:
        self._is_learning = True
        with self._lock:
            order, seconds = self._answer("order", lesson)
        self._learned, self._is_whole = lesson.content, order.is_whole
        self._is_learning = False
        if order.rows.size and not self._ending:
            self._swap(order, lesson, seconds=seconds)

    def _answer(self, question: str, *given: object) -> tuple[Any, float]:
        pipe = self._started()
        pipe.send((question, *given))
        kind, answer = self._received(pipe)
        if kind == "refused":
            raise InputError(answer)
        found: tuple[Any, float] = answer
        return found

    def _started(self) -> "Connection":
        if self._pipe is not None:
            return self._pipe
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(
            target=work, args=(there, self._given), name="thresher model", daemon=True
        )
        process.start()
        there.close()
        self._process, self._pipe = process, here
        kind, told = self._received(here)
        if kind == "away":
            raise _AwayError(told)
        return here

    def _received(self, pipe: "Connection") -> tuple[str, Any]:
        waited = 0.0
        while not pipe.poll(0.2):
            waited += 0.2
            if self._ending or waited > PATIENCE:
                raise EOFError("no answer")
            is_gone = self._process is not None and not self._process.is_alive()
            if is_gone and not pipe.poll():
                raise EOFError("the process ended")
        found: tuple[str, Any] = pipe.recv()
        return found

    def _end_process(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._pipe = self._process = None
