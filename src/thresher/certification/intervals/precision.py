"""Lower bounds on the precision of a classifier, from a labelled sample."""

from thresher.arrays import Scores
from thresher.certification.effectiveness import PRECISION
from thresher.certification.intervals.binomial import (
    clopper_pearson_lower,
    mid_p_lower,
    wilson_lower,
)
from thresher.certification.intervals.finite_population import fewest, part_lower
from thresher.certification.samples import Samples
from thresher.measures.confusion import Confusion

__all__ = [
    "exact_precision",
    "exact_precision_of_finite",
    "exact_precision_of_retrieved",
    "mid_p_precision",
    "wilson_precision",
]


def exact_precision(samples: Samples, *, alpha: float = 0.05) -> Scores:
    """Exact lower bound on precision, from a sample's retrieved records; the default.

    Guarantee: whatever the classifier and the prevalence, over repeated samples the
    bound exceeds the population's precision with probability at most `alpha`.
    Assumption: each sample is a simple random one from an unlimited population,
    labelled without error, and looked at once. Without a retrieved record it is 0.

    Examples
    --------
    >>> table = Confusion(
    ...     true_positives=59, false_positives=0, false_negatives=0,
    ...     true_negatives=41,
    ... )
    >>> exact_precision(Samples.of(table)).round(4)
    array([0.9505])
    """
    return clopper_pearson_lower(
        samples.true_positives, PRECISION.among(samples), alpha=alpha
    )


def mid_p_precision(samples: Samples, *, alpha: float = 0.05) -> Scores:
    """Mid-P lower bound on precision: sharper, and no guarantee, only near `alpha`.

    Assumption: as for `exact_precision`.
    """
    return mid_p_lower(samples.true_positives, PRECISION.among(samples), alpha=alpha)


def wilson_precision(samples: Samples, *, alpha: float = 0.05) -> Scores:
    """Wilson's lower bound on precision: sharper, and no guarantee, only near `alpha`.

    Assumption: as for `exact_precision`.
    """
    return wilson_lower(samples.true_positives, PRECISION.among(samples), alpha=alpha)


def exact_precision_of_finite(
    table: Confusion, *, population: int, alpha: float = 0.05
) -> float:
    """Exact lower bound on precision over a finite population.

    Guarantee: whatever the classifier, over repeated samples the bound exceeds the
    precision on these very `population` records with probability at most `alpha`.
    Assumption: the sample is a simple random one without replacement from all of
    them, labelled without error, and looked at once. See `part_lower`.

    Examples
    --------
    >>> table = Confusion(
    ...     true_positives=59, false_positives=0, false_negatives=0,
    ...     true_negatives=41,
    ... )
    >>> exact_precision_of_finite(table, population=100)
    1.0
    """
    sample = Samples.of(table)
    return part_lower(
        table.true_positives,
        int(PRECISION.among(sample)[0]),
        drawn=int(sample.sizes[0]),
        population=population,
        alpha=alpha,
    )


def exact_precision_of_retrieved(
    relevant: int, *, drawn: int, retrieved: int, alpha: float = 0.05
) -> float:
    """Exact lower bound on the precision of a retrieved set of known size.

    Guarantee: whatever the true precision, over repeated samples the bound exceeds
    it with probability at most `alpha`. Assumption: `drawn` of the `retrieved`
    records are a simple random sample of them without replacement, looked at once.

    Examples
    --------
    >>> exact_precision_of_retrieved(59, drawn=59, retrieved=1000)
    0.952
    """
    return fewest(relevant, drawn=drawn, population=retrieved, alpha=alpha) / retrieved
