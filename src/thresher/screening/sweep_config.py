"""Sweeps as users write them: a TOML file of data, models and seeds."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from thresher.errors import FileError, InputError, UnknownNameError
from thresher.progress import Report, silent
from thresher.records.plain_text import as_text, read_content
from thresher.screening.pile import Pile, read_pile
from thresher.screening.procedures import Model
from thresher.screening.recipes import DEFAULT
from thresher.screening.starts import STARTS, Drawn, Start
from thresher.screening.task import Data, Task

__all__ = ["Planned", "SweepConfig", "planned", "read_sweep"]

MODEL_KEYS = ("ranker", "strategy", "schedule", "stop")
MOST_SEEDS = 10_000
WILD = "*?["


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepConfig:
    """What a configuration asks for.

    Parameters
    ----------
    data
        Citation files with labels.
    models
        Rankers and how they are used.
    seeds
        One simulation each for every file and model.
    start
        What each simulation knows or reads first.
    label_column
        The field of labels, where files call it by an uncommon name.
    """

    data: tuple[Path, ...]
    models: tuple[Model, ...]
    seeds: tuple[int, ...]
    start: Start
    label_column: str | None = None


KEYS = (
    *("data", "models", "seeds", "first_seed", "start", "label_column"),
    *("prior_relevant", "prior_irrelevant", "strategy", "schedule", "stop"),
)


def read_sweep(path: Path) -> SweepConfig:
    """Sweep that a TOML file asks for; see the documentation for its keys.

    Raises
    ------
    FileError
        The file is no TOML, lacks data, has a value of the wrong kind, or names a
        file, ranker, strategy, schedule, stopper or key that does not exist.
    """
    text = as_text(read_content(path), path)
    try:
        given = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise FileError(path, f"is not valid TOML ({error})") from error
    try:
        _known(given, KEYS, kind="key of a sweep")
        return SweepConfig(
            data=_files(given, path.parent),
            models=_models(given),
            seeds=_seeds(given),
            start=_start(given),
            label_column=_value(given, "label_column", str),
        )
    except (InputError, UnknownNameError) as error:
        raise FileError(path, str(error).removesuffix(".")) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """The tasks of a sweep, and what a user should know of its data."""

    tasks: tuple[Task, ...]
    remarks: tuple[str, ...]


def planned(config: SweepConfig, *, report: Report = silent) -> Planned:
    """Return the tasks of a sweep, those of one data set together.

    Raises
    ------
    InputError
        Two files hold the same records and labels, or two models have one name.
    FileError
        A file cannot be simulated on.
    """
    seen: dict[str, Path] = {}
    tasks: list[Task] = []
    remarks: list[str] = []
    for number, path in enumerate(config.data, 1):
        pile = read_pile(path, label_column=config.label_column)
        earlier = seen.setdefault(pile.fingerprint, path)
        if earlier != path:
            raise InputError(
                f"{earlier} and {path} hold the same records and labels: list one"
            )
        tasks += _tasks(config, pile, path)
        remarks += [f"{pile.name}: {remark}" for remark in pile.remarks]
        report("Reading data", done=number, total=len(config.data))
    return Planned(tasks=tuple(tasks), remarks=tuple(remarks))


def _tasks(config: SweepConfig, pile: Pile, path: Path) -> list[Task]:
    data = Data(
        path=path.resolve(),
        name=pile.name,
        fingerprint=pile.fingerprint,
        label_column=config.label_column,
    )
    return [
        Task(data=data, model=model, start=config.start, seed=seed)
        for model in config.models
        for seed in config.seeds
    ]


def _files(given: Mapping[str, Any], beside: Path) -> tuple[Path, ...]:
    patterns = _value(given, "data", list)
    if not patterns or not all(isinstance(one, str) for one in patterns):
        raise InputError('data must list files, as in data = ["a.csv", "more/*.ris"]')
    found: list[Path] = []
    for pattern in patterns:
        named = _named(pattern, beside)
        if not named:
            raise InputError(f"data names {pattern!r}, but {beside} has no such file")
        found += named
    return tuple(dict.fromkeys(found))


def _named(pattern: str, beside: Path) -> list[Path]:
    """Return the files that a name or a pattern stands for; none if any is missing."""
    named = [beside / pattern]
    try:
        if any(mark in pattern for mark in WILD):
            named = sorted(beside.glob(pattern))
        return named if all(one.is_file() for one in named) else []
    except (OSError, ValueError, NotImplementedError):
        return []  # no name that a file can have


def _models(given: Mapping[str, Any]) -> tuple[Model, ...]:
    usual = {key: _value(given, key, str) for key in MODEL_KEYS[1:]}
    usual = {key: value for key, value in usual.items() if value is not None}
    listed = _value(given, "models", list, missing=[DEFAULT])
    models = tuple(_model(one, usual) for one in listed)
    names = [model.name for model in models]
    if not names or len(set(names)) < len(names):
        raise InputError(
            f"models must be different, got {', '.join(names) or 'none'}: give each a "
            "name of its own"
        )
    return models


def _model(given: object, usual: Mapping[str, str]) -> Model:
    if isinstance(given, str):
        return Model(ranker=given, **usual)
    if not isinstance(given, dict):
        raise InputError(f"a model is a ranker's name or a table, got {given!r}")
    _known(given, ["name", *MODEL_KEYS], kind="key of a model")
    told = {key: _value(given, key, str, missing="") for key in given if key != "name"}
    return Model(label=_value(given, "name", str, missing=""), **{**usual, **told})


def _seeds(given: Mapping[str, Any]) -> tuple[int, ...]:
    seeds = given.get("seeds", 1)
    first = _value(given, "first_seed", int, missing=1)
    if isinstance(seeds, int) and not isinstance(seeds, bool):
        seeds = [*range(first, first + min(seeds, MOST_SEEDS + 1))]
    elif "first_seed" in given:
        raise InputError("first_seed goes with a number of seeds, not with a list")
    whole = isinstance(seeds, list) and all(type(seed) is int for seed in seeds)
    if not whole or not 0 < len(seeds) <= MOST_SEEDS or min(seeds) < 0:
        raise InputError(
            f"seeds must be 1 to {MOST_SEEDS}, or a list of numbers from 0 on, got "
            f"{given.get('seeds')!r}"
        )
    return tuple(dict.fromkeys(seeds))


def _start(given: Mapping[str, Any]) -> Start:
    name = _value(given, "start", str, missing="priors")
    if name not in STARTS:
        raise UnknownNameError("start", name, known=STARTS)
    counts = {
        field.name: _value(given, f"prior_{field.name}", int) for field in fields(Drawn)
    }
    asked = {key: value for key, value in counts.items() if value is not None}
    if not asked:
        return STARTS[name]
    if name != "priors":
        raise InputError(f"prior_relevant and prior_irrelevant make no {name!r} start")
    if min(asked.values()) < 1:
        raise InputError("prior_relevant and prior_irrelevant are 1 or more")
    return Drawn(**asked)


def _value(
    given: Mapping[str, Any], key: str, kind: type, *, missing: object = None
) -> Any:  # noqa: ANN401  what TOML holds
    value = given.get(key, missing)
    if key in given and (not isinstance(value, kind) or isinstance(value, bool)):
        words = {str: "a text", int: "a whole number", list: "a list"}
        raise InputError(f"{key} must be {words[kind]}, got {value!r}")
    return value


def _known(given: Mapping[str, Any], keys: Sequence[str], *, kind: str) -> None:
    for key in given:
        if key not in keys:
            raise UnknownNameError(kind, key, known=keys)
