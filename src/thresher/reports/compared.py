"""Models side by side over data sets and seeds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.comparison import PairedDifference, paired_difference
from thresher.measures.registry import MEASURES
from thresher.measures.summary import Summary, summarise
from thresher.screening.origin import Origin, origin_of
from thresher.screening.run import Run

if TYPE_CHECKING:
    from collections.abc import Callable

    from thresher.measures.critical_difference import ModelRanks
    from thresher.measures.rates import RateDistribution
    from thresher.screening.reading import Reading

__all__ = ["BETTER", "LEVELS", "Compared", "Pair", "compared"]

Law: TypeAlias = "Callable[[int], RateDistribution]"  # for a pile of so many records
Data: TypeAlias = tuple[str, str]  # name and hash
LEVELS: Mapping[str, float | None] = {
    "loss": None,
    "tnr": 0.95,
    "wss": 0.95,
    "atd": None,
    "recall": 0.1,
    "rauc": None,
}
BETTER = {name: MEASURES[name].better for name in LEVELS if name in MEASURES}
BETTER["rauc"] = "higher"
FEWEST = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two models and how they differ, the first less the second.

    `p_holm` is the p-value after Holm's correction for all pairs.
    """

    first: str
    second: str
    difference: PairedDifference
    p_holm: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Compared:
    """Every model's figures on every data set.

    Parameters
    ----------
    values
        By measure, then model, then data set: the values of its seeds, in the order of
        the seeds; runs in which the measure is undefined are not among them.
    models, data
        In the order they came.
    runs
        How many there were.
    """

    values: Mapping[str, Mapping[str, Mapping[Data, Mapping[str, float]]]]
    models: tuple[str, ...]
    data: tuple[Data, ...]
    runs: int

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures taken."""
        return tuple(self.values)

    def mean(self, measure: str, model: str, data: Data) -> float | None:
        """Return the mean over the seeds of one data set; nothing if there is none."""
        found = self.values[measure][model].get(data, {})
        return float(np.mean([*found.values()])) if found else None

    def shared(self, measure: str) -> tuple[Data, ...]:
        """Return the data sets on which every model has a value."""
        return tuple(
            one
            for one in self.data
            if all(self.mean(measure, model, one) is not None for model in self.models)
        )

    def over_data(
        self, measure: str, model: str, *, rng: np.random.Generator
    ) -> Summary | None:
        """Return mean and interval over the shared data sets, or over seeds of one."""
        shared = self.shared(measure)
        if not shared:
            return None
        if len(shared) == 1:
            sample = [*self.values[measure][model][shared[0]].values()]
        else:
            sample = [self._whole(measure, model, one) for one in shared]
        return summarise(sample, rng=rng)

    def ranks(self, measure: str, *, alpha: float = 0.05) -> "ModelRanks | None":
        """Return the ranks over shared data sets; nothing where there are too few."""
        from thresher.measures.critical_difference import (  # noqa: PLC0415  heavy
            model_ranks,
        )

        table = [
            [self._whole(measure, model, one) for model in self.models]
            for one in self.shared(measure)
        ]
        if min(len(table), len(self.models)) < FEWEST:
            return None
        try:
            return model_ranks(table, better=BETTER[measure], alpha=alpha)
        except UndefinedMeasureError:
            return None

    def pairs(self, measure: str) -> tuple[Pair, ...]:
        """Return paired tests over shared data sets, or over shared seeds of one."""
        found = {}
        for first, second in combinations(self.models, 2):
            one, two = self._paired(measure, first, second)
            if len(one) >= FEWEST:
                found[first, second] = paired_difference(one, two)
        corrected = _holm([difference.p_value for difference in found.values()])
        return tuple(
            Pair(first=first, second=second, difference=difference, p_holm=p_value)
            for ((first, second), difference), p_value in zip(
                found.items(), corrected, strict=True
            )
        )

    def _whole(self, measure: str, model: str, data: Data) -> float:
        return float(np.mean([*self.values[measure][model][data].values()]))

    def _paired(
        self, measure: str, first: str, second: str
    ) -> tuple[list[float], list[float]]:
        shared = self.shared(measure)
        if len(shared) != 1:
            models = (first, second)
            one, two = (
                [self._whole(measure, model, data) for data in shared]
                for model in models
            )
            return one, two
        here, there = (self.values[measure][m][shared[0]] for m in (first, second))
        seeds = [seed for seed in here if seed in there]
        return [here[seed] for seed in seeds], [there[seed] for seed in seeds]


def compared(runs: Sequence[Run], *, law: "Law | None" = None) -> Compared:
    """Return the figures of runs by model and data set, priors not counted.

    Parameters
    ----------
    runs
        Of any models on any data sets.
    law
        The law of the share that will be read of a pile of so many records; adds the
        rate-weighted area.

    Raises
    ------
    InputError
        No run, or two of the same model, data set and seed.
    UndefinedMeasureError
        No measure has a value for any run.
    """
    if not runs:
        raise InputError("there is no run to compare")
    origins = [origin_of(run) for run in runs]
    _refuse_twins(runs, origins)
    models = tuple(dict.fromkeys(origin.model for origin in origins))
    data = tuple(dict.fromkeys((one.data, one.data_hash) for one in origins))
    measures = [name for name in LEVELS if law is not None or name != "rauc"]
    values: dict[str, dict[str, dict[Data, dict[str, float]]]] = {
        name: {model: {} for model in models} for name in measures
    }
    for run, origin in zip(runs, origins, strict=True):
        reading = run.reading.without_priors()
        for name in measures:
            value = _value(name, reading, law)
            if value is not None:
                cell = values[name][origin.model]
                cell.setdefault((origin.data, origin.data_hash), {})[origin.seed] = (
                    value
                )
    if not any(cell for by_model in values.values() for cell in by_model.values()):
        reason = "no run has a relevant record that was not known beforehand"
        raise UndefinedMeasureError("every measure", reason)
    return Compared(values=values, models=models, data=data, runs=len(runs))


def _value(name: str, reading: "Reading", law: "Law | None") -> float | None:
    try:
        if name != "rauc":
            return float(MEASURES[name].of(reading, level=LEVELS[name]))
        if law is None:
            return None
        from thresher.measures.rate_weighted import (  # noqa: PLC0415  heavy
            rate_weighted_area,
        )

        return rate_weighted_area(reading, rate=law(reading.records))
    except UndefinedMeasureError:
        return None


def _refuse_twins(runs: Sequence[Run], origins: Sequence[Origin]) -> None:
    seen: dict[Origin, Run] = {}
    for run, origin in zip(runs, origins, strict=True):
        twin = seen.setdefault(origin, run)
        if twin is not run:
            raise InputError(
                f"{twin.source or twin.name} and {run.source or run.name} are both of "
                f"model {origin.model!r} on {origin.data!r} with seed "
                f"{origin.seed or 'unknown'}: give one, or put each model's runs in a "
                "folder of its own"
            )


def _holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number, by Holm's steps."""
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    corrected = [0.0] * len(p_values)
    highest = 0.0
    for step, at in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - step) * p_values[at]))
        corrected[at] = highest
    return corrected
