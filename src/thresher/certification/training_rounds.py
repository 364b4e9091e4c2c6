"""A training in rounds, each with what it would take to certify it there and then."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from thresher.arrays import Indices, Labels
from thresher.certification.claim import Claim
from thresher.certification.classifiers import (
    Classifier,
    Predicted,
    cross_validated,
)
from thresher.certification.policies import Round
from thresher.certification.power import certification_size
from thresher.certification.samples import confusion_of, drawn_samples
from thresher.errors import InputError
from thresher.measures.confusion import Confusion
from thresher.progress import Report, silent
from thresher.screening.features.matrix import Features
from thresher.screening.strategies import Strategy, anything

if TYPE_CHECKING:
    from thresher.screening.rankers.protocol import Memory

__all__ = ["Course", "MeasuredRound", "trained_rounds"]

FEWEST = 2  # labels of each kind before anything is learned


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """How a training goes on.

    Parameters
    ----------
    claim
        What is to be certified.
    classifier
        What is trained.
    step, most
        How many records a round adds, and where the training ends at the latest.
    folds
        Of the cross-validation after each round.
    draws
        Populations drawn for each size.
    strategy
        Which records a round adds; a random sample by default, as in the paper.
    """

    claim: Claim
    classifier: Classifier
    step: int = 20
    most: int = 2000
    folds: int = 5
    draws: int = 1000
    strategy: Strategy = anything

    def __post_init__(self) -> None:
        if self.step < 1 or self.folds < 2 or self.most < self.step:  # noqa: PLR2004
            raise InputError(
                f"a training needs a step of 1 or more, 2 or more folds and room for a "
                f"step, got {self.step}, {self.folds} and {self.most}"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredRound:
    """A round, the measure as cross-validation has it, and as it truly was.

    Parameters
    ----------
    round
        What it cost.
    estimate, actual
        The measure by cross-validation, and on all records that are left.
    table
        The confusion matrix on these; None where it is not known.
    """

    round: Round
    estimate: float
    actual: float
    table: Confusion | None = None


def trained_rounds(
    features: Features,
    labels: Labels,
    course: Course,
    *,
    rng: np.random.Generator,
    report: Report = silent,
) -> list[MeasuredRound]:
    """Return the rounds of a training on a pile whose labels are all known.

    Parameters
    ----------
    features, labels
        The pile.
    course
        How the training goes on.
    rng
        Draws the training records, the sizes and the tests.
    report
        Told after each round.

    Notes
    -----
    Training records are a random sample unless the strategy says otherwise; then
    cross-validation no longer speaks of the pile, and sizes are misjudged, but no
    test is less valid. The records that are left stand for an unlimited population:
    tests draw from them with replacement. Each record stays in its fold, which saves
    time and makes neighbouring estimates alike.
    """
    known, rest = np.zeros(0, np.intp), rng.permutation(labels.size)
    scores = np.zeros(labels.size)
    steps = range(course.step, min(course.most, labels.size - 1) + 1, course.step)
    lessons = _Lessons(features=features, labels=labels, course=course)
    rounds: list[MeasuredRound] = []
    for trained in steps:
        picked = course.strategy(scores[rest], size=course.step, rng=rng)
        known, rest = np.append(known, rest[picked]), np.delete(rest, picked)
        seen = int(np.count_nonzero(labels[known]))
        if seen >= FEWEST and trained - seen >= FEWEST and trained >= course.folds:
            table = lessons.cross_validated(known)
            found = lessons.learned(known)
            scores = found.scores
            left = confusion_of(labels[rest], found.labels[rest])
            rounds.append(
                MeasuredRound(
                    round=_round(table, left, course, trained=trained, rng=rng),
                    estimate=_value(table, course.claim),
                    actual=_value(left, course.claim),
                    table=left,
                )
            )
        report("Training", done=trained, total=steps[-1])
    return rounds


class _Lessons:
    """A classifier that learns again and again from more and more records."""

    def __init__(self, *, features: Features, labels: Labels, course: Course) -> None:
        self.features = features
        self.labels = labels
        self.course = course
        self.memories: dict[int, Memory] = {}
        self.memory: Memory = None

    def cross_validated(self, known: Indices) -> Confusion:
        """Return the confusion matrix of the folds."""
        return cross_validated(
            self.features,
            known,
            labels=self.labels[known],
            fold=np.arange(known.size) % self.course.folds,
            classifier=self.course.classifier,
            memories=self.memories,
        )

    def learned(self, known: Indices) -> Predicted:
        """Return the predictions of the classifier that learned from all."""
        found = self.course.classifier(
            self.features, known, labels=self.labels[known], memory=self.memory
        )
        self.memory = found.memory
        return found


def _round(
    table: Confusion,
    left: Confusion,
    course: Course,
    *,
    trained: int,
    rng: np.random.Generator,
) -> Round:
    """Return what certifying costs, and whether a test drawn from the rest passes."""
    size = None
    if table.true_positives:
        size = certification_size(table, course.claim, rng=rng, draws=course.draws).size
    passed = None
    if size is not None:
        drawn = drawn_samples(left, size, count=1, rng=rng)
        passed = bool(course.claim.passes(drawn, course.claim.target)[0])
    return Round(trained=trained, size=size, passed=passed)


def _value(table: Confusion, claim: Claim) -> float:
    """Return the measure; 0 where nothing relevant was found."""
    return claim.criterion.measure.value(table) if table.true_positives else 0.0
