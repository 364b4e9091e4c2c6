"""Tails of the hypergeometric law, many at once, without underflow."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

__all__ = ["Draws", "log_factorials", "lower_tail"]

Counts = NDArray[np.int64]
Chances = NDArray[np.float64]
NEGLIGIBLE = 1e-17  # of the sum so far: further terms change nothing


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Draws:
    """Draws without replacement, one entry a case: the pile, what it holds, how many.

    Where there are more relevant records than records, nothing can be drawn.
    """

    records: Counts
    relevant: Counts
    drawn: Counts

    def only(self, chosen: NDArray[np.bool_]) -> "Draws":
        """Return some of the cases."""
        return Draws(
            records=self.records[chosen],
            relevant=self.relevant[chosen],
            drawn=self.drawn[chosen],
        )


def log_factorials(most: int) -> Chances:
    r"""Return :math:`\log n!` for n = 0 … `most`."""
    table: Chances = gammaln(np.arange(most + 1) + 1.0)
    return table


def lower_tail(few: Counts, draws: Draws, logs: Chances) -> Chances:
    """Chance of `few` or fewer relevant records among those drawn.

    Parameters
    ----------
    few
        As many relevant records, one entry a case.
    draws
        The draws.
    logs
        Logarithms of the factorials up to the largest number of records.

    Notes
    -----
    The tail that is summed is the one that falls off from its first term, which is
    taken from logarithms; later terms follow by their ratio. So no term underflows
    that matters, however small the chance.

    Examples
    --------
    >>> draws = Draws(
    ...     records=np.array([10]), relevant=np.array([2]), drawn=np.array([5])
    ... )
    >>> lower_tail(np.array([0]), draws, log_factorials(10)).round(4)
    array([0.2222])
    """
    records, relevant, drawn = draws.records, draws.relevant, draws.drawn
    chances = np.ones(few.shape)
    chances[(relevant > records) | (few < drawn + relevant - records)] = 0.0
    undecided = (chances > 0) & (few < np.minimum(relevant, drawn))
    below = undecided & (few * records <= drawn * relevant)
    chances[below] = np.exp(_log_tail(few[below], draws.only(below), logs, down=True))
    above = undecided & ~below
    upper = _log_tail(few[above] + 1, draws.only(above), logs, down=False)
    chances[above] = -np.expm1(upper)
    return chances


def _log_tail(hits: Counts, draws: Draws, logs: Chances, *, down: bool) -> Chances:
    """Return the logarithm of the chance of so many hits or fewer, or more."""
    records, relevant, drawn = draws.records, draws.relevant, draws.drawn
    rest = records - relevant
    log_chance: Chances = (
        (logs[relevant] - logs[hits] - logs[relevant - hits])
        + (logs[rest] - logs[drawn - hits] - logs[rest - drawn + hits])
        - (logs[records] - logs[drawn] - logs[records - drawn])
    )
    return log_chance + np.log(_terms(hits, draws, down=down))


def _terms(hits: Counts, draws: Draws, *, down: bool) -> Chances:
    """Return the sum of a falling tail, in units of its first term."""
    sums, term = np.ones(hits.shape), np.ones(hits.shape)
    left, at = np.arange(hits.size), hits.astype(np.float64)
    few, many = draws.relevant.astype(np.float64), draws.drawn.astype(np.float64)
    spare = draws.records - few - many
    while left.size:
        if down:
            term = term * (at * (spare + at)) / ((few - at + 1) * (many - at + 1))
            at = at - 1
        else:
            at = at + 1
            term = term * ((few - at + 1) * (many - at + 1)) / (at * (spare + at))
        sums[left] += term
        going = term > NEGLIGIBLE * sums[left]
        left, term, at = left[going], term[going], at[going]
        few, many, spare = few[going], many[going], spare[going]
    return sums
