"""A published table with its WSS turned into TNR, or the other way round."""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from thresher.errors import InputError
from thresher.measures.needed import exact_share
from thresher.measures.published.auditing import audit
from thresher.measures.published.conversion import Judged, Measure
from thresher.measures.published.findings import ImpossibleFigure
from thresher.measures.published.table import PublishedTable

__all__ = ["Converted", "ConvertedRow", "as_csv", "converted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertedRow:
    """The converted figures of one data set, by model."""

    dataset: str
    judged: Judged
    figures: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Converted:
    """A converted table; `impossible` are figures that no ranking can have."""

    measure: Measure
    models: tuple[str, ...]
    rows: tuple[ConvertedRow, ...]
    averages: Mapping[str, float]
    impossible: tuple[ImpossibleFigure, ...]
    is_long: bool


def converted(table: PublishedTable, *, to: Measure) -> Converted:
    """Every figure of the other measure, converted; the rest of the table is left out.

    Averages are those of the converted figures: a mean WSS cannot be converted, since
    every data set has its own straight line.

    Raises
    ------
    InputError
        The table has no figure to convert.

    Examples
    --------
    >>> from thresher.measures.published import read_table
    >>> text = "dataset;records;relevant;wss:A" + chr(10) + "X;200;100;0.4"
    >>> converted(read_table(text, source="x"), to="tnr").rows[0].figures
    {'A': 0.85}
    """
    source: Measure = "wss" if to == "tnr" else "tnr"
    checked = audit(table)
    rows = tuple(
        ConvertedRow(
            dataset=row.dataset,
            judged=judged,
            figures={
                model: float(_line(judged, figure.value, to=to))
                for model, figure in row.printed(source).items()
            },
        )
        for row, judged in zip(table.rows, checked.judged, strict=True)
    )
    models = tuple(m for m in table.models if any(m in row.figures for row in rows))
    if not models:
        raise InputError(
            f"the table has no {source.upper()} to convert into {to.upper()}"
        )
    return Converted(
        measure=to,
        models=models,
        rows=rows,
        averages={model: _average(model, rows) for model in models},
        impossible=tuple(
            found
            for found in checked.findings
            if isinstance(found, ImpossibleFigure) and found.measure == source
        ),
        is_long=table.is_long,
    )


def as_csv(table: Converted, *, decimals: int) -> str:
    """Return a converted table as CSV, wide or long as it came, averages last."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    columns = ["dataset", "records", "relevant", "recall"]
    measured = [f"{table.measure}:{model}" for model in table.models]
    writer.writerow(columns + (["model", table.measure] if table.is_long else measured))
    for about, figures in _lines(table):
        cells = [
            f"{figures[model]:.{decimals}f}" if model in figures else ""
            for model in table.models
        ]
        if not table.is_long:
            writer.writerow([*about, *cells])
            continue
        for model, cell in zip(table.models, cells, strict=True):
            writer.writerow([*about, model, cell])
    return out.getvalue()


def _lines(table: Converted) -> list[tuple[list[object], Mapping[str, float]]]:
    """Return what leads each line, and its figures."""
    lines: list[tuple[list[object], Mapping[str, float]]] = []
    for row in table.rows:
        pile = row.judged
        recall = float(exact_share(pile.recall))
        lines.append(([row.dataset, pile.records, pile.relevant, recall], row.figures))
    lines.append((["average", "", "", ""], table.averages))
    return lines


def _line(judged: Judged, figure: Fraction, *, to: Measure) -> Fraction:
    return judged.tnr(figure) if to == "tnr" else judged.wss(figure)


def _average(model: str, rows: tuple[ConvertedRow, ...]) -> float:
    figures = [row.figures[model] for row in rows if model in row.figures]
    return sum(figures) / len(figures)
