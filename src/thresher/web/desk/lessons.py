"""The retrainer's own process: keeps the features of a pile, and learns on demand."""

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from thresher.arrays import Indices, Labels
from thresher.errors import FileError, InputError, StoreError, ThresherError
from thresher.records.citation import Citation
from thresher.screening.cold_start import likeness_to_texts
from thresher.screening.cycle import Known, features_for, ranked
from thresher.screening.explain import explained
from thresher.screening.features.cache import Cached
from thresher.screening.features.matrix import Features
from thresher.screening.label_check import suspicious
from thresher.screening.recipes import Recipe, find_recipe, model_for
from thresher.web.desk.pile import Place, read_pile

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from thresher.screening.rankers.protocol import Memory

__all__ = ["Lesson", "Pupil", "Task", "work"]

MOST_SUSPECTED = 50


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lesson:
    """What a ranking is learned from: labelled positions, and words of the question."""

    rows: Indices
    labels: Labels
    texts: tuple[str, ...] = ()

    @property
    def known(self) -> Known:
        """The labels, as the cycle takes them."""
        return Known(rows=self.rows, labels=self.labels)

    @property
    def has_both_kinds(self) -> bool:
        """Whether a model can learn from it."""
        return bool(self.labels.any()) and not bool(self.labels.all())


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A project, the model that is to rank it, and where features are kept."""

    place: Place
    model: str
    folder: Path


@dataclass(slots=True, kw_only=True)
class Pupil:
    """A model and the pile it ranks; lives in a process of its own."""

    citations: Sequence[Citation]
    recipe: Recipe
    folder: Path
    features: tuple[Features, ...] = ()
    memories: tuple["Memory", ...] = field(default=())

    def order(self, lesson: Lesson) -> tuple[Indices, str]:
        """Return all positions, best first, and how they were chosen."""
        if lesson.has_both_kinds:
            self.prepare()
            found = ranked(
                self.recipe, self.features, lesson.known, memories=self.memories
            )
            self.memories = found.memories
            best = np.argsort(-found.scores, kind="stable")
            # what is known comes last: it may be undone before the next lesson
            return np.concatenate([found.unread[best], lesson.rows]), "ranked"
        try:
            alike = likeness_to_texts(
                self.citations,
                lesson.texts,
                extractor=self.recipe.parts[0].extractor,
            )
        except InputError:  # no question yet, or none that shares a word with the pile
            return np.zeros(0, dtype=np.intp), "random"
        return np.argsort(-alike, kind="stable"), "ranked"

    def explanation(self, row: int, lesson: Lesson) -> dict[str, Any]:
        """Return the words that moved a record, and the labelled ones it is like."""
        self.order(lesson)
        found = explained(
            self.features[0], row, memory=self.memories[0], known=lesson.known
        )
        return {
            "lifts": [(one.term, one.lift) for one in found.lifts],
            "neighbours": [(one.row, one.alike, one.label) for one in found.neighbours],
        }

    def doubts(self, lesson: Lesson) -> list[tuple[int, bool, float]]:
        """Return the labels that the others contradict most."""
        self.prepare()
        found = suspicious(
            self.recipe,
            self.features,
            lesson.known,
            most=MOST_SUSPECTED,
            rng=np.random.default_rng(0),
        )
        return [(one.row, one.label, one.against) for one in found]

    def prepare(self) -> None:
        """Make the features before they are needed."""
        if not self.features:
            self.features = features_for(
                _cached(self.recipe, self.folder), self.citations
            )


def work(pipe: "Connection", task: Task) -> None:
    """Answer one question after the other until the pipe is closed."""
    os.nice(5)  # the readers' requests come first
    try:
        citations = read_pile(task.place)
        pupil = Pupil(
            citations=citations,
            recipe=find_recipe(model_for(task.model, records=len(citations))),
            folder=task.folder,
        )
    except (StoreError, FileError) as error:
        pipe.send(("away", str(error)))
        return
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


def _cached(recipe: Recipe, folder: Path) -> Recipe:
    parts = tuple(
        replace(part, extractor=Cached(extractor=part.extractor, folder=folder))
        for part in recipe.parts
    )
    return replace(recipe, parts=parts)
