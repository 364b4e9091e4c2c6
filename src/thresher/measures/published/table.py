"""A published table: data sets by models, with WSS or TNR as printed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from thresher.measures.published.conversion import Interval, Judged, PrintedMeasure
from thresher.measures.published.printed import Printed, tnr_interval, wss_interval

__all__ = ["Cell", "Figures", "PublishedRow", "PublishedTable"]

Figures: TypeAlias = Mapping[str, Printed]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A WSS and a TNR printed for one model and data set, and the TNR of that WSS."""

    dataset: str
    model: str
    wss: Printed
    tnr: Printed
    recomputed: Fraction
    span: Interval

    @property
    def agrees(self) -> bool:
        """Whether the printed TNR follows from the printed WSS."""
        return self.fits(self)

    def fits(self, other: "Cell") -> bool:
        """Whether the TNR printed here follows from the WSS printed there."""
        return self.tnr.interval.meets(other.span)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRow:
    """The figures printed for one data set, by model.

    `judged` holds more than one pile where the table tells only a rounded percentage of
    relevant records: every count that prints like it, the likeliest first.
    """

    dataset: str
    judged: tuple[Judged, ...]
    wss: Figures = field(default_factory=dict)
    tnr: Figures = field(default_factory=dict)

    def printed(self, measure: PrintedMeasure) -> Figures:
        """Return the figures of one measure."""
        return self.wss if measure == "wss" else self.tnr

    def cells(self, judged: Judged) -> tuple[Cell, ...]:
        """Return what is printed as WSS and as TNR, for one of the possible piles."""
        return tuple(
            Cell(
                dataset=self.dataset,
                model=model,
                wss=wss,
                tnr=self.tnr[model],
                recomputed=judged.tnr(wss.value),
                span=tnr_interval(wss, judged),
            )
            for model, wss in self.wss.items()
            if model in self.tnr
        )

    def span(
        self, model: str, measure: PrintedMeasure, *, judged: Judged
    ) -> Interval | None:
        """Return what a figure may be: as printed, else converted, else None."""
        if model in self.printed(measure):
            return self.printed(measure)[model].interval
        if model in self.wss:
            return tnr_interval(self.wss[model], judged)
        if model in self.tnr:
            return wss_interval(self.tnr[model], judged)
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedTable:
    """Rows of data sets, columns of models, and the averages printed below them."""

    models: tuple[str, ...]
    rows: tuple[PublishedRow, ...]
    average_wss: Figures = field(default_factory=dict)
    average_tnr: Figures = field(default_factory=dict)
    is_long: bool = False

    def averages(self, measure: PrintedMeasure) -> Figures:
        """Return the printed averages of one measure."""
        return self.average_wss if measure == "wss" else self.average_tnr
