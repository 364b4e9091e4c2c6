"""A task of a sweep: one simulation, known by a hash of all that decides it."""

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from thresher import __version__
from thresher.errors import FileError, InputError
from thresher.screening.features.matrix import Features
from thresher.screening.manifest import alone, worker_name, write_entry
from thresher.screening.pile import Pile, read_pile
from thresher.screening.procedures import Model
from thresher.screening.recipes import settings_of
from thresher.screening.run import Run, safe_name
from thresher.screening.run_json import FORMAT, run_of_json, run_text, write_run
from thresher.screening.seeded import cache_folder, cached_features, seeded_simulation
from thresher.screening.starts import Start

__all__ = ["LOCKS", "TOKEN", "Data", "Place", "Task", "is_done", "performed"]

TOKEN = ".thresher-sweep"  # noqa: S105  a file name
LOCKS = ".locks"
KEY_LETTERS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Data:
    """A data set: its file, what it is called, and the hash of what it holds."""

    path: Path
    name: str
    fingerprint: str
    label_column: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One simulation of a sweep."""

    data: Data
    model: Model
    start: Start
    seed: int

    @property
    def key(self) -> str:
        """A hash of data, settings, start, seed and the format of runs."""
        facts = {
            "format": FORMAT,
            "data": self.data.fingerprint,
            "model": self.model.name,
            "procedure": settings_of(self.model.procedure),
            "start": settings_of(self.start),
            "seed": self.seed,
        }
        text = json.dumps(facts, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def name(self) -> str:
        """What its run is called."""
        return f"{self.data.name}.{self.model.name}.seed-{self.seed}"

    @property
    def file(self) -> str:
        """The name of its run's file: equal names mean equal tasks."""
        return f"{safe_name(self.name)}.{self.lock}.json"

    @property
    def lock(self) -> str:
        """What stands for it while a process has it."""
        return self.key[:KEY_LETTERS]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A folder for runs; `token` lets a worker tell whether it sees the same one."""

    folder: Path
    token: str

    @property
    def is_here(self) -> bool:
        """Whether this machine sees the folder."""
        try:
            return (self.folder / TOKEN).read_text(encoding="utf-8") == self.token
        except OSError:
            return False


def is_done(task: Task, folder: Path) -> bool:
    """Return whether the folder holds the task's run, whole and of this very task."""
    path = folder / task.file
    try:
        run = run_of_json(path.read_text(encoding="utf-8"), path)
    except (OSError, FileError, UnicodeDecodeError):
        return False
    return run.settings.get("task") == task.key


def performed(task: Task, place: Place, *, key: str) -> str:
    """Simulate a task unless it is done; return its run where nobody else can keep it.

    Parameters
    ----------
    task, key
        What to simulate, and the hash it had where the sweep began.
    place
        Where runs are kept. A worker that sees the folder writes there itself, before
        it tells anyone; then nothing is returned.

    Raises
    ------
    InputError
        This machine has another version of a part, or of the data.

    Notes
    -----
    Only one process at a time has a task, as far as they share the folder. One that
    waited for another finds the run and has nothing left to do.
    """
    if task.key != key:
        raise InputError(
            f"{worker_name()} would simulate {task.name} otherwise (it has Thresher "
            f"{__version__}): give every worker the same version"
        )
    if not place.is_here:
        return run_text(_simulated(task))
    (place.folder / LOCKS).mkdir(exist_ok=True)
    with alone(place.folder / LOCKS / task.lock):
        if not is_done(task, place.folder):
            write_entry(place.folder, task.key, event="begun", run=task.file)
            write_run(place.folder / task.file, _simulated(task))
            write_entry(place.folder, task.key, event="done", run=task.file)
    return ""


def _simulated(task: Task) -> Run:
    pile, features = _loaded(task.data, task.model.ranker)
    if pile.fingerprint != task.data.fingerprint:
        raise InputError(
            f"{task.data.path} is not the same on {worker_name()} as where the sweep "
            "began: put the data where every worker sees them"
        )
    done = seeded_simulation(
        pile, features, task.model.procedure, start=task.start, seed=task.seed
    )
    more = {
        "task": task.key,
        "model": task.model.name,
        "start": settings_of(task.start),
        "worker": worker_name(),
    }
    return done.run(task.name, seed=task.seed, more=more)


@lru_cache(maxsize=2)
def _loaded(data: Data, ranker: str) -> tuple[Pile, tuple[Features, ...]]:
    """Return a pile and its features; a worker keeps the last for the next task."""
    pile = read_pile(data.path, label_column=data.label_column)
    recipe = Model(ranker=ranker).procedure.recipe
    return pile, cached_features(recipe, pile, folder=cache_folder())
