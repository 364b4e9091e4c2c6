"""Records whose label is not settled: what each waits for, by the readers' rules."""

from collections.abc import Sequence

from sqlalchemy import Connection

from thresher.records.decision_fields import CarriedDecision
from thresher.store.decision_rows import current_decisions
from thresher.store.publications import publications_of
from thresher.store.standing import ABSTRACT, FULLTEXT, Standing, standing

__all__ = ["Unsettled"]


class Unsettled:
    """Says which label holds of a record, as the flow and the progress page count it.

    What was decided on the full text holds where the title and abstract are in.

    Parameters
    ----------
    connection
        To the project, open for reading.
    """

    def __init__(self, connection: Connection) -> None:
        self._known = publications_of(connection)
        self._abstract = standing(connection, ABSTRACT)
        self._fulltext = standing(connection, FULLTEXT)
        self._ledger = current_decisions(connection)
        self._screening = (
            current_decisions(connection, stage=ABSTRACT)
            if self._fulltext
            else self._ledger
        )

    def decisions_on(self, record: int) -> Sequence[CarriedDecision]:
        """Return the decisions in force on a record, at the stage that counts."""
        ledger = self._ledger if self._is_in_full(record) else self._screening
        return ledger.get(record, ())

    def waits_for(self, record: int) -> str:
        """Return ``conflict``, ``second reader`` or ``maybe``, or nothing if settled.

        Of a record that nobody decided on nothing is open.
        """
        row = self._holding(record)
        return "" if row is None or row.final is not None else row.waiting

    def in_order(
        self, record: int, told: Sequence[CarriedDecision]
    ) -> Sequence[CarriedDecision]:
        """Return decisions, one that says what holds at the end if there is one."""
        row = self._holding(record)
        if row is None or row.final is None:
            return told
        return sorted(told, key=lambda one: one.label is row.final)

    def _holding(self, record: int) -> Standing | None:
        stage = self._fulltext if self._is_in_full(record) else self._abstract
        return stage.get(self._known.of(record))

    def _is_in_full(self, record: int) -> bool:
        """Say whether the full text was decided on, and the abstract is not out."""
        publication = self._known.of(record)
        abstract = self._abstract.get(publication)
        fulltext = self._fulltext.get(publication)
        is_out = abstract is not None and abstract.final is False
        return fulltext is not None and bool(fulltext.told) and not is_out
