"""How many records to label to certify an outside screener."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np
from scipy.stats import hypergeom

from thresher.certification.outside.bounds import split_bounds
from thresher.certification.outside.sample import OutsideSample
from thresher.errors import InputError
from thresher.screening.recall_target import exact_share

__all__ = ["Expectation", "SampleSizes", "power_of", "sample_sizes"]

TRIES = 12  # sizes tried for the included
CLOSER = 60  # sizes tried for the excluded, in the end
NEGLIGIBLE = 1e-9  # chance, of numbers drawn that sizing leaves out


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What the screener is thought to have achieved; a guess for sizing only.

    Raises
    ------
    InputError
        A share is not in (0, 1].
    """

    recall: float
    precision: float

    def __post_init__(self) -> None:
        for name, share in (("recall", self.recall), ("precision", self.precision)):
            if not 0 < share <= 1:
                raise InputError(f"expected {name} must be in (0, 1], got {share}")

    def relevant(self, included: int) -> tuple[int, int]:
        """Return the numbers of relevant records inside and outside, rounded up."""
        inside = max(1, round(self.precision * included))
        return inside, int(np.ceil(inside * (1 - self.recall) / self.recall - 1e-9))


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleSizes:
    """Numbers to draw from the included and the excluded, and the power they have."""

    included: int
    excluded: int
    power: float


def sample_sizes(
    included: int,
    excluded: int,
    *,
    expected: Expectation,
    target: float,
    alpha: float = 0.05,
    power: float = 0.9,
) -> SampleSizes | None:
    """Smallest samples of both strata that show recall of `target` often enough.

    Parameters
    ----------
    included, excluded
        How many records the screener included and excluded.
    expected
        What is thought of the screener. If it is wrong, the bound stays valid and
        only the power differs.
    target
        The recall to show.
    alpha, power
        The chance of error allowed, and the chance of success wanted.

    Returns
    -------
    SampleSizes or None
        Nothing if even all labels would not do, because less recall is expected.

    Raises
    ------
    InputError
        A share is out of range, or the strata cannot hold what is expected.

    Examples
    --------
    >>> sizes = sample_sizes(
    ...     60,
    ...     540,
    ...     expected=Expectation(recall=0.98, precision=0.4),
    ...     target=0.9,
    ... )
    >>> sizes.included, sizes.excluded
    (60, 467)
    """
    share = exact_share(target, name="target")
    if not 0 < power < 1:
        raise InputError(f"power must be above 0 and below 1, got {power}")
    truth = expected.relevant(included)
    if included < 1 or truth[1] > excluded:
        raise InputError(
            f"{included} included and {excluded} excluded records cannot hold "
            f"{truth[0]} and {truth[1]} relevant ones: expect something else"
        )

    def reached(inside: int, outside: int) -> float:
        sample = OutsideSample(
            included=included,
            excluded=excluded,
            included_sampled=inside,
            excluded_sampled=outside,
            included_relevant=0,
            excluded_relevant=0,
        )
        return power_of(sample, truth, target=share, alpha=alpha)

    tried = np.unique(np.geomspace(1, included, TRIES).round().astype(int)).tolist()
    found = []
    for inside in tried:
        outside = _least(excluded, partial(reached, inside), power=power)
        if outside is not None:
            found.append((inside, outside))
    if not found:
        return None
    inside, outside = min(found, key=sum)
    fewer = np.linspace(outside // 2, outside, CLOSER).astype(int).tolist()
    enough = (n for n in fewer if reached(inside, n) >= power)
    outside = next(enough, outside)
    return SampleSizes(
        included=inside, excluded=outside, power=reached(inside, outside)
    )


def power_of(
    sample: OutsideSample, truth: tuple[int, int], *, target: Fraction, alpha: float
) -> float:
    """Chance that samples of these sizes show recall of `target`.

    Parameters
    ----------
    sample
        The sizes; its counts of relevant records are not looked at.
    truth
        How many relevant records there are inside and outside.
    target, alpha
        The recall to show, and the chance of error.
    """
    drawn, chance = [], []
    for relevant, size, sampled in (
        (truth[0], sample.included, sample.included_sampled),
        (truth[1], sample.excluded, sample.excluded_sampled),
    ):
        law = hypergeom(size, relevant, sampled)
        numbers = np.arange(int(law.ppf(1 - NEGLIGIBLE)) + 1)
        drawn.append(numbers)
        chance.append(law.pmf(numbers))
    inside, outside = split_bounds(
        sample, alpha=alpha, included=drawn[0], excluded=drawn[1]
    )
    left = target.denominator * inside[:, None]
    right = target.numerator * (inside[:, None] + outside[None, :])
    shown = (left >= right) & (inside[:, None] > 0)
    return float(chance[0] @ shown @ chance[1])


def _least(most: int, reached: Callable[[int], float], *, power: float) -> int | None:
    """Return about the least number that reaches the power, up to `most`.

    The power goes up and down a little, because numbers are whole; the search takes it
    to rise.
    """
    if reached(most) < power:
        return None
    low, high = 0, most
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) >= power else (middle + 1, high)
    return high
