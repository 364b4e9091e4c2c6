"""Sweeps: every simulation once, the same on every executor, resumed anywhere."""

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from thresher.errors import FileError, InputError
from thresher.executors import (
    Executor,
    Job,
    Outcome,
    ProcessExecutor,
    SerialExecutor,
)
from thresher.screening import task as tasks
from thresher.screening.manifest import MANIFEST, Entry, read_manifest
from thresher.screening.procedures import Model
from thresher.screening.runs import open_run
from thresher.screening.starts import Diverse, Drawn
from thresher.screening.sweep import Swept, swept
from thresher.screening.sweep_config import planned, read_sweep
from thresher.screening.task import TOKEN, Place, Task, performed

from .sweeps import assert_each_was_done_once, laid_out


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return laid_out(tmp_path)


@pytest.fixture
def some(config: Path) -> tuple[Task, ...]:
    return planned(read_sweep(config)).tasks


class Interrupted:
    """An executor whose user presses Ctrl-C after some jobs."""

    def __init__(self, *, after: int) -> None:
        self.inner = SerialExecutor()
        self.after = after

    def submit(self, job: Job, *, key: str) -> None:
        self.inner.submit(job, key=key)

    def as_completed(self) -> Iterator[Outcome]:
        for number, outcome in enumerate(self.inner.as_completed(), 1):
            yield outcome
            if number == self.after:
                raise KeyboardInterrupt

    def close(self) -> None:
        self.inner.close()


class Forgetful(SerialExecutor):
    """An executor whose workers die before they note what they have written."""

    def __init__(self, manifest: Path) -> None:
        super().__init__()
        self.manifest = manifest

    def as_completed(self) -> Iterator[Outcome]:
        for outcome in super().as_completed():
            lines = self.manifest.read_text().splitlines(keepends=True)
            self.manifest.write_text("".join(lines[:-1]))
            yield outcome


def done_by(executor: Executor, some: tuple[Task, ...], folder: Path) -> Swept:
    with closing(executor):
        return swept(some, folder, executor=executor)


def orders(folder: Path) -> dict[str, list[object]]:
    runs = [open_run(path) for path in sorted(folder.glob("*.json"))]
    return {run.name: list(run.reading.ids or ()) for run in runs}


def test_a_sweep_simulates_every_data_set_model_and_seed(
    some: tuple[Task, ...], tmp_path: Path
) -> None:
    told: list[int] = []

    def report(what: str, *, done: int, total: int) -> None:
        assert (what, total) == ("Simulating", 24)
        told.append(done)

    folder = tmp_path / "runs"
    done = swept(some, folder, executor=SerialExecutor(), report=report)
    assert (len(done.runs), done.found, done.failures) == (24, 0, {})
    assert told == list(range(25))
    assert_each_was_done_once(folder, simulations=24)
    run = open_run(done.runs[-1])
    assert run.name == "d2.logistic+never.seed-6"
    assert (run.reading.priors, run.reading.read) == (2, 60)
    assert run.settings["model"] == "logistic+never"
    assert run.settings["data_sha256"] == some[-1].data.fingerprint
    again = swept(some, folder, executor=SerialExecutor())
    assert (again.runs, again.found) == (done.runs, 24)
    assert_each_was_done_once(folder, simulations=24)


def test_processes_read_in_the_same_order_as_one(
    some: tuple[Task, ...], tmp_path: Path
) -> None:
    done_by(SerialExecutor(), some[::4], tmp_path / "one")
    done_by(ProcessExecutor(workers=2), some[::4], tmp_path / "two")
    assert orders(tmp_path / "one") == orders(tmp_path / "two")
    assert_each_was_done_once(tmp_path / "two", simulations=6)


def test_an_interrupted_sweep_goes_on_where_it_was(
    some: tuple[Task, ...], tmp_path: Path
) -> None:
    folder = tmp_path / "runs"
    with pytest.raises(KeyboardInterrupt):
        swept(some, folder, executor=Interrupted(after=5))
    assert swept(some, folder, executor=SerialExecutor()).found == 5
    assert_each_was_done_once(folder, simulations=24)
    done_by(SerialExecutor(), some, tmp_path / "other")
    assert orders(folder) == orders(tmp_path / "other")


def test_a_run_whose_writer_died_before_saying_so_is_noted_not_repeated(
    some: tuple[Task, ...], tmp_path: Path
) -> None:
    folder = tmp_path / "runs"
    done_by(SerialExecutor(), some[:2], folder)
    lines = (folder / MANIFEST).read_text().splitlines(keepends=True)
    (folder / MANIFEST).write_text("".join(lines[:3]))
    assert done_by(SerialExecutor(), some[:2], folder).found == 2
    assert_each_was_done_once(folder, simulations=2)
    assert len(read_manifest(folder)) == 4


def test_a_run_whose_worker_died_in_this_sweep_is_noted_at_its_end(
    some: tuple[Task, ...], tmp_path: Path
) -> None:
    folder = tmp_path / "runs"
    done_by(Forgetful(folder / MANIFEST), some[:2], folder)
    assert_each_was_done_once(folder, simulations=2)


