"""What a classifier may be like on a population, given what it did on a sample."""

from dataclasses import dataclass

import numpy as np

from thresher.arrays import Scores
from thresher.certification.effectiveness import Measure
from thresher.certification.samples import Counts, Samples
from thresher.errors import InputError
from thresher.measures.confusion import Confusion

__all__ = ["Draws", "posterior_draws"]

PRIOR = 0.5  # of Jeffreys, on both sides


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Draws:
    """Populations that the classifier may meet, drawn from their posterior.

    Parameters
    ----------
    retrieved
        The share of records that the classifier takes for relevant.
    precision
        The share of relevant records among these.
    elusion
        The share of relevant records among the others.
    """

    retrieved: Scores
    precision: Scores
    elusion: Scores

    def values(self, measure: Measure) -> Scores:
        """Return the measure in each population; 0 where no record counts for it."""
        found = self.retrieved * self.precision
        parts = {
            "f1": self.retrieved + (1 - self.retrieved) * self.elusion,
            "recall": found + (1 - self.retrieved) * self.elusion,
            "precision": self.retrieved,
        }
        among = parts[measure.name]
        return measure.from_share(found / np.where(among > 0, among, 1.0))

    def sampled(
        self, retrieved: Counts, sizes: int, *, rng: np.random.Generator
    ) -> Samples:
        """Return a random sample of each population, given how many are retrieved."""
        found = rng.binomial(retrieved, self.precision)
        missed = rng.binomial(sizes - retrieved, self.elusion)
        return Samples(
            true_positives=found,
            false_positives=retrieved - found,
            false_negatives=missed,
            true_negatives=sizes - retrieved - missed,
        )


def posterior_draws(
    table: Confusion, *, draws: int, rng: np.random.Generator, known_share: bool = True
) -> Draws:
    r"""Return populations, drawn as the sample makes them likely.

    Parameters
    ----------
    table
        The confusion matrix of a random sample: a held-out one, or the summed folds
        of a cross-validation.
    draws
        How many populations to draw.
    rng
        Draws them.
    known_share
        Whether the share of retrieved records is taken from the sample as known, as
        in the paper (the classifier can be run on everything), or drawn as well.

    Raises
    ------
    InputError
        The sample is empty, or no draw is asked for.

    Notes
    -----
    With Jeffreys' prior the share of relevant records is
    :math:`\mathrm{Beta}(\tfrac12 + tp, \tfrac12 + fp)` among the retrieved and
    :math:`\mathrm{Beta}(\tfrac12 + fn, \tfrac12 + tn)` among the others. Bagdouri et
    al. (2013), section 4.3, doi:10.1145/2505515.2505708.

    Examples
    --------
    >>> table = Confusion(
    ...     true_positives=80, false_positives=20, false_negatives=20,
    ...     true_negatives=880,
    ... )
    >>> drawn = posterior_draws(table, draws=1000, rng=np.random.default_rng(1))
    >>> bool(0.75 < drawn.precision.mean() < 0.85)
    True
    """
    retrieved = table.true_positives + table.false_positives
    others = table.false_negatives + table.true_negatives
    if draws < 1 or not retrieved + others:
        raise InputError(
            f"a posterior needs a sample and at least 1 draw, got {retrieved + others} "
            f"records and {draws} draws"
        )
    share = np.full(draws, retrieved / (retrieved + others))
    if not known_share:
        share = rng.beta(retrieved + PRIOR, others + PRIOR, draws)
    return Draws(
        retrieved=share,
        precision=rng.beta(
            table.true_positives + PRIOR, table.false_positives + PRIOR, draws
        ),
        elusion=rng.beta(
            table.false_negatives + PRIOR, table.true_negatives + PRIOR, draws
        ),
    )
