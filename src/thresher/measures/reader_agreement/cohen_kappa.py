"""Cohen's kappa: agreement of two readers beyond what their own habits explain."""

import numpy as np

from thresher.arrays import Scores
from thresher.errors import InputError
from thresher.measures.reader_agreement.coefficient import Coefficient, Sums
from thresher.measures.reader_agreement.overlap_sample import OverlapSample

__all__ = ["COHEN_KAPPA", "cohen_kappa"]

PAIR = 2


def _terms(sample: OverlapSample) -> Scores:
    """One column for each pair of categories: 1 where the readers chose these."""
    if sample.marks.shape[1] != PAIR:
        raise InputError(
            f"Cohen's kappa is for two readers, got {sample.marks.shape[1]}: take two "
            "of them, or Krippendorff's alpha"
        )
    both = np.count_nonzero(sample.marks >= 0, axis=1) == PAIR
    first, second = np.where(both[:, None], sample.marks, 0).T
    table: Scores = np.eye(sample.categories**PAIR)[first * sample.categories + second]
    return np.where(both[:, None], table, 0.0)


def _value(sums: Sums, *, categories: int) -> Sums:
    tables = sums.reshape(*sums.shape[:-1], categories, categories)
    with np.errstate(invalid="ignore"):
        shares = tables / tables.sum(axis=(-2, -1), keepdims=True)
        agreed = np.trace(shares, axis1=-2, axis2=-1)
        chance = (shares.sum(axis=-1) * shares.sum(axis=-2)).sum(axis=-1)
        value: Sums = (agreed - chance) / (1 - chance)
    # Both gave one and the same category to all: 0 / 0, whatever the rounding.
    return np.where(chance.real > 1 - 1e-12, np.nan, value)


COHEN_KAPPA = Coefficient(
    name="cohen_kappa",
    title="Cohen's \N{GREEK SMALL LETTER KAPPA}",
    terms=_terms,
    value=_value,
    undefined="both readers gave all records one and the same label",
)


def cohen_kappa(sample: OverlapSample) -> float:
    r"""Agreement of two readers beyond chance, :math:`(p_o - p_e)/(1 - p_e)`.

    Here :math:`p_e = \sum_k p_{k\cdot} p_{\cdot k}` from each reader's own shares.
    Records that only one of them read are left out.

    Raises
    ------
    UndefinedMeasureError
        No record was read by two readers, or both gave all
        of them one and the same label.

    Notes
    -----
    Cohen (1960), doi:10.1177/001316446002000104. It falls when few records are
    relevant, however careful the readers are: give Gwet's AC1 beside it.

    Examples
    --------
    >>> from thresher.measures.reader_agreement import Drawn, OverlapSample
    >>> sample = OverlapSample.of_pairs(
    ...     [1, 1, 0, 0], [1, 0, 0, 0], drawn=Drawn.RANDOM
    ... )
    >>> cohen_kappa(sample)
    0.5
    """
    return COHEN_KAPPA(sample)
