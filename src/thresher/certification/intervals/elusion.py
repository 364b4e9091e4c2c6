"""Upper bounds on elusion: the share of relevant records among the discarded ones."""

from dataclasses import dataclass

from thresher.certification.intervals.binomial import (
    clopper_pearson_upper,
    mid_p_upper,
    wilson_upper,
)
from thresher.certification.intervals.finite_population import most
from thresher.errors import InputError

__all__ = [
    "ElusionSample",
    "exact_elusion",
    "exact_elusion_of_finite",
    "mid_p_elusion",
    "most_missed",
    "wilson_elusion",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ElusionSample:
    """A simple random sample, without replacement, of the unread records.

    Raises
    ------
    InputError
        More relevant records than sampled ones, or more sampled than unread ones.
    """

    unread: int
    sampled: int
    relevant: int

    def __post_init__(self) -> None:
        if not 0 <= self.relevant <= self.sampled <= self.unread or not self.unread:
            raise InputError(f"need 0 <= relevant <= sampled <= unread, got {self}")


def exact_elusion(relevant: int, *, sampled: int, alpha: float = 0.05) -> float:
    """Exact upper bound on elusion in an unlimited population.

    Guarantee: whatever the true elusion, over repeated samples the bound is below it
    with probability at most `alpha`. Assumption: independent draws of discarded
    records, looked at once.

    Examples
    --------
    >>> round(exact_elusion(0, sampled=59), 4)
    0.0495
    """
    return float(clopper_pearson_upper(relevant, sampled, alpha=alpha))


def mid_p_elusion(relevant: int, *, sampled: int, alpha: float = 0.05) -> float:
    """Mid-P upper bound on elusion: sharper, and no guarantee, only near `alpha`."""
    return float(mid_p_upper(relevant, sampled, alpha=alpha))


def wilson_elusion(relevant: int, *, sampled: int, alpha: float = 0.05) -> float:
    """Wilson's upper bound on elusion: sharper, and no guarantee, only near `alpha`."""
    return float(wilson_upper(relevant, sampled, alpha=alpha))


def most_missed(sample: ElusionSample, *, alpha: float = 0.05) -> int:
    """Largest number of relevant records that the unread set may plausibly hold.

    Guarantee: whatever the true number, over repeated samples it exceeds the bound
    with probability at most `alpha`. Assumption: the sample is a simple random one,
    without replacement, and was looked at once. Relevant records in the sample count.

    Examples
    --------
    >>> most_missed(ElusionSample(unread=1000, sampled=300, relevant=0))
    8
    """
    return most(
        sample.relevant, drawn=sample.sampled, population=sample.unread, alpha=alpha
    )


def exact_elusion_of_finite(sample: ElusionSample, *, alpha: float = 0.05) -> float:
    """Exact upper bound on elusion over a finite unread set.

    Guarantee and assumption: those of `most_missed`, as a share of the unread.

    Examples
    --------
    >>> exact_elusion_of_finite(ElusionSample(unread=1000, sampled=300, relevant=0))
    0.008
    """
    return most_missed(sample, alpha=alpha) / sample.unread
