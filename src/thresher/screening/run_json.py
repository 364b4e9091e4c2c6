"""Runs as JSON files of our own: written at once or not at all."""

import json
from collections.abc import Mapping
from pathlib import Path
from types import UnionType
from typing import Any

import numpy as np

from thresher import __version__
from thresher.errors import FileError, InputError
from thresher.screening.reading import Reading
from thresher.screening.run import Run, name_of
from thresher.staged_file import staged_file

__all__ = ["FORMAT", "run_of_json", "run_text", "write_run"]

FORMAT = 1
KEY = "thresher_run"


def write_run(path: str | Path, run: Run) -> None:
    """Write `run` to `path`, so that a reader finds the old file or the whole new one.

    Raises
    ------
    InputError
        An id or a setting is no JSON value.
    FileError
        The file cannot be written.
    """
    text = run_text(run)
    with staged_file(Path(path)) as out:
        out.write(text.encode())


def run_text(run: Run) -> str:
    """Return a run as the JSON text of its file.

    Raises
    ------
    InputError
        An id or a setting is no JSON value.
    """
    try:
        return json.dumps(_content(run), allow_nan=False, default=_plain) + "\n"
    except (TypeError, ValueError) as error:
        raise InputError(f"the run {run.name!r} cannot become JSON: {error}") from error


def run_of_json(text: str, path: Path) -> Run:
    """Run kept in the JSON `text`.

    Raises
    ------
    FileError
        The text is no JSON, no run, or a run that cannot be.
    """
    try:
        content = json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        raise FileError(path, f"is not valid JSON ({error})", line=line) from error
    if not isinstance(content, dict) or KEY not in content:
        hint = f'A run of Thresher begins with {{"{KEY}": {FORMAT}.'
        raise FileError(path, "is JSON, but not a run", hint=hint)
    if content[KEY] != FORMAT:
        reason = f"is a run of format {content[KEY]!r}; this Thresher reads {FORMAT}"
        raise FileError(path, reason, hint="Install a newer Thresher.")
    try:
        return _run(content, path)
    except (ValueError, TypeError, KeyError, OverflowError) as error:
        raise FileError(path, f"is not a possible run: {error}") from error


def _content(run: Run) -> dict[str, object]:
    reading = run.reading
    return {
        KEY: FORMAT,
        "name": run.name,
        "order": None if reading.ids is None else list(reading.ids),
        "labels": reading.labels.astype(int).tolist(),
        "priors": reading.priors,
        "records": reading.records,
        "relevant": reading.relevant,
        "scores": None if reading.scores is None else reading.scores.tolist(),
        "settings": dict(run.settings),
        "versions": {"thresher": __version__, "asreview": run.asreview_version},
    }


def _plain(value: object) -> object:
    """Return a numpy number as Python's own."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{value!r} is no JSON value")


def _run(content: Mapping[str, Any], path: Path) -> Run:
    labels = _kind(content, "labels", list)
    scores = content.get("scores")
    reading = Reading(
        labels=np.array(labels) if labels else np.zeros(0, dtype=np.bool_),
        priors=_kind(content, "priors", int, missing=0),
        records=_kind(content, "records", int, missing=len(labels)),
        relevant=_kind(content, "relevant", int | None, missing=-1),
        ids=_kind(content, "order", list | None, missing=None),
        scores=None if scores is None else np.array(scores, dtype=object),
    )
    versions = _kind(content, "versions", dict, missing={})
    return Run(
        name=str(content.get("name", name_of(path))),
        reading=reading,
        settings=_kind(content, "settings", dict, missing={}),
        asreview_version=versions.get("asreview"),
        source=path,
    )


def _kind(
    content: Mapping[str, Any],
    key: str,
    kind: type | UnionType,
    *,
    missing: object = ...,
) -> Any:  # noqa: ANN401  what JSON holds
    """Return the value of `key`, which must be of this kind."""
    value = content[key] if missing is ... else content.get(key, missing)
    if not isinstance(value, kind):
        raise TypeError(f"{key} is {str(value)[:40]!r}")
    return value


def _refused(constant: str) -> float:
    raise ValueError(f"{constant} is no number")
