"""Knee and budget: stop where the curve of discoveries has bent enough."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil

import numpy as np

from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.errors import InputError

__all__ = ["Budget", "Knee", "slope_ratio"]

FEW = 150  # below so many found, the knee must be sharper
SHARP = 156
BENT = 6.0
TIE = 1e-9  # a ratio computed this near counts as reached


@dataclass(frozen=True, slots=True, kw_only=True)
class Knee:
    r"""Stop when the slope before the knee is many times the slope after it.

    Guarantee: none.

    Parameters
    ----------
    batch
        Look after every so many records, and seek the knee there.

    Notes
    -----
    :math:`\rho = \max_i \frac{f_i / i}{(1 + f_s - f_i) / (s - i)}` after :math:`s`
    records; stop when :math:`\rho \ge 156 - \min(f_s, 150)`. Cormack and Grossman
    (2016), doi:10.1145/2911451.2911510, seek the knee by its distance from the chord;
    as in tarexp 0.1.4 ours is where the ratio is largest.

    Examples
    --------
    >>> Knee()(History(labels=[1] * 10 + [0] * 200, records=999), Goal(target=0.95))
    156
    """

    batch: int = 1

    def __post_init__(self) -> None:
        if self.batch < 1:
            raise InputError(f"batch must be 1 or more, got {self.batch}")

    def __call__(self, history: History, goal: Goal) -> int | None:
        """Return the first look at which the ratio is large enough."""
        del goal
        return _bent(history, self.batch, lambda found: SHARP - min(found, FEW))


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    r"""Stop at a knee once enough was read for a random sample to have found ten.

    Guarantee: none. A knee of ratio 6 and :math:`10 N / f` records read, or three
    quarters of the pile. Cormack and Grossman (2016), doi:10.1145/2911451.2911510.

    Examples
    --------
    >>> Budget()(History(labels=[1] * 50 + [0] * 300, records=999), Goal(target=0.95))
    200
    """

    batch: int = 1

    def __post_init__(self) -> None:
        if self.batch < 1:
            raise InputError(f"batch must be 1 or more, got {self.batch}")

    def __call__(self, history: History, goal: Goal) -> int | None:
        """Return the first look at which both hold, or three quarters were read."""
        del goal
        most = ceil(0.75 * history.records)
        most = max(most, history.first_look)
        stop = _bent(
            history,
            self.batch,
            lambda _: BENT,
            least=lambda found: ceil(10 * history.records / found),
        )
        if stop is not None and stop <= most:
            return stop
        return most if most <= history.read else None


def slope_ratio(history: History, steps: int, *, batch: int = 1) -> float:
    """Largest ratio of the slopes before and after a place, after so many records.

    Examples
    --------
    >>> slope_ratio(History(labels=[1, 1, 0, 0, 0], records=9), 5)
    3.0
    """
    counts = history.counts
    at = np.arange(batch, steps, batch)
    if not at.size:
        return 0.0
    before = counts[at] / at
    after = (1 + counts[steps] - counts[at]) / (steps - at)
    return float((before / after).max())


def _bent(
    history: History,
    batch: int,
    needed: Callable[[int], float],
    *,
    least: Callable[[int], int] = lambda _: 1,
) -> int | None:
    """Return the first look whose slope ratio is as `needed`, from `least` on.

    Between two relevant records the ratio at any place grows with every record, so
    that the look follows from the places right after relevant records alone.
    """
    counts = history.counts
    for found, begin, end in _dry_spells(history):
        places = np.unique(-(-history.found_at[:found] // batch) * batch)
        places = places[places < end]
        ahead = counts[places] / places / (1 + found - counts[places])
        if not places.size:
            continue
        soonest = np.min(places + needed(found) / ahead)
        look = max(begin, least(found), history.first_look, ceil(soonest - TIE))
        look = -(-look // batch) * batch
        if look <= end:
            return int(look)
    return None


def _dry_spells(history: History) -> Iterator[tuple[int, int, int]]:
    """Yield how many were found, and the first and last look with so many."""
    at = history.found_at.tolist()
    for found, begin in enumerate(at, 1):
        end = at[found] - 1 if found < len(at) else history.read
        if end >= history.first_look:
            yield found, begin, end
