"""Every measure by its id: title, what it is taken at, and which way is better."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from thresher.errors import UnknownNameError
from thresher.measures import insights
from thresher.measures.area import (
    area_under_roc,
    average_precision,
    partial_area,
    standardised_partial_area,
)
from thresher.measures.confusion import confusion_at, records_needed, true_negative_rate
from thresher.measures.discovery import average_time_to_discovery, last_relevant
from thresher.measures.extra_found import extra_found
from thresher.measures.gain import normalised_gain
from thresher.measures.loss import loss
from thresher.measures.needed import CLEF, KUSA, Convention, Count, Share
from thresher.measures.precision import precision_at
from thresher.measures.recall import recall_at
from thresher.measures.work_saved import work_saved
from thresher.screening.reading import ReadingLike, as_reading

__all__ = ["CONVENTIONS", "INSIGHTS_IDS", "MEASURES", "Measure", "find_measure"]

At: TypeAlias = Literal["recall", "share", "area", None]
Value: TypeAlias = float | int
CONVENTIONS = ("kusa", "insights", "clef")


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A measure of a reading.

    Parameters
    ----------
    id, title
        Its short and its printed name.
    at
        What its level is: a target recall, a share of the pile, the recall an area
        starts at, or nothing.
    better
        Whether higher or lower values are better.
    low, high
        What it cannot go below or above; ``None`` where that depends on the data.
    function
        The definition, as in the documentation.
    default
        The level it is taken at where nothing else is said.
    as_insights
        ASReview Insights' own form of it.
    """

    id: str
    title: str
    function: Callable[..., Value]
    at: At = None
    better: Literal["higher", "lower"] = "higher"
    low: float | None = 0.0
    high: float | None = 1.0
    default: float = 0.95
    as_insights: Callable[..., Value] | None = None

    def of(
        self,
        reading: ReadingLike,
        *,
        level: Share | None = None,
        convention: str = "kusa",
    ) -> Value:
        """Return its value for a reading, at a level where it has one."""
        reading = as_reading(reading)
        level = self.default if level is None else level
        if convention == "insights":
            if self.as_insights is None:
                raise UnknownNameError("Insights measure", self.id, known=INSIGHTS_IDS)
            return self.as_insights(reading, **self._level(level))
        rule = _convention(convention)
        return self.function(reading, **self._level(level), **self._rule(rule))

    def _level(self, level: Share) -> dict[str, Share]:
        if self.at is None:
            return {}
        return {"share" if self.at == "share" else "recall": level}

    def _rule(self, rule: Convention) -> dict[str, Count]:
        if self.at == "recall":
            return {"needed": rule.needed}
        return {"cut": rule.cut} if self.at == "share" else {}


def _convention(name: str) -> Convention:
    known = {rule.name: rule for rule in (KUSA, CLEF)}
    if name not in known:
        raise UnknownNameError("convention", name, known=CONVENTIONS)
    return known[name]


def _count(name: str) -> Callable[..., Value]:
    """Return a function that gives one field of the confusion matrix."""

    def of(reading: ReadingLike, **settings: object) -> Value:
        counts = confusion_at(reading, **settings)  # type: ignore[arg-type]
        return int(getattr(counts, name))

    return of


def _insights_count(name: str) -> Callable[..., Value]:
    def of(reading: ReadingLike, *, recall: Share) -> Value:
        return int(getattr(insights.confusion_at(reading, recall=recall), name))

    return of


def _confusion_field(key: str, title: str, name: str) -> Measure:
    better: Literal["higher", "lower"] = (
        "lower" if name.startswith("false") else "higher"
    )
    return Measure(
        id=key,
        title=title,
        function=_count(name),
        at="recall",
        better=better,
        high=None,
        as_insights=_insights_count(name),
    )


_ALL = (
    Measure(
        id="recall",
        title="Recall",
        function=recall_at,
        at="share",
        default=0.1,
        as_insights=insights.recall_at,
    ),
    Measure(
        id="wss",
        title="Work Saved over Sampling",
        function=work_saved,
        at="recall",
        low=-1.0,
        as_insights=insights.work_saved,
    ),
    Measure(
        id="loss",
        title="Loss",
        function=loss,
        better="lower",
        as_insights=insights.loss,
    ),
    Measure(
        id="erf",
        title="Extra Relevant record Found",
        function=extra_found,
        at="share",
        default=0.1,
        low=-1.0,
        as_insights=insights.extra_found,
    ),
    Measure(
        id="atd",
        title="Average Time to Discovery",
        function=average_time_to_discovery,
        better="lower",
        high=None,
        as_insights=insights.average_time_to_discovery,
    ),
    _confusion_field("tp", "True Positives", "true_positives"),
    _confusion_field("fp", "False Positives", "false_positives"),
    _confusion_field("tn", "True Negatives", "true_negatives"),
    _confusion_field("fn", "False Negatives", "false_negatives"),
    Measure(
        id="tnr",
        title="True Negative Rate (Specificity)",
        function=true_negative_rate,
        at="recall",
        as_insights=insights.true_negative_rate,
    ),
    Measure(
        id="precision",
        title="Precision at recall",
        function=precision_at,
        at="recall",
    ),
    Measure(
        id="needed",
        title="Records read at recall",
        function=records_needed,
        at="recall",
        better="lower",
        high=None,
    ),
    Measure(
        id="last_relevant",
        title="Rank of the last relevant record",
        function=last_relevant,
        better="lower",
        high=None,
    ),
    Measure(id="auc", title="Area under the ROC curve", function=area_under_roc),
    Measure(
        id="pauc",
        title="Partial area under the ROC curve above recall",
        function=partial_area,
        at="area",
        default=0.8,
    ),
    Measure(
        id="pauc_standardised",
        title="Partial area, chance 0.5 and perfect 1",
        function=standardised_partial_area,
        at="area",
        default=0.8,
    ),
    Measure(id="ap", title="Average precision", function=average_precision),
    Measure(
        id="ndcg",
        title="Normalised discounted cumulative gain",
        function=normalised_gain,
    ),
)

MEASURES: dict[str, Measure] = {measure.id: measure for measure in _ALL}
INSIGHTS_IDS = tuple(m.id for m in _ALL if m.as_insights is not None)


def find_measure(name: str) -> Measure:
    """Return the measure of that id; answer a wrong one with the right ones.

    Examples
    --------
    >>> find_measure("wss").title
    'Work Saved over Sampling'
    """
    if name not in MEASURES:
        raise UnknownNameError("measure", name, known=MEASURES)
    return MEASURES[name]
