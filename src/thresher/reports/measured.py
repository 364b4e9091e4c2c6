"""The figures of some runs together, as JSON, CSV and a table."""

import copy
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

import numpy as np

from thresher.errors import InputError
from thresher.measures.evaluation import Evaluation
from thresher.measures.summary import Summary, summarise
from thresher.reports.envelope import envelope
from thresher.reports.tables import csv_table, text_table
from thresher.screening.run import Run, file_names, short_names, told_apart

__all__ = ["Measured", "measured_csv", "measured_json", "measured_table"]

Figure: TypeAlias = tuple[str, float | None]
COMPARED = ("recall", "wss", "tnr", "erf", "loss", "atd", "auc", "ndcg", "rauc")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Measured:
    """Runs and their figures; `rng` draws the bootstrap samples of the summary."""

    runs: Sequence[Run]
    evaluations: Sequence[Evaluation]
    rng: np.random.Generator
    with_settings: bool = False

    def __post_init__(self) -> None:
        if len(self.runs) != len(self.evaluations):
            raise InputError(
                f"{len(self.runs)} runs need as many evaluations, "
                f"got {len(self.evaluations)}"
            )

    def remarks(self) -> list[str]:
        """Return a sentence for every run whose figures need one to be understood."""
        return [
            f"{name}: {_remark(evaluation)}"
            for name, evaluation in zip(
                short_names(self.runs), self.evaluations, strict=True
            )
            if _remark(evaluation)
        ]

    def summaries(self) -> dict[Figure, Summary | None]:
        """Return every figure's mean and interval; nothing where it has no value.

        Runs in which a figure is undefined are left out of it; `Summary.runs` says how
        many were counted. The same runs are drawn for every figure, at every call.
        """
        values: dict[Figure, list[float]] = {}
        for evaluation in self.evaluations:
            for name, level, value in evaluation.flat():
                kept = values.setdefault((name, level), [])
                if value is not None:
                    kept.append(float(value))
        return {
            figure: summarise(kept, rng=copy.deepcopy(self.rng)) if kept else None
            for figure, kept in values.items()
        }


def _remark(evaluation: Evaluation) -> str:
    reasons = {item.reason for item in evaluation.items if item.reason}
    reading = evaluation.reading
    if reasons:
        return f"some figures are undefined: {'; '.join(sorted(reasons))}"
    if reading.relevant is None or not reading.stopped_early:
        return ""
    missed = reading.relevant - reading.found
    if evaluation.convention == "insights":
        return f"{missed} relevant records were not found and do not count here"
    return f"{missed} relevant records were not found and count as the last of the pile"


def measured_json(measured: Measured) -> str:
    """Return Insights' envelope of one run; of several, by file, and their summary."""
    shown = [
        envelope(
            evaluation,
            asreview_version=run.asreview_version,
            settings=run.settings if measured.with_settings else None,
        )
        for run, evaluation in zip(measured.runs, measured.evaluations, strict=True)
    ]
    whole: dict[str, Any] = shown[0] if len(shown) == 1 else {}
    if len(shown) != 1:
        _, *names = told_apart(["summary", *file_names(measured.runs)])
        whole = dict(zip(names, shown, strict=True))
        whole["summary"] = [
            {"id": key, "level": level, **(asdict(summary) if summary else {"runs": 0})}
            for (key, level), summary in measured.summaries().items()
        ]
    return json.dumps(whole, indent=4, ensure_ascii=False) + "\n"


def measured_csv(measured: Measured) -> str:
    """Return one line a run and figure."""
    rows = [
        (name, key, level, value)
        for name, evaluation in zip(
            file_names(measured.runs), measured.evaluations, strict=True
        )
        for key, level, value in evaluation.flat()
    ]
    return csv_table(["file", "id", "level", "value"], rows)


def measured_table(measured: Measured) -> str:
    """Return the figures people compare, a line a run, with their summary below."""
    summaries = measured.summaries()
    figures = [figure for figure in summaries if figure[0] in COMPARED]
    rows: list[list[Any]] = []
    names = short_names(measured.runs)
    for name, evaluation in zip(names, measured.evaluations, strict=True):
        by_figure = {(key, level): value for key, level, value in evaluation.flat()}
        rows.append([name, *(by_figure.get(figure) for figure in figures)])
    if len(rows) > 1:
        chosen = [summaries[figure] for figure in figures]
        rows += [
            ["mean", *(s and s.mean for s in chosen)],
            ["standard deviation", *(s and s.deviation for s in chosen)],
            ["95 % from", *(s and s.low for s in chosen)],
            ["95 % to", *(s and s.high for s in chosen)],
        ]
    header = ["run", *(_heading(key, level) for key, level in figures)]
    return text_table(header, rows) + "\n"


def _heading(key: str, level: float | None) -> str:
    return key if level is None else f"{key}@{level:g}"
