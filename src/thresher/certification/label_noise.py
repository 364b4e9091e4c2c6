"""Recall where labels are not always right: the price of what a reader misses."""

from dataclasses import dataclass

from scipy.stats import beta

from thresher.certification.intervals.binomial import check_alpha
from thresher.errors import InputError

__all__ = ["Overlap", "adjusted_bound", "most_missed_share"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """Records that were screened twice, and whose verdict was then agreed on.

    Parameters
    ----------
    relevant
        How many of them are relevant by the agreed verdict.
    missed
        How many of those the reader had called irrelevant, whose labels the
        certificate rests on.

    Raises
    ------
    InputError
        More were missed than are relevant.
    """

    relevant: int
    missed: int

    def __post_init__(self) -> None:
        if not 0 <= self.missed <= self.relevant:
            raise InputError(
                f"need 0 <= missed <= relevant in the overlap, got {self.missed} "
                f"and {self.relevant}"
            )


def most_missed_share(overlap: Overlap, *, alpha: float = 0.05) -> float:
    """Upper bound on the share of relevant records that the reader calls irrelevant.

    Guarantee: Clopper and Pearson's; with probability at most `alpha` the share is
    higher, if the relevant records of the overlap are a random sample of all.

    Examples
    --------
    >>> round(most_missed_share(Overlap(relevant=59, missed=0)), 3)
    0.05
    """
    check_alpha(alpha)
    if overlap.missed == overlap.relevant:
        return 1.0
    kept = overlap.relevant - overlap.missed
    return float(beta.ppf(1 - alpha, overlap.missed + 1, kept))


def adjusted_bound(
    found: int,
    most_relevant: int,
    *,
    overlap: Overlap,
    alpha: float = 0.05,
    rejected: int = 0,
) -> float:
    r"""Lower bound on recall by agreed verdicts, from one by a single reader's labels.

    Guarantee: if the certificate errs with probability at most :math:`\alpha_1`, this
    bound errs with at most :math:`\alpha_1` + `alpha`. It rests on three things: the
    reader's label of a record does not depend on when or how it was picked, the
    relevant records of the overlap are a random sample of all relevant ones, and the
    agreed verdicts are right.

    Parameters
    ----------
    found, most_relevant
        Those of the certificate.
    overlap
        What was screened twice.
    alpha
        The further chance of error.
    rejected
        How many of the found records were then agreed to be irrelevant.

    Raises
    ------
    InputError
        More were rejected than found, or more found than can be relevant.

    Notes
    -----
    The certificate says that the reader would call at most :math:`m` records relevant.
    Of these at most :math:`m - r` are, and they are at least a share
    :math:`1-\varphi` of all relevant ones. So recall is at least
    :math:`(f-r)(1-\varphi)/(m-r)`.

    Examples
    --------
    >>> overlap = Overlap(relevant=120, missed=2)
    >>> round(adjusted_bound(100, 104, overlap=overlap), 3)
    0.912
    """
    if not 0 <= rejected <= found <= most_relevant:
        raise InputError(
            f"need 0 <= rejected <= found <= most_relevant, got {rejected}, {found} "
            f"and {most_relevant}"
        )
    if rejected == found:
        return 0.0
    kept = 1 - most_missed_share(overlap, alpha=alpha)
    return (found - rejected) * kept / (most_relevant - rejected)
