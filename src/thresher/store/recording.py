"""Recording decisions: each once, whatever is sent twice or at the same time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, or_, select, tuple_

from thresher.store.filling import whole_text
from thresher.store.grounds import grounds_of
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
    SETTLED,
    UNDONE,
    LedgerRow,
    Voices,
    final_of,
    with_row,
    word_of,
)
from thresher.store.postgres import pipelined
from thresher.store.schema import decisions
from thresher.store.standing import (
    ABSTRACT,
    Standing,
    Turn,
    standing_of,
    turns_of,
)
from thresher.store.tag_rows import set_tags

__all__ = ["Recorded", "record_and_tell", "record_decisions"]

NOBODY = Voices()
FEW = 500  # of each kind in one question


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What became of decisions, and what holds of the publications they are on.

    Parameters
    ----------
    kept
        One for each decision, in their order.
    standings
        By publication and stage: what `standing` would tell when all is written.
    """

    kept: list[Kept]
    standings: Mapping[tuple[int, str], Standing]


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
    return record_and_tell(connection, incoming).kept


def record_and_tell(
    connection: Connection, incoming: Sequence[IncomingDecision]
) -> Recorded:
    """Add decisions as `record_decisions` does, and say what holds then.

    What holds is worked out from what was read before the decisions and from these
    themselves: nothing is asked of the store again.
    """
    desk = _Desk(connection, incoming)
    kept = [desk.take(one) for one in incoming]
    desk.write()
    touched = {
        (told.publication, one.stage)
        for one, told in zip(incoming, kept, strict=True)
        if told.publication is not None
    }
    return Recorded(kept=kept, standings={key: desk.stands(*key) for key in touched})


