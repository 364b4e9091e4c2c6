"""Sweeps: many simulations, each done once and kept as soon as it is done."""

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from thresher.errors import FileError, InputError
from thresher.executors import Executor, Outcome
from thresher.progress import Report, silent
from thresher.screening.manifest import alone, read_manifest, write_entry
from thresher.screening.run_json import run_of_json, write_run
from thresher.screening.task import LOCKS, TOKEN, Place, Task, is_done, performed

__all__ = ["Swept", "swept"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Swept:
    """What became of a sweep.

    Parameters
    ----------
    folder
        Where the runs are, and the manifest.
    runs
        The file of each task that is done, in the order of the tasks.
    found
        How many of them were there before.
    failures
        A sentence for each task that has no run, by its name.
    """

    folder: Path
    runs: tuple[Path, ...]
    found: int
    failures: Mapping[str, str]


def swept(
    tasks: Sequence[Task],
    folder: Path,
    *,
    executor: Executor,
    report: Report = silent,
) -> Swept:
    """Do all tasks that the folder holds no run of.

    Parameters
    ----------
    tasks
        What to simulate.
    folder
        Where runs and the manifest are kept; made if needed.
    executor
        Who does it.
    report
        Told how many tasks are done.

    Raises
    ------
    InputError
        Two tasks are the same.
    FileError
        The folder cannot be written.
    ClusterError
        The executor's cluster is gone. What is done is kept, and is not done again.

    Notes
    -----
    A task that fails does not stop the others. Stopping anywhere, by Ctrl-C or by the
    death of any process, loses at most what was being simulated at that moment.
    """
    by_key = {task.key: task for task in tasks}
    if len(by_key) < len(tasks):
        raise InputError("two tasks of the sweep are the same: give each once")
    place = _prepared(folder)
    done = {key for key, task in by_key.items() if is_done(task, folder)}
    _reconcile(done, by_key, folder)
    found, failures = len(done), {}
    for key, task in by_key.items():
        if key not in done:
            executor.submit(partial(performed, task, place, key=key), key=key)
    report("Simulating", done=len(done), total=len(tasks))
    for outcome in executor.as_completed():
        task = by_key[outcome.key]
        error = outcome.error or _kept(outcome, task, folder)
        if error:
            failures[task.name] = error
        else:
            done.add(outcome.key)
        report("Simulating", done=len(done) + len(failures), total=len(tasks))
    _reconcile(done, by_key, folder)
    return Swept(
        folder=folder,
        runs=tuple(folder / task.file for key, task in by_key.items() if key in done),
        found=found,
        failures=failures,
    )


def _prepared(folder: Path) -> Place:
    """Make the folder, and mark it so that workers can tell it from another's."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            _write_token(folder / TOKEN)
        token = (folder / TOKEN).read_text(encoding="utf-8")
        if not token:  # a process died, or the disc was full, before it was written
            (folder / TOKEN).unlink()
            return _prepared(folder)
        (folder / LOCKS).mkdir(exist_ok=True)
    except OSError as error:
        reason = f"cannot be used as a folder for runs ({error.strerror})"
        raise FileError(folder, reason, hint="Choose another with -o.") from error
    return Place(folder=folder.resolve(), token=token)


def _write_token(path: Path) -> None:
    with path.open("x") as file:
        file.write(secrets.token_hex(8))


def _reconcile(done: set[str], tasks: Mapping[str, Task], folder: Path) -> None:
    """Note runs that a process wrote, but died before it could say so."""
    noted = {entry.task for entry in read_manifest(folder) if entry.event == "done"}
    for key in done - noted:
        with alone(folder / LOCKS / tasks[key].lock):
            again = read_manifest(folder)
            if not any(e.task == key and e.event == "done" for e in again):
                write_entry(folder, key, event="done", run=tasks[key].file)


def _kept(outcome: Outcome, task: Task, folder: Path) -> str:
    """Write a run that came back from afar; return what is wrong, if anything is."""
    path, text = folder / task.file, str(outcome.value)
    with alone(folder / LOCKS / task.lock):
        if text and not is_done(task, folder):
            write_entry(folder, task.key, event="begun", run=task.file)
            write_run(path, run_of_json(text, path))
            write_entry(folder, task.key, event="done", run=task.file)
    return "" if is_done(task, folder) else "its run is not in the folder"
