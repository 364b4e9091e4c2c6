"""Bets of the recall certificate: which totals are supposed against each total."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from thresher.arrays import Ranks
from thresher.errors import InputError

__all__ = ["Bets", "bets_for", "exact_share", "least_denying"]

AIM = 0.5  # of the stake, on the claim aimed at; the rest on lower claims
LOWER = tuple(Fraction(n, 20) for n in (18, 16, 14, 10, 5, 0))
FINEST = 10_000  # the largest denominator of a share


@dataclass(frozen=True, slots=True, kw_only=True)
class Bets:
    r"""Shares of a total that are supposed to be the truth instead, and their stakes.

    Parameters
    ----------
    shares
        Each supposes, against a total :math:`R`, the total :math:`\lceil sR\rceil-1`,
        the greatest of which recall :math:`s` cannot be claimed while :math:`R` holds.
    stakes
        How much of the capital each starts with; together 1.
    """

    shares: tuple[Fraction, ...]
    stakes: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.shares) != len(self.stakes) or not math.isclose(
            sum(self.stakes), 1
        ):
            raise InputError(f"stakes must be one a share and add up to 1, got {self}")

    @property
    def period(self) -> int:
        """How far apart totals are for which all shares round alike."""
        return math.lcm(*(share.denominator for share in self.shares))

    def supposed(self, total: int) -> list[int]:
        """Return what each share supposes against one total."""
        return [
            -(-share.numerator * total // share.denominator) - 1
            for share in self.shares
        ]

    def supposed_table(self, totals: Ranks) -> Ranks:
        """Return the same for many totals, one row a share."""
        return np.array(
            [
                -(-share.numerator * totals // share.denominator) - 1
                for share in self.shares
            ],
            dtype=np.int64,
        )


def bets_for(target: Fraction) -> Bets:
    """Bets for a certificate that aims at recall `target`.

    Examples
    --------
    >>> bets_for(Fraction(1, 2)).shares
    (Fraction(1, 2), Fraction(1, 4), Fraction(0, 1))
    """
    lower = [share for share in LOWER if share < target]
    rest = (1 - AIM) / len(lower)
    return Bets(shares=(target, *lower), stakes=(AIM, *[rest] * len(lower)))


def exact_share(value: float, *, name: str) -> Fraction:
    """Share as the fraction that its decimals say, above 0 and below 1.

    Raises
    ------
    InputError
        It is not in (0, 1), or has more than four decimals.

    Examples
    --------
    >>> exact_share(0.95, name="target")
    Fraction(19, 20)
    """
    if not 0 < value < 1:
        raise InputError(f"{name} must be above 0 and below 1, got {value}")
    share = Fraction(str(float(value)))
    if share.denominator > FINEST:
        raise InputError(f"{name} may have four decimals, got {value}")
    return share


def least_denying(found: int, target: Fraction) -> int:
    """Return the least total of relevant records at which recall is below `target`.

    Examples
    --------
    >>> least_denying(95, Fraction(19, 20))
    101
    """
    return found * target.denominator // target.numerator + 1
