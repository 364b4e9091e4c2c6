"""The manifest of a sweep: a log that only grows, one line an event."""

import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from thresher.errors import FileError

try:
    import fcntl
except ImportError:  # pragma: no cover  no such locks on Windows: see `alone`
    fcntl = None  # type: ignore[assignment]

__all__ = ["MANIFEST", "Entry", "alone", "read_manifest", "worker_name", "write_entry"]

MANIFEST = "manifest.jsonl"
Event = Literal["begun", "done"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line: what happened to which task, where and when.

    A task is ``begun`` each time a worker takes it up, and ``done`` once, when its run
    lies in the folder as a whole.
    """

    task: str
    event: Event
    run: str
    worker: str
    time: float


def worker_name() -> str:
    """Return this process, as machine and process number."""
    return f"{socket.gethostname()}:{os.getpid()}"


def write_entry(folder: Path, task: str, *, event: Event, run: str) -> None:
    """Add a line to the manifest of a folder, in one piece, before anything goes on."""
    entry = {
        "task": task,
        "event": event,
        "run": run,
        "worker": worker_name(),
        "time": round(time.time(), 3),
    }
    with (folder / MANIFEST).open("a+b") as log, _locked(log):
        _drop_cut_line(log)
        log.write(json.dumps(entry, ensure_ascii=False).encode() + b"\n")
        log.flush()
        os.fsync(log.fileno())


def _drop_cut_line(log: IO[bytes]) -> None:
    """Take away a last line that a full disc cut short; nobody was told of it."""
    if not log.seek(0, os.SEEK_END):
        return
    log.seek(-1, os.SEEK_END)
    if log.read(1) != b"\n":
        log.seek(0)
        log.truncate(log.read().rfind(b"\n") + 1)


def read_manifest(folder: Path) -> list[Entry]:
    """Return all lines of a folder's manifest; a last one that was cut short is none.

    Raises
    ------
    FileError
        Another line is no entry.
    """
    path = folder / MANIFEST
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    found = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(Entry(**json.loads(line)))
        except (ValueError, TypeError) as error:
            if number == len(lines):
                break
            reason = f"is no entry of a manifest ({error})"
            hint = "Move the file away; the runs are kept."
            raise FileError(path, reason, line=number, hint=hint) from error
    return found


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Let one process at a time do what `path` stands for.

    The system gives the lock back when a process dies, however it dies. Where a system
    has no such locks, nothing waits.
    """
    with path.open("a") as file, _locked(file):
        yield


@contextmanager
def _locked(file: IO[str] | IO[bytes]) -> Iterator[None]:
    if fcntl is None:  # pragma: no cover  Windows
        yield
        return
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)
