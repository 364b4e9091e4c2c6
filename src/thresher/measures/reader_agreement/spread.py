"""How far a coefficient of agreement may be from its value over the pile."""

from dataclasses import dataclass

import numpy as np
from scipy.stats import beta, norm

from thresher.arrays import Scores
from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.reader_agreement.coefficient import Coefficient
from thresher.measures.reader_agreement.overlap_sample import OverlapSample
from thresher.measures.reader_agreement.percent_agreement import (
    PERCENT_AGREEMENT,
    agreeing_pairs,
)

__all__ = [
    "AgreementInterval",
    "bootstrap_interval",
    "exact_interval",
    "normal_interval",
    "standard_error",
]

STEP = 1e-30  # into the complex plane: exact to the last digit, nothing cancels
WORST, BEST = -1.0, 1.0
FEWEST = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementInterval:
    """A two-sided interval, and the confidence it was made for."""

    lower: float
    upper: float
    confidence: float


def standard_error(sample: OverlapSample, coefficient: Coefficient) -> float:
    r"""Large-sample standard error of a coefficient, by linearisation.

    Parameters
    ----------
    sample
        A random overlap sample.
    coefficient
        One of `COEFFICIENTS`.

    Raises
    ------
    InputError
        The records were chosen by a ranking.
    UndefinedMeasureError
        The coefficient has no value, there are fewer than two records, or readers
        never disagreed, so that the sample shows nothing of its own spread.

    Notes
    -----
    :math:`\sqrt{\sum_i (\ell_i-\bar\ell)^2 n/(n-1)}`, where :math:`\ell_i` is what
    record :math:`i` adds to first order. That is the variance of Fleiss, Cohen and
    Everitt (1969), doi:10.1037/h0028106, for Cohen's kappa and of Gwet (2008) for AC1
    where all read everything, with :math:`n - 1` where Fleiss has :math:`n`.

    Examples
    --------
    >>> from thresher.measures.reader_agreement import COHEN_KAPPA, Drawn
    >>> sample = OverlapSample.of_pairs(
    ...     [1, 1, 0, 0] * 9, [1, 0, 0, 0] * 9, drawn=Drawn.RANDOM
    ... )
    >>> round(standard_error(sample, COHEN_KAPPA), 3)
    0.127
    """
    _refuse_ranked(sample)
    coefficient(sample)
    _refuse_unanimous(sample, coefficient)
    terms = coefficient.terms(sample)
    n = terms.shape[0]
    added = terms @ _gradient(sample, coefficient)
    return float(np.sqrt(n * added.var(ddof=1)))


def normal_interval(
    sample: OverlapSample, coefficient: Coefficient, *, confidence: float = 0.95
) -> AgreementInterval:
    """Interval by the normal approximation, cut off at -1 and 1.

    Only for large samples: with few relevant records, prefer `bootstrap_interval`.

    Raises
    ------
    InputError, UndefinedMeasureError
        As `standard_error`.
    """
    _refuse_odd(confidence)
    value = coefficient(sample)
    reach = norm.ppf((1 + confidence) / 2) * standard_error(sample, coefficient)
    return AgreementInterval(
        lower=float(max(value - reach, WORST)),
        upper=float(min(value + reach, BEST)),
        confidence=confidence,
    )


def bootstrap_interval(
    sample: OverlapSample,
    coefficient: Coefficient,
    *,
    rng: np.random.Generator,
    confidence: float = 0.95,
    resamples: int = 2000,
) -> AgreementInterval:
    """Interval by drawing records again, with replacement (percentile bootstrap).

    Parameters
    ----------
    sample
        A random overlap sample, or the whole pile taken as a sample of such piles.
    coefficient
        One of `COEFFICIENTS`.
    rng
        Where the draws come from.
    confidence, resamples
        How sure, and how many draws.

    Raises
    ------
    InputError
        The records were chosen by a ranking, or a number is out of range.
    UndefinedMeasureError
        As `standard_error`.

    Notes
    -----
    A draw without a value (nobody included anything in it) counts as the worst one for
    the lower end and as the best one for the upper: it can only widen the interval.
    """
    _refuse_odd(confidence)
    if resamples < 1:
        raise InputError(f"resamples must be 1 or more, got {resamples}")
    _refuse_ranked(sample)
    coefficient(sample)
    _refuse_unanimous(sample, coefficient)
    rows, counts = np.unique(coefficient.terms(sample), axis=0, return_counts=True)
    drawn = rng.multinomial(counts.sum(), counts / counts.sum(), size=resamples)
    values = coefficient.value(drawn @ rows, categories=sample.categories)
    low, high = (1 - confidence) / 2, (1 + confidence) / 2
    lower, upper = (np.where(np.isnan(values), end, values) for end in (WORST, BEST))
    return AgreementInterval(
        lower=float(np.quantile(lower, low, method="inverted_cdf")),
        upper=float(np.quantile(upper, high, method="higher")),
        confidence=confidence,
    )


def exact_interval(
    sample: OverlapSample, *, confidence: float = 0.95
) -> AgreementInterval:
    """Exact interval of percent agreement of two readers (Clopper and Pearson).

    Guarantee: over random samples of a pile much larger than the sample, it misses the
    pile's percent agreement with probability at most ``1 - confidence``. It also holds
    where readers never disagreed.

    Raises
    ------
    InputError
        The records were chosen by a ranking, or some had more than two readers.
    UndefinedMeasureError
        No record was read by two readers.

    Examples
    --------
    >>> from thresher.measures.reader_agreement import Drawn
    >>> sample = OverlapSample.of_pairs([0] * 59, [0] * 59, drawn=Drawn.RANDOM)
    >>> round(exact_interval(sample, confidence=0.9).lower, 3)
    0.95
    """
    _refuse_odd(confidence)
    _refuse_ranked(sample)
    PERCENT_AGREEMENT(sample)
    pairs, agreeing = agreeing_pairs(sample).T
    if (np.count_nonzero(sample.marks >= 0, axis=1) > FEWEST).any():
        raise InputError(
            "the exact interval is for two readers a record: take two, or the bootstrap"
        )
    records, agreed = int(pairs.sum()), int(agreeing.sum())
    tail = (1 - confidence) / 2
    lower = beta.ppf(tail, agreed, records - agreed + 1) if agreed else 0.0
    differ = records - agreed
    upper = beta.ppf(1 - tail, agreed + 1, differ) if differ else 1.0
    return AgreementInterval(
        lower=float(lower), upper=float(upper), confidence=confidence
    )


def _gradient(sample: OverlapSample, coefficient: Coefficient) -> Scores:
    """Slope of the coefficient in each sum, by a step into the complex plane."""
    sums = coefficient.sums(sample)
    steps = sums + 1j * STEP * np.eye(sums.size)
    values = np.asarray(coefficient.value(steps, categories=sample.categories))
    slope: Scores = values.imag / STEP
    return slope


def _refuse_odd(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise InputError(f"confidence must be above 0 and below 1, got {confidence}")


def _refuse_ranked(sample: OverlapSample) -> None:
    if not sample.generalises:
        raise InputError(
            "a ranking chose these records, so agreement on them says nothing of the "
            "pile and has no interval: draw an overlap at random"
        )


def _refuse_unanimous(sample: OverlapSample, coefficient: Coefficient) -> None:
    if sample.records < FEWEST or PERCENT_AGREEMENT(sample) == 1:
        raise UndefinedMeasureError(
            f"the spread of {coefficient.name}",
            f"readers never disagreed on the {sample.records} records that they share; "
            "see the exact interval of percent agreement",
        )
