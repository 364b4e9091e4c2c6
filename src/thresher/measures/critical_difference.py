"""Whether several models differ over several data sets, by their ranks."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy import special
from scipy.stats import rankdata, studentized_range

from thresher.arrays import Scores
from thresher.errors import InputError, UndefinedMeasureError

__all__ = ["ModelRanks", "model_ranks", "nemenyi_difference"]

FEWEST = 2
MEASURE = "friedman"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRanks:
    """Mean ranks of models over data sets, and what they tell.

    Parameters
    ----------
    ranks
        Mean rank of each model; 1 is the best on every data set.
    data_sets
        How many data sets were ranked on.
    statistic, p_value
        Friedman's chi-square, corrected for ties, and its p-value.
    f_statistic, f_p_value
        Iman and Davenport's form of it, which is less cautious.
    difference
        Nemenyi's critical difference of mean ranks.
    alpha
        The chance of telling any two equal models apart.
    """

    ranks: tuple[float, ...]
    data_sets: int
    statistic: float
    p_value: float
    f_statistic: float
    f_p_value: float
    difference: float
    alpha: float

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Models that cannot be told apart, as positions, best first.

        Each group is as large as can be; one within another is left out.
        """
        order = sorted(range(len(self.ranks)), key=lambda model: self.ranks[model])
        found: list[tuple[int, ...]] = []
        for start, first in enumerate(order):
            near = tuple(
                model
                for model in order[start:]
                if self.ranks[model] - self.ranks[first] < self.difference
            )
            inside = found and set(near) <= set(found[-1])
            if len(near) > 1 and not inside:
                found.append(near)
        return tuple(found)


def model_ranks(
    values: ArrayLike, *, better: Literal["higher", "lower"], alpha: float = 0.05
) -> ModelRanks:
    r"""Friedman's test of equal models, with Nemenyi's critical difference.

    Parameters
    ----------
    values
        One row a data set, one column a model: one value each, a mean over seeds.
    better
        Which way the measure is good.
    alpha
        Of the critical difference.

    Raises
    ------
    InputError
        Fewer than two data sets or models, or a value that is not finite.
    UndefinedMeasureError
        All models are equal on every data set.

    Notes
    -----
    Ranks are per data set, equal values share the mean of theirs. Friedman's
    :math:`\chi^2_F = \frac{12N}{k(k+1)} \left[\sum_j R_j^2 - \frac{k(k+1)^2}{4}\right]`
    for :math:`N` data sets, :math:`k` models and mean ranks :math:`R_j`, divided by the
    share of rank variance that ties leave, and
    :math:`F_F = \frac{(N-1)\chi^2_F}{N(k-1) - \chi^2_F}`. Seeds of one data set are no
    independent data sets: average them first. Demšar (2006), JMLR 7:1-30.

    Examples
    --------
    >>> found = model_ranks([[0.1, 0.3], [0.2, 0.4], [0.3, 0.2]], better="lower")
    >>> [round(rank, 2) for rank in found.ranks], round(found.statistic, 3)
    ([1.33, 1.67], 0.333)
    """
    table = np.asarray(values, dtype=np.float64)
    shape = table.shape
    if len(shape) != FEWEST or min(shape) < FEWEST:
        raise InputError(
            f"ranks need {FEWEST} data sets and {FEWEST} models, got a table of shape "
            f"{shape}"
        )
    if not np.isfinite(table).all():
        raise InputError("ranks need a value of every model on every data set")
    ranks: Scores = rankdata(table if better == "lower" else -table, axis=1)
    data_sets, models = shape
    statistic = _chi_square(ranks)
    free = data_sets * (models - 1) - statistic
    f_value = (data_sets - 1) * statistic / free if free > 0 else math.inf
    f_free = models - 1, (models - 1) * (data_sets - 1)
    return ModelRanks(
        ranks=tuple(ranks.mean(axis=0).tolist()),
        data_sets=data_sets,
        statistic=statistic,
        p_value=float(special.chdtrc(models - 1, statistic)),
        f_statistic=f_value,
        f_p_value=float(special.fdtrc(*f_free, f_value)),
        difference=nemenyi_difference(models, data_sets, alpha=alpha),
        alpha=alpha,
    )


def nemenyi_difference(models: int, data_sets: int, *, alpha: float = 0.05) -> float:
    r"""Difference of mean ranks from which two of `models` differ.

    Notes
    -----
    :math:`q_\alpha \sqrt{k(k+1)/(6N)}` with :math:`q_\alpha` the quantile of the
    studentized range for :math:`k` models and infinite degrees of freedom, divided by
    :math:`\sqrt2`. The chance that any two of equal models differ so much is about
    `alpha`, in large samples. Demšar (2006), JMLR 7:1-30.

    Examples
    --------
    >>> round(nemenyi_difference(4, 14), 2)
    1.25
    """
    if not 0 < alpha < 1:
        raise InputError(f"alpha must be in (0, 1), got {alpha}")
    quantile = float(studentized_range.ppf(1 - alpha, models, math.inf)) / math.sqrt(2)
    return quantile * math.sqrt(models * (models + 1) / (6 * data_sets))


def _chi_square(ranks: Scores) -> float:
    """Return Friedman's statistic of ranks, one row a data set."""
    data_sets, models = ranks.shape
    middle = (models + 1) / 2
    spread = ((ranks - middle) ** 2).sum()  # less than without ties
    if spread == 0:
        raise UndefinedMeasureError(MEASURE, "all models are equal on every data set")
    between = data_sets**2 * ((ranks.mean(axis=0) - middle) ** 2).sum()
    return float((models - 1) * between / spread)
