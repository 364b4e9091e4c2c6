"""Two judgements of the same summaries: their table, agreement and Cohen's kappa."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import beta, norm

from thresher.errors import InputError, UndefinedMeasureError

__all__ = ["Confusion", "Interval", "confusion", "kappa", "kappa_interval"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """Ends of an interval, and its nominal coverage."""

    low: float
    high: float
    coverage: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Confusion:
    """How often each pair of labels was given: rows by one judge, columns by another.

    Raises
    ------
    InputError
        The counts are no table over the labels, or one is negative.

    Examples
    --------
    >>> table = Confusion(rows=("up", "skip"), columns=("up",), counts=((3,), (1,)))
    >>> table.total, table.agreed
    (4, 3)
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        widths = {len(row) for row in self.counts}
        if len(self.counts) != len(self.rows) or widths - {len(self.columns)}:
            raise InputError(
                "a confusion table needs one count for each pair of labels"
            )
        if any(count < 0 for row in self.counts for count in row):
            raise InputError("counts of a confusion table cannot be negative")

    @property
    def total(self) -> int:
        """How many items were judged."""
        return sum(map(sum, self.counts))

    @property
    def agreed(self) -> int:
        """How many got the same label twice."""
        return sum(
            count
            for row, counts in zip(self.rows, self.counts, strict=True)
            for column, count in zip(self.columns, counts, strict=True)
            if row == column
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """All labels, in the order of the rows and then of the columns."""
        return tuple(dict.fromkeys([*self.rows, *self.columns]))

    @property
    def square(self) -> NDArray[np.float64]:
        """Shares over all labels on both sides."""
        if not self.total:
            raise UndefinedMeasureError("agreement", "nothing was judged")
        place = {label: at for at, label in enumerate(self.labels)}
        shares = np.zeros((len(place), len(place)))
        for row, counts in zip(self.rows, self.counts, strict=True):
            for column, count in zip(self.columns, counts, strict=True):
                shares[place[row], place[column]] += count / self.total
        return shares

    def agreement_interval(self, *, coverage: float = 0.95) -> Interval:
        """Exact interval (Clopper and Pearson 1934) of the share that agrees.

        Over repeated samples of items it holds the true share with probability at
        least `coverage`, if items are independent draws.
        """
        tail, hits, misses = (1 - coverage) / 2, self.agreed, self.total - self.agreed
        if not self.total:
            raise UndefinedMeasureError("agreement", "nothing was judged")
        low = float(beta.ppf(tail, hits, misses + 1)) if hits else 0.0
        high = float(beta.ppf(1 - tail, hits + 1, misses)) if misses else 1.0
        return Interval(low=low, high=high, coverage=coverage)


def confusion(first: Sequence[str], second: Sequence[str]) -> Confusion:
    """Table of two judges' labels of the same items, in the same order.

    Raises
    ------
    InputError
        The judges did not label equally many items.

    Examples
    --------
    >>> confusion(["up", "down"], ["up", "up"]).counts
    ((0, 1), (0, 1))
    """
    if len(first) != len(second):
        raise InputError(
            f"two judges must label the same items, got {len(first)} and {len(second)}"
        )
    labels = tuple(sorted({*first, *second}))
    given = list(zip(first, second, strict=True))
    counts = tuple(
        tuple(given.count((row, column)) for column in labels) for row in labels
    )
    return Confusion(rows=labels, columns=labels, counts=counts)


def kappa(table: Confusion) -> float:
    r"""Cohen's kappa: agreement beyond what the judges' own shares would give.

    Raises
    ------
    UndefinedMeasureError
        Nothing was judged, or both judges gave one and the same label to everything.

    Notes
    -----
    :math:`(p_o - p_e) / (1 - p_e)`. Cohen (1960), doi:10.1177/001316446002000104.

    Examples
    --------
    >>> labels = ("yes", "no")
    >>> table = Confusion(rows=labels, columns=labels, counts=((20, 5), (10, 15)))
    >>> round(kappa(table), 3)
    0.4
    """
    shares = table.square
    chance = _by_chance(shares)
    return (float(np.trace(shares)) - chance) / (1 - chance)


def kappa_interval(table: Confusion, *, coverage: float = 0.95) -> Interval:
    """Large-sample interval of Cohen's kappa, cut off at -1 and 1.

    Over repeated samples of items it holds the true kappa with probability near
    `coverage`; with few items (below 50 or so) it is too short.

    Notes
    -----
    Variance of Fleiss, Cohen and Everitt (1969), doi:10.1037/h0028106.

    Examples
    --------
    >>> labels = ("yes", "no")
    >>> table = Confusion(rows=labels, columns=labels, counts=((20, 5), (10, 15)))
    >>> found = kappa_interval(table)
    >>> round(found.low, 3), round(found.high, 3)
    (0.151, 0.649)
    """
    shares, value = table.square, kappa(table)
    chance = _by_chance(shares)
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    marginal = columns[:, None] + rows[None, :]  # of the cell's own labels, crossed
    own = np.diag(shares) * (1 - np.diag(marginal) * (1 - value)) ** 2
    weights = shares * marginal**2
    off = (weights.sum() - np.trace(weights)) * (1 - value) ** 2
    centre = (value - chance * (1 - value)) ** 2
    variance = (own.sum() + off - centre) / (1 - chance) ** 2 / table.total
    reach = float(norm.ppf((1 + coverage) / 2)) * math.sqrt(max(float(variance), 0.0))
    return Interval(
        low=max(-1.0, value - reach), high=min(1.0, value + reach), coverage=coverage
    )


def _by_chance(shares: NDArray[np.float64]) -> float:
    chance = float(shares.sum(axis=1) @ shares.sum(axis=0))
    if chance > 1 - 1e-12:
        raise UndefinedMeasureError("kappa", "both judges gave one label to everything")
    return chance
