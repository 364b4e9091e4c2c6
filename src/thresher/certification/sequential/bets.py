"""Bets of the recall certificate: which totals are supposed against each total."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from thresher.arrays import Ranks
from thresher.errors import InputError

__all__ = ["Bets", "bets_for"]

# Of the stake, on claims lower than the one aimed at; the last supposes that no more
# is left than was found. They make the bound rise early, and cost little later. To
# change them is to change the rule: give it a new version in certificate/statement.py.
LOWER = ((Fraction(1, 2), 0.01), (Fraction(0), 0.04))


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
    (Fraction(1, 2), Fraction(0, 1))
    """
    lower = [bet for bet in LOWER if bet[0] < target]
    shares, stakes = zip(*lower, strict=True)
    return Bets(shares=(target, *shares), stakes=(1 - sum(stakes), *stakes))
