"""Lower bounds on the F1 of a classifier, from a labelled sample."""

import numpy as np
from scipy import special

from thresher.arrays import Scores
from thresher.certification.effectiveness import F1
from thresher.certification.intervals.binomial import (
    check_alpha,
    clopper_pearson_lower,
    mid_p_lower,
    wilson_lower,
)
from thresher.certification.intervals.finite_population import part_lower
from thresher.certification.samples import Counts, Samples
from thresher.measures.confusion import Confusion

__all__ = [
    "equation_five_as_printed",
    "exact_f1",
    "exact_f1_of_finite",
    "mid_p_f1",
    "normal_approximation",
    "wilson_f1",
]


def exact_f1(samples: Samples, *, alpha: float = 0.05) -> Scores:
    r"""Exact lower bound on F1; the default.

    Guarantee: whatever the classifier and the prevalence, over repeated samples the
    bound exceeds the population's F1 with probability at most `alpha`. Assumption:
    each sample is a simple random one from an unlimited population, labelled without
    error, and neither the classifier nor the sample's size was chosen after a look.

    Notes
    -----
    Of the :math:`m = tp + fp + fn` records that are relevant or retrieved,
    :math:`tp` is binomial with the Jaccard index :math:`J`; the bound of Clopper and
    Pearson on :math:`J` becomes one on :math:`F_1 = 2J/(1 + J)`.

    Examples
    --------
    >>> table = Confusion(
    ...     true_positives=80, false_positives=20, false_negatives=20,
    ...     true_negatives=880,
    ... )
    >>> exact_f1(Samples.of(table)).round(4)
    array([0.7415])
    """
    share = clopper_pearson_lower(
        samples.true_positives, F1.among(samples), alpha=alpha
    )
    return F1.from_share(share)


def mid_p_f1(samples: Samples, *, alpha: float = 0.05) -> Scores:
    """Mid-P lower bound on F1, a little sharper than the exact one.

    No guarantee: the chance of a bound above the truth is near `alpha`; summed
    exactly over 48 settings of prevalence, recall, precision and size it was at most
    0.053 at 0.05. Assumption: as for `exact_f1`.
    """
    share = mid_p_lower(samples.true_positives, F1.among(samples), alpha=alpha)
    return F1.from_share(share)


def wilson_f1(samples: Samples, *, alpha: float = 0.05) -> Scores:
    """Wilson's lower bound on F1, a little sharper than the exact one.

    No guarantee: the chance of a bound above the truth is near `alpha`; summed
    exactly over 48 settings of prevalence, recall, precision and size it was at most
    0.062 at 0.05. Assumption: as for `exact_f1`.
    """
    share = wilson_lower(samples.true_positives, F1.among(samples), alpha=alpha)
    return F1.from_share(share)


def normal_approximation(samples: Samples, *, alpha: float = 0.05) -> Scores:
    r"""Lower bound on F1 by the paper's propagation of error.

    No guarantee: summed exactly over 48 settings, at `alpha` 0.05 the bound is above
    the truth in 10 % of samples on average, and in 54 % in the worst setting (few
    relevant records, nearly all found). For comparison with the paper.

    Notes
    -----
    Bagdouri et al. (2013), eq. 4, doi:10.1145/2505515.2505708, with the retrieved
    share of the sample as that of the population, and :math:`z_{1-\alpha}`. Without a
    relevant or retrieved record the bound is 0.
    """
    estimate, variance = _propagated(samples)
    check_alpha(alpha)
    return _lower(estimate, variance, alpha=alpha)


def equation_five_as_printed(samples: Samples, *, alpha: float = 0.05) -> Scores:
    """Lower bound on F1 by the paper's eq. 5 to the letter; only to reproduce it.

    It is wrong: eq. 4 already is the variance of the estimate, and eq. 5 divides by
    the size of the sample once more. At `alpha` 0.05 the bound is above the truth in
    about 48 % of samples. Never certify with it.
    """
    check_alpha(alpha)
    estimate, variance = _propagated(samples)
    again = variance / np.maximum(samples.sizes - 1, 1)
    return _lower(estimate, again, alpha=alpha)


def exact_f1_of_finite(
    table: Confusion, *, population: int, alpha: float = 0.05
) -> float:
    """Exact lower bound on F1 over a finite population.

    Guarantee: whatever the classifier, over repeated samples the bound exceeds the
    F1 on these very `population` records with probability at most `alpha`.
    Assumption: the sample is a simple random one without replacement, labelled
    without error, and was looked at once. See `part_lower`.

    Examples
    --------
    >>> table = Confusion(
    ...     true_positives=80, false_positives=20, false_negatives=20,
    ...     true_negatives=880,
    ... )
    >>> round(exact_f1_of_finite(table, population=1500), 4)
    0.7619
    """
    sample = Samples.of(table)
    share = part_lower(
        table.true_positives,
        int(F1.among(sample)[0]),
        drawn=int(sample.sizes[0]),
        population=population,
        alpha=alpha,
    )
    return float(F1.from_share(np.array(share)))


def _propagated(samples: Samples) -> tuple[Scores, Scores]:
    """Return F1 and its variance by eq. 4, for a population of size 1."""
    share = samples.retrieved / np.maximum(samples.sizes, 1)
    found, found_variance = _stratum(
        samples.true_positives, samples.retrieved, share=share
    )
    missed, missed_variance = _stratum(
        samples.false_negatives, samples.unretrieved, share=1 - share
    )
    whole = found + missed + share
    safe = np.where(whole > 0, whole, 1.0)
    spread = (missed + share) ** 2 * found_variance + found**2 * missed_variance
    return 2 * found / safe, 4 / safe**4 * spread


def _stratum(relevant: Counts, size: Counts, *, share: Scores) -> tuple[Scores, Scores]:
    """Return the estimated part of relevant records in a stratum, and its variance."""
    known = np.maximum(size, 1)
    rate = relevant / known
    return share * rate, share**2 * rate * (1 - rate) / known


def _lower(estimate: Scores, variance: Scores, *, alpha: float) -> Scores:
    bound = estimate + special.ndtri(alpha) * np.sqrt(variance)
    return np.clip(bound, 0, 1)
