"""Who does the jobs of a command: this process, others beside it, or a cluster."""

import os

import click

from thresher.executors import (
    DaskExecutor,
    Executor,
    ProcessExecutor,
    SerialExecutor,
)

__all__ = ["EXECUTORS", "executor_kind", "executor_of"]

EXECUTORS = ("serial", "processes", "dask")


def executor_kind(
    asked: str | None, *, cluster: str | None, workers: int | None
) -> str:
    """Return the kind of executor that the options ask for.

    Raises
    ------
    click.UsageError
        The options contradict each other.
    """
    kind = asked or ("dask" if cluster else "processes")
    if cluster and (kind != "dask" or workers):
        raise click.UsageError("--cluster brings its own workers and --executor dask")
    if kind == "serial" and (workers or 1) > 1:
        raise click.UsageError("--executor serial is this process only: no --workers")
    return kind


def executor_of(kind: str, *, cluster: str | None, workers: int | None) -> Executor:
    """Return an executor, started; the caller closes it."""
    if kind == "serial":
        return SerialExecutor()
    workers = workers or os.cpu_count() or 1
    if kind == "dask":
        return DaskExecutor(address=cluster, workers=workers)
    return ProcessExecutor(workers=workers)
