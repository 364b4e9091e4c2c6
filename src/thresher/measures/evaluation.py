"""All measures of one reading at once, as Insights lists them and ours beside."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.discovery import time_to_discovery
from thresher.measures.needed import exact_share, target_recall, target_share
from thresher.measures.registry import MEASURES, Measure
from thresher.screening.reading import Reading

__all__ = ["Evaluation", "Item", "Levels", "evaluate"]

Value: TypeAlias = float | int | None
CONFUSION_IDS = ("tp", "fp", "tn", "fn", "tnr")


@dataclass(frozen=True, slots=True, kw_only=True)
class Levels:
    """The levels the measures are taken at; the defaults are Insights'."""

    recall: tuple[float, ...] = (0.1, 0.25, 0.5, 0.75, 0.9)
    wss: tuple[float, ...] = (0.95,)
    erf: tuple[float, ...] = (0.1,)
    confusion: tuple[float, ...] = (0.95, 1.0)
    partial_area: tuple[float, ...] = (0.8,)

    def __post_init__(self) -> None:
        for share in (*self.recall, *self.erf):
            target_share(share)
        for recall in (*self.wss, *self.confusion):
            target_recall(recall)
        for start in self.partial_area:
            if not 0 <= exact_share(start) < 1:
                raise InputError(f"a partial area starts in [0, 1), got {start}")

    def of(self, measure: Measure) -> tuple[float, ...]:
        """Return the levels for one measure."""
        by_id = {"recall": self.recall, "wss": self.wss, "erf": self.erf}
        by_kind = {"recall": self.confusion, "area": self.partial_area}
        return by_id.get(measure.id) or by_kind[measure.at or "recall"]


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
        )
        for measure in chosen
    )
    found = time_to_discovery(ranked if insights else counted)
    return Evaluation(
        reading=counted,
        convention=convention,
        priors=priors,
        items=items,
        discoveries=tuple(found),
    )


def _item(
    measure: Measure, reading: Reading, *, levels: Levels, convention: str
) -> Item:
    wanted: tuple[float | None, ...] = (
        (None,) if measure.at is None else levels.of(measure)
    )
    values: list[tuple[float | None, Value]] = []
    reason = None
    for level in wanted:
        try:
            value: Value = measure.of(reading, level=level, convention=convention)
        except UndefinedMeasureError as error:
            value, reason = None, error.reason
        values.append((level, value))
    return Item(id=measure.id, title=measure.title, values=tuple(values), reason=reason)