def test_a_last_entry_cut_short_is_none_and_another_is_refused(
    some: tuple[Task, ...], tmp_path: Path
) -> None:
    done_by(SerialExecutor(), some[:1], tmp_path)
    path = tmp_path / MANIFEST
    whole = path.read_text()
    path.write_text(whole + '{"task": "cut sho')
    assert len(read_manifest(tmp_path)) == 2
    path.write_text("cut\n" + whole)
    with pytest.raises(FileError, match="line 1: is no entry of a manifest"):
        read_manifest(tmp_path)


def test_a_sweep_goes_on_after_an_entry_that_a_full_disc_cut_short(
    some: tuple[Task, ...], tmp_path: Path
) -> None:
    done_by(SerialExecutor(), some[:1], tmp_path)
    with (tmp_path / MANIFEST).open("a") as log:
        log.write('{"task": "cut sho')
    done_by(SerialExecutor(), some[:2], tmp_path)
    assert_each_was_done_once(tmp_path, simulations=2)
    assert len(read_manifest(tmp_path)) == 4


def test_a_folder_whose_mark_was_never_written_gets_one(
    some: tuple[Task, ...], tmp_path: Path
) -> None:
    (tmp_path / TOKEN).touch()
    done_by(SerialExecutor(), some[:1], tmp_path)
    assert (tmp_path / TOKEN).read_text()


def test_a_damaged_run_is_simulated_again(
    some: tuple[Task, ...], tmp_path: Path
) -> None:
    folder = tmp_path / "runs"
    (first, second) = done_by(SerialExecutor(), some[:2], folder).runs
    whole = first.read_text()
    first.write_text(whole[: len(whole) // 2])
    assert done_by(SerialExecutor(), some[:2], folder).found == 1
    kept, old = json.loads(first.read_text()), json.loads(whole)
    assert kept["order"] == old["order"]
    shutil.copy(second, first)  # whole, but another task's
    assert done_by(SerialExecutor(), some[:2], folder).found == 1
    assert json.loads(first.read_text())["order"] == old["order"]


def test_a_worker_that_does_not_see_the_folder_sends_its_run_home(
    some: tuple[Task, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    near, far = tmp_path / "near", tmp_path / "far"
    done_by(SerialExecutor(), some[:3], near)
    monkeypatch.setattr(Place, "is_here", property(lambda _: False))
    done = done_by(SerialExecutor(), some[:3], far)
    assert len(done.runs) == 3
    assert orders(near) == orders(far)
    assert_each_was_done_once(far, simulations=3)


def test_a_worker_with_other_parts_or_data_refuses(
    some: tuple[Task, ...], tmp_path: Path
) -> None:
    place = Place(folder=tmp_path, token="")
    with pytest.raises(InputError, match=r"would simulate d1\.elas_u4\.seed-1 other"):
        performed(some[0], place, key="0" * 64)
    data = replace(some[0].data, fingerprint="0" * 64)
    changed = replace(some[0], data=data)
    with pytest.raises(InputError, match="is not the same on"):
        performed(changed, place, key=changed.key)


def test_a_task_that_fails_does_not_stop_the_others(
    some: tuple[Task, ...], tmp_path: Path
) -> None:
    greedy = replace(some[0], start=Drawn(relevant=50))
    done = done_by(SerialExecutor(), (greedy, *some[1:3]), tmp_path / "runs")
    assert len(done.runs) == 2
    assert "50 relevant priors were asked for" in done.failures[greedy.name]


def test_a_run_that_nobody_kept_is_a_failure(
    some: tuple[Task, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "write_run", lambda *_: None)
    done = done_by(SerialExecutor(), some[:1], tmp_path / "runs")
    assert list(done.failures.values()) == ["its run is not in the folder"]


def test_a_sweep_needs_a_folder_and_different_tasks(
    some: tuple[Task, ...], tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="two tasks of the sweep are the same"):
        swept([some[0], some[0]], tmp_path / "a", executor=SerialExecutor())
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="cannot be used as a folder"):
        swept(some, tmp_path / "file", executor=SerialExecutor())


def test_a_key_changes_with_all_that_decides_a_run(some: tuple[Task, ...]) -> None:
    one = some[0]
    others = [
        replace(one, seed=2),
        replace(one, start=Diverse()),
        replace(one, start=Drawn(relevant=2)),
        replace(one, model=Model(ranker="elas_u3")),
        replace(one, model=Model(ranker="elas_u4", strategy="mixed")),
        replace(one, model=Model(ranker="elas_u4", schedule="growing")),
        replace(one, model=Model(ranker="elas_u4", stop="never")),
        replace(one, data=replace(one.data, fingerprint="f")),
    ]
    assert len({task.key for task in [one, *others]}) == 9
    moved = replace(one, data=replace(one.data, path=Path("elsewhere")))
    assert moved.key == one.key


def test_an_entry_names_worker_and_time(some: tuple[Task, ...], tmp_path: Path) -> None:
    done_by(SerialExecutor(), some[:1], tmp_path / "runs")
    begun, done = read_manifest(tmp_path / "runs")
    assert isinstance(begun, Entry)
    assert (begun.event, done.event) == ("begun", "done")
    assert begun.worker == done.worker
    assert 0 <= done.time - begun.time < 600
