"""How many test labels will certify a classifier: Algorithms 1 and 2, vectorised."""

import math
from dataclasses import dataclass

import numpy as np

from thresher.arrays import Scores
from thresher.certification.claim import Claim
from thresher.certification.growing_samples import Growth, empty_samples, thinned
from thresher.certification.posterior import Draws, posterior_draws
from thresher.certification.samples import Samples
from thresher.measures.confusion import Confusion

__all__ = ["SizeEstimate", "certification_size", "theta_star"]

LARGEST = 2**24  # test labels; nobody labels more
HALVINGS = 20  # of [0, 1], for theta star in a finite population
SLACK = 0.01  # of the target, at which the paper's search ends early


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeEstimate:
    """How many test labels to get, or why no number will do.

    Parameters
    ----------
    size
        Test labels, or None if no size can do it.
    power
        Share of the draws that pass at this size; without one, the most any could.
    bound
        What the bound reaches in a share `power` asked for of the draws; without a
        size, what no bound can exceed there.
    reason
        Why there is no size; empty where there is.
    """

    size: int | None
    power: float
    bound: float
    reason: str = ""


def theta_star(bounds: Scores, *, beta: float) -> float:
    """Largest target that a share 1 - `beta` of the bounds reaches (Algorithm 1).

    Examples
    --------
    >>> theta_star(np.array([0.5, 0.6, 0.7, 0.8]), beta=0.25)
    0.5
    """
    return float(np.quantile(bounds, beta, method="inverted_cdf"))


def certification_size(
    table: Confusion,
    claim: Claim,
    *,
    rng: np.random.Generator,
    draws: int = 1000,
    early_exit: bool = False,
) -> SizeEstimate:
    r"""Smallest test sample that will be certified with the asked power.

    Parameters
    ----------
    table
        The classifier on a random sample: held out, or the summed folds of a
        cross-validation.
    claim
        What is to be certified.
    rng
        Draws populations and test samples; the same state gives the same size, and
        then a higher target, confidence or power never gives a smaller one.
    draws
        How many populations; 1,000 in the paper.
    early_exit
        Whether to end as the paper's search does, at any size whose :math:`\theta^*`
        lies within 1 % above the target, rather than at the smallest.

    Raises
    ------
    UndefinedMeasureError
        The table has no record that counts for the measure.

    Notes
    -----
    Bagdouri et al. (2013), Algorithms 1 and 2, doi:10.1145/2505515.2505708: sizes are
    doubled until a share 1 - beta of the sampled bounds reaches the target, then
    halved in. As printed that never ends where the posterior itself leaves the
    measure below the target with probability above beta; then there is no size, and
    the reason is said. One sample for each population grows along the search, so that
    sizes are compared on common random numbers.

    What is promised is a chance, and only if the table is like the population; the
    test's own guarantee holds whatever the size came from.

    Examples
    --------
    >>> from thresher.certification.criteria import find_criterion
    >>> table = Confusion(
    ...     true_positives=80, false_positives=20, false_negatives=20,
    ...     true_negatives=880,
    ... )
    >>> claim = Claim(criterion=find_criterion("f1"), target=0.7)
    >>> found = certification_size(table, claim, rng=np.random.default_rng(1))
    >>> found.power >= 0.93
    True
    """
    measure = claim.criterion.measure
    estimate = measure.value(table)
    populations = posterior_draws(table, draws=draws, rng=rng)
    values = populations.values(measure)
    reachable = theta_star(values, beta=claim.beta)
    chance = float((values >= claim.target).mean())
    if estimate < claim.target:
        return SizeEstimate(
            size=None,
            power=chance,
            bound=reachable,
            reason=f"{measure.name} is {estimate:.4f}, already below the target "
            f"{claim.target:g}: no size can do it; train further",
        )
    if reachable < claim.target and claim.population is None:
        return SizeEstimate(
            size=None,
            power=chance,
            bound=reachable,
            reason=f"{measure.name} is {estimate:.4f}, but so uncertain that it is "
            f"{claim.target:g} or more with probability {chance:.3f} only, below the "
            f"power {claim.power:g}: no size can do it; label more for training",
        )
    return _searched(claim, populations, rng=rng, early_exit=early_exit)


def _searched(
    claim: Claim, populations: Draws, *, rng: np.random.Generator, early_exit: bool
) -> SizeEstimate:
    growth = Growth(draws=populations, population=claim.population)
    most = LARGEST if claim.population is None else claim.population
    count = populations.precision.size
    small, size = empty_samples(count), 1
    large = growth.more(small, 1, rng=rng)
    while not _enough(claim, large, claim.target):
        if size >= most:
            return _beyond(claim, large, most=most)
        added = min(size, most - size)
        small, large, size = large, growth.more(large, added, rng=rng), size + added
    return _narrowed(claim, small, large, rng=rng, early_exit=early_exit)


def _narrowed(
    claim: Claim,
    small: Samples,
    large: Samples,
    *,
    rng: np.random.Generator,
    early_exit: bool,
) -> SizeEstimate:
    """Return a size between samples that do not suffice and samples that do."""
    low, high = int(small.sizes[0]), int(large.sizes[0])
    while high - low > 1:
        middle = (low + high) // 2
        between = thinned(small, large, keep=middle - low, rng=rng)
        if not _enough(claim, between, claim.target):
            small, low = between, middle
            continue
        large, high = between, middle
        if early_exit and not _enough(claim, large, (1 + SLACK) * claim.target):
            break
    return _estimate(claim, large, size=high)


def _enough(claim: Claim, samples: Samples, target: float) -> bool:
    """Return whether theta star is at the target or above."""
    passing = claim.passes(samples, target)
    failing = passing.size - int(np.count_nonzero(passing))
    place = math.ceil(claim.beta * passing.size - 1e-9)  # of the order statistic
    return failing < max(place, 1)


def _estimate(
    claim: Claim, samples: Samples, *, size: int | None, reason: str = ""
) -> SizeEstimate:
    passing = claim.passes(samples, claim.target)
    return SizeEstimate(
        size=size,
        power=float(passing.mean()),
        bound=_reached(claim, samples),
        reason=reason,
    )


def _reached(claim: Claim, samples: Samples) -> float:
    """Return theta star."""
    if claim.population is None:
        bounds = claim.criterion.lower(samples, alpha=claim.alpha)
        return theta_star(bounds, beta=claim.beta)
    low, high = 0.0, 1.0
    if _enough(claim, samples, claim.target):
        low = claim.target
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _enough(claim, samples, middle) else (low, middle)
    return low


def _beyond(claim: Claim, samples: Samples, *, most: int) -> SizeEstimate:
    what = "the whole population" if claim.population else f"{most:,} labels"
    reason = f"even {what} would pass too seldom: no size can do it; train further"
    return _estimate(claim, samples, size=None, reason=reason)
