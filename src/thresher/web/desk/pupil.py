"""The retrainer's own process: keeps the features of a pile, and learns on demand."""

import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from thresher.errors import FileError, InputError, StoreError, ThresherError
from thresher.records.citation import Citation
from thresher.screening.cold_start import likeness_to_texts
from thresher.screening.cycle import features_for, ranked
from thresher.screening.explain import explained
from thresher.screening.features.cache import Cached
from thresher.screening.label_check import suspicious
from thresher.screening.recipes import Recipe, find_recipe, model_for
from thresher.web.desk.glance import TITLES, Glance
from thresher.web.desk.lessons import Lesson, Order, Task
from thresher.web.desk.pile import read_pile

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from thresher.arrays import Scores
    from thresher.screening.features.matrix import Features
    from thresher.screening.rankers.protocol import Memory

__all__ = ["LARGE", "Pupil", "work"]

T = TypeVar("T")
MOST_SUSPECTED = 50
EVEN = 0.5  # a label that less than half of the pile speaks against surprises nobody
LARGE = 5_000  # publications; fewer are read in a second, so that nobody needs a glance
LIKENESS = "likeness"  # of a record to the question and the records included
NICE = 10  # the readers' requests come first; what is left over suffices to learn
STILL_READING = "the model is still reading the pile; try again in a minute"


class Pupil:
    """A model and the pile it ranks; lives in a process of its own.

    A large pile takes a quarter of a minute and more to read. It is read in a thread
    of its own, and until then a glance at the titles ranks it.

    Parameters
    ----------
    citations
        The pile.
    recipe
        The model.
    folder
        Where features are kept.
    """

    def __init__(
        self, citations: Sequence[Citation], *, recipe: Recipe, folder: Path
    ) -> None:
        self.citations = citations
        self.recipe = recipe
        self._glance = Glance(citations=citations)
        self._memories: tuple[Memory, ...] = ()
        self._alike: tuple[tuple[str, ...], Future[Scores]] | None = None
        cached = _cached(recipe, folder)
        self._features = _begun(lambda: features_for(cached, citations))

    def order(self, lesson: Lesson) -> Order:
        """Return all positions, best first, and where that order comes from."""
        if lesson.rows.size == len(self.citations):  # everything is read
            return Order(rows=lesson.rows, chosen="ranked", model=self.recipe.name)
        if len(self.citations) >= LARGE and not self.can_do_better(lesson):
            with suppress(InputError):  # no word in the titles: wait for the abstracts
                return self._at_a_glance(lesson)
        if lesson.has_both_kinds:
            return self._learned(lesson)
        try:
            alike = self._likeness(lesson.wanted(self.citations)).result()
        except InputError:  # no question yet, or none that shares a word with the pile
            return Order(rows=np.zeros(0, np.intp), chosen="random", model="")
        rows = np.argsort(-alike, kind="stable")
        return Order(rows=rows, chosen="ranked", model=LIKENESS)

    def can_do_better(self, lesson: Lesson) -> bool:
        """Say whether more than a glance at the titles is ready for a lesson."""
        if not self._features.done():
            return False
        wanted = lesson.wanted(self.citations)
        return lesson.has_both_kinds or self._likeness(wanted).done()

    def explanation(self, row: int, lesson: Lesson) -> dict[str, Any]:
        """Return the words that moved a record, and the labelled ones it is like."""
        if len(self.citations) >= LARGE and not self._features.done():
            self._glance.ranked(lesson.known)
            features, memory = self._glance.features, self._glance.memory
        else:
            self._learned(lesson)
            features, memory = self._features.result()[0], self._memories[0]
        found = explained(features, row, memory=memory, known=lesson.known)
        return {
            "lifts": [(one.term, one.lift) for one in found.lifts],
            "neighbours": [(one.row, one.alike, one.label) for one in found.neighbours],
        }

    def doubts(self, lesson: Lesson) -> list[tuple[int, bool, float]]:
        """Return the labels that the others contradict most.

        Raises
        ------
        InputError
            A large pile is still being read.
        """
        if len(self.citations) >= LARGE and not self._features.done():
            raise InputError(STILL_READING)
        found = suspicious(
            self.recipe,
            self._features.result(),
            lesson.known,
            most=MOST_SUSPECTED,
            rng=np.random.default_rng(0),
        )
        return [
            (one.row, one.label, one.against) for one in found if one.against > EVEN
        ]

    def _learned(self, lesson: Lesson) -> Order:
        features: Sequence[Features] = self._features.result()
        found = ranked(self.recipe, features, lesson.known, memories=self._memories)
        self._memories = found.memories
        best = np.argsort(-found.scores, kind="stable")
        # what is known comes last: it may be undone before the next lesson
        rows = np.concatenate([found.unread[best], lesson.rows])
        return Order(rows=rows, chosen="ranked", model=self.recipe.name)

    def _at_a_glance(self, lesson: Lesson) -> Order:
        if lesson.has_both_kinds:
            rows, model = self._glance.ranked(lesson.known), TITLES.name
        else:
            rows = self._glance.alike(lesson.wanted(self.citations))
            model = f"{LIKENESS} of {TITLES.name}"
        return Order(rows=rows, chosen="ranked", model=model, is_whole=False)

    def _likeness(self, wanted: tuple[str, ...]) -> "Future[Scores]":
        """Return how like the texts wanted each record is, as soon as that is known."""
        if self._alike is None or self._alike[0] != wanted:
            extractor = self.recipe.parts[0].extractor
            begun = _begun(
                lambda: likeness_to_texts(self.citations, wanted, extractor=extractor)
            )
            self._alike = wanted, begun
        return self._alike[1]


def work(pipe: "Connection", task: Task) -> None:
    """Answer one question after the other until the pipe is closed."""
    os.nice(NICE)
    try:
        citations = read_pile(task.place)
    except (StoreError, FileError) as error:
        pipe.send(("away", str(error)))
        return
    recipe = find_recipe(model_for(task.model, records=len(citations)))
    pupil = Pupil(citations, recipe=recipe, folder=task.folder)
    with suppress(BrokenPipeError, EOFError, KeyboardInterrupt):  # the server is gone
        pipe.send(("ready", len(pupil.citations)))
        while True:
            _answer(pipe, pupil)


def _answer(pipe: "Connection", pupil: Pupil) -> None:
    """Wait for one question, and answer it."""
    question, *given = pipe.recv()
    began = time.perf_counter()
    try:
        answer: Any = getattr(pupil, question)(*given)
    except ThresherError as error:
        pipe.send(("refused", str(error)))
    else:
        pipe.send(("done", (answer, time.perf_counter() - began)))


def _begun(make: Callable[[], T]) -> "Future[T]":
    """Return what a thread is making; the process may end before it is made."""
    found: Future[T] = Future()

    def run() -> None:
        try:
            found.set_result(make())
        except Exception as error:  # noqa: BLE001  whoever asks is told
            found.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return found


def _cached(recipe: Recipe, folder: Path) -> Recipe:
    parts = tuple(
        replace(part, extractor=Cached(extractor=part.extractor, folder=folder))
        for part in recipe.parts
    )
    return replace(recipe, parts=parts)
