"""A screening as stopping rules see it: what was read, in order, and how chosen."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from thresher.arrays import Indices, Labels, Ranks, Scores, as_labels
from thresher.errors import InputError
from thresher.screening.ledger import Chosen, Ledger
from thresher.screening.reading import Reading
from thresher.screening.run import Run
from thresher.screening.run_ledger import AUDIT, ledger_of

__all__ = ["History", "history_of", "history_of_ledger", "history_of_run"]

DRAWN = (Chosen.RANDOM, Chosen.CERTIFICATION)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class History:
    """Labels in the order they were given, of a pile of so many records.

    Parameters
    ----------
    labels
        0 or 1 for every record read, in the order of reading. Records known
        beforehand count as read and as found.
    records
        How many records the pile holds, read or not.
    relevant
        How many of them are relevant, where that is known.
    random
        Which of the records read were drawn uniformly from all that were unread then.
        ``None`` where none was.
    sample
        Places in the order of the records of a random sample that was taken before
        and kept from the ranker, as drawn.
    chances
        For every record of the pile, in the order of reading, the chance of being
        relevant by a model.
    committee
        For every relevant record read, in order, when each of several other rankers
        came to it, counted from 1.
    first_look
        Rules do not stop before so many records: earlier looks were made already.

    Raises
    ------
    InputError
        More was read than there is, or a part has another length.
    """

    labels: Labels
    records: int
    relevant: int | None = None
    random: Labels | None = None
    sample: Indices | None = None
    chances: Scores | None = None
    committee: NDArray[np.int64] | None = None
    first_look: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "labels", as_labels(self.labels))
        if self.records < max(1, self.read):
            raise InputError(
                f"{self.read} records were read, but the pile has {self.records}"
            )
        for name, given, size in (
            ("random", self.random, self.read),
            ("chances", self.chances, self.records),
            ("committee", self.committee, self.found),
        ):
            if given is not None and len(given) != size:
                raise InputError(f"{name} needs {size} entries, got {len(given)}")

    @property
    def read(self) -> int:
        """How many records were read."""
        return int(self.labels.size)

    @property
    def found(self) -> int:
        """How many relevant records were read."""
        return int(np.count_nonzero(self.labels))

    @property
    def found_at(self) -> Ranks:
        """After how many records each relevant one was found, from 1."""
        places: Ranks = np.flatnonzero(self.labels) + 1
        return places

    @property
    def counts(self) -> Ranks:
        """How many relevant records were found after 0, 1, 2 … records."""
        return np.concatenate([[0], np.cumsum(self.labels)])

    @property
    def is_whole(self) -> bool:
        """Whether the label of every record of the pile is known."""
        return self.read == self.records or self.relevant == self.found

    def completed(self) -> "History":
        """Return the history read to its end, where all labels are known.

        Raises
        ------
        InputError
            Some are not.
        """
        if not self.is_whole:
            raise InputError(
                f"{self.records - self.read} records are unread, their labels unknown"
            )
        rest = np.zeros(self.records - self.read, dtype=np.bool_)
        marks = None if self.random is None else np.concatenate([self.random, rest])
        return replace(
            self,
            labels=np.concatenate([self.labels, rest]),
            random=marks,
            relevant=self.found,
        )

    def cost(self, steps: int) -> int:
        """Return how many records were read after so many steps, the sample included.

        Examples
        --------
        >>> taken = History(labels=[1, 0, 0], records=3, sample=np.array([2]))
        >>> taken.cost(1)
        2
        """
        if self.sample is None:
            return steps
        return steps + int(np.count_nonzero(self.sample >= steps))

    def found_after(self, steps: int) -> int:
        """Return how many relevant records that finds, the sample included."""
        found = int(np.count_nonzero(self.labels[:steps]))
        if self.sample is None:
            return found
        beyond = self.sample[self.sample >= steps]
        return found + int(np.count_nonzero(self.labels[beyond]))


def history_of(reading: Reading) -> History:
    """Return a reading as a history, with nothing drawn at random that we know of.

    Scores count as chances where there is one in [0, 1] for every record of the pile.

    Examples
    --------
    >>> history_of(Reading(labels=np.array([True, False]), records=9)).found
    1
    """
    chances = reading.scores
    whole = chances is not None and reading.read == reading.records
    if chances is None or not whole or chances.min() < 0 or chances.max() > 1:
        chances = None
    return History(
        labels=reading.labels,
        records=reading.records,
        relevant=reading.relevant,
        chances=chances,
    )


def history_of_ledger(
    ledger: Ledger, *, records: int, relevant: int | None = None
) -> History:
    """Return a ledger's decisions in the order of reading, and which were drawn.

    Parameters
    ----------
    ledger
        All decisions; a changed mind keeps the place of the first.
    records
        How many records the pile holds.
    relevant
        How many of them are relevant, where that is known.
    """
    rows = list(ledger.standing().values())
    return History(
        labels=np.array([bool(row.label) for row in rows], dtype=np.bool_),
        records=records,
        relevant=relevant,
        random=np.array([row.chosen in DRAWN for row in rows], dtype=np.bool_),
    )


def history_of_run(run: Run) -> History:
    """Return a run as a history, with its audits where it has any."""
    reading = run.reading
    if AUDIT not in run.settings:
        return history_of(reading)
    return history_of_ledger(
        ledger_of(run), records=reading.records, relevant=reading.relevant
    )
