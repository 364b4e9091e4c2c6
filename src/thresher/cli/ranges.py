"""Numbers that options take: finite, and within their bounds."""

import math

import click

__all__ = ["ABOVE_ZERO", "AT_LEAST_ZERO", "SEED", "SHARE", "UP_TO_ONE"]


class _FiniteRange(click.FloatRange):
    """A range without infinity, and without NaN, which click has in every range."""

    def convert(
        self,
        value: float,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> float:
        """Return the number, or refuse it."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number


SHARE = _FiniteRange(0, 1, min_open=True, max_open=True)
UP_TO_ONE = _FiniteRange(0, 1, min_open=True)
ABOVE_ZERO = _FiniteRange(0, min_open=True)
AT_LEAST_ZERO = _FiniteRange(0)
SEED = click.IntRange(0)
