"""Lower bounds on the recall of a classifier, from a labelled sample."""

from thresher.arrays import Scores
from thresher.certification.effectiveness import RECALL
from thresher.certification.intervals.binomial import (
    clopper_pearson_lower,
    mid_p_lower,
    wilson_lower,
)
from thresher.certification.intervals.finite_population import part_lower
from thresher.certification.samples import Samples
from thresher.measures.confusion import Confusion

__all__ = ["exact_recall", "exact_recall_of_finite", "mid_p_recall", "wilson_recall"]


def exact_recall(samples: Samples, *, alpha: float = 0.05) -> Scores:
    """Exact lower bound on recall, from the relevant records of a sample; the default.

    Guarantee: whatever the classifier and the prevalence, over repeated samples the
    bound exceeds the population's recall with probability at most `alpha`. Assumption:
    each sample is a simple random one from an unlimited population, labelled without
    error, and looked at once. Without a relevant record the bound is 0.

    Examples
    --------
    >>> table = Confusion(
    ...     true_positives=59, false_positives=0, false_negatives=0,
    ...     true_negatives=41,
    ... )
    >>> exact_recall(Samples.of(table)).round(4)
    array([0.9505])
    """
    return clopper_pearson_lower(
        samples.true_positives, RECALL.among(samples), alpha=alpha
    )


def mid_p_recall(samples: Samples, *, alpha: float = 0.05) -> Scores:
    """Mid-P lower bound on recall: sharper, and no guarantee, only near `alpha`.

    Assumption: as for `exact_recall`.
    """
    return mid_p_lower(samples.true_positives, RECALL.among(samples), alpha=alpha)


def wilson_recall(samples: Samples, *, alpha: float = 0.05) -> Scores:
    """Wilson's lower bound on recall: sharper, and no guarantee, only near `alpha`.

    Assumption: as for `exact_recall`.
    """
    return wilson_lower(samples.true_positives, RECALL.among(samples), alpha=alpha)


def exact_recall_of_finite(
    table: Confusion, *, population: int, alpha: float = 0.05
) -> float:
    """Exact lower bound on recall over a finite population.

    Guarantee: whatever the classifier, over repeated samples the bound exceeds the
    recall on these very `population` records with probability at most `alpha`.
    Assumption: the sample is a simple random one without replacement from all of
    them, labelled without error, and looked at once. See `part_lower`.

    Examples
    --------
    >>> table = Confusion(
    ...     true_positives=59, false_positives=0, false_negatives=0,
    ...     true_negatives=41,
    ... )
    >>> exact_recall_of_finite(table, population=100)
    1.0
    """
    sample = Samples.of(table)
    return part_lower(
        table.true_positives,
        int(RECALL.among(sample)[0]),
        drawn=int(sample.sizes[0]),
        population=population,
        alpha=alpha,
    )
