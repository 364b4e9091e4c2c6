"""How often lower bounds on F1 lie above the truth, summed exactly."""

from dataclasses import dataclass
from itertools import product

import numpy as np
from scipy import stats

from thresher.certification.criteria import Criterion, find_criterion
from thresher.certification.samples import Counts, Samples

__all__ = ["GRID", "Coverage", "Setting", "coverage", "coverage_by_outcome", "grid"]

ALPHA = 0.05
PREVALENCES = (0.031, 0.1, 0.25, 0.474)
RATES = ((0.5, 0.5), (0.8, 0.8), (0.6, 0.9), (0.95, 0.95))  # recall and precision
SIZES = (200, 500, 2000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A population and the size of its samples."""

    prevalence: float
    recall: float
    precision: float
    size: int

    @property
    def shares(self) -> tuple[float, float, float]:
        """Shares of true positives, false positives and false negatives."""
        found = self.prevalence * self.recall
        false = found * (1 - self.precision) / self.precision
        return found, false, self.prevalence - found

    @property
    def f1(self) -> float:
        """F1 of the classifier."""
        return 2 * self.recall * self.precision / (self.recall + self.precision)


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """Coverage of a bound over the grid: on average, and in the worst setting."""

    method: str
    mean: float
    worst: float


GRID = tuple(
    Setting(prevalence=prevalence, recall=recall, precision=precision, size=size)
    for prevalence, (recall, precision), size in product(PREVALENCES, RATES, SIZES)
)


def grid(method: str, *, settings: tuple[Setting, ...] = GRID) -> Coverage:
    """Return the coverage of a bound over the 48 settings."""
    criterion = find_criterion("f1", method=method)
    sums = coverage_by_outcome if method in ("normal", "printed") else coverage
    found = [sums(criterion, setting) for setting in settings]
    return Coverage(method=method, mean=float(np.mean(found)), worst=min(found))


def coverage(criterion: Criterion, setting: Setting, *, alpha: float = ALPHA) -> float:
    """Chance that the bound is no higher than F1, for bounds on the Jaccard index.

    No simulation: over every number of records that count, the true positives from
    which on the bound is too high are found, and their chances added up.
    """
    found, false, missed = setting.shares
    counting = found + false + missed
    among = np.arange(setting.size + 1)
    low, high = np.full(among.shape, -1), among + 1  # right, and too high or none
    while (high - low > 1).any():
        middle = np.clip((low + high) // 2, 0, among)
        bound = criterion.lower(_tables(middle, among), alpha=alpha)
        wrong = (bound > setting.f1 + 1e-12) & (high - low > 1)
        right = ~wrong & (high - low > 1)
        high, low = np.where(wrong, middle, high), np.where(right, middle, low)
    chance = stats.binom.pmf(among, setting.size, counting)
    wrong_chance = stats.binom.sf(high - 1, among, found / counting)
    return float(1 - (chance * wrong_chance).sum())


def _tables(found: Counts, among: Counts) -> Samples:
    nothing = np.zeros_like(among)
    return Samples(
        true_positives=found,
        false_positives=among - found,
        false_negatives=nothing,
        true_negatives=nothing,
    )


def coverage_by_outcome(
    criterion: Criterion, setting: Setting, *, alpha: float = ALPHA
) -> float:
    """Chance that the bound is no higher than F1, summed over all likely outcomes.

    Outcomes with a chance below 1e-9 in one of their parts are left out, and count
    as right.
    """
    found, false, missed = setting.shares
    retrieved = found + false
    wrong = 0.0
    for n1 in _likely(setting.size, retrieved):
        tp = _likely(n1, found / retrieved)[:, None]
        fn = _likely(setting.size - n1, missed / (1 - retrieved))[None, :]
        whole = np.zeros(np.broadcast_shapes(tp.shape, fn.shape), np.int64)
        table = Samples(
            true_positives=tp + whole,
            false_positives=n1 - tp + whole,
            false_negatives=fn + whole,
            true_negatives=setting.size - n1 - fn + whole,
        )
        chance = stats.binom.pmf(tp, n1, found / retrieved) * stats.binom.pmf(
            fn, setting.size - n1, missed / (1 - retrieved)
        )
        high = criterion.lower(table, alpha=alpha) > setting.f1 + 1e-12
        part = stats.binom.pmf(n1, setting.size, retrieved)
        wrong += float(part * chance[high].sum())
    return 1 - wrong


def _likely(size: int, share: float) -> Counts:
    """Return the outcomes of a binomial that are not all but impossible."""
    ends = np.asarray(stats.binom.ppf(np.array([1e-9, 1 - 1e-9]), size, share))
    return np.arange(int(ends[0]), int(ends[1]) + 1)
