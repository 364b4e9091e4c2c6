"""Exact one-sided bounds for samples without replacement from so many records."""

import math

import numpy as np
from numpy.typing import NDArray
from scipy import special

from thresher.arrays import Scores
from thresher.certification.intervals.binomial import check_alpha
from thresher.errors import InputError

__all__ = ["NUISANCE", "fewest", "most", "part_lower", "upper_tail"]

TIE = 1e-9  # a chance this close to alpha does not exclude: the cautious side
NUISANCE = 0.02  # of alpha, spent on how many records count at all
CELLS = 256  # sizes of the unknown part that are looked at first
SPLITS = 4  # times that an undecided stretch of sizes is split in as many parts
Whole = NDArray[np.int64]


def fewest(successes: int, *, drawn: int, population: int, alpha: float = 0.05) -> int:
    r"""Smallest number of such records that a population may plausibly hold.

    Guarantee: whatever the true number, over repeated samples the bound exceeds it
    with probability at most `alpha`; exact, for every size of population.
    Assumption: `drawn` of the `population` records are a simple random sample
    without replacement, correctly labelled.

    Parameters
    ----------
    successes
        How many such records the sample holds.
    drawn, population
        How many records the sample and the population hold.
    alpha
        Chance of a bound above the truth, in (0, 1).

    Notes
    -----
    The smallest :math:`T` with :math:`P(X \ge x \mid N, T, n) > \alpha` for the
    hypergeometric :math:`X`. Records seen are known: with everything drawn the bound
    is the truth.

    Examples
    --------
    >>> fewest(59, drawn=59, population=1000)
    952
    """
    _check(successes, drawn=drawn, population=population)
    check_alpha(alpha)
    found = _fewest(successes, np.array([population]), drawn=drawn, alpha=alpha)
    return int(found[0])


def most(successes: int, *, drawn: int, population: int, alpha: float = 0.05) -> int:
    """Largest number of such records that a population may plausibly hold.

    Guarantee: whatever the true number, the bound is below it with probability at
    most `alpha`; exact. Assumption: a simple random sample without replacement.

    Examples
    --------
    >>> most(0, drawn=300, population=1000)
    8
    """
    _check(successes, drawn=drawn, population=population)
    other = fewest(drawn - successes, drawn=drawn, population=population, alpha=alpha)
    return population - other


def part_lower(
    successes: int, trials: int, *, drawn: int, population: int, alpha: float = 0.05
) -> float:
    r"""Exact lower bound on the share of successes in a part of unknown size.

    Guarantee: whatever the true numbers, over repeated samples the bound exceeds the
    true share with probability at most `alpha`. Assumption: `drawn` of `population`
    records are a simple random sample without replacement, correctly labelled.

    Parameters
    ----------
    successes, trials
        How many records of the sample belong to the part (the relevant ones, say),
        and how many of these are successes.
    drawn, population
        How many records the sample and the population hold.
    alpha
        Chance of a bound above the truth, in (0, 1).

    Notes
    -----
    Given that :math:`m` of the part's :math:`M` records are drawn, the successes are
    hypergeometric. :math:`M` is unknown: a fiftieth of `alpha` goes into an upper
    bound on it, and the least bound over all :math:`M` below is taken. Berger and
    Boos (1994), doi:10.1080/01621459.1994.10476836. Where many :math:`M` come into
    question, neighbouring ones are bounded together, on the safe side.

    Examples
    --------
    >>> round(part_lower(45, 50, drawn=500, population=1000), 3)
    0.821
    """
    _check(successes, drawn=trials, population=drawn)
    _check(trials, drawn=drawn, population=population)
    check_alpha(alpha)
    if not trials:
        return 0.0
    spent = NUISANCE * alpha
    largest = most(trials, drawn=drawn, population=population, alpha=spent)
    return _least_share(successes, trials, largest=largest, alpha=alpha - spent)


def _least_share(successes: int, trials: int, *, largest: int, alpha: float) -> float:
    """Return the least bound over all sizes of the part, from trials to largest."""
    cells = np.unique(np.linspace(trials, largest, CELLS + 1).astype(np.int64))
    counts = _fewest(successes, cells, drawn=trials, alpha=alpha)
    for _ in range(SPLITS):
        best = float((counts / cells).min())
        ends = np.append(cells[1:] - 1, largest)  # of the stretch begun by each cell
        undecided = np.flatnonzero((counts / ends < best) & (ends > cells))
        if not undecided.size:
            return best
        parts = np.linspace(cells[undecided] + 1, ends[undecided], SPLITS)
        added, first = np.unique(parts.astype(np.int64), return_index=True)
        stretch = np.tile(undecided, SPLITS)[first]
        between = (counts[stretch] - 1, counts[stretch + 1])
        more = _fewest(successes, added, drawn=trials, alpha=alpha, between=between)
        cells, order = np.unique(np.append(cells, added), return_index=True)
        counts = np.append(counts, more)[order]
    return float((counts / np.append(cells[1:] - 1, largest)).min())


def _fewest(
    successes: int,
    populations: Whole,
    *,
    drawn: int,
    alpha: float,
    between: tuple[Whole, Whole] | None = None,
) -> Whole:
    """Return `fewest` for each of several populations.

    It never falls as populations grow, so that neighbours tell where it lies: above
    the first of `between` and up to the second.
    """
    low, high = between or (
        np.full(populations.shape, successes - 1),
        populations - (drawn - successes),
    )
    while (high - low > 1).any():
        middle = (low + high) // 2
        chance = upper_tail(
            np.array(successes), middle, drawn=np.array(drawn), population=populations
        )
        plausible = (chance > alpha - TIE) & (middle > low)
        high = np.where(plausible, middle, high)
        low = np.where(plausible, low, middle)
    return high


def upper_tail(
    successes: Whole, relevant: Whole, *, drawn: Whole, population: Whole
) -> Scores:
    """Chance that a sample holds `successes` or more of the relevant records.

    Examples
    --------
    >>> one = np.array([1])
    >>> upper_tail(one, one, drawn=np.array([3]), population=np.array([10])).round(6)
    array([0.3])
    """
    last = np.minimum(drawn, relevant)
    terms = int(np.max(last - successes, initial=-1)) + 1
    seen = successes + np.arange(max(terms, 0)).reshape(-1, *[1] * last.ndim)
    logs = (
        _log_choose(relevant, seen)
        + _log_choose(population - relevant, drawn - seen)
        - _log_choose(population, drawn)
    )
    total: Scores = np.exp(logs).sum(axis=0)
    return np.where(successes <= 0, 1.0, np.minimum(total, 1.0))


def _log_choose(n: Whole, k: Whole) -> Scores:
    """Return the logarithm of a binomial coefficient, minus infinity for none."""
    there = (k >= 0) & (k <= n)
    inside = np.where(there, k, 0)
    logs = (
        special.gammaln(n + 1.0)
        - special.gammaln(inside + 1.0)
        - special.gammaln(np.where(there, n - inside, 0) + 1.0)
    )
    return np.where(there, logs, -math.inf)


def _check(successes: int, *, drawn: int, population: int) -> None:
    if not 0 <= successes <= drawn <= population:
        raise InputError(
            f"need successes <= drawn <= population, got {successes}, {drawn} and "
            f"{population}: a sample cannot hold more than what it is drawn from"
        )
