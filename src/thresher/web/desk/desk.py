"""The desk of a project: hands out what to read next, takes in what was decided."""

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from thresher.store.project import Project
from thresher.web.clock import now_text
from thresher.web.desk import shelf
from thresher.web.desk.ballot import Ballot
from thresher.web.desk.lessons import Lesson, Order
from thresher.web.desk.line import Ranked
from thresher.web.desk.loans import Loans
from thresher.web.desk.pile import Place
from thresher.web.desk.seat import LEASE
from thresher.web.desk.state import loaded
from thresher.web.desk.table import Serving
from thresher.web.desk.trainer import Trainer
from thresher.web.desk.writer import Writer

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["Batch", "Desk", "Tell"]

Tell: TypeAlias = Callable[[str, dict[str, Any]], None]
AUDITS_AT_ONCE = 5  # drawn for a reader; each costs a reading, whatever comes of them
PATIENCE = 30.0  # seconds for a write
OLD = LEASE / 3  # seconds after which loans that go on are written again
HANDS = 3  # that hand out records: more would only take time from who keeps decisions


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What a reader gets: publications, the ranking behind them, and what is left.

    Parameters
    ----------
    servings
        Publications to read.
    ranking, is_training
        What ordered them, and whether a better order is on its way.
    left
        How many the reader may still be asked about.
    until
        When what they hold goes to others.
    waiting_for
        Why there is nothing, if so.
    lent
        Done when the store knows who holds these: nobody is to see them before. A
        server that is killed then gives them to nobody else.
    """

    servings: Sequence[Serving]
    ranking: Ranked
    is_training: bool
    left: int
    until: float
    waiting_for: str | None
    lent: "Future[None] | None" = None


class Desk:
    """Everything about a live screening that must be known at once, in memory.

    Records are handed out by its few `hands`, in the order they were asked for.

    The store is the truth: a desk is made from it, writes to it before it answers,
    and may be thrown away at any time.

    Parameters
    ----------
    project
        The project.
    place
        Where it is, for the model's process.
    folder
        Where features are kept.
    tell
        Told of new counts, rankings and conflicts.
    """

    def __init__(
        self, project: Project, *, place: Place, folder: Path, tell: Tell
    ) -> None:
        self._project = project
        self._place = place
        self._folder = folder
        self._tell = tell
        self._lock = threading.RLock()
        self._trainer: Trainer | None = None
        self._rankings = 0
        with project.reading() as connection:
            self._state = loaded(connection)
            for stage in ("abstract", "fulltext"):
                held = shelf.leases(connection, stage, time.time())
                self._state.hold(stage, held, now=time.time())
        self.writer = Writer(project, name=place.project, look_again=self._look_again)
        self._ballot = Ballot(self.writer, self._take_in)
        self._loans = Loans(self.writer, self._held)
        self._noted: dict[tuple[str, str], float] = {}  # when loans were last written
        self.hands = ThreadPoolExecutor(HANDS, f"hand of {place.project}")

    def refresh(self) -> None:
        """Look at the project anew: records, links or settings have changed.

        Between two commits, so that no decision falls between the old state and the
        new one.
        """
        self.writer.between(self._look_again).result()

    def next(
        self, reader: str, stage: str, *, size: int, have: Iterable[int] | None = ()
    ) -> Batch:
        """Hand out the next publications to a reader.

        Parameters
        ----------
        reader, stage
            Who reads, at which stage.
        size
            How many to hand out at most.
        have
            What the reader still has on the screen; the rest is let go of. Nothing is
            if this is ``None``: a tab that was just opened knows of no other.
        """
        self._open_screening(stage, reader)
        with self._lock:
            now = time.time()
            table = self._state.table(stage)
            before = table.holds(reader)
            if have is not None:
                table.renew(reader, have, now)
            short = self._state.audits_short(reader, stage, now=now)
        if short:
            self._draw(min(AUDITS_AT_ONCE, size))
        with self._lock:
            batch = self._batch(reader, stage, size=size, now=time.time())
            held = self._state.table(stage).holds(reader)
            is_old = bool(held) and now > self._noted.get((reader, stage), 0) + OLD
            if not (batch.servings or is_old or held != before):
                return batch
            self._noted[reader, stage] = now
        return replace(batch, lent=self._loans.note(reader, stage))

    def release(
        self, reader: str, stage: str, publications: Iterable[int], *, until: float
    ) -> None:
        """Let others have what a reader's closed tab held, if it is held no longer."""
        with self._lock:
            freed = self._state.table(stage).release(reader, publications, until=until)
        if freed:
            self._loans.note(reader, stage)
            self._tell("counts", self.counts())  # whoever waits for records asks again

    def decide(self, decisions: Sequence[shelf.Incoming]) -> "Future[list[shelf.Kept]]":
        """Write decisions; the answer comes when they are safe.

        Parameters
        ----------
        decisions
            In the order they were made, by one reader.
        """
        with self._lock:
            chosen = [self._state.with_choice(one) for one in decisions]
        return self._ballot.cast(chosen)

    def counts(self, stage: str = "abstract") -> dict[str, int]:
        """Return how far the screening is."""
        with self._lock:
            return self._state.counts(stage)

    @property
    def is_blind(self) -> bool:
        """Whether two readers of a record must not see each other's words."""
        return self._state.settings.blind

    def hides(self, publication: int) -> bool:
        """Say whether readers must not see yet what others think of a publication."""
        with self._lock:
            return self._state.hides(publication)

    @property
    def hides_some(self) -> bool:
        """Whether somebody has decided on what others have yet to decide on."""
        with self._lock:
            return any(
                seat.told and self._state.hides(seat.publication)
                for table in (self._state.abstract, self._state.fulltext)
                for seat in table.seats
            )

    def explanation(self, publication: int) -> dict[str, Any] | None:
        """Return why a publication stands where it stands; nothing if unknown."""
        with self._lock:
            row = self._state.abstract.place.get(publication)
            lesson = self._state.lesson()
            ids = self._state.ids
        if row is None or not lesson.has_both_kinds:
            return None
        found = self._train().ask("explanation", row, lesson)
        return {
            "lifts": found["lifts"],
            "neighbours": [
                (ids[at], much, label) for at, much, label in found["neighbours"]
            ],
        }

    def suspicions(self) -> list[tuple[int, bool, float]]:
        """Return publications whose labels the others contradict most."""
        with self._lock:
            lesson = self._state.lesson()
            ids = self._state.ids
        found = self._train().ask("doubts", lesson)
        return [(ids[row], label, against) for row, label, against in found]

    def close(self) -> None:
        """End the model's process, and write what is in line."""
        if self._trainer is not None:
            self._trainer.close()
        self.writer.close()

    def _look_again(self) -> None:
        with self._project.reading() as connection:
            fresh = loaded(connection)
        with self._lock:
            before = self._state
            fresh.take_over(before)
            self._state = fresh
            if fresh.pile_key != before.pile_key and self._trainer is not None:
                threading.Thread(target=self._trainer.close, daemon=True).start()
                self._trainer = None
                self._train()
            elif self._trainer is not None:
                self._trainer.nudge()
        self._tell("counts", self.counts())

    def _open_screening(self, stage: str, reader: str) -> None:
        """Start the model, and seal the frame before anything is read from it."""
        with self._lock:
            state = self._state
            if stage == "abstract" and state.ids:
                self._train()
            needs_seal = stage == "abstract" and state.ids and not state.is_sealed
            if not needs_seal or state.is_sealing:
                return
            state.is_sealing = True
        claim = (state.settings.target, state.settings.alpha)

        def sealed(done: "Future[None]") -> None:
            state.is_sealed = done.exception() is None
            state.is_sealing = False

        # Nobody need wait: the writer seals before it takes any decision in.
        self.writer.do(
            lambda connection: shelf.seal(connection, *claim, reader=reader)
        ).add_done_callback(sealed)

    def _held(self, owners: Iterable[tuple[str, str]]) -> list[shelf.Holding]:
        """Return what readers hold now."""
        with self._lock:
            return [
                shelf.Holding(
                    reader=reader,
                    stage=stage,
                    until=self._state.table(stage).held_until(reader),
                )
                for reader, stage in owners
            ]

    def _draw(self, count: int) -> None:
        self.writer.do(
            lambda connection: shelf.draw(connection, count), then=self._take_in_seats
        ).result(PATIENCE)

    def _batch(self, reader: str, stage: str, *, size: int, now: float) -> Batch:
        state = self._state
        table = state.table(stage)
        audits = state.pending_audits(stage)
        due = bool(audits) and state.audits.next_is_audit
        found = table.pick(reader, size, audits=audits, now=now, with_line=not due)
        if not found and due:
            found = table.pick(reader, size, audits=(), now=now, with_line=True)
        left = table.left(reader)
        return Batch(
            servings=found,
            ranking=table.line.ranked,
            is_training=self._trainer is not None and self._trainer.is_busy,
            left=left,
            until=now + LEASE,
            waiting_for=None if found else state.waiting_for(left, stage),
        )

    def _take_in(self, written: shelf.Written) -> None:
        with self._lock:
            conflicts = self._state.take_in(written)
            for reader, stage, publication in written.undone:  # it is on their screen
                self._state.table(stage).hold(reader, publication, time.time())
            counts = self._state.counts("abstract")
            if self._trainer is not None:
                self._trainer.nudge()
        for reader, stage in dict.fromkeys(one[:2] for one in written.undone):
            self._loans.note(reader, stage)
        self._tell("counts", counts)
        for publication in conflicts:
            self._tell("conflict", {"record": publication})

    def _take_in_seats(self, written: shelf.Written) -> None:
        with self._lock:
            self._state.take_in(written)

    def _train(self) -> Trainer:
        with self._lock:
            if self._trainer is None:
                self._trainer = Trainer(
                    self._place,
                    model=self._state.settings.model,
                    folder=self._folder,
                    lesson=self._lesson,
                    swap=self._swap,
                )
            return self._trainer

    def _lesson(self) -> Lesson:
        with self._lock:
            return self._state.lesson()

    def _swap(self, order: Order, lesson: Lesson, *, seconds: float) -> None:
        with self._lock:
            if int(order.rows.max()) >= len(self._state.ids):
                return  # records were added meanwhile: another pile's order
            self._rankings += 1
            fresh = Ranked(
                number=self._rankings,
                order=np.asarray(order.rows, dtype=np.intp),
                labels=int(lesson.labels.size),
                at=now_text(),
                chosen=order.chosen,
                model=order.model,
                seconds=seconds,
            )
            self._state.swap(fresh)
            turn = self._state.last_turn
        facts = {"id": fresh.number, "labels": fresh.labels, "at": fresh.at}
        self._tell("ranking", {**facts, "training": not order.is_whole})
        self.writer.do(lambda connection: shelf.note_run(connection, fresh, turn=turn))
