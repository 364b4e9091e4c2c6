"""The state of a desk: tables of both stages, audits, and what the model may learn."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from sqlalchemy import Connection

from thresher.web.clock import now_text
from thresher.web.desk import shelf
from thresher.web.desk.audits import Audits
from thresher.web.desk.lessons import Lesson
from thresher.web.desk.line import Ranked, random_ranking
from thresher.web.desk.seat import Seat
from thresher.web.desk.table import Table

__all__ = ["State", "loaded"]

SEED = 20_260_101  # of the random order before anything is known
EMPTY = "Import records first."
READ = "Everything is read."
HELD = "The last {left} are on other readers' screens; wait or ask again."
NOT_INCLUDED = "Include something by title and abstract first."


@dataclass(slots=True, kw_only=True)
class State:
    """All that a desk knows of its project at one moment."""

    ids: list[int]
    records: int
    abstract: Table
    fulltext: Table
    audits: Audits
    settings: shelf.Settings
    is_sealed: bool
    is_sealing: bool = False
    labels: dict[int, bool] = field(default_factory=dict)  # by position
    aside: dict[int, Seat] = field(default_factory=dict)  # read in full, now excluded

    @property
    def pile_key(self) -> tuple[int, int, str]:
        """What a model's process is made for: the pile, and which model."""
        return len(self.ids), hash(tuple(self.ids)), self.settings.model

    @property
    def last_turn(self) -> int:
        """The highest turn there is; 0 before the first."""
        return self.audits.last_turn

    def table(self, stage: str) -> Table:
        """Return the table of a stage."""
        return self.abstract if stage == "abstract" else self.fulltext

    def take_over(self, before: "State") -> None:
        """Keep from an earlier state what is not in the store: leases, the ranking."""
        for mine, old in (
            (self.abstract, before.abstract),
            (self.fulltext, before.fulltext),
        ):
            mine.take_over(old)
        if self.pile_key == before.pile_key:
            self.abstract.swap(before.abstract.line.ranked)

    def hold(self, stage: str, held: Mapping[int, set[str]], *, now: float) -> None:
        """Give readers back what they held before the server was started anew."""
        for publication, readers in held.items():
            for reader in sorted(readers):
                self.table(stage).hold(reader, publication, now)

    def swap(self, ranked: Ranked) -> None:
        """Read by a new ranking."""
        self.abstract.swap(ranked)

    def lesson(self) -> Lesson:
        """Return what the model may learn from now, in reading order."""
        rows = np.fromiter(self.labels, dtype=np.intp, count=len(self.labels))
        labels = np.fromiter(
            self.labels.values(), dtype=np.bool_, count=len(self.labels)
        )
        return Lesson(rows=rows, labels=labels, texts=self.settings.texts)

    def pending_audits(self, stage: str) -> list[Seat]:
        """Return audits that wait for a reader."""
        return self.audits.pending if stage == "abstract" else []

    def audits_short(self, reader: str, stage: str, *, now: float) -> bool:
        """Say whether an audit is due and none waits that this reader could take."""
        if stage != "abstract" or not self.is_sealed or not self.audits.next_is_audit:
            return False
        held = self.abstract.holds(reader)
        return not any(
            seat.wants(reader, now) and seat.publication not in held
            for seat in self.audits.pending
        )

    def hides(self, publication: int) -> bool:
        """Say whether two read this, blind to each other, and one has yet to decide.

        Once somebody decided on the full text, that stage counts too.
        """
        if not self.settings.blind:
            return False
        first, full = self.abstract.seat(publication), self.fulltext.seat(publication)
        if first is not None and first.is_between_two:
            return True
        return full is not None and full.is_between_two and bool(full.told)

    def with_choice(self, incoming: shelf.Incoming) -> shelf.Incoming:
        """Say how a record came to the reader; what they looked up was browsed."""
        table = self.table(incoming.stage)
        seat = table.seat(incoming.record)
        holds = seat is not None and incoming.reader in seat.holders
        chosen = table.line.ranked.chosen if holds else "browsed"
        return replace(incoming, chosen=chosen)

    def take_in(self, written: shelf.Written) -> list[int]:
        """Take in what was written; return publications that came into conflict."""
        changed = self.abstract.take_in(written.abstract)
        for seat in changed:
            self._learn(seat)
        self.audits.take_in(changed)
        self._sort_fulltext(changed)
        self.fulltext.take_in(written.fulltext)
        for seat in written.fulltext:
            if seat.publication not in self.fulltext.place:
                self.aside[seat.publication] = seat
        return [seat.publication for seat in changed if seat.conflict]

    def counts(self, stage: str) -> dict[str, int]:
        """Return how far a stage is."""
        return {"records": self.records, **self.table(stage).counts()}

    def waiting_for(self, left: int, stage: str) -> str:
        """Return why there is nothing to hand out."""
        if not self.ids:
            return EMPTY
        if stage == "fulltext" and not self.fulltext.seats:
            return NOT_INCLUDED
        return HELD.format(left=left) if left else READ

    def _learn(self, seat: Seat) -> None:
        at = self.abstract.place[seat.publication]
        label = seat.likely_label
        if label is None:
            self.labels.pop(at, None)
        else:
            self.labels[at] = label

    def _sort_fulltext(self, changed: list[Seat]) -> None:
        """Bring in what was included by title and abstract, take out what was not."""
        moved = [
            seat
            for seat in changed
            if (seat.final is True) != (seat.publication in self.fulltext.place)
        ]
        if not moved:
            return
        seats = {seat.publication: seat for seat in self.fulltext.seats}
        for seat in moved:
            if seat.final:
                fresh = Seat(publication=seat.publication, readers=seat.readers)
                seats[seat.publication] = self.aside.pop(seat.publication, fresh)
            else:
                self.aside[seat.publication] = seats.pop(seat.publication)
        inside = [seats[publication] for publication in sorted(seats)]
        before, self.fulltext = self.fulltext, Table(inside, in_order(len(inside)))
        self.fulltext.take_over(before)


def loaded(connection: Connection) -> State:
    """State of a desk, all from the store."""
    settings = shelf.settings(connection)
    found = shelf.seats(connection)
    size = len(found.abstract)
    state = State(
        ids=[seat.publication for seat in found.abstract],
        records=found.records,
        abstract=Table(found.abstract, random_ranking(size, seed=SEED, at=now_text())),
        fulltext=Table(found.fulltext, in_order(len(found.fulltext))),
        audits=Audits(found.abstract, target=settings.target, alpha=settings.alpha),
        settings=settings,
        is_sealed=found.is_sealed,
        aside={seat.publication: seat for seat in found.aside},
    )
    read = [seat for seat in found.abstract if seat.turn is not None or seat.told]
    for seat in sorted(read, key=lambda seat: seat.turn or 0):
        state._learn(seat)
    return state


def in_order(size: int) -> Ranked:
    """Return a pile in its own order, as full texts are read."""
    return Ranked(number=0, order=np.arange(size), labels=0, at=now_text())
