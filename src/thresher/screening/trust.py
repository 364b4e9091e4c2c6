"""Trust: how much a part's vote counts, by how it would have done so far."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from thresher.errors import InputError

__all__ = ["Trust"]

CHANCE = 0.5
LEAST_BEYOND = 0.05  # a part no better than chance is no measure for another


@dataclass(frozen=True, slots=True, kw_only=True)
class Trust:
    r"""A vote that follows how well the known relevant records were to be told.

    Parameters
    ----------
    of
        The part that shows it: its area is how often a known relevant record stands
        above another of the pile, told from the other relevant ones.
    beside
        The part whose area it is measured by, or the area that is usual.
    power
        How sharply the vote follows.
    worth
        As many known relevant records as the vote's usual weight is worth; the more
        are known, the more they decide.
    most
        The largest ratio that counts.

    Notes
    -----
    With areas :math:`a` and :math:`b` and :math:`R` known relevant records the vote
    counts :math:`(w + (R - 1)\,q)/(w + R - 1)` times, :math:`q = \min(m, (a -
    \tfrac12)/(b - \tfrac12))^p`, and never less than 0 times.

    Examples
    --------
    >>> trust = Trust(of="links", beside=0.75, worth=1)
    >>> trust({"links": 0.625}, relevant=1), trust({"links": 0.625}, relevant=4)
    (1.0, 0.625)
    """

    of: str
    beside: str | float
    power: float = 1.0
    worth: float = 5.0
    most: float = 1.5

    def __post_init__(self) -> None:
        if not (self.power > 0 and self.worth > 0 and self.most > 0):
            raise InputError(
                "power, worth and most must be positive, got "
                f"{self.power}, {self.worth} and {self.most}"
            )

    def __call__(self, areas: Mapping[str, float | None], *, relevant: int) -> float:
        """Return how many times its usual weight a vote counts.

        Parameters
        ----------
        areas
            What the named parts say of themselves.
        relevant
            How many relevant records are known.
        """
        beside, area = self.beside, areas[self.of]
        measure = areas[beside] if isinstance(beside, str) else beside
        if area is None or measure is None:
            return 1.0
        beyond = max(0.0, area - CHANCE) / max(LEAST_BEYOND, measure - CHANCE)
        shown = math.pow(min(self.most, beyond), self.power)
        return (self.worth + (relevant - 1) * shown) / (self.worth + relevant - 1)
