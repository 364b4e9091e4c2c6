"""Laws of the rate: the share of the pile that will be read before time runs out."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from thresher.arrays import Scores
from thresher.errors import InputError

__all__ = [
    "Beta",
    "CappedLogNormal",
    "Empirical",
    "Point",
    "RateDensity",
    "RateDistribution",
    "Uniform",
]

SHARPEST = 1e15  # beyond it a Beta is narrower than floating point can follow


class RateDistribution(Protocol):
    """A law on [0, 1]; all that rate-weighted measures need is its limited mean."""

    @property
    def mean(self) -> float:
        """The expected rate."""
        ...

    def cdf(self, rate: ArrayLike) -> Scores:
        """Chance that at most `rate` of the pile is read."""
        ...

    def limited_mean(self, rate: ArrayLike) -> Scores:
        """Return the expected smaller one of the law's rate and `rate`."""
        ...

    def quantile(self, chance: ArrayLike) -> Scores:
        """Smallest rate that is not exceeded with the given chance."""
        ...


class RateDensity(RateDistribution, Protocol):
    """A law with a density, at least between 0 and 1."""

    def density(self, rate: ArrayLike) -> Scores:
        """Density of the law at `rate`, atoms left out."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Beta:
    r"""The Beta law of the rate.

    Notes
    -----
    :math:`G(x) = x (1 - I_x(\alpha, \beta)) + \mu I_x(\alpha + 1, \beta)` with the
    regularised incomplete beta function :math:`I` and mean
    :math:`\mu = \alpha / (\alpha + \beta)`.

    Examples
    --------
    >>> round(Beta(alpha=3, beta=19).mean, 4)
    0.1364
    >>> float(Beta(alpha=1, beta=1).limited_mean(0.5))
    0.375
    """

    alpha: float
    beta: float

    def __post_init__(self) -> None:
        if not (0 < self.alpha <= SHARPEST and 0 < self.beta <= SHARPEST):
            raise InputError(
                f"alpha and beta must be above 0 and at most {SHARPEST:g}, got "
                f"{self.alpha} and {self.beta}; a rate known exactly is a Point"
            )

    @property
    def mean(self) -> float:
        """The expected rate."""
        return self.alpha / (self.alpha + self.beta)

    def cdf(self, rate: ArrayLike) -> Scores:
        """Chance that at most `rate` of the pile is read."""
        return np.asarray(special.betainc(self.alpha, self.beta, _share(rate)))

    def limited_mean(self, rate: ArrayLike) -> Scores:
        """Return the expected smaller one of the law's rate and `rate`."""
        share = _share(rate)
        below = special.betainc(self.alpha + 1, self.beta, share)
        return np.asarray(share * (1 - self.cdf(share)) + self.mean * below)

    def quantile(self, chance: ArrayLike) -> Scores:
        """Smallest rate that is not exceeded with the given chance."""
        return np.asarray(special.betaincinv(self.alpha, self.beta, _share(chance)))

    def density(self, rate: ArrayLike) -> Scores:
        """Density at `rate`; infinite at an end where its parameter is below 1."""
        share = _share(rate)
        powers = special.xlogy(self.alpha - 1, share)
        powers = powers + special.xlog1py(self.beta - 1, -share)
        return np.asarray(np.exp(powers - special.betaln(self.alpha, self.beta)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Uniform:
    """The uniform law between two rates; over [0, 1] it turns rAUC into AUC.

    Examples
    --------
    >>> Uniform(low=0.2, high=0.4).mean
    0.30000000000000004
    """

    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        if not 0 <= self.low < self.high <= 1:
            raise InputError(
                f"need 0 <= low < high <= 1, got {self.low} and {self.high}; "
                "a rate known exactly is a Point"
            )

    @property
    def mean(self) -> float:
        """The expected rate."""
        return (self.low + self.high) / 2

    def cdf(self, rate: ArrayLike) -> Scores:
        """Chance that at most `rate` of the pile is read."""
        within = np.clip(_share(rate), self.low, self.high) - self.low
        return np.asarray(within / (self.high - self.low))

    def limited_mean(self, rate: ArrayLike) -> Scores:
        """Return the expected smaller one of the law's rate and `rate`."""
        share = _share(rate)
        within = np.clip(share, self.low, self.high) - self.low
        curve = within - within**2 / (2 * (self.high - self.low))
        return np.asarray(np.minimum(share, self.low) + curve)

    def quantile(self, chance: ArrayLike) -> Scores:
        """Smallest rate that is not exceeded with the given chance."""
        rate = self.low + _share(chance) * (self.high - self.low)
        return np.asarray(np.minimum(rate, self.high))

    def density(self, rate: ArrayLike) -> Scores:
        """Density at `rate`: the same everywhere between the two ends."""
        share = _share(rate)
        inside = (share >= self.low) & (share <= self.high)
        return np.asarray(inside / (self.high - self.low))


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One rate, known exactly.

    Examples
    --------
    >>> Point(rate=0.3).limited_mean([0.1, 0.9])
    array([0.1, 0.3])
    """

    rate: float

    def __post_init__(self) -> None:
        if not 0 <= self.rate <= 1:
            raise InputError(f"a rate must be in [0, 1], got {self.rate}")

    @property
    def mean(self) -> float:
        """The rate itself."""
        return self.rate

    def cdf(self, rate: ArrayLike) -> Scores:
        """Chance that at most `rate` of the pile is read: 0 or 1."""
        return np.asarray(_share(rate) >= self.rate, dtype=np.float64)

    def limited_mean(self, rate: ArrayLike) -> Scores:
        """Return the smaller of the two rates."""
        return np.asarray(np.minimum(_share(rate), self.rate))

    def quantile(self, chance: ArrayLike) -> Scores:
        """Return the rate itself, whatever the chance."""
        return np.full_like(_share(chance), self.rate)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Empirical:
    """Rates seen in earlier reviews, each with its mass.

    Parameters
    ----------
    rates
        One or more rates, in any order.
    masses
        How much each counts; all alike by default. They need not sum to 1.

    Examples
    --------
    >>> Empirical(rates=[0.2, 0.1], masses=[1, 3]).mean
    0.125
    """

    rates: Sequence[float] | Scores
    masses: Sequence[float] | Scores | None = None
    _chances: Scores = field(init=False, repr=False)
    _moments: Scores = field(init=False, repr=False)

    def __post_init__(self) -> None:
        rates = np.asarray(self.rates, dtype=np.float64)
        given = np.ones(rates.shape) if self.masses is None else self.masses
        masses = np.asarray(given, dtype=np.float64)
        _refuse_impossible_atoms(rates, masses)
        order = np.argsort(rates, kind="stable")
        rates, masses = rates[order], masses[order] / masses.sum()
        object.__setattr__(self, "rates", rates)
        object.__setattr__(self, "masses", masses)
        object.__setattr__(self, "_chances", _running_sum(masses))
        object.__setattr__(self, "_moments", _running_sum(masses * rates))

    @property
    def mean(self) -> float:
        """The expected rate."""
        return float(self._moments[-1])

    def cdf(self, rate: ArrayLike) -> Scores:
        """Chance that at most `rate` of the pile is read."""
        return np.asarray(self._chances[self._atoms_up_to(_share(rate))])

    def limited_mean(self, rate: ArrayLike) -> Scores:
        """Return the expected smaller one of the law's rate and `rate`."""
        share = _share(rate)
        upto = self._atoms_up_to(share)
        above = self._chances[-1] - self._chances[upto]
        return np.asarray(self._moments[upto] + share * above)

    def quantile(self, chance: ArrayLike) -> Scores:
        """Smallest rate that is not exceeded with the given chance."""
        rates = np.asarray(self.rates)
        at = np.searchsorted(self._chances[1:], _share(chance) * self._chances[-1])
        return np.asarray(rates[np.minimum(at, rates.size - 1)])

    def _atoms_up_to(self, share: Scores) -> Scores:
        return np.asarray(np.searchsorted(self.rates, share, side="right"))


@dataclass(frozen=True, slots=True, kw_only=True)
class CappedLogNormal:
    r"""A log-normal rate, cut off at 1, where everything is read.

    Parameters
    ----------
    log_mean, log_deviation
        Mean and standard deviation of the logarithm of the rate before the cut.

    Notes
    -----
    :math:`G(x) = e^{m + s^2/2} \Phi(z - s) + x \Phi(-z)` with
    :math:`z = (\ln x - m) / s` and :math:`x \le 1`.

    Examples
    --------
    >>> CappedLogNormal(log_mean=0, log_deviation=1).chance_of_everything
    0.5
    """

    log_mean: float
    log_deviation: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.log_mean) and 0 < self.log_deviation < math.inf):
            raise InputError(
                "need a finite log_mean and a finite log_deviation above 0, got "
                f"{self.log_mean} and {self.log_deviation}"
            )

    @property
    def mean(self) -> float:
        """The expected rate."""
        return float(self.limited_mean(1.0))

    @property
    def chance_of_everything(self) -> float:
        """Chance that the whole pile is read."""
        return float(special.ndtr(self.log_mean / self.log_deviation))

    def cdf(self, rate: ArrayLike) -> Scores:
        """Chance that at most `rate` of the pile is read."""
        share = _share(rate)
        return np.asarray(np.where(share < 1, special.ndtr(self._normal(share)), 1.0))

    def limited_mean(self, rate: ArrayLike) -> Scores:
        """Return the expected smaller one of the law's rate and `rate`."""
        share = _share(rate)
        normal = self._normal(share)
        # In logarithms, because the first factor overflows where the second is tiny.
        growth = self.log_mean + self.log_deviation**2 / 2
        below = np.exp(growth + special.log_ndtr(normal - self.log_deviation))
        return np.asarray(below + share * special.ndtr(-normal))

    def quantile(self, chance: ArrayLike) -> Scores:
        """Smallest rate that is not exceeded with the given chance."""
        normal = special.ndtri(_share(chance))
        logarithm = self.log_mean + self.log_deviation * normal
        return np.asarray(np.exp(np.minimum(logarithm, 0.0)))

    def density(self, rate: ArrayLike) -> Scores:
        """Density at a `rate` below 1; the atom at 1 is left out."""
        share = _share(rate)
        safe = np.where(share > 0, share, 1.0)
        scale = safe * self.log_deviation * math.sqrt(2 * math.pi)
        value = np.exp(-(self._normal(safe) ** 2) / 2) / scale
        return np.asarray(np.where(share > 0, value, 0.0))

    def _normal(self, share: Scores) -> Scores:
        with np.errstate(divide="ignore"):  # nothing read is minus infinity
            return np.asarray((np.log(share) - self.log_mean) / self.log_deviation)


def _share(values: ArrayLike) -> Scores:
    return np.clip(np.asarray(values, dtype=np.float64), 0.0, 1.0)


def _running_sum(values: Scores) -> Scores:
    return np.concatenate([[0.0], np.cumsum(values)])


def _refuse_impossible_atoms(rates: Scores, masses: Scores) -> None:
    if rates.ndim != 1 or not rates.size or masses.shape != rates.shape:
        raise InputError(
            "need one row of rates and as many masses, got shapes "
            f"{rates.shape} and {masses.shape}"
        )
    if not np.all((rates >= 0) & (rates <= 1)):
        raise InputError(f"rates must be in [0, 1], got {rates.min()} to {rates.max()}")
    if not (np.all(masses >= 0) and 0 < masses.sum() < math.inf):
        raise InputError("masses must be finite, none below 0 and not all 0")
