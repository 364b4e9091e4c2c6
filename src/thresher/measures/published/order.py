"""The order of models by mean WSS and by mean TNR, and where the two differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from thresher.measures.published.conversion import Interval, Judged, PrintedMeasure
from thresher.measures.published.findings import RankChange
from thresher.measures.published.printed import (
    mean_interval,
    tnr_interval,
    wss_interval,
)
from thresher.measures.published.table import PublishedRow, PublishedTable

__all__ = ["JudgedRow", "ModelMean", "model_means", "order_by", "rank_changes"]

JudgedRow: TypeAlias = tuple[PublishedRow, Judged]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelMean:
    """Mean WSS and mean TNR of a model, and what the rounding leaves open."""

    model: str
    wss: Fraction
    tnr: Fraction
    wss_span: Interval
    tnr_span: Interval


def model_means(
    table: PublishedTable, judged: Sequence[Judged]
) -> tuple[ModelMean, ...]:
    """Mean WSS and TNR of every model over the data sets that all were judged on.

    WSS is the source where it is printed, else TNR. Where a printed average agrees with
    its column, it narrows what rounding leaves open.

    Parameters
    ----------
    table
        The table as printed.
    judged
        The counts of each of its rows.
    """
    rows = [
        (row, pile)
        for row, pile in zip(table.rows, judged, strict=True)
        if all(model in row.wss or model in row.tnr for model in table.models)
    ]
    if not rows:
        return ()
    return tuple(_mean(table, rows, model) for model in table.models)


def order_by(measure: PrintedMeasure, means: Sequence[ModelMean]) -> tuple[str, ...]:
    """Return the models, best first; equals stay in the order of the table."""
    ranked = sorted(means, key=lambda m: -(m.wss if measure == "wss" else m.tnr))
    return tuple(mean.model for mean in ranked)


def rank_changes(means: Sequence[ModelMean]) -> tuple[RankChange, ...]:
    """Return every pair of models that the two means put in opposite order."""
    return tuple(
        _change(a, b) if a.wss > b.wss else _change(b, a)
        for a, b in combinations(means, 2)
        if (a.wss - b.wss) * (a.tnr - b.tnr) < 0
    )


def _change(first: ModelMean, second: ModelMean) -> RankChange:
    open_wss = first.wss_span.meets(second.wss_span)
    open_tnr = first.tnr_span.meets(second.tnr_span)
    return RankChange(
        ahead_by_wss=first.model,
        ahead_by_tnr=second.model,
        wss=(float(first.wss), float(second.wss)),
        tnr=(float(first.tnr), float(second.tnr)),
        is_certain=not open_wss and not open_tnr,
    )


def _mean(table: PublishedTable, rows: list[JudgedRow], model: str) -> ModelMean:
    pairs = [_both(row, pile, model) for row, pile in rows]
    return ModelMean(
        model=model,
        wss=sum((wss for wss, _ in pairs), Fraction(0)) / len(pairs),
        tnr=sum((tnr for _, tnr in pairs), Fraction(0)) / len(pairs),
        wss_span=_mean_span(table, rows, model=model, measure="wss"),
        tnr_span=_mean_span(table, rows, model=model, measure="tnr"),
    )


def _both(row: PublishedRow, judged: Judged, model: str) -> tuple[Fraction, Fraction]:
    """Return WSS and TNR of a cell, one computed from the other."""
    if model in row.wss:
        return row.wss[model].value, judged.tnr(row.wss[model].value)
    return judged.wss(row.tnr[model].value), row.tnr[model].value


def _mean_span(
    table: PublishedTable, rows: list[JudgedRow], *, model: str, measure: PrintedMeasure
) -> Interval:
    cells = mean_interval([_span(row, pile, model)[measure] for row, pile in rows])
    average = table.averages(measure).get(model)
    is_whole = len(rows) == len(table.rows)
    if average is not None and is_whole and average.interval.meets(cells):
        return average.interval
    return cells


def _span(
    row: PublishedRow, judged: Judged, model: str
) -> dict[PrintedMeasure, Interval]:
    """Return what WSS and TNR of a cell may be, from the one that is the source."""
    if model in row.wss:
        wss = row.wss[model]
        return {"wss": wss.interval, "tnr": tnr_interval(wss, judged)}
    tnr = row.tnr[model]
    return {"wss": wss_interval(tnr, judged), "tnr": tnr.interval}
