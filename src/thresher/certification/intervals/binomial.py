"""One-sided bounds on a share, from independent draws."""

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from thresher.arrays import Scores
from thresher.errors import InputError

__all__ = [
    "check_alpha",
    "clopper_pearson_lower",
    "clopper_pearson_upper",
    "mid_p_lower",
    "mid_p_upper",
    "wilson_lower",
    "wilson_upper",
]

HALVINGS = 60  # of the interval [0, 1]: more than a double can tell apart


def clopper_pearson_lower(
    successes: ArrayLike, trials: ArrayLike, *, alpha: float = 0.05
) -> Scores:
    r"""Exact lower bound on a share.

    Guarantee: whatever the true share, over repeated samples the bound exceeds it
    with probability at most `alpha`. Assumption: given their number, the trials are
    independent draws from one population.

    Parameters
    ----------
    successes, trials
        Of each sample; without a trial the bound is 0.
    alpha
        Chance of a bound above the truth, in (0, 1).

    Notes
    -----
    The smallest :math:`p` with :math:`P(X \ge x \mid n, p) \ge \alpha`: a quantile of
    :math:`\mathrm{Beta}(x, n - x + 1)`. Clopper and Pearson (1934),
    doi:10.1093/biomet/26.4.404.

    Examples
    --------
    >>> float(clopper_pearson_lower(59, 59).round(4))
    0.9505
    """
    x, n = _checked(successes, trials, alpha=alpha)
    bound = special.betaincinv(np.maximum(x, 1), n - x + 1, alpha)
    return np.where(x == 0, 0.0, bound)


def clopper_pearson_upper(
    successes: ArrayLike, trials: ArrayLike, *, alpha: float = 0.05
) -> Scores:
    """Exact upper bound on a share; the mirror of `clopper_pearson_lower`.

    Guarantee: whatever the true share, the bound is below it with probability at
    most `alpha`. Assumption: given their number, the trials are independent draws.

    Examples
    --------
    >>> float(clopper_pearson_upper(0, 59).round(4))
    0.0495
    """
    x, n = _checked(successes, trials, alpha=alpha)
    return 1 - clopper_pearson_lower(n - x, n, alpha=alpha)


def mid_p_lower(
    successes: ArrayLike, trials: ArrayLike, *, alpha: float = 0.05
) -> Scores:
    r"""Lower bound on a share that counts the observed outcome by half.

    No guarantee: the chance of a bound above the truth is near `alpha`, and for some
    shares above it. Assumption: given their number, the trials are independent draws.

    Notes
    -----
    The smallest :math:`p` with :math:`P(X > x) + \tfrac12 P(X = x) \ge \alpha`.

    Examples
    --------
    >>> float(mid_p_lower(59, 59).round(4))
    0.9617
    """
    x, n = _checked(successes, trials, alpha=alpha)
    low, high = np.zeros(x.shape), np.ones(x.shape)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        least = np.where(
            x == 0, 1.0, special.betainc(np.maximum(x, 1), n - x + 1, middle)
        )
        more = np.where(
            x == n, 0.0, special.betainc(x + 1, np.maximum(n - x, 1), middle)
        )
        above = (least + more) / 2 > alpha
        low, high = np.where(above, low, middle), np.where(above, middle, high)
    return np.where(x == 0, 0.0, low)


def mid_p_upper(
    successes: ArrayLike, trials: ArrayLike, *, alpha: float = 0.05
) -> Scores:
    """Upper bound on a share; the mirror of `mid_p_lower`, with no guarantee.

    Examples
    --------
    >>> float(mid_p_upper(0, 59).round(4))
    0.0383
    """
    x, n = _checked(successes, trials, alpha=alpha)
    return 1 - mid_p_lower(n - x, n, alpha=alpha)


def wilson_lower(
    successes: ArrayLike, trials: ArrayLike, *, alpha: float = 0.05
) -> Scores:
    r"""Lower bound on a share from the score test of its normal approximation.

    No guarantee: the chance of a bound above the truth is near `alpha`, and for
    shares near 1 well above it. Assumption: independent draws.

    Notes
    -----
    :math:`\frac{\hat p + z^2/2n - z\sqrt{\hat p(1-\hat p)/n + z^2/4n^2}}{1 + z^2/n}`.
    Wilson (1927), doi:10.1080/01621459.1927.10502953.

    Examples
    --------
    >>> float(wilson_lower(59, 59).round(4))
    0.9562
    """
    x, n = _checked(successes, trials, alpha=alpha)
    z, known = -special.ndtri(alpha), np.maximum(n, 1)
    share, part = x / known, z * z / known
    centre = share + part / 2
    reach = z * np.sqrt(share * (1 - share) / known + part / (4 * known))
    return np.where(n == 0, 0.0, np.clip((centre - reach) / (1 + part), 0, 1))


def wilson_upper(
    successes: ArrayLike, trials: ArrayLike, *, alpha: float = 0.05
) -> Scores:
    """Upper bound on a share; the mirror of `wilson_lower`, with no guarantee.

    Examples
    --------
    >>> float(wilson_upper(0, 59).round(4))
    0.0438
    """
    x, n = _checked(successes, trials, alpha=alpha)
    return np.where(n == 0, 1.0, 1 - wilson_lower(n - x, n, alpha=alpha))


def check_alpha(alpha: float) -> None:
    """Refuse a chance of error outside (0, 1)."""
    if not 0 < alpha < 1:
        raise InputError(f"alpha must be above 0 and below 1, got {alpha}")


def _checked(
    successes: ArrayLike, trials: ArrayLike, *, alpha: float
) -> tuple[Scores, Scores]:
    check_alpha(alpha)
    x, n = np.broadcast_arrays(
        np.asarray(successes, np.float64), np.asarray(trials, np.float64)
    )
    wrong = ~((x >= 0) & (x <= n))
    if wrong.any():
        at = np.unravel_index(np.argmax(wrong), wrong.shape)
        raise InputError(f"need 0 <= successes <= trials, got {x[at]:g} of {n[at]:g}")
    return x, n
