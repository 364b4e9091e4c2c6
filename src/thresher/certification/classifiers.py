"""A ranker with a cutoff: relevant or not, and how well by cross-validation."""

from dataclasses import dataclass

import numpy as np

from thresher.arrays import Indices, Labels, Scores
from thresher.certification.samples import confusion_of
from thresher.errors import InputError
from thresher.measures.confusion import Confusion
from thresher.screening.balance import Balance
from thresher.screening.features.matrix import Features
from thresher.screening.rankers.protocol import Memory, Ranker, Training

__all__ = ["Classifier", "Predicted", "cross_validated", "shuffled_folds"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Predicted:
    """Which records of a pile are taken for relevant, by what scores.

    `memory` is what to hand in the next time.
    """

    labels: Labels
    scores: Scores
    memory: Memory = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Classifier:
    """A ranker that takes the records above a score for relevant.

    Parameters
    ----------
    ranker, balance
        How it learns.
    cutoff
        The score above which a record is taken for relevant; 0 is where linear models
        part the two kinds.
    """

    ranker: Ranker
    balance: Balance
    cutoff: float = 0.0

    def __call__(
        self, features: Features, rows: Indices, *, labels: Labels, memory: Memory
    ) -> Predicted:
        """Return predictions for every record, learned from some rows' labels.

        Where all labels are of one kind, that kind is predicted throughout.
        """
        if labels.all() or not labels.any():
            constant = np.full(features.records, bool(labels.size and labels.all()))
            return Predicted(
                labels=constant, scores=np.zeros(features.records), memory=memory
            )
        training = Training(rows=rows, labels=labels, weights=self.balance(labels))
        scored = self.ranker(features, training, memory=memory)
        return Predicted(
            labels=scored.scores > self.cutoff,
            scores=scored.scores,
            memory=scored.memory,
        )


def shuffled_folds(records: int, *, folds: int, rng: np.random.Generator) -> Indices:
    """Return the fold of each record: as even as can be, in random order.

    Raises
    ------
    InputError
        Fewer than two folds, or fewer records than folds.
    """
    if not 2 <= folds <= records:  # noqa: PLR2004  one fold leaves nothing to learn
        raise InputError(
            f"cross-validation needs 2 or more folds and a record in each, got {folds} "
            f"folds for {records} records"
        )
    return rng.permutation(np.arange(records) % folds)


def cross_validated(
    features: Features,
    rows: Indices,
    *,
    labels: Labels,
    fold: Indices,
    classifier: Classifier,
    memories: dict[int, Memory] | None = None,
) -> Confusion:
    """Confusion matrix of classifiers that learn from all folds but one.

    Parameters
    ----------
    features
        Of the whole pile.
    rows, labels, fold
        Records that are labelled, their labels, and the fold that each belongs to.
    classifier
        What is trained, once a fold.
    memories
        What each fold's ranker remembers; saves time where rows only grow. Changed.

    Notes
    -----
    Every record is predicted by a classifier that has not seen it; the matrices are
    summed. These classifiers learned from less than the final one, so that its
    measure is understated on average, by less the more is labelled.
    """
    kept: dict[int, Memory] = {} if memories is None else memories
    predicted = np.zeros(rows.size, np.bool_)
    for one in np.unique(fold).tolist():
        inside = fold != one
        found = classifier(
            features, rows[inside], labels=labels[inside], memory=kept.get(one)
        )
        kept[one] = found.memory
        predicted[~inside] = found.labels[rows[~inside]]
    return confusion_of(labels, predicted)
