"""The law of the rate from what a team can say: records, hours, minutes a record."""

import math

from scipy import optimize, special

from thresher.errors import InputError
from thresher.measures.rates import Beta, CappedLogNormal

__all__ = [
    "beta_with_quantiles",
    "elicit_beta",
    "elicit_capped_lognormal",
    "elicit_rate",
    "rate_range",
]

PRECISIONS = (-10.0, 34.0)  # logarithms of alpha + beta between which we search
LOGITS = (-300.0, 300.0)  # logits of the mean between which we search
TOLERANCE = 1e-13


def rate_range(
    records: int, hours: float, minutes: tuple[float, float]
) -> tuple[float, float]:
    """Shares of the pile that the slowest and the quickest pace would get through.

    Parameters
    ----------
    records
        How many records the pile holds.
    hours
        The time there is, in person hours.
    minutes
        The shortest and the longest likely mean time for a record, in minutes.

    Returns
    -------
    tuple
        The lower and the higher rate. They exceed 1 where time is left over.

    Examples
    --------
    >>> rate_range(2500, 120, (10, 45))
    (0.064, 0.288)
    """
    quickest, slowest = minutes
    if not (1 <= records < math.inf):
        raise InputError(f"records must be 1 or more, got {records}")
    if not (0 < hours < math.inf):
        raise InputError(f"hours must be above 0, got {hours}")
    if not (0 < quickest < slowest < math.inf):
        raise InputError(
            "minutes must be two numbers above 0, the quicker pace first, "
            f"got {quickest} and {slowest}"
        )
    available = hours * 60
    low, high = available / (records * slowest), available / (records * quickest)
    if not 0 < low < high < math.inf:
        raise InputError(
            f"{hours:g} hours and {quickest:g} to {slowest:g} minutes a record are too "
            "far apart to reckon with"
        )
    return low, high


def elicit_beta(
    records: int, hours: float, minutes: tuple[float, float], *, coverage: float = 0.95
) -> Beta:
    """Beta law of the rate whose central interval is the range of rates given.

    Parameters
    ----------
    records, hours, minutes
        The pile, the time and the range of paces; see :func:`rate_range`.
    coverage
        How sure the team is of that range.

    Raises
    ------
    InputError
        The quickest pace reads everything: no Beta law then has that quantile, see
        :func:`elicit_capped_lognormal`.

    Notes
    -----
    A Beta rate means that the minutes follow an inverted Beta law which never goes
    below the pace that just finishes the pile: the law rules finishing out. Both
    quantiles are met exactly; LearnBayes' ``beta.select``, used in the source, meets
    them to four digits and prints 6.23 and 32.80. Millard, Flach and Higgins (2014),
    doi:10.1007/978-3-662-44851-9_25, section 5.1.

    Examples
    --------
    >>> law = elicit_beta(2500, 120, (10, 45))
    >>> round(law.alpha, 3), round(law.beta, 3)
    (6.226, 32.791)
    """
    low, high = rate_range(records, hours, minutes)
    if high >= 1:
        raise InputError(
            f"at {minutes[0]:g} minutes a record the {hours:g} hours are enough for "
            f"all {records} records, which no Beta law allows: use a capped log-normal"
        )
    return beta_with_quantiles(low, high, coverage=coverage)


def elicit_capped_lognormal(
    records: int, hours: float, minutes: tuple[float, float], *, coverage: float = 0.95
) -> CappedLogNormal:
    """Log-normal law of the rate, capped where everything is read.

    The minutes a record takes are log-normal with the given central range. Exists
    for every pile and time; its ``chance_of_everything`` is the chance to finish.

    Examples
    --------
    >>> law = elicit_capped_lognormal(500, 120, (10, 45))
    >>> round(law.chance_of_everything, 3)
    0.156
    """
    low, high = (math.log(rate) for rate in rate_range(records, hours, minutes))
    deviations = -2 * float(special.ndtri(_tail(coverage)))
    return CappedLogNormal(
        log_mean=(low + high) / 2, log_deviation=(high - low) / deviations
    )


def elicit_rate(
    records: int, hours: float, minutes: tuple[float, float], *, coverage: float = 0.95
) -> Beta | CappedLogNormal:
    """Beta law of the rate where one exists, else the capped log-normal.

    Examples
    --------
    >>> type(elicit_rate(500, 120, (10, 45))).__name__
    'CappedLogNormal'
    """
    _, high = rate_range(records, hours, minutes)
    elicit = elicit_beta if high < 1 else elicit_capped_lognormal
    return elicit(records, hours, minutes, coverage=coverage)


def beta_with_quantiles(low: float, high: float, *, coverage: float = 0.95) -> Beta:
    r"""Beta law that leaves the same chance below `low` and above `high`.

    Notes
    -----
    One equation inside the other, each bracketed: for a given precision
    :math:`\alpha + \beta` exactly one mean puts the right chance below `low`, and
    the chance above `high` then falls as the precision grows. Slower than Newton's
    method by a millisecond, but it cannot run away.

    Examples
    --------
    >>> law = beta_with_quantiles(0.025, 0.975)
    >>> round(law.alpha, 6), round(law.beta, 6)
    (1.0, 1.0)
    """
    tail = _tail(coverage)
    if not 0 < low < high < 1:
        raise InputError(f"need 0 < low < high < 1, got {low} and {high}")

    def law(precision: float) -> Beta:
        return _with_lower_quantile(low, tail=tail, precision=math.exp(precision))

    def misfit(precision: float) -> float:
        fitted = law(precision)
        return tail - float(special.betaincc(fitted.alpha, fitted.beta, high))

    if not misfit(PRECISIONS[0]) < 0 < misfit(PRECISIONS[1]):
        raise InputError(
            f"no Beta law can be found for {coverage:g} between {low} and {high}: the "
            "range is too narrow or the coverage too small"
        )
    return law(float(optimize.brentq(misfit, *PRECISIONS, xtol=TOLERANCE)))


def _with_lower_quantile(low: float, *, tail: float, precision: float) -> Beta:
    def law(logit: float) -> Beta:
        return Beta(
            alpha=precision * float(special.expit(logit)),
            beta=precision * float(special.expit(-logit)),
        )

    def misfit(logit: float) -> float:
        return float(law(logit).cdf(low)) - tail

    return law(float(optimize.brentq(misfit, *LOGITS, xtol=TOLERANCE)))


def _tail(coverage: float) -> float:
    if not 0 < coverage < 1:
        raise InputError(f"coverage must be between 0 and 1, got {coverage}")
    return (1 - coverage) / 2
