"""Recall: the share of the relevant records that was found."""

import numpy as np

from thresher.errors import InputError
from thresher.measures.needed import Count, Share, at_most, target_share
from thresher.screening.reading import Reading, ReadingLike, as_reading

__all__ = ["found_after", "recall_after", "recall_at"]


def recall_at(
    reading: ReadingLike, *, share: Share = 0.1, cut: Count = at_most
) -> float:
    r"""Share of the relevant records found in the first `share` of the pile.

    Also called relevant records found, RRF@x.

    Parameters
    ----------
    reading
        A reading, or true labels in the order the records were read.
    share
        How much of the pile was read, in [0, 1].
    cut
        How many records `share` of the pile is.

    Raises
    ------
    UndefinedMeasureError
        No record is relevant, or nobody knows how many are.

    Notes
    -----
    :math:`\mathrm{found}(k) / R` with :math:`k = \lfloor xN \rfloor`; the official CLEF
    TAR script rounds :math:`xN` to the nearest whole number, halves to the even one.

    Examples
    --------
    >>> recall_at([1, 0, 1, 0, 0, 0, 0, 0, 0, 1], share=0.3)
    0.6666666666666666
    """
    reading = as_reading(reading)
    return recall_after(reading, read=cut(reading.records, target_share(share)))


def recall_after(reading: ReadingLike, *, read: int) -> float:
    """Share of the relevant records found in the first `read` records.

    Examples
    --------
    >>> recall_after([1, 0, 1, 1], read=3)
    0.6666666666666666
    """
    reading = as_reading(reading)
    relevant = reading.known_relevant("recall")
    return found_after(reading, read=read) / relevant


def found_after(reading: Reading, *, read: int) -> int:
    """Return how many relevant records the first `read` records hold.

    What lies past the end of an early stop counts as not found, until only the
    relevant records that were missed can be left.
    """
    if not 0 <= read <= reading.records:
        raise InputError(f"need 0 <= read <= {reading.records} records, got {read}")
    ranks = reading.discovery_ranks("found_after")
    return int(np.searchsorted(ranks, read, side="right"))
