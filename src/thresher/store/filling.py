"""A source while its records come in, batch by batch, and the decisions on them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from sqlalchemy import insert, select

from thresher.records.citation import Citation
from thresher.records.decision_fields import (
    CarriedDecision,
    carried_decisions,
    label_column,
    labels_seen,
    may_carry,
)
from thresher.records.tally import Tally
from thresher.store.arriving import Adding
from thresher.store.decision_rows import CHOSEN, StoredDecision
from thresher.store.record_rows import row_of
from thresher.store.refusals import moment_of
from thresher.store.schema import records

__all__ = ["Defaults", "Filling", "whole_text"]

BATCH = 2000
LARGEST_YEAR = 10**9  # servers hold numbers of 32 bits


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """Who decided, and when (ISO 8601), where a file does not say."""

    reader: str
    at: str


class Filling:
    """Records on their way into one source; `tally` notes what is odd."""

    def __init__(self, adding: Adding, *, source_id: int) -> None:
        self.adding = adding
        self.source_id = source_id
        self.position = 0
        self.tally = Tally()
        self.labelled: set[str] = set()
        self.strange: dict[str, tuple[str, str]] = {}
        self.carries = False

    @property
    def column(self) -> str | None:
        """The label column that the decisions are in, as far as records came."""
        return label_column(self.labelled)

    def add(self, citations: Sequence[Citation]) -> None:
        """Add records, looking out for decisions."""
        rows = []
        for citation in citations:
            row = self._storable(row_of(citation))
            row["source_id"], row["position"] = self.source_id, self.position
            rows.append(row)
            self.position += 1
            self._look_at(citation)
        with self.adding.piece() as connection:
            connection.execute(insert(records), rows)

    def decisions(self, defaults: Defaults) -> list[StoredDecision]:
        """Return the decisions that the records carry, as they are to be added.

        This goes over the records again when all are in, since only then it is known
        which column of the file holds them. Those whose order the file tells come
        last, in that order.
        """
        for column, (record, label) in self.strange.items():
            if column == self.column or not self.labelled:
                self.tally.warn(
                    f"column {column}: {label!r} is no label (record {record}); "
                    "labels are 1, 0 or empty"
                )
        if not (self.carries or self.labelled):
            return []
        told = [
            (decision.order, self._line(record_id, decision, defaults))
            for batch in self._stored()
            for record_id, raw in batch
            for decision in carried_decisions(raw, column=self.column)
        ]
        ordered = sorted((one for one in told if one[0]), key=itemgetter(0))
        return [line for order, line in told if not order] + [
            line for _, line in ordered
        ]

    def _line(
        self, record_id: int, decision: CarriedDecision, defaults: Defaults
    ) -> StoredDecision:
        """Return a decision as it is kept; what nobody could read later is left out."""
        at, chosen = decision.time or defaults.at, decision.chosen or "imported"
        if moment_of(at) is None:
            self.tally.warn(
                f"{at!a} is no time of a decision (as 2024-05-01T10:00:00+00:00); "
                "that of the import counts"
            )
            at = defaults.at
        if chosen not in CHOSEN:
            self.tally.warn(
                f"a record cannot be chosen as {chosen!a}; its decision counts as "
                "imported"
            )
            chosen = "imported"
        return StoredDecision(
            record_id=record_id,
            label=decision.label,
            reader=decision.reader or defaults.reader,
            decided_at=at,
            chosen=chosen,
            reason=decision.reason,
            note=decision.note,
        )

    def _look_at(self, citation: Citation) -> None:
        for column, label in labels_seen(citation.raw):
            if label in (0, 1):
                self.labelled.add(column)
            elif label is None and column not in self.strange:
                told = {n.casefold(): v for n, v in citation.raw}[column]
                self.strange[column] = (citation.id, told)
        self.carries = self.carries or may_carry(citation.raw)

    def _stored(self) -> Iterator[list[tuple[int, Any]]]:
        last = 0
        while True:
            chosen = (
                select(records.c.id, records.c.raw)
                .where(records.c.source_id == self.source_id, records.c.id > last)
                .order_by(records.c.id)
                .limit(BATCH)
            )
            with self.adding.looking() as connection:
                batch = [(row.id, row.raw) for row in connection.execute(chosen)]
            if not batch:
                return
            yield batch
            self.adding.live()
            last = batch[-1][0]

    def _storable(self, row: dict[str, Any]) -> dict[str, Any]:
        """Return the row without what the database cannot hold, and say so."""
        texts = {name: text for name, text in row.items() if isinstance(text, str)}
        together = "".join(texts.values())
        what = ""
        try:
            together.encode()
        except UnicodeEncodeError:
            what = "halves of letters, now '?'"
        if self.adding.connection.dialect.name != "sqlite":
            if "\0" in together:
                what = "NUL, which is left out"
            if abs(row["year"] or 0) > LARGEST_YEAR:
                self.tally.warn(f"record {row['key']!a} has no year {row['year']}")
                row = row | {"year": None}
        if not what:
            return row
        self.tally.warn(f"record {row['key']!a} holds {what}")
        whole = {name: whole_text(text) for name, text in texts.items()}
        whole["key"] = whole["key"] or "NUL"  # a record has an id of some kind
        return row | whole


def whole_text(text: str) -> str:
    """Return text that any database can hold.

    Halves of letters become question marks, and NUL goes.
    """
    return text.encode("utf-8", "replace").decode().replace("\0", "")
