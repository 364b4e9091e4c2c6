"""When a sample passes: a lower bound on a measure that reaches the target."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy import special

from thresher.arrays import Labels, Scores
from thresher.certification.effectiveness import F1, PRECISION, RECALL, Measure
from thresher.certification.intervals.f1 import (
    equation_five_as_printed,
    exact_f1,
    mid_p_f1,
    normal_approximation,
    wilson_f1,
)
from thresher.certification.intervals.precision import (
    exact_precision,
    mid_p_precision,
    wilson_precision,
)
from thresher.certification.intervals.recall import (
    exact_recall,
    mid_p_recall,
    wilson_recall,
)
from thresher.certification.samples import Samples
from thresher.errors import UnknownNameError

__all__ = ["Bound", "Criterion", "find_criterion"]


class Bound(Protocol):
    """Anything that gives a lower bound for each of several samples."""

    def __call__(self, samples: Samples, *, alpha: float) -> Scores:
        """Return the bounds."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """A measure, how it is bounded, and whether that guarantees anything.

    Parameters
    ----------
    measure
        What is bounded.
    method
        The name of the method.
    lower
        The bound.
    guaranteed
        Whether the bound exceeds the truth with probability at most alpha, always.
    """

    measure: Measure
    method: str
    lower: Bound
    guaranteed: bool

    def passes(self, samples: Samples, *, target: float, alpha: float) -> Labels:
        """Return which samples have a bound of `target` or more.

        For exact bounds the chance of a sample at least as good is compared with
        `alpha`, which is the same and faster than to find the bound.
        """
        if not self.guaranteed:
            return self.lower(samples, alpha=alpha) >= target
        share = self.measure.to_share(np.array(target))
        found, among = samples.true_positives, self.measure.among(samples)
        chance = special.betainc(np.maximum(found, 1), among - found + 1, share)
        return (found > 0) & (chance <= alpha)


def _exact(measure: Measure, lower: Bound) -> Criterion:
    return Criterion(measure=measure, method="exact", lower=lower, guaranteed=True)


def _near(measure: Measure, method: str, lower: Bound) -> Criterion:
    return Criterion(measure=measure, method=method, lower=lower, guaranteed=False)


_KNOWN = (
    _exact(F1, exact_f1),
    _near(F1, "mid-p", mid_p_f1),
    _near(F1, "wilson", wilson_f1),
    _near(F1, "normal", normal_approximation),
    _near(F1, "printed", equation_five_as_printed),
    _exact(RECALL, exact_recall),
    _near(RECALL, "mid-p", mid_p_recall),
    _near(RECALL, "wilson", wilson_recall),
    _exact(PRECISION, exact_precision),
    _near(PRECISION, "mid-p", mid_p_precision),
    _near(PRECISION, "wilson", wilson_precision),
)
CRITERIA: Mapping[tuple[str, str], Criterion] = {
    (criterion.measure.name, criterion.method): criterion for criterion in _KNOWN
}


def find_criterion(measure: str, *, method: str = "exact") -> Criterion:
    """Return how a measure is bounded by a method.

    Raises
    ------
    UnknownNameError
        That measure has no such method; the message lists those there are.

    Examples
    --------
    >>> find_criterion("recall").guaranteed
    True
    """
    known = {way: found for (name, way), found in CRITERIA.items() if name == measure}
    if not known:
        names = {name for name, _ in CRITERIA}
        raise UnknownNameError("measure to certify", measure, known=names)
    if method not in known:
        raise UnknownNameError(f"bound on {measure}", method, known=known)
    return known[method]
