"""`thresher sweep`, from the outside: killed, broken off and gone on with."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from thresher.cli.main import cli, run
from thresher.executors import SerialExecutor
from thresher.screening.manifest import read_manifest
from thresher.screening.runs import open_run
from thresher.screening.sweep import swept
from thresher.screening.sweep_config import planned, read_sweep

from ..screening.sweeps import assert_each_was_done_once, laid_out  # noqa: TID252

PATIENCE = 120.0
THRESHER = [sys.executable, "-m", "thresher"]


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return laid_out(tmp_path, records=100)


def waited(question: Callable[[], bool]) -> None:
    """Wait until the answer is yes."""
    begun = time.monotonic()
    while not question():
        assert time.monotonic() - begun < PATIENCE
        time.sleep(0.02)


def done_in(folder: Path) -> int:
    return sum(entry.event == "done" for entry in read_manifest(folder))


def open_task_of(folder: Path) -> int | None:
    """Process of a worker that has begun a task and not ended it."""
    entries = read_manifest(folder)
    ended = {entry.task for entry in entries if entry.event == "done"}
    busy = [int(e.worker.rpartition(":")[2]) for e in entries if e.task not in ended]
    return busy[0] if busy and len(ended) >= 2 else None


@contextmanager
def started(*command: str) -> Iterator[subprocess.Popen[str]]:
    """A process of our own, ended with the block."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=PATIENCE)


@pytest.mark.parametrize("executor", ["dask", "processes"])
def test_24_simulations_outlive_a_worker_killed_with_9(
    config: Path, executor: str
) -> None:
    folder = config.with_name("runs")
    asked = ["sweep", str(config), "--executor", executor, "--workers", "2"]
    with started(*THRESHER, *asked, "-o", str(folder), "--json") as sweep:
        waited(lambda: open_task_of(folder) is not None or sweep.poll() is not None)
        victim = open_task_of(folder)
        assert victim is not None
        assert victim != sweep.pid
        os.kill(victim, signal.SIGKILL)
        out, errors = sweep.communicate(timeout=PATIENCE)
    assert sweep.returncode == 0, errors
    facts = json.loads(out)
    assert (facts["simulations"], facts["done"], facts["failed"]) == (24, 24, {})
    assert len(facts["runs"]) == 24
    assert_each_was_done_once(folder, simulations=24)
    assert len({entry.worker for entry in read_manifest(folder)}) >= 2
    alone = config.with_name("alone")
    plan = planned(read_sweep(config)).tasks
    swept(plan, alone, executor=SerialExecutor())
    for task in plan:
        here, there = open_run(alone / task.file), open_run(folder / task.file)
        assert here.reading.ids == there.reading.ids


def test_24_simulations_outlive_a_killed_scheduler(
    config: Path, tmp_path: Path
) -> None:
    folder, where = tmp_path / "runs", tmp_path / "scheduler.json"
    dask = [sys.executable, "-m"]
    quiet = ["--no-dashboard", "--scheduler-file", str(where)]
    with ExitStack() as running:
        scheduler = running.enter_context(
            started(*dask, "distributed.cli.dask_scheduler", *quiet, "--port", "0")
        )
        waited(where.exists)
        for _ in range(2):
            worker = ["distributed.cli.dask_worker", *quiet, "--nthreads", "1"]
            running.enter_context(started(*dask, *worker, "--no-nanny"))
        address = json.loads(where.read_text())["address"]
        asked = ["sweep", str(config), "-o", str(folder)]
        sweep = running.enter_context(started(*THRESHER, *asked, "--cluster", address))
        waited(lambda: done_in(folder) >= 3 or sweep.poll() is not None)
        scheduler.kill()
        _, errors = sweep.communicate(timeout=PATIENCE)
    before = done_in(folder)
    assert sweep.returncode == 1
    assert "is gone: start it again and repeat the command" in errors
    assert 3 <= before < 24
    again = ["--executor", "dask", "--workers", "2", "--json"]
    with started(*THRESHER, *asked, *again) as second:
        out, errors = second.communicate(timeout=PATIENCE)
    facts = json.loads(out)
    assert (facts["done"], facts["failed"]) == (24, {}), errors
    assert facts["found"] >= before
    assert_each_was_done_once(folder, simulations=24)


def test_ctrl_c_leaves_whole_runs_and_the_same_command_goes_on(config: Path) -> None:
    asked = ["sweep", str(config), "--executor", "processes", "--workers", "2"]
    folder = config.with_name("sweep-runs")
    with started(*THRESHER, *asked) as first:
        waited(lambda: done_in(folder) >= 1)
        first.send_signal(signal.SIGINT)
        _, errors = first.communicate(timeout=PATIENCE)
    assert first.returncode == 130, errors
    assert "Traceback" not in errors
    done = CliRunner().invoke(cli, ["sweep", str(config), "--executor", "serial"])
    assert done.exit_code == 0, done.output
    assert "24 of 24 simulations are done, " in done.stdout
    assert_each_was_done_once(folder, simulations=24)


@pytest.mark.parametrize("executor", ["serial", "processes"])
def test_json_tells_what_was_done(tmp_path: Path, executor: str) -> None:
    config = laid_out(tmp_path, 'data = ["data/*.csv"]', records=20)
    asked = ["sweep", str(config), "--executor", executor, "--workers", "1", "--json"]
    done = CliRunner().invoke(cli, asked)
    assert done.exit_code == 0, done.output
    facts = json.loads(done.stdout)
    assert (facts["simulations"], facts["done"], facts["found"]) == (2, 2, 0)
    assert facts["folder"] == str(tmp_path / "sweep-runs")
    assert Path(facts["manifest"]).is_file()
    assert all(Path(path).is_file() for path in facts["runs"])


def test_an_unreachable_cluster_is_told_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = laid_out(tmp_path, 'data = ["data/*.csv"]', records=20)
    with pytest.raises(SystemExit) as ended:
        run(["sweep", str(config), "--cluster", "tcp://127.0.0.1"])
    assert ended.value.code == 1
    assert "no scheduler answers at tcp://127.0.0.1" in capsys.readouterr().err


def test_a_failed_simulation_is_told_and_the_others_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = 'data = ["data/*.csv"]\nprior_relevant = 4'
    config = laid_out(tmp_path, text, records=20)
    path = tmp_path / "data" / "d1.csv"
    path.write_text(path.read_text().replace(",0\n", ",1\n", 5))
    with pytest.raises(SystemExit) as ended:
        run(["sweep", str(config), "--executor", "serial"])
    assert ended.value.code == 1
    told = capsys.readouterr()
    assert "1 of 2 simulations are done" in told.out
    assert "1 simulations failed. d2.default.seed-1: 4 relevant priors" in told.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--cluster", "tcp://h:1", "--executor", "serial"], "--cluster brings"),
        (["--cluster", "tcp://h:1", "--workers", "2"], "--cluster brings"),
        (["--executor", "cloud"], "is not one of"),
        (["--workers", "0"], "--workers"),
    ],
)
def test_wrong_usage_is_answered(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    done = CliRunner().invoke(cli, ["sweep", str(tmp_path / "a.toml"), *arguments])
    assert done.exit_code == 2
    assert said in done.stderr
