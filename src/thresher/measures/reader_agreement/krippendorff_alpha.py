"""Krippendorff's alpha for categories without an order."""

import numpy as np

from thresher.arrays import Scores
from thresher.measures.reader_agreement.coefficient import Coefficient, Sums
from thresher.measures.reader_agreement.overlap_sample import OverlapSample

__all__ = ["KRIPPENDORFF_ALPHA", "krippendorff_alpha"]


def _terms(sample: OverlapSample) -> Scores:
    """Agreeing coincidences, and uses of each category, of records read twice."""
    counts = sample.counts
    readers = counts.sum(axis=1)
    twice = readers > 1
    agreeing = (counts * (counts - 1)).sum(axis=1) / np.maximum(readers - 1, 1)
    return np.column_stack([agreeing * twice, counts * twice[:, None]]).astype(
        np.float64
    )


def _value(sums: Sums, *, categories: int) -> Sums:  # noqa: ARG001
    agreeing, uses = sums[..., 0], sums[..., 1:]
    total = uses.sum(axis=-1)
    differing = total**2 - (uses**2).sum(axis=-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        value: Sums = 1 - (total - 1) * (total - agreeing) / differing
    return np.where(differing.real > 0, value, np.nan)


KRIPPENDORFF_ALPHA = Coefficient(
    name="krippendorff_alpha",
    title="Krippendorff's \N{GREEK SMALL LETTER ALPHA}",
    terms=_terms,
    value=_value,
    undefined="all readers gave all records one and the same label",
)


def krippendorff_alpha(sample: OverlapSample) -> float:
    r"""Agreement of any number of readers, :math:`1 - D_o/D_e`, for nominal categories.

    With coincidences :math:`o_{kk'}` over records read twice or more, and uses
    :math:`n_k = \sum_{k'} o_{kk'}` that add up to :math:`n`,
    :math:`\alpha = 1 - (n-1)\frac{n - \sum_k o_{kk}}{n^2 - \sum_k n_k^2}`.

    Raises
    ------
    UndefinedMeasureError
        No record was read by two readers, or all gave all of
        them one and the same label.

    Notes
    -----
    Krippendorff (2011), repository.upenn.edu/asc_papers/43. Missing readers are
    allowed.

    Examples
    --------
    >>> from thresher.measures.reader_agreement import Drawn, OverlapSample
    >>> sample = OverlapSample.of_pairs([1, 1, 0, 0], [1, 0, 0, 0], drawn=Drawn.RANDOM)
    >>> round(krippendorff_alpha(sample), 4)
    0.5333
    """
    return KRIPPENDORFF_ALPHA(sample)
