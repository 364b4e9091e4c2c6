"""F1, recall and precision as shares of some of the records."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from thresher.arrays import Scores
from thresher.certification.samples import Counts, Samples
from thresher.errors import UndefinedMeasureError, UnknownNameError
from thresher.measures.confusion import Confusion

__all__ = ["F1", "MEASURES", "PRECISION", "RECALL", "Measure", "find_measure"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    r"""A measure that depends only on a share of true positives.

    Parameters
    ----------
    name
        Its name.
    among
        How many records of a sample the true positives are a share of.
    from_share, to_share
        The measure of a share, and the share of a measure; both rise.

    Notes
    -----
    Given how many records a simple random sample holds *of these*, the true positives
    among them are binomial with the population's share. For recall these are the
    relevant records, for precision the retrieved ones, and for :math:`F_1` those that
    are relevant or retrieved: the share is then the Jaccard index :math:`J` and
    :math:`F_1 = 2J/(1+J)`. So a bound on a share is a bound on each.

    Examples
    --------
    >>> F1.from_share(0.5)
    0.6666666666666666
    """

    name: str
    among: Callable[[Samples], Counts]
    from_share: Callable[[Scores], Scores]
    to_share: Callable[[Scores], Scores]

    def value(self, table: Confusion) -> float:
        """Return the measure of a confusion matrix.

        Raises
        ------
        UndefinedMeasureError
            No record counts for it.
        """
        sample = Samples.of(table)
        among = int(self.among(sample)[0])
        if not among:
            raise UndefinedMeasureError(self.name, _EMPTY[self.name])
        share = np.array(table.true_positives / among)
        return float(self.from_share(share))

    def null_share(self, target: float) -> float:
        """Return the share that a classifier just at the target has."""
        return float(self.to_share(np.array(target)))

    def counted(self, tp: int, fp: int, fn: int) -> int:
        """Return how many of the records seen count for the measure.

        Examples
        --------
        >>> F1.counted(8, 1, 2), RECALL.counted(8, 1, 2), PRECISION.counted(8, 1, 2)
        (11, 10, 9)
        """
        table = Confusion(
            true_positives=tp, false_positives=fp, false_negatives=fn, true_negatives=0
        )
        return int(self.among(Samples.of(table))[0])


def _identity(share: Scores) -> Scores:
    return share


def _f1_of_jaccard(share: Scores) -> Scores:
    return 2 * share / (1 + share)


def _jaccard_of_f1(value: Scores) -> Scores:
    return value / (2 - value)


def _relevant_or_retrieved(sample: Samples) -> Counts:
    return sample.retrieved + sample.false_negatives


def _relevant(sample: Samples) -> Counts:
    return sample.true_positives + sample.false_negatives


def _retrieved(sample: Samples) -> Counts:
    return sample.retrieved


F1 = Measure(
    name="f1",
    among=_relevant_or_retrieved,
    from_share=_f1_of_jaccard,
    to_share=_jaccard_of_f1,
)
RECALL = Measure(
    name="recall", among=_relevant, from_share=_identity, to_share=_identity
)
PRECISION = Measure(
    name="precision", among=_retrieved, from_share=_identity, to_share=_identity
)
MEASURES = {measure.name: measure for measure in (F1, RECALL, PRECISION)}
_EMPTY = {
    "f1": "no record is relevant or retrieved",
    "recall": "no record is relevant",
    "precision": "no record is retrieved",
}


def find_measure(name: str) -> Measure:
    """Return the measure called `name`.

    Raises
    ------
    UnknownNameError
        There is none; the message lists those there are.
    """
    if name not in MEASURES:
        raise UnknownNameError("measure to certify", name, known=MEASURES)
    return MEASURES[name]
