"""A published table with its WSS turned into TNR, or the other way round."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from thresher.errors import InputError
from thresher.measures.published.auditing import audit
from thresher.measures.published.conversion import Judged, PrintedMeasure
from thresher.measures.published.findings import ImpossibleFigure
from thresher.measures.published.table import PublishedTable

__all__ = ["Converted", "ConvertedRow", "converted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertedRow:
    """The converted figures of one data set, by model."""

    dataset: str
    judged: Judged
    figures: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Converted:
    """A converted table; `impossible` are figures that no ranking can have."""

    measure: PrintedMeasure
    models: tuple[str, ...]
    rows: tuple[ConvertedRow, ...]
    averages: Mapping[str, float]
    impossible: tuple[ImpossibleFigure, ...]
    is_long: bool


def converted(table: PublishedTable, *, to: PrintedMeasure) -> Converted:
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
    source: PrintedMeasure = "wss" if to == "tnr" else "tnr"
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


def _line(judged: Judged, figure: Fraction, *, to: PrintedMeasure) -> Fraction:
    return judged.tnr(figure) if to == "tnr" else judged.wss(figure)


def _average(model: str, rows: tuple[ConvertedRow, ...]) -> float:
    figures = [row.figures[model] for row in rows if model in row.figures]
    return sum(figures) / len(figures)
