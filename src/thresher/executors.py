"""Where jobs are done: here, in processes beside, or on a cluster."""

import concurrent.futures
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from thresher.errors import ClusterError, InputError, MissingExtraError, ThresherError

if TYPE_CHECKING:
    from distributed import Client, Future, LocalCluster

__all__ = [
    "DaskExecutor",
    "Executor",
    "Job",
    "Outcome",
    "ProcessExecutor",
    "SerialExecutor",
]

Job: TypeAlias = Callable[[], object]  # for other processes: one that can be pickled
ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}  # a job has one core, more threads would only spin
MOST_DEATHS = 3  # of workers in a row, without a job done in between
WORN_OUT = "workers died with it again and again, likely for want of memory [cluster]"
SECONDS = 5.0  # to wait for a cluster to answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a job: its value, or a sentence why it has none."""

    key: str
    value: object = None
    error: str = ""


class Executor(Protocol):
    """Anything that does jobs, in any order, and tells of each as it is done."""

    def submit(self, job: Job, *, key: str) -> None:
        """Take a job; `key` tells it from the others."""
        ...

    def as_completed(self) -> Iterator[Outcome]:
        """Yield the outcome of each job taken so far, once, as it is done."""
        ...

    def close(self) -> None:
        """Drop the jobs that are not done, and end all workers of our own."""
        ...


class SerialExecutor:
    """Jobs done in this process, one after the other.

    Examples
    --------
    >>> executor = SerialExecutor()
    >>> executor.submit(lambda: 6 * 7, key="a")
    >>> next(executor.as_completed()).value
    42
    """

    def __init__(self) -> None:
        self.jobs: dict[str, Job] = {}

    def submit(self, job: Job, *, key: str) -> None:
        """Take a job."""
        self.jobs[key] = job

    def as_completed(self) -> Iterator[Outcome]:
        """Do the jobs in the order they came."""
        while self.jobs:
            key = next(iter(self.jobs))
            yield _attempted(self.jobs.pop(key), key)

    def close(self) -> None:
        """Drop the jobs that are not done."""
        self.jobs.clear()


class ProcessExecutor:
    """Jobs done in processes of this machine; a process that dies is replaced.

    Parameters
    ----------
    workers
        How many processes.
    """

    def __init__(self, *, workers: int) -> None:
        self.workers = _some(workers)
        self.jobs: dict[str, Job] = {}
        self.pool = self._started()

    def submit(self, job: Job, *, key: str) -> None:
        """Take a job; it begins with `as_completed`."""
        self.jobs[key] = job

    def as_completed(self) -> Iterator[Outcome]:
        """Yield outcomes; jobs of a process that died are begun again.

        A death ends the jobs of all processes. If it happens again and again, what is
        left is done one by one, so that only the jobs that kill are given up.
        """
        deaths = 0
        while self.jobs:
            left = len(self.jobs)
            futures = [
                self.pool.submit(_attempted, job, key) for key, job in self.jobs.items()
            ]
            for future in concurrent.futures.as_completed(futures):
                if not isinstance(future.exception(), BrokenProcessPool):
                    outcome = future.result()
                    del self.jobs[outcome.key]
                    yield outcome
            if not self.jobs:
                return
            self.close_pool()
            self.pool = self._started()
            deaths = deaths + 1 if len(self.jobs) == left else 1
            if deaths == MOST_DEATHS:
                yield from self._one_by_one()

    def _one_by_one(self) -> Iterator[Outcome]:
        for key in [*self.jobs]:
            job = self.jobs.pop(key)
            try:
                yield self.pool.submit(_attempted, job, key).result()
            except BrokenProcessPool:
                self.close_pool()
                self.pool = self._started()
                yield Outcome(key=key, error=WORN_OUT)

    def close(self) -> None:
        """Drop the jobs that are not done, and end the processes at once."""
        self.jobs.clear()
        self.close_pool()

    def close_pool(self) -> None:
        """End the processes; what they were at is lost."""
        processes = [*(self.pool._processes or {}).values()]
        for process in processes:
            process.terminate()
        self.pool.shutdown(wait=True, cancel_futures=True)

    def _started(self) -> concurrent.futures.ProcessPoolExecutor:
        return concurrent.futures.ProcessPoolExecutor(
            self.workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin_worker,
        )


