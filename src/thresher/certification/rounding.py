"""Bounds and shares as they are printed: never more than was shown."""

from decimal import ROUND_FLOOR, Decimal

__all__ = ["percent", "rounded_down"]


def percent(share: float) -> str:
    """Share in percent with all of its digits: what is nearly certain stays so.

    Examples
    --------
    >>> percent(0.95), percent(1 - 0.07), percent(0.9999999)
    ('95 %', '93 %', '99.99999 %')
    """
    return f"{100 * share:.12g} %"


def rounded_down(bound: float, *, digits: int) -> float:
    """Greatest number of so many decimals that is no more than the bound.

    Examples
    --------
    >>> rounded_down(0.94996, digits=4), rounded_down(0.57, digits=2)
    (0.9499, 0.57)
    """
    step = Decimal(1).scaleb(-digits)
    return float(Decimal(repr(float(bound))).quantize(step, ROUND_FLOOR))
