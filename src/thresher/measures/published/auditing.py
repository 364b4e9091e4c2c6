"""The audit of a published table: where it contradicts itself or cannot be."""

from collections.abc import Sequence
from dataclasses import dataclass

from thresher.measures.published.conversion import Interval, Judged, PrintedMeasure
from thresher.measures.published.findings import (
    Disagreement,
    Finding,
    ImpossibleFigure,
    Misplaced,
    WrongAverage,
)
from thresher.measures.published.misplaced import misplaced
from thresher.measures.published.order import ModelMean, model_means, rank_changes
from thresher.measures.published.printed import mean_interval, tnr_interval
from thresher.measures.published.table import (
    Cell,
    PublishedRow,
    PublishedTable,
)

__all__ = ["Audit", "audit"]

MEASURES: tuple[PrintedMeasure, PrintedMeasure] = ("wss", "tnr")


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What a table says twice, and what is wrong with it.

    `judged` holds the counts used for each row; where the table gives a percentage,
    those that agree with most of the row's figures.
    """

    judged: tuple[Judged, ...]
    cells: tuple[Cell, ...]
    means: tuple[ModelMean, ...]
    findings: tuple[Finding, ...]

    @property
    def agreeing(self) -> int:
        """How many printed TNR follow from the WSS beside them."""
        return sum(cell.agrees for cell in self.cells)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Audited:
    """A row with the counts taken for it, and its misplaced figures."""

    row: PublishedRow
    judged: Judged
    cells: tuple[Cell, ...]
    misplaced: Misplaced | None

    def mended_span(self, model: str, measure: PrintedMeasure) -> Interval | None:
        """Return what a figure may be once misplaced ones are put right."""
        moved = self.misplaced is not None and model in self.misplaced.models
        if moved and measure == "tnr":
            return tnr_interval(self.row.wss[model], self.judged)
        return self.row.span(model, measure, judged=self.judged)


def audit(table: PublishedTable) -> Audit:
    """Recompute what a published table says twice, and say what cannot be.

    Every printed figure counts as the interval of values that round to it, halves
    either way, so that nothing is flagged that rounding may have made.

    Notes
    -----
    Flagged are figures outside the bounds of Kusa et al. (2023), eq. 2-3; TNR that do
    not follow from the WSS beside them; rows where all such TNR fit other columns of
    the row, exchanged or all by the same shift; printed averages that the column does
    not give; and pairs of models that change rank between the two means.

    Examples
    --------
    >>> from thresher.measures.published.tabular import read_table
    >>> text = "dataset;records;relevant;wss:A;tnr:A;wss:B;tnr:B"
    >>> table = read_table(text + chr(10) + "X;200;100;0.4;0.45;0.2;0.85", source="x")
    >>> for finding in audit(table).findings:
    ...     print(finding)
    X: TNR figures have changed places; they should read A 0.850, B 0.450
    """
    rows = [_audited(row) for row in table.rows]
    judged = tuple(row.judged for row in rows)
    means = model_means(table, judged)
    return Audit(
        judged=judged,
        cells=tuple(cell for row in rows for cell in row.cells),
        means=means,
        findings=(
            *(found for row in rows for found in _impossible(row.row, row.judged)),
            *(found for row in rows for found in _disagreements(row)),
            *_wrong_averages(table, rows),
            *rank_changes(means),
        ),
    )


def _audited(row: PublishedRow) -> _Audited:
    """Take the counts that leave least to flag, at a tie the likeliest."""

    def trouble(judged: Judged) -> int:
        wrong = sum(not cell.agrees for cell in row.cells(judged))
        return wrong + len(_impossible(row, judged))

    judged = min(row.judged, key=trouble)
    cells = row.cells(judged)
    return _Audited(row=row, judged=judged, cells=cells, misplaced=misplaced(cells))


def _impossible(row: PublishedRow, judged: Judged) -> list[ImpossibleFigure]:
    return [
        ImpossibleFigure(
            dataset=row.dataset,
            model=model,
            measure=measure,
            printed=float(figure.value),
            least=float(judged.bounds(measure).low),
            most=float(judged.bounds(measure).high),
        )
        for measure in MEASURES
        for model, figure in row.printed(measure).items()
        if not figure.interval.meets(judged.bounds(measure))
    ]


def _disagreements(row: _Audited) -> list[Disagreement] | list[Misplaced]:
    if row.misplaced is not None:
        return [row.misplaced]
    return [
        Disagreement(
            dataset=cell.dataset,
            model=cell.model,
            wss=float(cell.wss.value),
            tnr=float(cell.tnr.value),
            recomputed=float(cell.recomputed),
        )
        for cell in row.cells
        if not cell.agrees
    ]


def _wrong_averages(
    table: PublishedTable, rows: Sequence[_Audited]
) -> list[WrongAverage]:
    found = []
    for measure in MEASURES:
        for model, average in table.averages(measure).items():
            spans = [row.row.span(model, measure, judged=row.judged) for row in rows]
            as_it_is = _mean_of_known(spans)
            if as_it_is is None or average.interval.meets(as_it_is):
                continue
            mended = _mean_of_known([row.mended_span(model, measure) for row in rows])
            found.append(
                WrongAverage(
                    model=model,
                    measure=measure,
                    printed=float(average.value),
                    recomputed=float((as_it_is.low + as_it_is.high) / 2),
                    agrees_once_mended=mended is not None
                    and average.interval.meets(mended),
                )
            )
    return found


def _mean_of_known(spans: Sequence[Interval | None]) -> Interval | None:
    known = [span for span in spans if span is not None]
    return mean_interval(known) if known else None
