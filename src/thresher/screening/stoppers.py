"""Stoppers: when a simulated screening ends."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from thresher.arrays import Labels
from thresher.errors import InputError

__all__ = [
    "AfterIrrelevant",
    "AfterRecords",
    "AfterShare",
    "Progress",
    "Stopper",
    "at_last_relevant",
    "never",
]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Progress:
    """What was read so far, priors first, of a pile with known labels."""

    labels: Labels
    records: int
    relevant: int


class Stopper(Protocol):
    """Anything that says when to stop."""

    def __call__(self, progress: Progress) -> bool:
        """Return whether to read no further."""
        ...


def at_last_relevant(progress: Progress) -> bool:
    """Return whether every relevant record was read; only a simulation can know.

    Examples
    --------
    >>> at_last_relevant(Progress(labels=np.array([True]), records=9, relevant=1))
    True
    """
    return int(np.count_nonzero(progress.labels)) >= progress.relevant


def never(progress: Progress) -> bool:
    """Return False: the whole pile is read.

    Examples
    --------
    >>> never(Progress(labels=np.array([True]), records=9, relevant=1))
    False
    """
    del progress
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterRecords:
    """Stop when this many records were read, priors included."""

    records: int

    def __post_init__(self) -> None:
        if self.records < 1:
            raise InputError(f"records must be 1 or more, got {self.records}")

    def __call__(self, progress: Progress) -> bool:
        """Return whether enough was read."""
        return progress.labels.size >= self.records


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterIrrelevant:
    """Stop after this many irrelevant records in a row."""

    records: int

    def __post_init__(self) -> None:
        if self.records < 1:
            raise InputError(f"records must be 1 or more, got {self.records}")

    def __call__(self, progress: Progress) -> bool:
        """Return whether the last records read were all irrelevant."""
        last = progress.labels[-self.records :]
        return last.size == self.records and not last.any()


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterShare:
    """Stop when this share of the pile was read, priors included."""

    share: float

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise InputError(f"share must be in (0, 1], got {self.share}")

    def __call__(self, progress: Progress) -> bool:
        """Return whether the share was reached."""
        return progress.labels.size >= self.share * progress.records
