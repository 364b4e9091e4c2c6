"""What a limited budget will find, and which ranking makes the most of it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from thresher.errors import UndefinedMeasureError
from thresher.measures.confusion import records_needed
from thresher.measures.elicitation import elicit_capped_lognormal, elicit_rate
from thresher.measures.needed import target_recall as checked_recall
from thresher.measures.rate_weighted import expected_recall, rate_weighted_area
from thresher.measures.rates import Beta, CappedLogNormal
from thresher.screening.reading import Reading, ReadingLike, as_reading

__all__ = ["Candidate", "Outlook", "Plan", "plan"]

Candidate: TypeAlias = tuple[str, ReadingLike]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What one ranking promises within the budget.

    Parameters
    ----------
    name
        Of the run.
    expected_recall
        Recall to expect under the law of the rate.
    rate_weighted_area
        The same, between the worst and the best ranking; ``None`` where undefined.
    records_needed
        Records of the planned pile to read until the target recall is reached.
    hours_needed, hours_low, hours_high
        Their hours: median, and the range that the range of minutes gives.
    """

    name: str
    expected_recall: float
    rate_weighted_area: float | None
    records_needed: int
    hours_needed: float
    hours_low: float
    hours_high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A budget, the law of the share it reads, and what that finds.

    Parameters
    ----------
    records, hours, minutes, coverage
        What was asked: the pile, the time, the range of minutes and how sure it is.
    rate
        The law of the share of the pile that will be read.
    expected_records, records_low, records_high
        Records read: mean, and the central interval of the given coverage.
    chance_to_finish
        Chance that the time suffices for the whole pile, if minutes are log-normal.
        A Beta law rules finishing out, whatever the minutes, so it is never asked.
    minutes_median
        Median of the minutes a record takes under the law.
    target_recall
        The recall that `records_needed` and `hours_needed` of the runs are for.
    outlooks
        One for each run, in the order given.
    """

    records: int
    hours: float
    minutes: tuple[float, float]
    coverage: float
    rate: Beta | CappedLogNormal
    expected_records: float
    records_low: float
    records_high: float
    chance_to_finish: float
    minutes_median: float
    target_recall: float
    outlooks: tuple[Outlook, ...]

    @property
    def law(self) -> str:
        """The name of the law of the rate."""
        return "beta" if isinstance(self.rate, Beta) else "capped log-normal"

    @property
    def alpha(self) -> float | None:
        """First parameter of the Beta law, if it is one."""
        return self.rate.alpha if isinstance(self.rate, Beta) else None

    @property
    def beta(self) -> float | None:
        """Second parameter of the Beta law, if it is one."""
        return self.rate.beta if isinstance(self.rate, Beta) else None

    @property
    def recommended(self) -> str | None:
        """The run with the highest expected recall, the first of equals.

        On one pile this is also the run with the highest rate-weighted area.
        """
        if not self.outlooks:
            return None
        return max(self.outlooks, key=lambda run: run.expected_recall).name


def plan(
    runs: Sequence[Candidate] = (),
    *,
    records: int,
    hours: float,
    minutes: tuple[float, float],
    coverage: float = 0.95,
    target_recall: float = 0.95,
) -> Plan:
    """Share of a pile that a budget reads, and what rankings find in it.

    Parameters
    ----------
    runs
        Names and readings of rankings to choose from, as simulated on the same or on
        a similar pile; priors are left out. Shares of their pile are carried over to
        the planned one.
    records, hours, minutes, coverage
        The pile, the time in hours, the range of mean minutes a record and how sure
        that range is; see :func:`~thresher.measures.elicitation.elicit_beta`.
    target_recall
        The recall to count records and hours for.

    Raises
    ------
    InputError
        The budget is impossible.
    UndefinedMeasureError
        A run has no relevant record, or nobody knows how many it has.

    Notes
    -----
    The rate follows a Beta law while even the quickest pace leaves records unread,
    else a capped log-normal. The chance to finish comes from the log-normal in both
    cases, so that it does not jump where one law gives way to the other.

    Examples
    --------
    >>> outlook = plan(records=2500, hours=120, minutes=(10, 45))
    >>> round(outlook.expected_records)
    399
    """
    rate = elicit_rate(records, hours, minutes, coverage=coverage)
    lognormal = elicit_capped_lognormal(records, hours, minutes, coverage=coverage)
    low, high = rate.quantile([(1 - coverage) / 2, (1 + coverage) / 2]) * records
    budget = Plan(
        records=records,
        hours=hours,
        minutes=minutes,
        coverage=coverage,
        rate=rate,
        expected_records=rate.mean * records,
        records_low=float(low),
        records_high=float(high),
        chance_to_finish=lognormal.chance_of_everything,
        minutes_median=_median_minutes(rate, records=records, hours=hours),
        target_recall=float(checked_recall(target_recall)),
        outlooks=(),
    )
    return replace(budget, outlooks=tuple(_outlook(run, budget) for run in runs))


def _median_minutes(
    rate: Beta | CappedLogNormal, *, records: int, hours: float
) -> float:
    """Return the median minutes a record takes, not held up where the rate is."""
    if isinstance(rate, CappedLogNormal):
        median = math.exp(rate.log_mean)
    else:
        median = float(rate.quantile(0.5))
    return hours * 60 / (records * median)


def _outlook(run: Candidate, budget: Plan) -> Outlook:
    name, given = run
    reading = as_reading(given).without_priors()
    try:
        recall = expected_recall(reading, rate=budget.rate)
    except UndefinedMeasureError as error:
        about = f"{error.measure} of {name!r}"
        raise UndefinedMeasureError(about, error.reason) from error
    read = records_needed(reading, recall=budget.target_recall)
    needed = -(-read * budget.records // reading.records)  # rounded up, exactly
    return Outlook(
        name=name,
        expected_recall=recall,
        rate_weighted_area=_area_or_none(reading, budget.rate),
        records_needed=needed,
        hours_needed=needed * budget.minutes_median / 60,
        hours_low=needed * budget.minutes[0] / 60,
        hours_high=needed * budget.minutes[1] / 60,
    )


def _area_or_none(reading: Reading, rate: Beta | CappedLogNormal) -> float | None:
    try:
        return rate_weighted_area(reading, rate=rate)
    except UndefinedMeasureError:
        return None
