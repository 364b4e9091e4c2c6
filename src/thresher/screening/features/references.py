"""Links between records: the works they cite, and whether they cite each other."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.screening.features.links import own_names, works_cited
from thresher.screening.features.matrix import Features

__all__ = ["References"]


@dataclass(frozen=True, slots=True, kw_only=True)
class References:
    r"""Cited works as terms, weighed like words; a pile without any has none.

    Parameters
    ----------
    most_common
        Works that more than this share of the records cite are left out.

    Notes
    -----
    A record that others of the pile cite also holds itself as a term, so that it
    resembles those that cite it. A work cited by :math:`d` of :math:`n` records weighs
    :math:`\ln((1 + n)/(1 + d)) + 1`, and each row with a reference has length 1.

    Examples
    --------
    >>> cites = (("referenced_works", "W2001 W2002"),)
    >>> pile = [Citation(id="1", raw=cites), Citation(id="2", openalex_id="W2001")]
    >>> References(most_common=1.0)(pile).matrix.toarray().round(3)
    array([[0.58],
           [1.  ]], dtype=float32)
    """

    most_common: float = 0.5

    def __post_init__(self) -> None:
        if not 0 < self.most_common <= 1:
            raise InputError(f"most_common must be in (0, 1], got {self.most_common}")

    def __call__(self, citations: Sequence[Citation]) -> Features:
        """Return the works of a whole pile, one row a citation."""
        numbers: dict[str, int] = {}
        names = [own_names(citation) for citation in citations]
        known_as: dict[str, str] = {}  # a record of the pile is one by all its names
        for own in names:
            for name in own:
                known_as.setdefault(name, own[0])
        works = [
            [
                numbers.setdefault(known_as.get(work, work), len(numbers))
                for work in works_cited(citation)
            ]
            for citation in citations
        ]
        cited = (
            [numbers[known_as[name]] for name in own[:1] if known_as[name] in numbers]
            for own in names
        )
        rows = [
            [*dict.fromkeys([*one, *me])] for one, me in zip(works, cited, strict=True)
        ]
        return self._weighed(rows, names=[*numbers])

    def _weighed(self, rows: Sequence[Sequence[int]], *, names: list[str]) -> Features:
        size = len(rows)
        lengths = np.array([len(row) for row in rows], dtype=np.intp)
        record = np.repeat(np.arange(size), lengths)
        work = np.array([one for row in rows for one in row], dtype=np.intp)
        spread = np.bincount(work, minlength=len(names))
        kept = spread <= self.most_common * size
        weights = np.where(kept, np.log((1 + size) / (1 + spread)) + 1, 0.0)[work]
        square = _sums(record, weights**2, records=size)
        weights /= np.sqrt(np.where(square == 0, 1, square))[record]
        alone = weights * (spread == 1)[work]
        shared = np.flatnonzero(kept & (spread > 1))
        entry = (kept & (spread > 1))[work]
        column = np.searchsorted(shared, work[entry])
        return Features(
            matrix=csr_array(
                (weights[entry].astype(np.float32), (record[entry], column)),
                shape=(size, shared.size),
            ),
            alone_square=_sums(record, alone**2, records=size),
            alone_sum=_sums(record, alone, records=size),
            alone_terms=int(np.count_nonzero(spread == 1)),
            terms=[f"cites {names[at]}" for at in shared.tolist()],
        )


def _sums(
    record: NDArray[np.intp], values: NDArray[np.float64], *, records: int
) -> NDArray[np.float64]:
    """Return the sum of the values of each record."""
    sums = np.bincount(record, weights=values, minlength=records)
    return sums.astype(np.float64, copy=False)
