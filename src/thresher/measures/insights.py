"""ASReview Insights' own numbers, oddities included, for comparing with old results.

Where they differ from the definitions:

- Relevant records are those *found*: a run that stopped early looks complete.
- "At recall r" is the largest attainable recall that is no more than r, and a level
  below the first attainable one gives the figures at 100 %.
- Random reading is rounded to whole records, in WSS and in ERF.
- The true negative rate has six decimals.

Checked against asreview-insights 1.6.1 with asreview 2.2.
"""

import math

from thresher.errors import UndefinedMeasureError
from thresher.measures.confusion import Confusion
from thresher.measures.needed import Share, exact_share
from thresher.screening.reading import Reading, ReadingLike, as_reading

__all__ = [
    "average_time_to_discovery",
    "confusion_at",
    "extra_found",
    "loss",
    "recall_at",
    "true_negative_rate",
    "work_saved",
]


def recall_at(reading: ReadingLike, *, share: Share = 0.1) -> float:
    """Recall in the first `share` of the pile, among the relevant records found.

    Examples
    --------
    >>> recall_at([1, 0, 1, 0], share=0.5)
    0.5
    """
    reading = _with_found_only(as_reading(reading), measure="recall")
    read = _largest_below(reading.records, share)
    return _found(reading, read) / reading.found


def work_saved(reading: ReadingLike, *, recall: Share = 0.95) -> float:
    """Share of the pile by which records come earlier than in rounded random reading.

    Examples
    --------
    >>> round(work_saved([1] * 10 + [0] * 990, recall=0.95), 3)
    0.842
    """
    reading = _with_found_only(as_reading(reading), measure="wss")
    level = _level(reading, recall)
    rank = int(reading.found_at[level - 1])
    return (_random_rank(reading, level) - (rank - 1)) / reading.records


def extra_found(reading: ReadingLike, *, share: Share = 0.1) -> float:
    """Recall in the first `share` of the pile, less that of rounded random reading.

    Examples
    --------
    >>> extra_found([1, 1, 0, 0, 0, 0, 0, 0, 0, 0], share=0.2)
    1.0
    """
    reading = _with_found_only(as_reading(reading), measure="erf")
    read = _largest_below(reading.records, share) or reading.records
    extra = _found(reading, read) - _random_found(reading, read - 1)
    return extra / reading.found


def loss(reading: ReadingLike) -> float:
    """Loss among the relevant records found.

    Examples
    --------
    >>> loss([1, 0, 1, 0])
    0.25
    """
    reading = _with_found_only(as_reading(reading), measure="loss")
    found, records = reading.found, reading.records
    if found == records:
        raise UndefinedMeasureError("loss", "every record is relevant")
    late = int(reading.found_at.sum()) - found * (found + 1) // 2
    return late / (found * (records - found))


def average_time_to_discovery(reading: ReadingLike) -> float:
    """Average rank of the relevant records found.

    Examples
    --------
    >>> average_time_to_discovery([1, 0, 1, 0])
    2.0
    """
    reading = _with_found_only(as_reading(reading), measure="atd")
    return float(reading.found_at.mean())


def confusion_at(reading: ReadingLike, *, recall: Share = 0.95) -> Confusion:
    """Confusion matrix at the largest attainable recall that is no more than `recall`.

    Examples
    --------
    >>> confusion_at([1, 1, 1, 0], recall=0.95).true_positives
    2
    """
    reading = _with_found_only(as_reading(reading), measure="confusion")
    level = _level(reading, recall)
    wrong = int(reading.found_at[level - 1]) - level
    return Confusion(
        true_positives=level,
        false_positives=wrong,
        true_negatives=reading.records - reading.found - wrong,
        false_negatives=reading.found - level,
    )


def true_negative_rate(reading: ReadingLike, *, recall: Share = 0.95) -> float:
    """Share of the irrelevant records left unread, to six decimals.

    It is 0 below the first attainable recall.

    Examples
    --------
    >>> true_negative_rate([1, 0, 1, 0, 0], recall=1.0)
    0.666667
    """
    reading = _with_found_only(as_reading(reading), measure="tnr")
    if not _largest_below(reading.found, recall):
        return 0.0
    counts = confusion_at(reading, recall=recall)
    if counts.irrelevant == 0:
        raise UndefinedMeasureError("tnr", "every record is relevant")
    return round(counts.true_negatives / counts.irrelevant, 6)


def _with_found_only(reading: Reading, *, measure: str) -> Reading:
    """Return the reading as if every relevant record had been found."""
    if reading.found == 0:
        raise UndefinedMeasureError(measure, "no relevant record was found")
    if reading.relevant == reading.found:
        return reading
    return Reading(
        labels=reading.labels, records=reading.records, relevant=reading.found
    )


def _largest_below(whole: int, share: Share) -> int:
    """Return the largest k with k / whole <= share, both as floating-point numbers."""
    limit = float(exact_share(share))
    k = min(max(math.floor(limit * whole), 0), whole)
    if k < whole and (k + 1) / whole <= limit:
        return k + 1
    return k if k / whole <= limit else k - 1


def _level(reading: Reading, recall: Share) -> int:
    """Return how many relevant records Insights takes a recall to be."""
    return _largest_below(reading.found, recall) or reading.found


def _found(reading: Reading, read: int) -> int:
    return int(reading.found_at.searchsorted(read, side="right"))


def _random_found(reading: Reading, position: int) -> int:
    """Return the rounded number found by random reading at a position from 0."""
    last = reading.records - 1
    if position == last:
        return reading.found if last else 0
    return round(position * (reading.found / last))


def _random_rank(reading: Reading, level: int) -> int:
    """Return the first position at which random reading has `level` records."""
    last = reading.records - 1
    if last == 0:
        return 1
    position = max(math.floor((level - 0.5) * last / reading.found) - 1, 0)
    while _random_found(reading, position) < level:
        position += 1
    return position
