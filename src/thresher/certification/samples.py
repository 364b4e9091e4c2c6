"""Confusion matrices of labelled samples, many at a time."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from thresher.arrays import Labels
from thresher.errors import InputError
from thresher.measures.confusion import Confusion

__all__ = ["Counts", "Samples", "confusion_of", "drawn_samples"]

Counts: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Samples:
    """What a classifier did on labelled samples: one entry a sample.

    Raises
    ------
    InputError
        The four rows are uneven, or a count is negative.

    Examples
    --------
    >>> Samples.of(Confusion(
    ...     true_positives=8, false_positives=1, false_negatives=2, true_negatives=9
    ... )).sizes
    array([20])
    """

    true_positives: Counts
    false_positives: Counts
    false_negatives: Counts
    true_negatives: Counts

    def __post_init__(self) -> None:
        shapes = {part.shape for part in self._parts}
        if len(shapes) > 1:
            raise InputError(f"the four counts must be as many, got {sorted(shapes)}")
        if any((part < 0).any() for part in self._parts):
            raise InputError("counts cannot be negative")

    @classmethod
    def of(cls, *tables: Confusion) -> "Samples":
        """Return the samples with these confusion matrices."""
        return cls(
            true_positives=np.array([t.true_positives for t in tables], np.int64),
            false_positives=np.array([t.false_positives for t in tables], np.int64),
            false_negatives=np.array([t.false_negatives for t in tables], np.int64),
            true_negatives=np.array([t.true_negatives for t in tables], np.int64),
        )

    @property
    def _parts(self) -> tuple[Counts, Counts, Counts, Counts]:
        return (
            self.true_positives,
            self.false_positives,
            self.false_negatives,
            self.true_negatives,
        )

    @property
    def retrieved(self) -> Counts:
        """How many records of each sample the classifier takes for relevant."""
        return self.true_positives + self.false_positives

    @property
    def unretrieved(self) -> Counts:
        """How many records of each sample the classifier takes for irrelevant."""
        return self.false_negatives + self.true_negatives

    @property
    def sizes(self) -> Counts:
        """How many records each sample holds."""
        return self.retrieved + self.unretrieved

    def __add__(self, other: "Samples") -> "Samples":
        """Return the samples, each with what `other` adds to it."""
        parts = (a + b for a, b in zip(self._parts, other._parts, strict=True))
        return Samples(**dict(zip(self.__slots__, parts, strict=True)))


def confusion_of(labels: Labels, predicted: Labels) -> Confusion:
    """Return the confusion matrix of predictions.

    Examples
    --------
    >>> labels, predicted = np.array([True, True, False]), np.array([True, False, True])
    >>> confusion_of(labels, predicted).false_negatives
    1
    """
    if labels.shape != predicted.shape:
        raise InputError(
            f"{labels.size} labels need as many predictions, got {predicted.size}"
        )
    return Confusion(
        true_positives=int(np.count_nonzero(labels & predicted)),
        false_positives=int(np.count_nonzero(~labels & predicted)),
        true_negatives=int(np.count_nonzero(~labels & ~predicted)),
        false_negatives=int(np.count_nonzero(labels & ~predicted)),
    )


def drawn_samples(
    population: Confusion, size: int, *, count: int, rng: np.random.Generator
) -> Samples:
    """Return random samples of an unlimited population with these proportions.

    Examples
    --------
    >>> whole = Confusion(
    ...     true_positives=1, false_positives=0, false_negatives=0, true_negatives=3
    ... )
    >>> drawn_samples(whole, 40, count=2, rng=np.random.default_rng(1)).sizes
    array([40, 40])
    """
    counts = np.array(
        [
            population.true_positives,
            population.false_positives,
            population.false_negatives,
            population.true_negatives,
        ],
        np.float64,
    )
    tp, fp, fn, tn = rng.multinomial(size, counts / counts.sum(), count).T
    return Samples(
        true_positives=tp, false_positives=fp, false_negatives=fn, true_negatives=tn
    )
