"""Full discs, limits on files, broken pages and clocks that jump."""

import contextlib
import io
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from fastapi.testclient import TestClient
from kills import finish, run_child
from visitors import API, TOKEN, judged
from work import LONG, NAME, at_desk, decision, facts, faults_of, prepared

from thresher.cli.main import run
from thresher.store.house import open_house
from thresher.web.app import make_app
from thresher.web.desk.desk import Desk

__all__ = ["broken_pages", "clocks", "full_discs", "limited_files"]

DISC = 16 * 2**20  # bytes
ROOMS = (0, 4, 8, 16, 32, 64, 128, 256, 512)  # kB left on it
LIMITS = 12  # sizes at which files may not grow
PAGE = 4096
PAGES = 40  # broken one at a time
JUMPS = 30
YEAR = 365 * 86_400.0
ROUTES = (
    *("", "/records", "/records/1", "/queue", "/progress", "/history", "/settings"),
    *("/sources", "/duplicates", "/conflicts", "/agreement", "/certificates"),
    *("/export?format=csv", "/readers"),
)


@contextlib.contextmanager
def disc() -> Iterator[Path | None]:
    """Give a small disc of its own; nothing where this process may not mount one."""
    with tempfile.TemporaryDirectory() as name:
        size = f"size={DISC}"
        mount = ["mount", "-t", "tmpfs", "-o", size, "tmpfs", name]
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            yield None
            return
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", name], check=False)  # noqa: S607


def full_discs() -> Iterator[str]:
    """Work on a disc with hardly any room; then with room."""
    for kind in ("import", "decide", "sweep", "migrate", "export"):
        for room in ROOMS:
            with disc() as folder:
                if folder is None:
                    yield "not tried, for it needs root"
                    return
                prepared("decide" if kind == "export" else kind, folder)
                yield from _on_full_disc(kind, folder, room=room * 1024)


def _on_full_disc(kind: str, folder: Path, *, room: int) -> Iterator[str]:
    filler = folder / "filler"
    free = os.statvfs(folder)
    filler.write_bytes(bytes(max(0, free.f_bavail * free.f_frsize - room)))
    if kind == "export":
        said, code, complaint = exported(folder)
    else:
        said, code, complaint = run_child(kind, folder)
    filler.unlink()
    yield "refused" if code else "room enough"
    if code and ("Error:" not in complaint or "Traceback" in complaint):
        yield f"{kind}, no sentence: {complaint[-300:]}"
    if kind == "export":
        if code and (folder / "out.csv").exists():
            yield "export left a part of a file"
        return
    yield from faults_of(kind, folder, said)
    finish(kind, folder)
    facts(kind, folder)


def exported(folder: Path) -> tuple[list[str], int, str]:
    """Export a project by the command line."""
    words = ["export", str(folder / NAME), "-o", str(folder / "out.csv")]
    code, complaint = commanded(*words)
    return [], code, complaint


def commanded(*words: str) -> tuple[int, str]:
    """Run a command in this process; return its exit code and all it said."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            run([*words])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
    return code, said.getvalue()


def limited_files() -> Iterator[str]:
    """Import where no file may grow beyond a limit; then without."""
    for step in range(1, LIMITS + 1):
        limit = step * 25_000

        def bounded(limit: int = limit) -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            prepared("import", folder)
            words = ["import", *sorted(map(str, (folder / "searches").iterdir()))]
            done = subprocess.run(
                [
                    *(sys.executable, "-m", "thresher", *words),
                    *("--project", str(folder / NAME)),
                ],
                capture_output=True,
                text=True,
                check=False,
                preexec_fn=bounded,
            )
            yield "refused" if done.returncode else "room enough"
            if done.returncode and "Error:" not in done.stderr:
                yield f"no sentence: {done.stderr[-200:]}"
            finish("import", folder)
            if facts("import", folder)["sources"] != 3:
                yield "the import cannot be done again"


def broken_pages(chance: random.Random) -> Iterator[str]:
    """Break one page of a project after another; use it by command and in the lab."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepared("decide", folder)
        finish("decide", folder)
        sound = (folder / NAME).read_bytes()
        for _ in range(PAGES):
            content = bytearray(sound)
            page = chance.randrange(len(sound) // PAGE) * PAGE
            at = page + chance.randrange(PAGE - 200)
            content[at : at + 200] = chance.randbytes(200)
            for left in folder.glob(f"{NAME}-*"):
                left.unlink()
            (folder / NAME).write_bytes(content)
            yield from _used(folder)
            yield "used"


def _used(folder: Path) -> Iterator[str]:
    """Yield commands and pages that do not end in a sentence."""
    path, out = str(folder / NAME), str(folder / "out.csv")
    for words in (["doctor", path], ["export", path, "-o", out], ["stop", path]):
        _, said = commanded(*words)
        if "Traceback" in said or "unexpected" in said:
            yield f"{words[0]}: {said[-200:]}"
    with open_house(folder) as house:
        app = make_app(house, door="lab", token=TOKEN, folder=folder / "cache")
        with TestClient(
            app, base_url="http://127.0.0.1", raise_server_exceptions=False
        ) as client:
            client.get("/", params={"token": TOKEN})
            listed = client.get(f"{API}/projects")
            if (became := judged("/projects", listed)) != "read":
                yield f"list of projects: {became}"
                return
            (project,) = (one["id"] for one in listed.json()["projects"])
            for route in ROUTES:
                answer = client.get(f"{API}/projects/{project}{route}")
                became = judged(route, answer)
                if became not in ("read", "refused"):
                    yield became


def clocks(chance: random.Random) -> Iterator[str]:
    """Decide, two readers at one desk, while the machine's clock jumps by years."""
    ahead = [0.0]
    true_time = time.time
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepared("decide", folder)
        with patch("time.time", lambda: true_time() + ahead[0]):
            here = at_desk(folder)
            try:
                yield from _jumping(here.desk, ahead, chance)
            finally:
                here.desk.close()
        facts("decide", folder)


def _jumping(desk: Desk, ahead: list[float], chance: random.Random) -> Iterator[str]:
    """Yield what goes wrong while two readers decide under a clock that jumps."""
    told = 0
    for number in range(JUMPS):
        ahead[0] = chance.choice((0, YEAR, -YEAR, 60, -60, 70 * YEAR, 3600, -25 * YEAR))
        who = "ann" if number % 2 else "bob"
        batch = desk.next(who, "abstract", size=3)
        if not batch.servings:
            yield f"nothing to read for {who}: {batch.waiting_for}"
            continue
        record = batch.servings[0].publication
        one = replace(decision(number), record=record, reader=who)
        kept = desk.decide([one]).result(LONG)[0]
        told += kept.status == "kept"
        yield "jumped"
    ahead[0] = 70 * YEAR
    desk.next("bob", "abstract", size=1000)
    ahead[0] = 3600.0  # the clock is set right, and bob has gone home
    left = desk.next("ann", "abstract", size=1000)
    if not left.servings:
        yield f"out of reach for 70 years: {left.waiting_for}"
    if told != JUMPS:
        yield f"{told} of {JUMPS} decisions kept"
