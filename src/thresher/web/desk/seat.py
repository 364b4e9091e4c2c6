"""A publication on the desk: who said what of it, and who holds it."""

from dataclasses import dataclass, field

__all__ = ["LEASE", "Seat"]

LEASE = 15 * 60.0  # seconds a record stays with a reader who says nothing
SLACK = 60.0  # seconds: a clock that is set right by less was not set back


@dataclass(slots=True, kw_only=True)
class Seat:
    """What the desk knows of one publication at one stage.

    Parameters
    ----------
    publication
        The number of its first record.
    told
        The label in force of each reader: include, exclude or maybe.
    final
        Whether it is relevant; nothing while that is open.
    conflict
        Whether two readers differ and nobody has settled it.
    turn
        Its place in the canonical reading order; nothing before it has one.
    is_audit
        Whether it was drawn for the certificate.
    readers
        How many must decide on it.
    holders
        Readers who have it on their screens, and until when.
    """

    publication: int
    told: dict[str, str] = field(default_factory=dict)
    final: bool | None = None
    conflict: bool = False
    turn: int | None = None
    is_audit: bool = False
    readers: int = 1
    holders: dict[str, float] = field(default_factory=dict)

    def held_by_others(self, reader: str, now: float) -> int:
        """Return how many other readers hold it now and have not decided yet.

        Who holds it for longer than a lease took it before the clock was set back.
        """
        if not self.holders:
            return 0
        latest = now + LEASE + SLACK
        return sum(
            who != reader and now < until <= latest and self._owes(who)
            for who, until in self.holders.items()
        )

    def _owes(self, who: str) -> bool:
        """Say whether somebody has yet to decide; "maybe" decides nothing."""
        return self.told.get(who, "maybe") == "maybe"

    @property
    def is_closed(self) -> bool:
        """Whether no reader is asked about it any more."""
        return self.final is not None or self.conflict

    @property
    def is_between_two(self) -> bool:
        """Whether two must decide on it, and have not both done so."""
        return self.readers > 1 and not self.is_closed

    @property
    def likely_label(self) -> bool | None:
        """What a model may learn from it: the final label, else what was said."""
        if self.final is not None:
            return self.final
        said = set(self.told.values())
        if "include" in said:
            return True
        return False if "exclude" in said else None

    def wants(self, reader: str, now: float) -> bool:
        """Say whether this reader may be given it now."""
        if self.is_closed:
            return False
        mine = self.told.get(reader)
        if mine is not None and mine != "maybe":
            return False
        if len(self.told) + len(self.holders) == 0:
            return True
        decided = sum(label != "maybe" for label in self.told.values())
        return decided + self.held_by_others(reader, now) < self.readers
