"""A training in rounds, each with what it would take to certify it there and then."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from thresher.arrays import Indices, Labels
from thresher.certification.classifiers import Classifier, cross_validated
from thresher.certification.policies import Round
from thresher.certification.power import Claim, certification_size
from thresher.certification.samples import Samples, confusion_of
from thresher.errors import InputError
from thresher.measures.confusion import Confusion
from thresher.progress import Report, silent
from thresher.screening.features.matrix import Features

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
    """

    claim: Claim
    classifier: Classifier
    step: int = 20
    most: int = 2000
    folds: int = 5
    draws: int = 1000

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
    As in the paper, training records are a random sample, so that cross-validation
    speaks of the pile. The records that are left stand for an unlimited population:
    tests draw from them with replacement. Each record stays in its fold, which saves
    time and makes neighbouring estimates alike.
    """
    order = rng.permutation(labels.size)
    steps = range(course.step, min(course.most, labels.size - 1) + 1, course.step)
    memories: list[dict[int, object]] = [{}, {}]
    rounds: list[MeasuredRound] = []
    for trained in steps:
        known, rest = order[:trained], order[trained:]
        seen = int(np.count_nonzero(labels[known]))
        if seen >= FEWEST and trained - seen >= FEWEST and trained >= course.folds:
            one = _round(
                features, labels, course, parts=(known, rest), memories=memories,
                rng=rng,
            )  # fmt: skip
            rounds.append(one)
        report("Training", done=trained, total=steps[-1])
    return rounds


def _round(
    features: Features,
    labels: Labels,
    course: Course,
    *,
    parts: tuple[Indices, Indices],
    memories: Sequence[dict[int, object]],
    rng: np.random.Generator,
) -> MeasuredRound:
    known, rest = parts
    table = cross_validated(
        features,
        known,
        labels=labels[known],
        fold=np.arange(known.size) % course.folds,
        classifier=course.classifier,
        memories=memories[0],
    )
    found = course.classifier(
        features, known, labels=labels[known], memory=memories[1].get(0)
    )
    memories[1][0] = found.memory
    predicted, truth = found.labels[rest], labels[rest]
    size = None
    if table.true_positives:
        size = certification_size(table, course.claim, rng=rng, draws=course.draws).size
    passed = None
    if size is not None:
        drawn = rng.integers(rest.size, size=size)
        passed = _passes(course.claim, confusion_of(truth[drawn], predicted[drawn]))
    left = confusion_of(truth, predicted)
    return MeasuredRound(
        round=Round(trained=known.size, size=size, passed=passed),
        estimate=_value(table, course.claim),
        actual=_value(left, course.claim),
        table=left,
    )


def _passes(claim: Claim, table: Confusion) -> bool:
    return bool(claim.passes(Samples.of(table), claim.target)[0])


def _value(table: Confusion, claim: Claim) -> float:
    """Return the measure; 0 where nothing relevant was found."""
    return claim.criterion.measure.value(table) if table.true_positives else 0.0
