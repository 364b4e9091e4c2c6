"""The figures of some simulations, data set by data set."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from thresher.errors import UndefinedMeasureError
from thresher.measures.registry import MEASURES
from thresher.measures.summary import Summary, summarise
from thresher.reports.tables import text_table
from thresher.screening.simulate import Simulation

__all__ = ["FIGURES", "Simulated", "simulated_json", "simulated_table"]

FIGURES: Mapping[str, float | None] = {
    "loss": None,
    "tnr": 0.95,
    "wss": 0.95,
    "atd": None,
    "recall": 0.1,
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Simulated:
    """Simulations of one data set, with other priors each, and where they are kept."""

    data: str
    simulations: Sequence[Simulation]
    files: Sequence[Path]
    feature_seconds: float
    projects: Sequence[Path] = ()

    def values(self, measure: str) -> list[float]:
        """Return a measure's value for each simulation in which it has one."""
        found = []
        for simulation in self.simulations:
            reading = simulation.reading.without_priors()
            try:
                value = MEASURES[measure].of(reading, level=FIGURES[measure])
            except UndefinedMeasureError:
                continue
            found.append(float(value))
        return found

    @property
    def cpu_seconds(self) -> float:
        """Processor time of all simulations, features included."""
        return self.feature_seconds + sum(s.cpu_seconds for s in self.simulations)


def simulated_json(
    simulated: Sequence[Simulated], *, rng: np.random.Generator
) -> dict[str, Any]:
    """Return mean, deviation and interval of each figure, data set by data set."""
    return {one.data: _figures(one, rng=rng) for one in simulated}


def _figures(one: Simulated, *, rng: np.random.Generator) -> dict[str, Any]:
    first = one.simulations[0]
    figures: dict[str, Any] = {
        "records": int(first.pile.labels.size),
        "relevant": int(np.count_nonzero(first.pile.labels)),
        "seeds": len(one.simulations),
    }
    for measure, level in FIGURES.items():
        values = one.values(measure)
        summary = summarise(values, rng=rng) if values else None
        figures[measure] = {
            "level": level,
            "mean": summary and summary.mean,
            "sd": summary and summary.deviation,
            "interval": _interval(summary),
            "runs": len(values),
        }
    figures["cpu_seconds"] = round(one.cpu_seconds, 3)
    figures["runs"] = [str(path) for path in one.files]
    figures["projects"] = [str(path) for path in one.projects]
    return figures


def _interval(summary: Summary | None) -> list[float | None] | None:
    """Return the interval over seeds; one seed alone has none."""
    if summary is None or summary.low is None:
        return None
    return [summary.low, summary.high]


def simulated_table(simulated: Sequence[Simulated]) -> str:
    """Return a line a data set: the mean of each figure over the seeds."""
    names = [k if at is None else f"{k}@{at:g}" for k, at in FIGURES.items()]
    header = ["data", "seeds", *names, "cpu s"]
    rows: list[list[str | float | int | None]] = []
    for one in simulated:
        means = [_mean(one.values(measure)) for measure in FIGURES]
        rows.append(
            [
                one.simulations[0].pile.name,
                len(one.simulations),
                *means,
                one.cpu_seconds,
            ]
        )
    return text_table(header, rows) + "\n"


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None
