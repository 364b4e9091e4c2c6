"""A target of recall, in whole numbers: which totals would deny it."""

from fractions import Fraction
from functools import lru_cache

from thresher.errors import InputError

__all__ = ["exact_share", "least_denying"]

FINEST = 10_000  # the largest denominator of a share


@lru_cache(maxsize=64)
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
