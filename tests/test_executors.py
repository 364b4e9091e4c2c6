"""Laws of executors: every job is told of once, whatever happens to its worker."""

import os
import sys
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import psutil
import pytest

from thresher.errors import ClusterError, FileError, InputError, MissingExtraError
from thresher.executors import (
    WORN_OUT,
    DaskExecutor,
    Executor,
    Outcome,
    ProcessExecutor,
    SerialExecutor,
)

DIE_ONCE = """
import os, pathlib, signal
mark = pathlib.Path({mark!r})
first = not mark.exists()
mark.touch()
if first:
    os.kill(os.getpid(), signal.SIGKILL)
"""


def refusing() -> object:
    raise FileError("a.csv", "is no table")


def outcomes(executor: Executor) -> dict[str, Outcome]:
    found = list(executor.as_completed())
    assert len({one.key for one in found}) == len(found)
    return {one.key: one for one in found}


def test_jobs_done_here_come_in_their_order() -> None:
    executor = SerialExecutor()
    for at in range(3):
        executor.submit(partial(int, at), key=str(at))
    assert [one.value for one in executor.as_completed()] == [0, 1, 2]
    executor.submit(refusing, key="bad")
    executor.submit(partial(int, "x"), key="worse")
    found = outcomes(executor)
    assert found["bad"].error == "a.csv: is no table. [unreadable-file]"
    assert found["worse"].error.startswith("unexpected ValueError: invalid literal")
    executor.submit(partial(int, 1), key="late")
    executor.close()
    assert not list(executor.as_completed())


def test_processes_do_every_job_with_one_thread_and_outlive_a_death(
    tmp_path: Path,
) -> None:
    with closing(ProcessExecutor(workers=2)) as executor:
        executor.submit(os.getpid, key="pid")
        executor.submit(partial(os.getenv, "OMP_NUM_THREADS"), key="threads")
        executor.submit(partial(int, "x"), key="bad")
        dies = DIE_ONCE.format(mark=str(tmp_path / "mark"))
        executor.submit(partial(exec, dies), key="dies")
        found = outcomes(executor)
    assert found.keys() == {"pid", "threads", "bad", "dies"}
    assert found["pid"].value != os.getpid()
    assert found["threads"].value == "1"
    assert "ValueError" in found["bad"].error
    assert found["dies"].error == ""


def test_a_job_that_kills_every_process_does_not_stop_the_others() -> None:
    with closing(ProcessExecutor(workers=1)) as executor:
        executor.submit(partial(os._exit, 3), key="poison")
        executor.submit(partial(int, 5), key="good")
        executor.submit(partial(os._exit, 4), key="another")
        found = outcomes(executor)
    assert found["good"].value == 5
    assert found["poison"].error == found["another"].error == WORN_OUT


def test_closing_ends_a_long_job_at_once() -> None:
    executor = ProcessExecutor(workers=1)
    executor.submit(partial(int, 1), key="short")
    executor.submit(partial(time.sleep, 60), key="long")
    assert next(executor.as_completed()).key == "short"
    begun = time.monotonic()
    executor.close()
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "tcp://127.0.0.1", "x://y:1"])
def test_an_unreachable_cluster_is_told_within_seconds(address: str) -> None:
    begun = time.monotonic()
    with pytest.raises(ClusterError, match=f"no scheduler answers at {address}"):
        DaskExecutor(address=address)
    assert time.monotonic() - begun < 15


def test_a_cluster_needs_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"thresher\[cluster\]"):
        DaskExecutor()


@pytest.mark.parametrize("kind", [ProcessExecutor, DaskExecutor])
def test_no_workers_are_too_few(kind: type[ProcessExecutor | DaskExecutor]) -> None:
    with pytest.raises(InputError, match="workers must be 1 or more, got 0"):
        kind(workers=0)


def test_a_cluster_of_our_own_does_every_job_and_ends() -> None:
    executor = DaskExecutor(workers=1)
    with closing(executor):
        executor.submit(os.getpid, key="pid")
        executor.submit(partial(os.getenv, "OPENBLAS_NUM_THREADS"), key="threads")
        executor.submit(partial(int, "x"), key="bad")
        found = outcomes(executor)
        executor.submit(partial(time.sleep, 60), key="long")
    assert found["threads"].value == "1"
    assert "ValueError" in found["bad"].error
    pid = found["pid"].value
    assert isinstance(pid, int)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_cluster_of_our_own_listens_to_this_machine_only() -> None:
    with closing(DaskExecutor(workers=1)):
        here = psutil.Process()
        heard = {
            (line.laddr.ip, line.laddr.port)
            for process in [here, *here.children(recursive=True)]
            for line in process.net_connections(kind="inet")
            if line.status == psutil.CONN_LISTEN
        }
    assert {ip for ip, _ in heard} == {"127.0.0.1"}
    assert 8787 not in {port for _, port in heard}  # another cluster may have it


class Broken:
    """A future of a cluster that has trouble."""

    key = "a"

    def __init__(self, error: Exception) -> None:
        self.error = error

    def result(self) -> object:
        raise self.error


def test_trouble_of_a_cluster_is_told_in_a_sentence() -> None:
    distributed = pytest.importorskip("distributed")
    executor = DaskExecutor.__new__(DaskExecutor)
    executor.address = "tcp://here:1"
    killed = distributed.KilledWorker("a", None, 3)
    assert executor._outcome(Broken(killed)) == Outcome(key="a", error=WORN_OUT)
    for error in (distributed.CancelledError("a"), OSError("closed")):
        with pytest.raises(ClusterError, match="tcp://here:1 is gone: start it again"):
            executor._outcome(Broken(error))