class DaskExecutor:
    """Jobs done by the workers of a Dask cluster, or of one started here.

    Parameters
    ----------
    address
        Of the cluster's scheduler, as in ``tcp://10.0.0.7:8786``; by default a cluster
        of this machine's own, which ends with `close`.
    workers
        How many processes a cluster of our own has.

    Raises
    ------
    MissingExtraError
        Dask is not installed.
    ClusterError
        Nobody answers at the address, or the cluster has no worker.

    Notes
    -----
    A job whose worker died is given to another. A value is fetched as soon as it is
    there and then let go, so that a worker's later death does not undo it.
    """

    def __init__(self, *, address: str | None = None, workers: int = 2) -> None:
        self.address = address
        self.cluster: LocalCluster | None = None
        self.futures: dict[str, Future] = {}
        try:
            import distributed  # noqa: F401, PLC0415  an extra, and heavy
        except ImportError as error:
            raise MissingExtraError("a Dask cluster", extra="cluster") from error
        if address is None:
            self.cluster = _local_cluster(_some(workers))
        try:
            self.client = _client(self.cluster or str(address))
        except ThresherError:
            self._end_cluster()
            raise

    def submit(self, job: Job, *, key: str) -> None:
        """Hand a job to the cluster at once."""
        self.futures[key] = self.client.submit(_attempted, job, key, key=key)

    def as_completed(self) -> Iterator[Outcome]:
        """Yield outcomes as they come.

        Raises
        ------
        ClusterError
            The scheduler is gone.
        """
        from distributed import as_completed  # noqa: PLC0415

        for future in as_completed([*self.futures.values()]):
            outcome = self._outcome(future)
            self.futures.pop(outcome.key).release()
            yield outcome

    def close(self) -> None:
        """Drop the jobs that are not done; end the cluster if it is our own."""
        from distributed import CancelledError  # noqa: PLC0415

        with suppress(OSError, CancelledError, TimeoutError):
            self.client.cancel([*self.futures.values()])
        self.futures.clear()
        with suppress(OSError, TimeoutError):
            self.client.close(timeout=SECONDS)
        self._end_cluster()

    def _outcome(self, future: "Future") -> Outcome:
        from distributed import CancelledError, KilledWorker  # noqa: PLC0415

        try:
            found = future.result()
        except KilledWorker:
            return Outcome(key=future.key, error=WORN_OUT)
        except (CancelledError, OSError) as error:
            raise ClusterError(
                f"the scheduler at {self.address or 'this machine'} is gone: start it "
                "again and repeat the command; what is done is kept"
            ) from error
        if not isinstance(found, Outcome):
            raise ClusterError(f"the cluster gave back {found!r}, not an outcome")
        return found

    def _end_cluster(self) -> None:
        if self.cluster is not None:
            with suppress(OSError, TimeoutError):
                self.cluster.close(timeout=SECONDS)


def _local_cluster(workers: int) -> "LocalCluster":
    import dask  # noqa: PLC0415  an extra
    from distributed import LocalCluster  # noqa: PLC0415

    patient = {"distributed.scheduler.allowed-failures": 10}
    # Without a dashboard it still listens, on one port for all and to all machines.
    with dask.config.set(patient):
        return LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address=None,
            scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
            silence_logs=50,
            env=ONE_THREAD,
        )


def _client(where: "LocalCluster | str") -> "Client":
    import dask  # noqa: PLC0415  an extra
    from distributed import Client  # noqa: PLC0415

    try:
        with dask.config.set({"distributed.comm.timeouts.connect": f"{SECONDS}s"}):
            client = Client(where, timeout=SECONDS)
    except (OSError, ValueError, TimeoutError) as error:
        raise ClusterError(
            f"no scheduler answers at {where} ({error}): check the address and that "
            "`dask scheduler` runs there"
        ) from error
    try:
        client.wait_for_workers(1, timeout=2 * SECONDS)
    except (OSError, TimeoutError) as error:
        client.close(timeout=SECONDS)
        raise ClusterError(
            f"the scheduler at {where} has no worker: start some with `dask worker "
            f"{where} --nthreads 1`"
        ) from error
    return client


def _begin_worker() -> None:
    """Make a new process single-threaded, and leave Ctrl-C to the one that made it."""
    os.environ.update(ONE_THREAD)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _attempted(job: Job, key: str) -> Outcome:
    """Do a job where it is to be done; a failure travels home as a sentence."""
    try:
        return Outcome(key=key, value=job())
    except ThresherError as error:
        return Outcome(key=key, error=f"{error} [{error.code}]")
    except Exception as error:  # noqa: BLE001  the door of a job: others must go on
        return Outcome(key=key, error=f"unexpected {type(error).__name__}: {error}")


def _some(workers: int) -> int:
    if workers < 1:
        raise InputError(f"workers must be 1 or more, got {workers}")
    return workers
