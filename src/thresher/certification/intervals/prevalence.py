"""Bounds on prevalence: the share of relevant records."""

from thresher.certification.intervals.binomial import (
    clopper_pearson_lower,
    clopper_pearson_upper,
    mid_p_lower,
    mid_p_upper,
    wilson_lower,
    wilson_upper,
)
from thresher.certification.intervals.finite_population import fewest, most

__all__ = [
    "exact_prevalence_lower",
    "exact_prevalence_upper",
    "fewest_relevant",
    "mid_p_prevalence_lower",
    "mid_p_prevalence_upper",
    "most_relevant",
    "wilson_prevalence_lower",
    "wilson_prevalence_upper",
]


def exact_prevalence_lower(
    relevant: int, *, sampled: int, alpha: float = 0.05
) -> float:
    """Exact lower bound on prevalence in an unlimited population.

    Guarantee: whatever the prevalence, over repeated samples the bound exceeds it
    with probability at most `alpha`. Assumption: independent draws, looked at once.
    Both bounds together err with probability at most twice `alpha`.

    Examples
    --------
    >>> round(exact_prevalence_lower(5, sampled=100), 4)
    0.0199
    """
    return float(clopper_pearson_lower(relevant, sampled, alpha=alpha))


def exact_prevalence_upper(
    relevant: int, *, sampled: int, alpha: float = 0.05
) -> float:
    """Exact upper bound on prevalence in an unlimited population.

    Guarantee: whatever the prevalence, over repeated samples the bound is below it
    with probability at most `alpha`. Assumption: independent draws, looked at once.

    Examples
    --------
    >>> round(exact_prevalence_upper(5, sampled=100), 4)
    0.1023
    """
    return float(clopper_pearson_upper(relevant, sampled, alpha=alpha))


def mid_p_prevalence_lower(
    relevant: int, *, sampled: int, alpha: float = 0.05
) -> float:
    """Mid-P lower bound on prevalence; no guarantee, only near `alpha`."""
    return float(mid_p_lower(relevant, sampled, alpha=alpha))


def mid_p_prevalence_upper(
    relevant: int, *, sampled: int, alpha: float = 0.05
) -> float:
    """Mid-P upper bound on prevalence; no guarantee, only near `alpha`."""
    return float(mid_p_upper(relevant, sampled, alpha=alpha))


def wilson_prevalence_lower(
    relevant: int, *, sampled: int, alpha: float = 0.05
) -> float:
    """Wilson's lower bound on prevalence; no guarantee, only near `alpha`."""
    return float(wilson_lower(relevant, sampled, alpha=alpha))


def wilson_prevalence_upper(
    relevant: int, *, sampled: int, alpha: float = 0.05
) -> float:
    """Wilson's upper bound on prevalence; no guarantee, only near `alpha`."""
    return float(wilson_upper(relevant, sampled, alpha=alpha))


def fewest_relevant(
    relevant: int, *, sampled: int, population: int, alpha: float = 0.05
) -> int:
    """Smallest number of relevant records that a finite population may hold.

    Guarantee: whatever the true number, over repeated samples the bound exceeds it
    with probability at most `alpha`. Assumption: a simple random sample without
    replacement, looked at once.

    Examples
    --------
    >>> fewest_relevant(5, sampled=100, population=1000)
    21
    """
    return fewest(relevant, drawn=sampled, population=population, alpha=alpha)


def most_relevant(
    relevant: int, *, sampled: int, population: int, alpha: float = 0.05
) -> int:
    """Largest number of relevant records that a finite population may hold.

    Guarantee: whatever the true number, over repeated samples the bound is below it
    with probability at most `alpha`. Assumption: as for `fewest_relevant`.

    Examples
    --------
    >>> most_relevant(5, sampled=100, population=1000)
    99
    """
    return most(relevant, drawn=sampled, population=population, alpha=alpha)
