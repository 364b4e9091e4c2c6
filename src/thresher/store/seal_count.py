"""How often a project was sealed and drawn from: each seal has an alpha of its own."""

from dataclasses import dataclass

from sqlalchemy import Connection, or_, select

from thresher.certification.rounding import percent
from thresher.store.lab_schema import seals, turns

__all__ = ["SealCount", "seal_count"]

ENDINGS = {1: "st", 2: "nd", 3: "rd"}
TEENS = (11, 12, 13)


@dataclass(frozen=True, slots=True, kw_only=True)
class SealCount:
    """Seals of a project that audits were drawn by, up to one and with it.

    Parameters
    ----------
    seals
        How many there are.
    alpha
        The sum of their chances of error: by the union bound, the chance that any of
        their certificates errs is no more. It is 1 at most.
    """

    seals: int
    alpha: float

    @property
    def says(self) -> str:
        """The same in words; empty for a project's only seal."""
        if self.seals < 2:  # noqa: PLR2004  one seal needs no word
            return ""
        return (
            f"This is the {_nth(self.seals)} seal of this project that audits were "
            "drawn by. Each has a chance of error of its own, and the stated "
            "confidence is that of this one alone; all of them together err with a "
            f"chance of at most {percent(self.alpha)}."
        )


def seal_count(connection: Connection, number: int) -> SealCount:
    """Count the seals that were drawn by, up to the one with a number and with it."""
    drawn = select(turns.c.seal_id).where(turns.c.seal_id.is_not(None)).distinct()
    chosen = select(seals.c.alpha).where(
        seals.c.id <= number, or_(seals.c.id == number, seals.c.id.in_(drawn))
    )
    spent = list(connection.scalars(chosen))
    return SealCount(seals=len(spent), alpha=min(1.0, round(sum(spent), 12)))


def _nth(count: int) -> str:
    ending = "th" if count % 100 in TEENS else ENDINGS.get(count % 10, "th")
    return f"{count}{ending}"
