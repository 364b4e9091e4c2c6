"""All measures of one reading at once, as Insights lists them and ours beside."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.discovery import time_to_discovery
from thresher.measures.needed import exact_share, target_recall, target_share
from thresher.measures.registry import MEASURES, Measure
from thresher.screening.reading import Reading

if TYPE_CHECKING:
    from thresher.measures.rates import RateDistribution

__all__ = ["Evaluation", "Item", "Levels", "evaluate"]

Value: TypeAlias = float | int | None
ABSOLUTE_IDS = ("recall", "wss", "erf")  # those that have axes of their own


@dataclass(frozen=True, slots=True, kw_only=True)
class Levels:
    """The levels the measures are taken at.

    The defaults are Insights', but for the confusion matrix, which Insights prints at
    nine recalls.

    Parameters
    ----------
    recall, erf
        Shares of the pile; numbers of records where `absolute`.
    wss
        Target recalls; numbers of relevant records where `absolute`.
    confusion
        Target recalls of the confusion matrix and what is derived from it.
    partial_area
        Recalls that partial areas start at.
    """

    recall: tuple[float, ...] = (0.1, 0.25, 0.5, 0.75, 0.9)
    wss: tuple[float, ...] = (0.95,)
    erf: tuple[float, ...] = (0.1,)
    confusion: tuple[float, ...] = (0.95, 1.0)
    partial_area: tuple[float, ...] = (0.8,)
    absolute: bool = False

    def __post_init__(self) -> None:
        if not self.absolute:
            for share in (*self.recall, *self.erf):
                target_share(share)
            for recall in self.wss:
                target_recall(recall)
        for recall in self.confusion:
            target_recall(recall)
        for start in self.partial_area:
            if not 0 <= exact_share(start) < 1:
                raise InputError(f"a partial area starts in [0, 1), got {start}")

    def of(self, measure: Measure) -> tuple[float, ...]:
        """Return the levels for one measure."""
        by_id = {"recall": self.recall, "wss": self.wss, "erf": self.erf}
        by_kind = {"recall": self.confusion, "area": self.partial_area}
        return by_id.get(measure.id, by_kind.get(measure.at or "", ()))

    def exact(
        self, measure: Measure, level: float, *, reading: Reading, convention: str
    ) -> Fraction:
        """Return a level as an exact share, whatever it was given as.

        Raises
        ------
        InputError
            There are not as many records as the level says.
        """
        if not (self.absolute and measure.id in ABSOLUTE_IDS):
            return exact_share(level)
        relevant = _relevant(measure, reading, convention=convention)
        of_relevant = measure.at == "recall"
        whole = relevant if of_relevant else reading.records
        if level > whole:
            kind = "relevant records" if of_relevant else "records"
            raise InputError(
                f"{measure.id} cannot be taken at {level:g} {kind}: "
                f"there are only {whole}"
            )
        return exact_share(level) / whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One measure's values: pairs of level and value, or a single one."""

    id: str
    title: str
    values: tuple[tuple[float | None, Value], ...]
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """Every measure of one reading, and what was counted."""

    reading: Reading
    convention: str
    priors: bool
    items: tuple[Item, ...]
    discoveries: tuple[tuple[object, int], ...]

    def flat(self) -> Iterator[tuple[str, float | None, Value]]:
        """Yield id, level and value of every figure."""
        for item in self.items:
            for level, value in item.values:
                yield item.id, level, value


def evaluate(
    reading: Reading,
    *,
    levels: Levels | None = None,
    convention: str = "kusa",
    priors: bool = False,
    y_absolute: bool = False,
    rate: "RateDistribution | None" = None,
) -> Evaluation:
    """Return all measures of a reading; what is undefined is ``None`` with its reason.

    Parameters
    ----------
    reading
        What was read.
    levels
        What the measures are taken at.
    convention
        ``"kusa"`` (the definitions), ``"clef"`` or ``"insights"``.
    priors
        Whether records known before ranking began count as read first. Insights keeps
        them out of the times to discovery either way, and so does its convention.
    y_absolute
        Whether recall, WSS and ERF are given as numbers of records, not as shares.
    rate
        The law of the share that will be read; adds the rate-weighted area and the
        expected recall.
    """
    levels = Levels() if levels is None else levels
    ranked = reading.without_priors()
    counted = reading if priors else ranked
    insights = convention == "insights"
    chosen = [m for m in MEASURES.values() if m.as_insights or not insights]
    items = tuple(
        _item(
            measure,
            ranked if insights and measure.id == "atd" else counted,
            levels=levels,
            convention=convention,
            y_absolute=y_absolute,
        )
        for measure in chosen
        if measure.at is None or levels.of(measure)
    )
    if rate is not None:
        items += tuple(_weighted_items(counted, rate))
    found = time_to_discovery(ranked if insights else counted)
    return Evaluation(
        reading=counted,
        convention=convention,
        priors=priors,
        items=items,
        discoveries=tuple(found),
    )


def _item(
    measure: Measure,
    reading: Reading,
    *,
    levels: Levels,
    convention: str,
    y_absolute: bool,
) -> Item:
    wanted = (None,) if measure.at is None else levels.of(measure)
    values: list[tuple[float | None, Value]] = []
    reason = None
    for level in wanted:
        try:
            exact = None
            if level is not None:
                exact = levels.exact(
                    measure, level, reading=reading, convention=convention
                )
            share = measure.of(reading, level=exact, convention=convention)
            value: Value = share
            if y_absolute and measure.id in ABSOLUTE_IDS:
                value = share * _whole(measure, reading, convention=convention)
        except UndefinedMeasureError as error:
            value, reason = None, error.reason
        values.append((level, value))
    return Item(id=measure.id, title=measure.title, values=tuple(values), reason=reason)


def _weighted_items(reading: Reading, rate: "RateDistribution") -> Iterator[Item]:
    from thresher.measures.rate_weighted import (  # noqa: PLC0415  scipy is slow to load
        expected_recall,
        rate_weighted_area,
    )

    weighted = {
        "rauc": ("Rate-weighted area under the ROC curve", rate_weighted_area),
        "expected_recall": ("Expected recall", expected_recall),
    }
    for key, (title, function) in weighted.items():
        value: Value = None
        reason = None
        try:
            value = function(reading, rate=rate)
        except UndefinedMeasureError as error:
            reason = error.reason
        yield Item(id=key, title=title, values=((None, value),), reason=reason)


def _whole(measure: Measure, reading: Reading, *, convention: str) -> int:
    """Return how many records a measure of 1 stands for."""
    if measure.id == "wss":
        return reading.records
    return _relevant(measure, reading, convention=convention)


def _relevant(measure: Measure, reading: Reading, *, convention: str) -> int:
    """Return how many records count as relevant: to Insights, those found."""
    if convention == "insights" and reading.found:
        return reading.found
    return reading.known_relevant(measure.id)