class _Desk:
    """Decisions of one transaction: what was there, and what is to be written."""

    def __init__(
        self, connection: Connection, incoming: Sequence[IncomingDecision]
    ) -> None:
        self.connection = connection
        grounds = grounds_of(connection)
        self.publications = grounds.publications
        self.reading = grounds.reading
        wanted = {
            self.publications.of(one.record)
            for one in incoming
            if one.record in self.publications
        }
        self.voices: dict[tuple[int, str], Voices] = {}
        self.alone: dict[tuple[int, str], Voices] = {}  # by record, as if not linked
        self.known: set[str] = set()
        self._look_up(sorted(wanted), [one.uid for one in incoming])
        self.turns = {
            self.publications.of(turn.record): turn
            for turn in reversed(self._turns(sorted(wanted)))
        }
        self.numbers = count(10**15)  # after all rows that are there
        self.free = count(grounds.last_turn + 1)
        self.rows: list[LedgerRow] = []
        self.new_turns: list[Turn] = []
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
        row, *more = self._rows(one, publication)
        if one.tags is not None:
            self.tags.append((one, self._is_blind(publication, one.stage)))
        self.rows += [row, *more]
        self.known.add(one.uid)
        for new in (row, *more):
            self._fold(new)
        self._give_turn(publication, row)
        turn = self.turns.get(publication) if one.stage == ABSTRACT else None
        self.ended.add((publication, one.stage, one.reader))
        return Kept(
            uid=one.uid,
            status="kept",
            publication=publication,
            turn=None if turn is None else turn.turn,
            chosen=row.chosen,
            settled=row.kind == SETTLED,
        )

    def write(self) -> None:
        """Write everything that was taken in."""
        if not self.rows:
            return
        with pipelined(self.connection):
            self._write_rows()
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

    def _write_rows(self) -> None:
        names = [name for name in LedgerRow.__slots__ if name != "id"]
        rows = [{name: getattr(row, name) for name in names} for row in self.rows]
        self.connection.execute(insert(decisions).inline(), rows)
        if self.new_turns:
            placed = [_turn_row(one) for one in self.new_turns]
            self.connection.execute(insert(turns).inline(), placed)
        held = tuple_(leases.c.record_id, leases.c.stage, leases.c.reader)
        self.connection.execute(delete(leases).where(held.in_(sorted(self.ended))))

    def stands(self, publication: int, stage: str) -> Standing:
        """Return what holds of a publication after all that was taken in."""
        return standing_of(
            publication,
            self.voices.get((publication, stage), NOBODY),
            self.reading,
            turn=self.turns.get(publication) if stage == ABSTRACT else None,
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
        if one.settles:
            return self._refused_settling(one)
        return self._refused_undo(one) if one.label == "undo" else ""

    def _refused_undo(self, one: IncomingDecision) -> str:
        key = self.publications.of(one.record), one.stage
        word = word_of(self.voices.get(key, NOBODY), one.reader)
        if word is None:
            return "there is nothing of yours to undo on this record"
        if one.undoes and word.uid != one.undoes:
            return "this decision was taken back or changed before; nothing was undone"
        return ""

    def _refused_settling(self, one: IncomingDecision) -> str:
        if LABELS[one.label] is None:
            return f"{one.label} settles nothing; include or exclude"
        if not one.may_settle:
            return "only an owner or an adjudicator settles a conflict"
        publication = self.publications.of(one.record)
        voices = self.voices.get((publication, one.stage), NOBODY)
        if final_of(voices, dual=self.reading.is_dual(publication)).conflict:
            return ""
        return "there is no conflict here any more: it was settled, or readers agree"

    def _rows(self, one: IncomingDecision, publication: int) -> list[LedgerRow]:
        """Return a decision's row, or the rows of an undo: one for each record.

        Records may turn out not to be the same publication: then what was said of
        each, and what was taken back, is where it was said. Only the first row has
        the uid.
        """
        if one.label != "undo":
            return [self._row(one, publication, record=one.record)]
        first, *others = self._undone_on(one, publication)
        bare = replace(one, note="", reason="", seconds=None)
        return [
            self._row(one, publication, record=first),
            *(
                replace(self._row(bare, publication, record=other), uid=None)
                for other in others
            ),
        ]

    def _undone_on(self, one: IncomingDecision, publication: int) -> list[int]:
        """Return the records on which an undo takes something back."""
        voices = self.voices[publication, one.stage]
        word = word_of(voices, one.reader)
        if word is not None and word is voices.settled:
            return [word.record]
        return [
            record
            for record in self.publications.records_of(publication)
            if one.reader in self.alone.get((record, one.stage), NOBODY).said
        ] or [one.record]

    def _fold(self, row: LedgerRow | Row[Any]) -> None:
        """Take one more row of the ledger in."""
        stage = row.stage
        for found, number in (
            (self.voices, self.publications.of(row.record_id)),
            (self.alone, row.record_id),
        ):
            found[number, stage] = with_row(found.get((number, stage), NOBODY), row)

    def _row(
        self, one: IncomingDecision, publication: int, *, record: int
    ) -> LedgerRow:
        label = LABELS[one.label]
        drawn = self.turns.get(publication)
        is_drawn = drawn is not None and drawn.seal is not None
        return LedgerRow(
            id=next(self.numbers),
            record_id=record,
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
            kind=SETTLED if one.settles else KINDS[one.label],
            stage=one.stage,
            seconds=one.seconds,
        )

    def _give_turn(self, publication: int, row: LedgerRow) -> None:
        """Give a publication its place in the order once its label is known."""
        if row.stage != ABSTRACT or row.kind == UNDONE or publication in self.turns:
            return
        voices = self.voices[publication, ABSTRACT]
        dual = self.reading.is_dual(publication)
        if final_of(voices, dual=dual).label is None:
            return
        turn = Turn(
            turn=next(self.free),
            record=publication,
            seal=None,
            chosen=row.chosen,
            at=row.decided_at,
        )
        self.turns[publication] = turn
        self.new_turns.append(turn)

    def _turns(self, wanted: Sequence[int]) -> list[Turn]:
        records = [one for head in wanted for one in self.publications.records_of(head)]
        return turns_of(self.connection, records)

    def _look_up(self, wanted: Sequence[int], uids: Sequence[str]) -> None:
        """Learn what stands of publications and which uids are known, by one question.

        A uid may be known from another record than it is sent for.
        """
        members = {one for head in wanted for one in self.publications.records_of(head)}
        asked = {uid for uid in uids if UID.fullmatch(uid)}
        for row in self._ledger(sorted(members), sorted(asked)):
            if row.uid in asked:
                self.known.add(row.uid)
            if row.record_id in members:
                self._fold(row)

    def _ledger(self, records: Sequence[int], uids: Sequence[str]) -> list[Row[Any]]:
        """Return the rows on some records or of some uids, in the ledger's order."""
        found: dict[int, Row[Any]] = {}
        for at in range(0, max(len(records), len(uids)), FEW):
            some = or_(
                decisions.c.record_id.in_(records[at : at + FEW]),
                decisions.c.uid.in_(uids[at : at + FEW]),
            )
            rows = self.connection.execute(select(decisions).where(some))
            found |= {row.id: row for row in rows}
        return [found[number] for number in sorted(found)]


def _turn_row(one: Turn) -> dict[str, Any]:
    return {
        "turn": one.turn,
        "record_id": one.record,
        "chosen": one.chosen,
        "at": one.at,
    }
