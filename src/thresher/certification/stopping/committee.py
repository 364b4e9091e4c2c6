"""When other rankers came to the relevant records of a reading."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from thresher.errors import InputError
from thresher.screening.reading import Reading

__all__ = ["committee_of"]


def committee_of(reading: Reading, others: Sequence[Reading]) -> NDArray[np.int64]:
    """Ranks of the relevant records of a reading in other readings of the same pile.

    Parameters
    ----------
    reading
        The reading whose relevant records count, one row each.
    others
        Readings of the same pile, one column each. What one has not read is last.

    Raises
    ------
    InputError
        A reading has no ids, another pile, or just the same order.

    Examples
    --------
    >>> one = Reading(labels=np.array([1, 0, 1]), ids=["a", "b", "c"])
    >>> two = Reading(labels=np.array([1, 1, 0]), ids=["c", "a", "b"])
    >>> committee_of(one, [two]).tolist()
    [[2], [1]]
    """
    for other in (reading, *others):
        if other.ids is None:
            raise InputError("a committee needs runs that name the records they read")
        if other.records != reading.records:
            raise InputError(
                f"a committee reads one pile, but there are {reading.records} records "
                f"in one and {other.records} in another"
            )
        if other is not reading and list(other.ids) == list(reading.ids or ()):
            raise InputError(
                "a member of the committee reads in the very order of the run: it must "
                "be another ranker's"
            )
    wanted = [str((reading.ids or ())[at - 1]) for at in reading.found_at.tolist()]
    columns = []
    for other in others:
        rank = {str(name): at for at, name in enumerate(other.ids or (), 1)}
        columns.append([rank.get(name, reading.records + 1) for name in wanted])
    return np.array(columns, dtype=np.int64).reshape(len(others), len(wanted)).T
