"""A reading: what was read, in which order, and what was relevant."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from thresher.arrays import Labels, Ranks, Scores, as_labels, as_scores
from thresher.errors import InputError, UndefinedMeasureError

__all__ = ["Reading", "ReadingLike", "as_reading"]

MOST_RECORDS = 2**53  # beyond it floating point skips whole numbers


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Reading:
    """Labels in reading order, and the pile they were taken from.

    Parameters
    ----------
    labels
        0 or 1 for every record that was read, in reading order, priors first.
    priors
        How many of the first labels were known before ranking began.
    records
        How many records the pile holds (:math:`N`); at least as many as were read.
        By default exactly those that were read.
    relevant
        How many of them are relevant (:math:`R`). ``None`` where nobody knows, as
        in a live review. By default the relevant ones that were read if all were
        read, else unknown.
    ids
        The ids of the records read, in reading order.
    scores
        The score each record was ranked by, in reading order. Ties matter for areas.
    left_out
        How many relevant records were priors that this reading leaves out.
    """

    labels: Labels
    priors: int = 0
    records: int = -1
    relevant: int | None = -1
    ids: Sequence[object] | None = None
    scores: Scores | None = None
    left_out: int = 0
    found_at: Ranks = field(init=False, repr=False)

    def __post_init__(self) -> None:
        labels = as_labels(self.labels)
        found_at = np.flatnonzero(labels)
        found_at += 1
        self._set("labels", labels)
        self._set("found_at", found_at)
        if self.records == -1:
            self._set("records", labels.size)
        if self.relevant == -1:
            whole = self.records == labels.size
            self._set("relevant", found_at.size if whole else None)
        if self.scores is not None:
            self._set("scores", as_scores(self.scores, size=labels.size))
        self._refuse_the_impossible()

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _refuse_the_impossible(self) -> None:
        read, found = self.labels.size, self.found_at.size
        if not 0 <= self.priors <= read:
            raise InputError(f"need 0 <= priors <= {read} read, got {self.priors}")
        if self.records < read:
            raise InputError(
                f"{read} records were read, but the pile has {self.records}"
            )
        if self.records > MOST_RECORDS:
            raise InputError(f"a pile has at most {MOST_RECORDS} records")
        if self.relevant is not None:
            most = found + self.records - read
            if not found <= self.relevant <= most:
                raise InputError(
                    f"{found} relevant records were read of {self.records} in all, "
                    f"so there are {found} to {most}, not {self.relevant}"
                )
        if self.ids is not None and len(self.ids) != read:
            raise InputError(f"{read} labels need as many ids, got {len(self.ids)}")

    @property
    def read(self) -> int:
        """How many records were read."""
        return int(self.labels.size)

    @property
    def found(self) -> int:
        """How many relevant records were read."""
        return int(self.found_at.size)

    @property
    def stopped_early(self) -> bool:
        """Whether relevant records are left unread, or may be."""
        return self.relevant is None or self.found < self.relevant

    def known_relevant(self, measure: str) -> int:
        """Return how many records are relevant; refuse if nobody knows or none is."""
        if self.relevant is None:
            raise UndefinedMeasureError(
                measure, "nobody knows how many relevant records the unread part holds"
            )
        if self.relevant == 0 and self.left_out:
            raise UndefinedMeasureError(
                measure,
                f"all {self.left_out} relevant records are priors, which do not count",
            )
        if self.relevant == 0:
            raise UndefinedMeasureError(measure, "no record is relevant")
        return self.relevant

    def discovery_ranks(self, measure: str) -> Ranks:
        """Return the rank at which each relevant record was found, or at worst is.

        Relevant records left unread are counted as the very last of the pile: a run
        that stopped early is never flattered, and every later order is at least as
        good.
        """
        missed = self.known_relevant(measure) - self.found
        if missed == 0:
            return self.found_at
        last = np.arange(self.records - missed + 1, self.records + 1)
        return np.concatenate([self.found_at, last])

    def without_priors(self) -> "Reading":
        """Return the same reading, counted from the first ranked record on."""
        if self.priors == 0:
            return self
        known = int(np.count_nonzero(self.labels[: self.priors]))
        return Reading(
            labels=self.labels[self.priors :],
            records=self.records - self.priors,
            relevant=None if self.relevant is None else self.relevant - known,
            ids=None if self.ids is None else self.ids[self.priors :],
            scores=None if self.scores is None else self.scores[self.priors :],
            left_out=known,
        )


ReadingLike: TypeAlias = Reading | ArrayLike


def as_reading(given: ReadingLike) -> Reading:
    """Return a reading as it is, and plain labels as a reading of the whole pile.

    Examples
    --------
    >>> as_reading([1, 0, 0]).relevant
    1
    """
    if isinstance(given, Reading):
        return given
    return Reading(labels=as_labels(given))
