"""The table of a desk: every publication of a stage, and who may take which."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal, TypeAlias

from thresher.web.desk.line import Line, Ranked
from thresher.web.desk.seat import LEASE, Seat

__all__ = ["AGAIN", "AUDIT", "Serving", "Table"]

Chosen: TypeAlias = Literal["ranked", "certification sample", "random", "again"]
AUDIT: Chosen = "certification sample"
AGAIN: Chosen = "again"
COUNTED = (
    "publications",
    "decided",
    "included",
    "excluded",
    "maybe",
    "left",
    "conflicts",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """A publication handed to a reader, why it is this one, and until when."""

    publication: int
    chosen: Chosen
    until: float


class Table:
    """Seats of one stage in the order of the frame, and the line to read them by."""

    def __init__(self, seats: Sequence[Seat], ranked: Ranked) -> None:
        self.seats = list(seats)
        self.place = {seat.publication: at for at, seat in enumerate(seats)}
        self.line = Line(ranked)
        self._open: dict[int, Seat] = {}
        self._holes: dict[int, Seat] = {}
        self._told: dict[str, dict[int, Seat]] = defaultdict(dict)  # of the open ones
        self._held: dict[str, set[int]] = defaultdict(set)
        self._counts: dict[str, int] = dict.fromkeys(COUNTED, 0)
        for seat in self.seats:
            self._note(seat)

    def swap(self, ranked: Ranked) -> None:
        """Read by another ranking from now on; what readers hold stays theirs."""
        self.line = Line(ranked)

    def seat(self, publication: int) -> Seat | None:
        """Return what is known of a publication; nothing if it is not here."""
        at = self.place.get(publication)
        return None if at is None else self.seats[at]

    def take_in(self, fresh: Iterable[Seat]) -> list[Seat]:
        """Replace what is known of some publications; leases of others stay."""
        changed = []
        for seat in fresh:
            mine = self.seat(seat.publication)
            if mine is None:
                continue
            self.line.back_to_front_if(_is_reopened(mine, seat))
            for reader in mine.told:
                self._told[reader].pop(mine.publication, None)
            self._count(mine, -1)
            mine.told, mine.final, mine.conflict = seat.told, seat.final, seat.conflict
            mine.turn, mine.is_audit = seat.turn, seat.is_audit
            for reader in mine.told:
                self._drop(mine, reader)
            self._note(mine)
            changed.append(mine)
        return changed

    def renew(self, reader: str, publications: Iterable[int], now: float) -> list[int]:
        """Prolong what a reader still holds; return what is still theirs to read."""
        kept = []
        for publication in publications:
            seat = self.seat(publication)
            if seat is not None and seat.wants(reader, now):
                self._hold(seat, reader, now)
                kept.append(publication)
        for publication in self._held[reader] - set(kept):
            self._drop(self.seats[self.place[publication]], reader)
        return kept

    def release(
        self, reader: str, publications: Iterable[int], *, until: float
    ) -> list[int]:
        """Let go of what a reader holds until then at most; return what that was.

        A tab that closes tells so late at times: what the reader has taken again since
        is held for longer, and stays theirs.
        """
        freed = []
        for publication in publications:
            seat = self.seat(publication)
            if seat is not None and seat.holders.get(reader, math.inf) <= until:
                self._drop(seat, reader)
                freed.append(publication)
        return freed

    def pick(
        self,
        reader: str,
        size: int,
        *,
        audits: Sequence[Seat],
        now: float,
        with_line: bool = True,
    ) -> list[Serving]:
        """Hand out the next publications: those undone, then audits, then the line."""
        found: list[Serving] = []
        held = self._held[reader]
        line = self._in_line(reader) if with_line else ()
        for seat, chosen in chain(self._first(audits), line):
            if len(found) == size:
                break
            if seat.publication in held or not seat.wants(reader, now):
                continue
            until = self._hold(seat, reader, now)
            found.append(
                Serving(publication=seat.publication, chosen=chosen, until=until)
            )
        return found

    def holds(self, reader: str) -> set[int]:
        """Return what a reader has on the screen or next to it."""
        return set(self._held[reader])

    def held_until(self, reader: str) -> dict[int, float]:
        """Return when each lease of a reader ends, by publication."""
        return {
            publication: self.seats[self.place[publication]].holders[reader]
            for publication in sorted(self._held[reader])
        }

    def left(self, reader: str) -> int:
        """Return how many publications this reader may still be asked about."""
        told = self._told[reader].values()
        return len(self._open) - sum(seat.told[reader] != "maybe" for seat in told)

    def _first(self, audits: Sequence[Seat]) -> Iterator[tuple[Seat, Chosen]]:
        for seat in list(self._holes.values()):
            if not seat.is_audit:
                yield seat, AGAIN
        for seat in audits:
            yield seat, AUDIT

    def hold(self, reader: str, publication: int, now: float) -> None:
        """Let a reader have what they held before the server was started anew."""
        seat = self.seat(publication)
        if seat is not None and seat.wants(reader, now):
            self._hold(seat, reader, now)

    def take_over(self, before: "Table") -> None:
        """Keep what readers hold at an earlier table of the same stage."""
        for reader, held in before._held.items():
            for publication in held:
                seat, old = self.seat(publication), before.seat(publication)
                if seat is not None and old is not None and not seat.is_closed:
                    seat.holders[reader] = old.holders[reader]
                    self._held[reader].add(publication)

    def counts(self) -> dict[str, int]:
        """Return how many publications are decided, and how."""
        return dict(self._counts)

    def _in_line(self, reader: str) -> Iterator[tuple[Seat, Chosen]]:
        chosen: Chosen = "random" if self.line.ranked.chosen == "random" else "ranked"
        for at in self.line.waiting(reader, self._done_for(reader)):
            seat = self.seats[at]
            yield seat, AUDIT if seat.is_audit else chosen
        for seat in list(self._told[reader].values()):  # at the end, what was put off
            if seat.told[reader] == "maybe":
                yield seat, AGAIN

    def _done_for(self, reader: str) -> Callable[[int], bool]:
        seats = self.seats

        def is_done(at: int) -> bool:
            seat = seats[at]
            return seat.is_closed or reader in seat.told

        return is_done

    def _hold(self, seat: Seat, reader: str, now: float) -> float:
        seat.holders[reader] = now + LEASE
        self._held[reader].add(seat.publication)
        return now + LEASE

    def _drop(self, seat: Seat, reader: str) -> None:
        seat.holders.pop(reader, None)
        self._held[reader].discard(seat.publication)

    def _count(self, seat: Seat, by: int) -> None:
        counts = self._counts
        counts["publications"] += by
        counts["conflicts"] += by * seat.conflict
        counts["decided"] += by * (seat.final is not None)
        counts["included"] += by * (seat.final is True)
        counts["excluded"] += by * (seat.final is False)
        counts["maybe"] += by * (not seat.is_closed and "maybe" in seat.told.values())
        counts["left"] += by * (not seat.is_closed)

    def _note(self, seat: Seat) -> None:
        """Sort a publication in: open, undone, told by whom."""
        self._count(seat, +1)
        number = seat.publication
        if seat.is_closed:
            self._open.pop(number, None)
            self._holes.pop(number, None)
            for reader in list(seat.holders):
                self._drop(seat, reader)
            return
        self._open[number] = seat
        for reader in seat.told:
            self._told[reader][number] = seat
        if seat.turn is not None and not seat.told:
            self._holes[number] = seat
        else:
            self._holes.pop(number, None)


def _is_reopened(before: Seat, after: Seat) -> bool:
    was_open_again = before.is_closed and not after.is_closed
    return was_open_again or not before.told.keys() <= after.told.keys()
