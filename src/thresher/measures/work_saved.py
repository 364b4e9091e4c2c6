"""Work saved over sampling (WSS), and how large and small it can get."""

from fractions import Fraction

from thresher.measures.confusion import records_needed
from thresher.measures.needed import Count, Share, at_least, target_recall
from thresher.screening.reading import ReadingLike, as_reading

__all__ = ["work_saved", "work_saved_bounds"]


def work_saved(
    reading: ReadingLike, *, recall: Share = 0.95, needed: Count = at_least
) -> float:
    r"""Share of the pile left unread when `recall` is reached, less what chance saves.

    Parameters
    ----------
    reading
        A reading, or true labels in the order the records were read.
    recall
        Target recall, in (0, 1].
    needed
        How many relevant records the target asks for.

    Raises
    ------
    UndefinedMeasureError
        No record is relevant, or nobody knows how many are.

    Notes
    -----
    :math:`(TN + FN) / N - (1 - r) = (N - n_r) / N - (1 - r)`, where :math:`n_r` records
    are read when the needed number of relevant ones is first found. Cohen et al.
    (2006), doi:10.1197/jamia.M1929. Where :math:`R(1 - r) < 1` it is WSS@100 % less
    :math:`1 - r` (Kusa et al. 2023, eq. 6).

    Examples
    --------
    >>> work_saved([1, 1, 0, 0, 0, 0, 0, 0, 0, 0], recall=1.0)
    0.8
    """
    reading = as_reading(reading)
    target = target_recall(recall)
    read = records_needed(reading, recall=target, needed=needed)
    return (reading.records - read) / reading.records - float(1 - target)


def work_saved_bounds(
    *, records: int, relevant: int, recall: Share = 0.95, needed: Count = at_least
) -> tuple[float, float]:
    r"""Return the smallest and the largest work saved over sampling that can occur.

    Notes
    -----
    :math:`FN/N - (1 - r)` and :math:`(E + FN)/N - (1 - r)` with
    :math:`FN = R - \mathrm{needed}(r)`. Kusa et al. (2023), eq. 2-3.

    Examples
    --------
    >>> work_saved_bounds(records=2000, relevant=100, recall=0.95)
    (-0.0475, 0.9025)
    """
    target = target_recall(recall)
    missed = relevant - max(needed(relevant, target), 1)
    chance = 1 - target
    least = float(Fraction(missed, records) - chance)
    most = float(Fraction(records - relevant + missed, records) - chance)
    return least, most
