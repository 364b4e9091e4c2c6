"""Records that several readers read blindly, and how these records were chosen."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from thresher.arrays import Ranks, as_labels
from thresher.errors import InputError
from thresher.screening.ledger import Decision

__all__ = ["MISSING", "Drawn", "OverlapSample", "overlap_of_ledger"]

MISSING = -1
FEWEST_CATEGORIES = 2


class Drawn(StrEnum):
    """How the records came to be read by several readers."""

    RANDOM = "random"
    WHOLE = "whole"
    RANKED = "ranked"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OverlapSample:
    """What each reader said of each record, before they spoke to each other.

    Parameters
    ----------
    marks
        One row a record, one column a reader: the number of a category from 0 on, or
        `MISSING` where the reader did not read the record.
    drawn
        ``RANDOM`` if the records are a uniform random sample of the pile, ``WHOLE``
        if they are the pile, ``RANKED`` if a ranking had a say in which they are.
        With ``RANKED``, figures describe these records and nothing else: a ranking
        brings clear and relevant records forward, so agreement on them is not
        agreement on the pile. Intervals are refused then.
    categories
        How many categories a reader can choose from.
    readers
        Their names, where known.

    Raises
    ------
    InputError
        Fewer than two readers, an unknown category, or names that do not fit.

    Examples
    --------
    >>> sample = OverlapSample.of_pairs([1, 0, 0], [1, 0, 1], drawn=Drawn.RANDOM)
    >>> sample.records, sample.generalises
    (3, True)
    """

    marks: Ranks
    drawn: Drawn
    categories: int = FEWEST_CATEGORIES
    readers: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.marks.ndim != FEWEST_CATEGORIES or self.marks.shape[1] < 2:  # noqa: PLR2004
            raise InputError(
                "marks need one row a record and one column for each of two or more "
                f"readers, got shape {self.marks.shape}"
            )
        if self.categories < FEWEST_CATEGORIES:
            raise InputError(
                f"readers need 2 or more categories to choose from, got "
                f"{self.categories}"
            )
        odd = (self.marks < MISSING) | (self.marks >= self.categories)
        if odd.any():
            raise InputError(
                f"marks must be 0 to {self.categories - 1}, or {MISSING} where nobody "
                f"read, got {int(self.marks[odd][0])}"
            )
        if self.readers and len(self.readers) != self.marks.shape[1]:
            raise InputError(
                f"{self.marks.shape[1]} readers need as many names, got "
                f"{len(self.readers)}"
            )

    @classmethod
    def of_pairs(
        cls, first: ArrayLike, second: ArrayLike, *, drawn: Drawn
    ) -> "OverlapSample":
        """Return the sample of two readers who labelled the same records 0 or 1."""
        one, other = as_labels(first), as_labels(second)
        if one.size != other.size:
            raise InputError(
                f"both readers must label the same records, got {one.size} and "
                f"{other.size} labels"
            )
        return cls(marks=np.column_stack([one, other]).astype(np.int64), drawn=drawn)

    @property
    def records(self) -> int:
        """How many records two or more readers read."""
        return int(np.count_nonzero(np.count_nonzero(self.marks >= 0, axis=1) > 1))

    @property
    def generalises(self) -> bool:
        """Whether figures say something of the pile, not of these records only."""
        return self.drawn is not Drawn.RANKED

    @property
    def counts(self) -> Ranks:
        """How many readers chose each category: one row a record."""
        return np.stack(
            [(self.marks == k).sum(axis=1) for k in range(self.categories)], axis=1
        )


def overlap_of_ledger(
    decisions: Iterable[Decision],
    *,
    overlap: Collection[str],
    readers: Sequence[str],
    drawn: Drawn,
) -> OverlapSample:
    """Sample of the records that were to be read by several readers.

    Parameters
    ----------
    decisions
        Decisions before any conflict was talked over, oldest first. The last word
        of a reader on a record counts; one that was taken back counts as missing.
    overlap
        Ids of the records drawn for several readers, all of them: leaving out those
        that are not read yet is the caller's bias.
    readers
        Whose decisions to compare, in the order of the columns.
    drawn
        How `overlap` was chosen.

    Raises
    ------
    InputError
        Fewer than two readers, or one named twice.

    Examples
    --------
    >>> from thresher.screening.ledger import Chosen
    >>> rows = [
    ...     Decision(record="7", label=True, chosen=Chosen.RANDOM, reader=name)
    ...     for name in ("Ann", "Bo")
    ... ]
    >>> overlap_of_ledger(
    ...     rows, overlap=["7", "9"], readers=["Ann", "Bo"], drawn=Drawn.RANDOM
    ... ).marks.tolist()
    [[1, 1], [-1, -1]]
    """
    if len(set(readers)) != len(readers):
        raise InputError(f"readers must differ, got {', '.join(readers)}")
    row_of = {record: row for row, record in enumerate(dict.fromkeys(overlap))}
    column_of = {reader: column for column, reader in enumerate(readers)}
    marks = np.full((len(row_of), len(readers)), MISSING, dtype=np.int64)
    for decision in decisions:
        if decision.record in row_of and decision.reader in column_of:
            place = row_of[decision.record], column_of[decision.reader]
            label = decision.label
            marks[place] = MISSING if label is None else int(label)
    return OverlapSample(marks=marks, drawn=drawn, readers=tuple(readers))
