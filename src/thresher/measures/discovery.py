"""Time to discovery: when each relevant record was found."""

from thresher.screening.reading import Reading, ReadingLike, as_reading

__all__ = ["average_time_to_discovery", "last_relevant", "time_to_discovery"]


def time_to_discovery(reading: ReadingLike) -> list[tuple[object, int]]:
    """Return every relevant record that was read, and how many were read by then.

    Without ids, a record is named by its position in the reading, from 0.

    Examples
    --------
    >>> time_to_discovery([0, 1, 0, 1])
    [(1, 2), (3, 4)]
    """
    reading = as_reading(reading)
    ranks = reading.found_at.tolist()
    return [(_name(reading, rank - 1), rank) for rank in ranks]


def _name(reading: Reading, position: int) -> object:
    return position if reading.ids is None else reading.ids[position]


def average_time_to_discovery(reading: ReadingLike) -> float:
    r"""Average number of records read until a relevant record is found.

    Raises
    ------
    UndefinedMeasureError
        No record is relevant, or nobody knows how many are.

    Notes
    -----
    :math:`\frac{1}{R} \sum_j \mathrm{rank}_j`. Ferdinands et al. (2023),
    doi:10.1186/s13643-023-02257-7. Relevant records missed by an early stop count as
    the last of the pile; ASReview Insights leaves them out.

    Examples
    --------
    >>> average_time_to_discovery([1, 0, 1, 0])
    2.0
    """
    ranks = as_reading(reading).discovery_ranks("average_time_to_discovery")
    return float(ranks.mean())


def last_relevant(reading: ReadingLike) -> int:
    """Rank at which the last relevant record was found.

    Examples
    --------
    >>> last_relevant([1, 0, 1, 0])
    3
    """
    return int(as_reading(reading).discovery_ranks("last_relevant")[-1])
