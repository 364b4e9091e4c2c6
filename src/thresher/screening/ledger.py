"""The ledger: every decision of a screening, in a list that only grows."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from thresher.errors import InputError
from thresher.screening.reading import Reading

__all__ = ["Chosen", "Decision", "Ledger"]


class Chosen(StrEnum):
    """How a record came to be read."""

    PRIOR = "prior"
    RANKED = "ranked"
    RANDOM = "random"
    CERTIFICATION = "certification"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One row of the ledger.

    Parameters
    ----------
    record
        Id of the record.
    label
        Whether it is relevant; ``None`` takes the record's last label back.
    chosen
        How the record came to be read.
    reader
        Who decided; empty for a simulation.
    time
        Seconds since 1970, in UTC.
    """

    record: str
    label: bool | None
    chosen: Chosen
    reader: str = ""
    time: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Decisions in the order they were taken; a changed mind is a new row.

    Parameters
    ----------
    rows
        All decisions, oldest first.

    Raises
    ------
    InputError
        A row takes back a label that its record does not have.

    Examples
    --------
    >>> ledger = Ledger().with_row(
    ...     Decision(record="7", label=True, chosen=Chosen.PRIOR)
    ... )
    >>> undone = ledger.with_row(
    ...     Decision(record="7", label=None, chosen=Chosen.PRIOR)
    ... )
    >>> len(ledger.standing()), len(undone.standing()), len(undone.rows)
    (1, 0, 2)
    """

    rows: tuple[Decision, ...] = ()

    def __post_init__(self) -> None:
        known: set[str] = set()
        for at, row in enumerate(self.rows, start=1):
            if row.label is not None:
                known.add(row.record)
            elif row.record not in known:
                raise InputError(
                    f"row {at} takes back the label of record {row.record!r}, which "
                    "has none: undo only what was decided"
                )
            else:
                known.remove(row.record)

    def with_row(self, row: Decision) -> "Ledger":
        """Return the ledger with one more decision."""
        return self.with_rows([row])

    def with_rows(self, rows: Sequence[Decision]) -> "Ledger":
        """Return the ledger with more decisions, in their order."""
        return Ledger(rows=(*self.rows, *rows))

    def at(self, length: int) -> "Ledger":
        """Return the ledger as it stood when it had `length` rows."""
        if not 0 <= length <= len(self.rows):
            raise InputError(
                f"the ledger has {len(self.rows)} rows, so a past state has 0 to "
                f"{len(self.rows)}, not {length}"
            )
        return Ledger(rows=self.rows[:length])

    def standing(self) -> dict[str, Decision]:
        """Return the decision that holds for each record, in order of first reading.

        A record whose label was taken back and given again counts from the later time.
        """
        holds: dict[str, Decision] = {}
        for row in self.rows:
            if row.label is None:
                del holds[row.record]
            elif row.record in holds:  # a changed mind keeps its place and origin
                first = holds[row.record]
                holds[row.record] = Decision(
                    record=row.record,
                    label=row.label,
                    chosen=first.chosen,
                    reader=row.reader,
                    time=row.time,
                )
            else:
                holds[row.record] = row
        return holds

    def reading(self, *, records: int, relevant: int | None = None) -> Reading:
        """Return what was read of a pile of `records`, priors first.

        Parameters
        ----------
        records
            How many records the pile holds.
        relevant
            How many of them are relevant, where that is known.
        """
        rows = sorted(
            self.standing().values(), key=lambda row: row.chosen is not Chosen.PRIOR
        )
        return Reading(
            labels=np.array([bool(row.label) for row in rows], dtype=np.bool_),
            priors=sum(row.chosen is Chosen.PRIOR for row in rows),
            records=records,
            relevant=relevant,
            ids=[row.record for row in rows],
        )
