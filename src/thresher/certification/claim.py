"""What is to be certified, and how surely."""

from dataclasses import dataclass

from thresher.arrays import Labels
from thresher.certification.criteria import Criterion
from thresher.certification.finite_criteria import passes_in_finite
from thresher.certification.samples import Samples
from thresher.errors import InputError

__all__ = ["Claim"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What is to be certified.

    Parameters
    ----------
    criterion
        The measure and its bound.
    target
        What the bound must reach, in (0, 1).
    confidence
        One less the chance of certifying a classifier that is below the target.
    power
        The chance to pass that is asked for.
    population
        How many unlabelled records the claim is about, from which the test sample
        will be drawn without replacement; None without a limit.

    Raises
    ------
    InputError
        A number outside its range.
    """

    criterion: Criterion
    target: float
    confidence: float = 0.95
    power: float = 0.93
    population: int | None = None

    def __post_init__(self) -> None:
        for name in ("target", "confidence", "power"):
            value = getattr(self, name)
            if not 0 < value < 1:
                raise InputError(f"{name} must be in (0, 1), got {value}")
        if self.population is not None and self.population < 1:
            raise InputError(
                f"no record is left to draw a test sample from: the population must "
                f"be larger than the sample it is judged by (left: {self.population})"
            )
        if self.population is not None and not self.criterion.guaranteed:
            raise InputError(
                f"the {self.criterion.method} bound has no form for finite "
                "populations: use the exact one, or leave the population out"
            )

    @property
    def alpha(self) -> float:
        """Chance of certifying a classifier that is below the target."""
        return 1 - self.confidence

    @property
    def beta(self) -> float:
        """Chance to fail that is accepted."""
        return 1 - self.power

    def passes(self, samples: Samples, target: float) -> Labels:
        """Return which samples would be certified for a target."""
        if self.population is None:
            return self.criterion.passes(samples, target=target, alpha=self.alpha)
        return passes_in_finite(
            samples,
            self.criterion.measure,
            target=target,
            alpha=self.alpha,
            population=self.population,
        )
