"""Which samples of a finite population would pass: for planning many at a time."""

import numpy as np

from thresher.arrays import Labels
from thresher.certification.effectiveness import Measure
from thresher.certification.intervals.binomial import wilson_upper
from thresher.certification.intervals.finite_population import NUISANCE, upper_tail
from thresher.certification.samples import Samples

__all__ = ["passes_in_finite"]


def passes_in_finite(
    samples: Samples,
    measure: Measure,
    *,
    target: float,
    alpha: float,
    population: int,
) -> Labels:
    """Whether each sample would be certified for so many records, very nearly.

    The part of the population that counts is taken at the upper end of what is
    plausible, by Wilson's bound, where `part_lower` looks at every size with an exact
    one. Good for planning; a certificate needs `part_lower`.

    Examples
    --------
    >>> from thresher.certification.effectiveness import RECALL
    >>> seen = Samples(
    ...     true_positives=np.array([59, 20]), false_positives=np.array([0, 0]),
    ...     false_negatives=np.array([0, 1]), true_negatives=np.array([41, 79]),
    ... )
    >>> passes_in_finite(seen, RECALL, target=0.95, alpha=0.05, population=10_000)
    array([ True, False])
    """
    found, among = samples.true_positives, measure.among(samples)
    share = wilson_upper(among, samples.sizes, alpha=NUISANCE * alpha)
    unseen = population - samples.sizes
    size = among + np.minimum(np.ceil(share * unseen).astype(np.int64), unseen)
    wanted = float(measure.to_share(np.array(target)))
    below = np.ceil(wanted * size - 1e-9).astype(np.int64) - 1  # most, under the target
    likeliest = np.clip(below, found, size - (among - found))  # what was seen is there
    chance = upper_tail(found, likeliest, drawn=among, population=size)
    enough: Labels = (below < found) | (chance <= (1 - NUISANCE) * alpha)
    return enough & (among > 0)
