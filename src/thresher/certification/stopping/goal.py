"""What a stopping rule is asked for: a recall, and how sure to be of it."""

from dataclasses import dataclass
from fractions import Fraction

from thresher.errors import InputError
from thresher.screening.recall_target import exact_share, least_denying

__all__ = ["Goal"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    r"""Recall of at least `target`, with at least this `confidence`.

    Parameters
    ----------
    target
        The recall to reach, :math:`\tau`, in (0, 1), to four decimals.
    confidence
        :math:`1 - \alpha`, in (0, 1).

    Notes
    -----
    The target is taken as the decimal number it is written as, so that 19 of 20 found
    is exactly 0.95 and no rounding decides.
    """

    target: float
    confidence: float = 0.95

    def __post_init__(self) -> None:
        exact_share(self.target, name="target")
        if not 0 < self.confidence < 1:
            raise InputError(
                f"confidence must be above 0 and below 1, got {self.confidence}"
            )

    @property
    def alpha(self) -> float:
        """The chance of a miss that is put up with."""
        return float(1 - Fraction(str(self.confidence)))

    @property
    def ratio(self) -> Fraction:
        """The target as the decimal number it is written as."""
        return exact_share(self.target, name="target")

    def is_met(self, found: int, *, relevant: int) -> bool:
        """Return whether so many of the relevant records suffice.

        Examples
        --------
        >>> Goal(target=0.95).is_met(19, relevant=20)
        True
        """
        return found >= self.ratio * relevant

    def too_many(self, found: int) -> int:
        r"""Return the fewest relevant records of which `found` are not enough.

        Notes
        -----
        :math:`R_0 = \lfloor f / \tau \rfloor + 1`: were there so many or more, recall
        would be below the target.

        Examples
        --------
        >>> Goal(target=0.95).too_many(100)
        106
        """
        return least_denying(found, self.ratio)

    def shared(self, parts: int) -> "Goal":
        """Return the goal for one of several parts, any of which may end the search.

        The chances of a miss of all parts add up to at most that of the whole.

        Examples
        --------
        >>> Goal(target=0.9, confidence=0.95).shared(2).confidence
        0.975
        """
        alpha = (1 - Fraction(str(self.confidence))) / parts
        return Goal(target=self.target, confidence=float(1 - alpha))
