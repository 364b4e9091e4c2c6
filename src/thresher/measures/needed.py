"""How many records a recall target asks for, and how many a share of the pile is."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeAlias

from thresher.errors import InputError

__all__ = [
    "CLEF",
    "KUSA",
    "Convention",
    "Count",
    "Share",
    "at_least",
    "at_most",
    "exact_share",
    "nearest",
    "target_recall",
    "target_share",
]

Share: TypeAlias = float | str | Fraction


class Count(Protocol):
    """A rule that turns a share of a whole number of things into a count."""

    def __call__(self, whole: int, share: Fraction) -> int:
        """Return how many of `whole` things `share` of them is."""
        ...


def exact_share(value: Share) -> Fraction:
    """Return a share as the fraction its decimals say, free of binary rounding.

    Raises
    ------
    InputError
        It is not a number.

    Examples
    --------
    >>> exact_share(0.95)
    Fraction(19, 20)
    >>> 10 * (1 - 0.9) < 1, 10 * (1 - exact_share(0.9)) < 1  # floats lie
    (True, False)
    """
    try:
        return value if isinstance(value, Fraction) else Fraction(str(value))
    except (ValueError, ZeroDivisionError) as error:
        raise InputError(f"a share must be a number, got {value!r}") from error


def target_recall(value: Share) -> Fraction:
    """Return a recall target as an exact fraction in (0, 1].

    Examples
    --------
    >>> target_recall("0.9")
    Fraction(9, 10)
    """
    recall = exact_share(value)
    if not 0 < recall <= 1:
        raise InputError(f"recall must be in (0, 1], got {value}")
    return recall


def target_share(value: Share) -> Fraction:
    """Return a share of the pile as an exact fraction in [0, 1].

    Examples
    --------
    >>> target_share(0.1)
    Fraction(1, 10)
    """
    share = exact_share(value)
    if not 0 <= share <= 1:
        raise InputError(f"a share of the pile must be in [0, 1], got {value}")
    return share


def at_least(whole: int, share: Fraction) -> int:
    r"""Return the smallest count that is no less than the share.

    For relevant records :math:`R - \lfloor R(1 - r) \rfloor = \lceil rR \rceil`, as in
    Kusa et al. (2023), eq. 2-3, doi:10.1016/j.iswa.2023.200193.

    Examples
    --------
    >>> at_least(42, exact_share(0.95))
    40
    """
    return math.ceil(whole * share)


def at_most(whole: int, share: Fraction) -> int:
    """Return the largest count that is no more than the share.

    Examples
    --------
    >>> at_most(42, exact_share(0.95))
    39
    """
    return math.floor(whole * share)


def nearest(whole: int, share: Fraction) -> int:
    """Return the nearest count, halves to the even one: the official CLEF TAR script.

    Examples
    --------
    >>> nearest(110, exact_share(0.95)), nearest(50, exact_share(0.95))
    (104, 48)
    """
    return round(whole * share)


@dataclass(frozen=True, slots=True, kw_only=True)
class Convention:
    """A way to read "at recall r" and "at x % of the pile"."""

    name: str
    needed: Count
    cut: Count


KUSA = Convention(name="kusa", needed=at_least, cut=at_most)
CLEF = Convention(name="clef", needed=nearest, cut=nearest)
