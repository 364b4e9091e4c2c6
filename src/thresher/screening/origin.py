"""Where a run comes from: its model, its data set, its seed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thresher.errors import FileError
from thresher.screening.run import Run, name_of

__all__ = ["Origin", "origin_of", "run_files"]

OURS, PROJECTS = (".json",), (".asreview",)
TABLES = (".csv", ".tsv", ".txt", ".csv.gz", ".tsv.gz")
SEED = ".seed-"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Origin:
    """Model, data set and seed; `data_hash` tells data sets of one name apart."""

    model: str
    data: str
    data_hash: str
    seed: str


def origin_of(run: Run) -> Origin:
    """Return where a run comes from, as far as it or its file's name says.

    Parameters
    ----------
    run
        One of ours says it itself. Of others the folder is the model, and the file is
        the data set, up to ``.seed-``, and the seed.

    Examples
    --------
    >>> from thresher.screening.reading import as_reading
    >>> path = Path("svm/Smid_2020.seed-4.csv")
    >>> origin_of(Run(name="x", reading=as_reading([1, 0]), source=path))
    Origin(model='svm', data='Smid_2020', data_hash='', seed='4')
    """
    told: Mapping[str, Any] = run.settings if "procedure" in run.settings else {}
    name = name_of(run.source) if run.source is not None else run.name
    data, _, seed = name.partition(SEED)
    folder = run.source.resolve().parent.name if run.source is not None else ""
    return Origin(
        model=str(told.get("model") or _recipe(told) or folder or run.name),
        data=str(told.get("data") or data),
        data_hash=str(told.get("data_sha256") or ""),
        seed=str(told.get("seed", seed)),
    )


def run_files(paths: Iterable[Path]) -> list[Path]:
    """Return files as they are, and of folders the runs in them, each once.

    A folder's runs are its JSON files; where it has none, its ``.asreview`` projects;
    where it has neither, its tables.

    Raises
    ------
    FileError
        A folder holds no run.
    """
    found: dict[Path, Path] = {}
    for path in paths:
        for one in _runs_in(path) if path.is_dir() else [path]:
            found.setdefault(one.resolve(), one)
    return [*found.values()]


def _runs_in(folder: Path) -> list[Path]:
    files = sorted(path for path in folder.iterdir() if path.is_file())
    for endings in (OURS, PROJECTS, TABLES):
        chosen = [p for p in files if p.name.lower().endswith(endings)]
        if chosen:
            return chosen
    hint = "Give a folder of thresher simulate or sweep, or files."
    raise FileError(folder, "holds no run", hint=hint)


def _recipe(told: Mapping[str, Any]) -> str:
    """Return the recipe that `thresher simulate` writes down."""
    procedure = told.get("procedure")
    recipe = procedure.get("recipe") if isinstance(procedure, dict) else None
    return str(recipe.get("name", "")) if isinstance(recipe, dict) else ""
