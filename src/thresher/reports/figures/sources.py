"""What may be drawn: files, runs, readings and plain labels, with their names."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from thresher.errors import InputError
from thresher.screening.reading import Reading, as_reading
from thresher.screening.runs import open_runs

__all__ = ["NamedReading", "RunLike", "Runs", "named_readings"]


@runtime_checkable
class RunLike(Protocol):
    """Anything with a name and a reading, as `thresher.screening.runs.Run`."""

    @property
    def name(self) -> str:
        """What the run is called."""
        ...

    @property
    def reading(self) -> Reading:
        """What was read."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedReading:
    """A reading and what to call it."""

    name: str
    reading: Reading


Source: TypeAlias = str | os.PathLike[str] | RunLike | Reading | ArrayLike
Runs: TypeAlias = Source | Iterable[Source]


def named_readings(
    runs: Runs, *, priors: bool = False, names: Sequence[str] | None = None
) -> list[NamedReading]:
    """Every reading that was given, in order, each with a name.

    Parameters
    ----------
    runs
        A path, a run, a reading or a row of 0 and 1, or several of these.
    priors
        Whether records known beforehand count as read.
    names
        What to call them instead of their own names.

    Examples
    --------
    >>> [named.name for named in named_readings([[1, 0], [0, 1]])]
    ['run 1', 'run 2']
    """
    found = [named for source in _each(runs) for named in _opened(source)]
    if not found:
        raise InputError("there is nothing to draw: give at least one run")
    own = [named.name or f"run {place}" for place, named in enumerate(found, 1)]
    if names is not None and len(names) != len(own):
        raise InputError(
            f"{len(own)} runs need as many legend values, got {len(names)}"
        )
    readings = [named.reading for named in found]
    if not priors:
        readings = [reading.without_priors() for reading in readings]
    return [
        NamedReading(name=str(name), reading=reading)
        for name, reading in zip(names or own, readings, strict=True)
    ]


def _each(runs: Runs) -> list[Source]:
    """Return the sources one by one; a row of numbers is one source."""
    if isinstance(runs, str | os.PathLike | Reading | RunLike):
        return [runs]
    if isinstance(runs, np.ndarray):
        return list(runs) if runs.ndim > 1 else [runs]
    if not isinstance(runs, Iterable):
        raise InputError(
            f"cannot draw {runs!r}: give a path, a run, a reading or labels"
        )
    given = list(runs)
    if given and all(np.isscalar(one) and not isinstance(one, str) for one in given):
        return [np.asarray(given)]
    return given


def _opened(source: Source) -> list[NamedReading]:
    """Return the readings of one source; an empty name is one to be made up."""
    match source:
        case str() | os.PathLike():
            return [
                NamedReading(name=run.name, reading=run.reading)
                for run in open_runs(Path(source))
            ]
        case Reading():
            return [NamedReading(name="", reading=source)]
        case RunLike():
            return [NamedReading(name=source.name, reading=source.reading)]
    return [NamedReading(name="", reading=as_reading(source))]
