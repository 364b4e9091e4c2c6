"""Audits of a live screening: when the next one is due, and what holds the bound."""

from collections.abc import Sequence

from thresher.screening.audit_schedule import AuditSchedule
from thresher.web.desk.seat import Seat

__all__ = ["Audits"]


class Audits:
    """Follows the canonical reading order as far as its labels are known.

    Labels come late and out of order when several readers work. Only the longest
    prefix of turns whose labels are final is fed to the schedule, in order.

    Parameters
    ----------
    seats
        Every publication of the frame.
    target, alpha
        Of the certificate that the audits are for.
    """

    def __init__(self, seats: Sequence[Seat], *, target: float, alpha: float) -> None:
        self._by_turn: dict[int, Seat] = {}
        self._pending: dict[int, Seat] = {}
        self._fed = 0  # turns before this one are with the schedule
        self._schedule = AuditSchedule(
            records=max(1, len(seats)), target=target, alpha=alpha
        )
        for seat in seats:
            self._note(seat)
        self._fed = min(self._by_turn, default=0)
        self._feed()

    @property
    def next_is_audit(self) -> bool:
        """Whether the next record should be an audit."""
        return self._schedule.next_is_audit

    @property
    def last_turn(self) -> int:
        """The highest turn there is; 0 before the first."""
        return max(self._by_turn, default=0)

    @property
    def pending(self) -> list[Seat]:
        """Audits that were drawn and have no final label yet, in order of turn."""
        return sorted(self._pending.values(), key=lambda seat: seat.turn or 0)

    def take_in(self, seats: Sequence[Seat]) -> None:
        """Take in publications that changed."""
        if not self._by_turn:
            self._fed = min((s.turn for s in seats if s.turn is not None), default=0)
        for seat in seats:
            self._note(seat)
        self._feed()

    def _note(self, seat: Seat) -> None:
        if seat.turn is not None:
            self._by_turn[seat.turn] = seat
        if seat.is_audit and seat.final is None:
            self._pending[seat.publication] = seat
        else:
            self._pending.pop(seat.publication, None)

    def _feed(self) -> None:
        while (seat := self._by_turn.get(self._fed)) and seat.final is not None:
            if self._schedule.read < self._schedule.records:
                self._schedule.observe(seat.final, audit=seat.is_audit)
            self._fed += 1
