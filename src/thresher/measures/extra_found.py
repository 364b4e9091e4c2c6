"""Extra relevant records found (ERF): what ranking found beyond random reading."""

from thresher.measures.needed import Count, Share, at_most, target_share
from thresher.measures.recall import recall_after
from thresher.screening.reading import ReadingLike, as_reading

__all__ = ["extra_found"]


def extra_found(
    reading: ReadingLike, *, share: Share = 0.1, cut: Count = at_most
) -> float:
    r"""Recall in the first `share` of the pile, less the recall of random reading.

    Raises
    ------
    UndefinedMeasureError
        No record is relevant, or nobody knows how many are.

    Notes
    -----
    :math:`\mathrm{found}(k)/R - k/N` with :math:`k = \lfloor xN \rfloor`: random
    reading finds :math:`kR/N` records on average. ASReview Insights rounds that number
    to a whole one; see `thresher.measures.insights`.

    Examples
    --------
    >>> extra_found([1, 1, 0, 0, 0, 0, 0, 0, 0, 0], share=0.2)
    0.8
    """
    reading = as_reading(reading)
    read = cut(reading.records, target_share(share))
    return recall_after(reading, read=read) - read / reading.records
