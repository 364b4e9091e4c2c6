"""Recording decisions: each once, whatever is sent twice or at the same time."""

from collections.abc import Sequence
from itertools import count
from typing import Any

from sqlalchemy import Connection, delete, insert, select, tuple_

from thresher.store.filling import whole_text
from thresher.store.incoming import (
    KINDS,
    LABELS,
    UID,
    IncomingDecision,
    Kept,
    malformed,
)
from thresher.store.lab_schema import leases, turns
from thresher.store.labels import (
    DECIDED,
    SETTLED,
    UNDONE,
    LedgerRow,
    Voices,
    final_of,
    with_row,
)
from thresher.store.publications import Publications, publications_of
from thresher.store.schema import decisions
from thresher.store.setting_rows import Reading, reading_of
from thresher.store.standing import ABSTRACT, turns_of, voices_of
from thresher.store.tag_rows import set_tags
from thresher.store.turn_giving import next_turn

__all__ = ["record_decisions"]

NOBODY = Voices()


def record_decisions(
    connection: Connection, incoming: Sequence[IncomingDecision]
) -> list[Kept]:
    """Add decisions to the ledger in this order, and say what became of each.

    A decision whose uid is known changes nothing. One that makes no sense is refused
    with a sentence, and the others are kept. A publication gets its turn, for good,
    when its label at the abstract stage is first known; a drawn one has it already.
    The leases of a reader on what they decided end.

    Parameters
    ----------
    connection
        To the project, open for writing: all is kept when its block ends.
    incoming
        The decisions, by any readers.
    """
    desk = _Desk(connection, incoming)
    kept = [desk.take(one) for one in incoming]
    desk.write()
    return kept


class _Desk:
    """Decisions of one transaction: what was there, and what is to be written."""

    def __init__(
        self, connection: Connection, incoming: Sequence[IncomingDecision]
    ) -> None:
        self.connection = connection
        self.publications: Publications = publications_of(connection)
        self.reading: Reading = reading_of(connection)
        wanted = {
            self.publications.of(one.record)
            for one in incoming
            if one.record in self.publications
        }
        self.voices = voices_of(connection, self.publications, sorted(wanted))
        self.turns = {
            self.publications.of(turn.record): turn
            for turn in reversed(self._turns(sorted(wanted)))
        }
        self.places = {one: turn.turn for one, turn in self.turns.items()}
        self.known = self._known([one.uid for one in incoming])
        self.numbers = count(10**15)  # after all rows that are there
        self.free = count(next_turn(connection))
        self.rows: list[LedgerRow] = []
        self.new_turns: list[dict[str, Any]] = []
        self.ended: set[tuple[int, str, str]] = set()
        self.tags: list[tuple[IncomingDecision, bool]] = []

    def take(self, one: IncomingDecision) -> Kept:
        """Take in one decision, after those before it."""
        if one.uid in self.known:
            return Kept(
                uid=one.uid,
                status="known",
                publication=self.publications.of(one.record),
            )
        if message := self._refusal(one):
            return Kept(uid=one.uid, status="refused", message=message)
        publication = self.publications.of(one.record)
        key = publication, one.stage
        row = self._row(one, publication)
        if one.tags is not None:
            self.tags.append((one, self._is_blind(publication, one.stage)))
        self.rows.append(row)
        self.known.add(one.uid)
        self.voices[key] = with_row(self.voices.get(key, NOBODY), row)
        self._give_turn(publication, row)
        self.ended.add((publication, one.stage, one.reader))
        return Kept(
            uid=one.uid,
            status="kept",
            publication=publication,
            turn=self.places.get(publication) if one.stage == ABSTRACT else None,
            chosen=row.chosen,
            settled=row.kind == SETTLED,
        )

    def write(self) -> None:
        """Write everything that was taken in."""
        if not self.rows:
            return
        names = [name for name in LedgerRow.__slots__ if name != "id"]
        rows = [{name: getattr(row, name) for name in names} for row in self.rows]
        self.connection.execute(insert(decisions), rows)
        if self.new_turns:
            self.connection.execute(insert(turns), self.new_turns)
        held = tuple_(leases.c.record_id, leases.c.stage, leases.c.reader)
        self.connection.execute(delete(leases).where(held.in_(sorted(self.ended))))
        for one, own in self.tags:
            publication = self.publications.of(one.record)
            set_tags(
                self.connection,
                publication,
                one.tags or (),
                reader=one.reader,
                at=one.decided_at,
                own=own,
            )

    def _is_blind(self, publication: int, stage: str) -> bool:
        """Say whether a reader did not see others' tags when they gave theirs."""
        if not self.reading.blind or not self.reading.is_dual(publication):
            return False
        final = final_of(self.voices.get((publication, stage), NOBODY), dual=True)
        return final.label is None and not final.conflict

    def _refusal(self, one: IncomingDecision) -> str:
        """Return why a decision cannot be kept, or nothing."""
        if wrong := malformed(one):
            return wrong
        if one.record not in self.publications:
            return f"there is no record {one.record} in this project"
        if one.label == "undo" and not self._has_spoken(one):
            return "there is nothing of yours to undo on this record"
        return ""

    def _has_spoken(self, one: IncomingDecision) -> bool:
        key = self.publications.of(one.record), one.stage
        voices = self.voices.get(key, NOBODY)
        settled = voices.settled is not None and voices.settled_by == one.reader
        return settled or one.reader in voices.said

    def _row(self, one: IncomingDecision, publication: int) -> LedgerRow:
        label = LABELS[one.label]
        drawn = self.turns.get(publication)
        is_drawn = drawn is not None and drawn.seal is not None
        return LedgerRow(
            id=next(self.numbers),
            record_id=publication,
            label=None if label is None else int(label),
            reader=one.reader,
            decided_at=one.decided_at,
            chosen=(
                "certification sample"
                if is_drawn and one.stage == ABSTRACT
                else one.chosen
            ),
            reason=whole_text(one.reason),
            note=whole_text(one.note),
            uid=one.uid,
            kind=self._kind(one, publication),
            stage=one.stage,
            seconds=one.seconds,
        )

    def _kind(self, one: IncomingDecision, publication: int) -> str:
        kind = KINDS[one.label]
        if kind != DECIDED or not one.may_settle:
            return kind
        voices = self.voices.get((publication, one.stage), NOBODY)
        final = final_of(voices, dual=self.reading.is_dual(publication))
        return SETTLED if final.conflict or voices.settled is not None else DECIDED

    def _give_turn(self, publication: int, row: LedgerRow) -> None:
        """Give a publication its place in the order once its label is known."""
        if row.stage != ABSTRACT or row.kind == UNDONE or publication in self.places:
            return
        voices = self.voices[publication, ABSTRACT]
        dual = self.reading.is_dual(publication)
        if final_of(voices, dual=dual).label is None:
            return
        turn = next(self.free)
        self.places[publication] = turn
        self.new_turns.append(
            {
                "turn": turn,
                "record_id": publication,
                "chosen": row.chosen,
                "at": row.decided_at,
            }
        )

    def _turns(self, wanted: Sequence[int]) -> list[Any]:
        records = [one for head in wanted for one in self.publications.records_of(head)]
        return turns_of(self.connection, records)

    def _known(self, uids: Sequence[str]) -> set[str]:
        asked = [uid for uid in uids if UID.fullmatch(uid)]
        found = select(decisions.c.uid).where(decisions.c.uid.in_(asked))
        return {uid for uid in self.connection.scalars(found) if uid is not None}
