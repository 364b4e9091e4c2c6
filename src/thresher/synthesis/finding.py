"""What one study reports of one intervention and one outcome."""

import enum
import math
from dataclasses import dataclass

from thresher.errors import InputError
from thresher.synthesis.reported_numbers import Numbers
from thresher.synthesis.sentences import Sentence

__all__ = ["Direction", "Directions", "Finding"]

SLACK = 1e-6
NO_NUMBERS = Numbers()


class Direction(enum.StrEnum):
    """Where an outcome goes under an intervention, be that good or bad."""

    INCREASES = "increases"
    NO_CHANGE = "no_change"
    DECREASES = "decreases"


@dataclass(frozen=True, slots=True, kw_only=True)
class Directions:
    """Probabilities that the outcome goes up, stays, or goes down.

    Examples
    --------
    >>> Directions(increases=0.1, no_change=0.2, decreases=0.7).likeliest
    <Direction.DECREASES: 'decreases'>
    """

    increases: float
    no_change: float
    decreases: float

    def __post_init__(self) -> None:
        if min(self.triple) < 0 or not math.isclose(sum(self.triple), 1, abs_tol=SLACK):
            raise InputError(f"direction probabilities must add up to 1, got {self}")

    @property
    def triple(self) -> tuple[float, float, float]:
        """Probabilities in the order increases, no_change, decreases."""
        return self.increases, self.no_change, self.decreases

    @property
    def likeliest(self) -> Direction:
        """Direction of the highest probability; at a tie, no change if it is there."""
        order = (Direction.NO_CHANGE, Direction.INCREASES, Direction.DECREASES)
        return max(order, key=lambda direction: getattr(self, direction.value))


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A study's finding on an intervention and an outcome, with the sentence it is in.

    `directions` and `evidence` are both there, or both None: the study does not
    report it. `confidence` is the probability that `evidence` reports the pair, or,
    where none does, that the study's best sentence would have.
    """

    study: str
    intervention: str
    outcome: str
    directions: Directions | None
    evidence: Sentence | None
    confidence: float
    numbers: Numbers = NO_NUMBERS

    def __post_init__(self) -> None:
        if (self.directions is None) != (self.evidence is None):
            raise InputError(
                "a direction needs its sentence, and a sentence its direction"
            )
        if not 0 <= self.confidence <= 1:
            raise InputError(f"confidence must be in [0, 1], got {self.confidence}")

    @property
    def is_reported(self) -> bool:
        """Whether a sentence of the study reports it."""
        return self.evidence is not None
