"""The confusion matrix when a recall target is reached, and its true negative rate."""

from dataclasses import dataclass

from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.needed import Count, Share, at_least, target_recall
from thresher.measures.recall import found_after
from thresher.screening.reading import ReadingLike, as_reading

__all__ = [
    "Confusion",
    "confusion_after",
    "confusion_at",
    "records_needed",
    "true_negative_rate",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Confusion:
    """How many records were read or not, and are relevant or not."""

    true_positives: int
    false_positives: int
    true_negatives: int
    false_negatives: int

    def __post_init__(self) -> None:
        counts = (
            self.true_positives,
            self.false_positives,
            self.true_negatives,
            self.false_negatives,
        )
        if min(counts) < 0:
            raise InputError(f"counts cannot be negative, got {counts}")

    @property
    def relevant(self) -> int:
        """How many records are relevant."""
        return self.true_positives + self.false_negatives

    @property
    def irrelevant(self) -> int:
        """How many records are irrelevant."""
        return self.false_positives + self.true_negatives

    @property
    def read(self) -> int:
        """How many records were read."""
        return self.true_positives + self.false_positives


def records_needed(
    reading: ReadingLike, *, recall: Share = 0.95, needed: Count = at_least
) -> int:
    """Return how many records were read when the target recall was first reached.

    Examples
    --------
    >>> records_needed([0, 1, 0, 1], recall=0.5)
    2
    """
    reading = as_reading(reading)
    target = target_recall(recall)
    ranks = reading.discovery_ranks("records_needed")
    return int(ranks[max(needed(ranks.size, target), 1) - 1])


def confusion_after(reading: ReadingLike, *, read: int) -> Confusion:
    """Return the confusion matrix after the first `read` records.

    Examples
    --------
    >>> confusion_after([1, 0, 1, 0], read=2).true_negatives
    1
    """
    reading = as_reading(reading)
    relevant = reading.known_relevant("confusion")
    found = found_after(reading, read=read)
    return Confusion(
        true_positives=found,
        false_positives=read - found,
        true_negatives=reading.records - relevant - (read - found),
        false_negatives=relevant - found,
    )


def confusion_at(
    reading: ReadingLike, *, recall: Share = 0.95, needed: Count = at_least
) -> Confusion:
    r"""Return the confusion matrix when the target recall is first reached.

    Notes
    -----
    :math:`TP = \lceil rR \rceil`, :math:`FP = n_r - TP`, :math:`TN = E - FP`,
    :math:`FN = R - TP`. ASReview Insights stops at the largest attainable recall that
    is no more than :math:`r`; see `thresher.measures.insights`.

    Examples
    --------
    >>> confusion_at([1, 0, 1, 0, 0], recall=1.0).false_positives
    1
    """
    reading = as_reading(reading)
    read = records_needed(reading, recall=recall, needed=needed)
    return confusion_after(reading, read=read)


def true_negative_rate(
    reading: ReadingLike, *, recall: Share = 0.95, needed: Count = at_least
) -> float:
    r"""Share of the irrelevant records left unread when `recall` is reached.

    Equal to work saved over sampling normalised between its bounds.

    Raises
    ------
    UndefinedMeasureError
        No record is relevant, none is irrelevant, or nobody knows how many are.

    Notes
    -----
    :math:`TN / E`. Kusa et al. (2023), eq. 7-16, doi:10.1016/j.iswa.2023.200193.

    Examples
    --------
    >>> true_negative_rate([1, 0, 1, 0, 0], recall=1.0)
    0.6666666666666666
    """
    counts = confusion_at(reading, recall=recall, needed=needed)
    if counts.irrelevant == 0:
        raise UndefinedMeasureError("true_negative_rate", "every record is relevant")
    return counts.true_negatives / counts.irrelevant
