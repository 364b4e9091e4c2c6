"""One test sample a population that grows, so that sizes can be compared."""

from dataclasses import dataclass

import numpy as np

from thresher.certification.posterior import Draws
from thresher.certification.samples import Counts, Samples

__all__ = ["Growth", "empty_samples", "thinned"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Growth:
    """How test samples grow: from unlimited populations, or from so many records.

    Parameters
    ----------
    draws
        The populations.
    population
        How many records each holds, or None without a limit.
    """

    draws: Draws
    population: int | None

    def more(self, so_far: Samples, added: int, *, rng: np.random.Generator) -> Samples:
        """Return the samples after `added` more records of each population."""
        if self.population is None:
            retrieved = rng.binomial(added, self.draws.retrieved)
        else:
            there = np.rint(self.draws.retrieved * self.population).astype(np.int64)
            left = np.maximum(there - so_far.retrieved, 0)
            others = self.population - so_far.sizes - left
            retrieved = rng.hypergeometric(left, others, added)
        return so_far + self.draws.sampled(retrieved, added, rng=rng)


def empty_samples(count: int) -> Samples:
    """Return `count` samples without a record."""
    none: Counts = np.zeros(count, np.int64)
    return Samples(
        true_positives=none,
        false_positives=none,
        false_negatives=none,
        true_negatives=none,
    )


def thinned(
    small: Samples, large: Samples, *, keep: int, rng: np.random.Generator
) -> Samples:
    """Return samples between two sizes: the small ones and `keep` of what is added.

    The records that are kept are drawn at random, so that each sample has the law of
    a random sample of its size, and is a part of the large one.

    Examples
    --------
    >>> large = Samples(
    ...     true_positives=np.array([3]), false_positives=np.array([1]),
    ...     false_negatives=np.array([0]), true_negatives=np.array([6]),
    ... )
    >>> rng = np.random.default_rng(1)
    >>> thinned(empty_samples(1), large, keep=5, rng=rng).sizes
    array([5])
    """
    found = large.true_positives - small.true_positives
    retrieved = large.retrieved - small.retrieved
    missed = large.false_negatives - small.false_negatives
    others = large.unretrieved - small.unretrieved
    kept = rng.hypergeometric(retrieved, others, keep)
    kept_found = rng.hypergeometric(found, retrieved - found, kept)
    kept_missed = rng.hypergeometric(missed, others - missed, keep - kept)
    return small + Samples(
        true_positives=kept_found,
        false_positives=kept - kept_found,
        false_negatives=kept_missed,
        true_negatives=keep - kept - kept_missed,
    )
