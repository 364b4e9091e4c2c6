"""Precision and F measures after a number of records."""

from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.confusion import confusion_after, confusion_at
from thresher.measures.needed import Count, Share, at_least
from thresher.screening.reading import ReadingLike

__all__ = ["f_measure_after", "precision_after", "precision_at"]


def precision_after(reading: ReadingLike, *, read: int) -> float:
    """Share of the first `read` records that is relevant.

    Raises
    ------
    UndefinedMeasureError
        Nothing was read, or nobody knows how many records are relevant.

    Examples
    --------
    >>> precision_after([1, 0, 1, 0], read=2)
    0.5
    """
    if read == 0:
        raise UndefinedMeasureError("precision", "nothing was read")
    return confusion_after(reading, read=read).true_positives / read


def precision_at(
    reading: ReadingLike, *, recall: Share = 0.95, needed: Count = at_least
) -> float:
    """Share of the records read that is relevant, when `recall` is reached.

    Examples
    --------
    >>> precision_at([1, 0, 1, 0], recall=1.0)
    0.6666666666666666
    """
    counts = confusion_at(reading, recall=recall, needed=needed)
    return counts.true_positives / counts.read


def f_measure_after(reading: ReadingLike, *, read: int, beta: float = 1.0) -> float:
    r"""Weighted harmonic mean of precision and recall after `read` records.

    Notes
    -----
    :math:`(1 + \beta^2) TP / ((1 + \beta^2) TP + \beta^2 FN + FP)`; recall counts
    :math:`\beta` times as much as precision.

    Examples
    --------
    >>> f_measure_after([1, 0, 1, 0], read=2)
    0.5
    """
    if not beta > 0:
        raise InputError(f"beta must be more than 0, got {beta}")
    counts = confusion_after(reading, read=read)
    gained = (1 + beta**2) * counts.true_positives
    return gained / (gained + beta**2 * counts.false_negatives + counts.false_positives)
