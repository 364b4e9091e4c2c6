"""kill -9 at every point where something is written, and what is left then."""

import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

import psutil
from work import LONG, at_desk, child, decision, facts, faults_of, prepared

__all__ = ["finish", "kills", "model_kills", "run_child"]

MOST = 200  # points of one kind
MODEL_KILLS = 8


def run_child(
    kind: str, folder: Path, *, at: int = 0, when: str = "never"
) -> tuple[list[str], int, str]:
    """Do the work in a process that may kill itself.

    Returns what it acknowledged, its exit code and what it complained of.
    """
    sys.stdout.flush()
    with tempfile.TemporaryFile("r+") as out, tempfile.TemporaryFile("r+") as said:
        number = os.fork()  # all is loaded: hundreds of processes begin at once
        if number == 0:
            _forked(kind, folder, at=at, when=when, files=(out.fileno(), said.fileno()))
        _, status = os.waitpid(number, 0)
        for file in (out, said):
            file.seek(0)
        return out.read().split(), os.waitstatus_to_exitcode(status), said.read()


def _forked(
    kind: str, folder: Path, *, at: int, when: str, files: tuple[int, int]
) -> None:
    """Work as a process of its own, and end as one."""
    code = 1
    try:
        for place, file in enumerate(files, 1):
            os.dup2(file, place)
        code = child(kind, folder, when=when, at=at)
    except BaseException:  # noqa: BLE001  whatever it is, the parent reads it
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def finish(kind: str, folder: Path) -> None:
    """Do the work to its end."""
    _, code, complaint = run_child(kind, folder)
    if code:
        raise AssertionError(f"{kind} did not finish by itself: {complaint[-800:]}")


def preload() -> None:
    """Load what a sweep needs, so that its hundred processes need not."""
    import sklearn.feature_extraction.text  # noqa: F401

    import thresher.cli.sweep
    import thresher.screening.task  # noqa: F401


def kills(kind: str, *, statements: int, chance: random.Random) -> Iterator[str]:
    """Kill at every commit and at random statements, and yield what went wrong."""
    points = [(when, n) for when in ("before", "after") for n in range(1, MOST)]
    points += [("statement", chance.randint(1, 400)) for _ in range(statements)]
    if kind == "sweep":
        points = [("change", n) for n in range(1, MOST)]
        preload()
    with tempfile.TemporaryDirectory() as name:
        start, whole = Path(name, "start"), Path(name, "whole")
        start.mkdir()
        prepared(kind, start)
        shutil.copytree(start, whole)
        finish(kind, whole)
        wanted = facts(kind, whole)
        over: set[str] = set()
        for when, at in points:
            if when in over:
                continue
            folder = Path(name, "run")
            shutil.copytree(start, folder)
            said, code, complaint = run_child(kind, folder, at=at, when=when)
            if code not in (0, -signal.SIGKILL):
                yield f"it failed: {complaint[-300:]}"
            if code == 0 and when != "statement":
                over.add(when)
            else:
                yield "finished" if code == 0 else "killed"
            yield from _after(kind, folder, said, wanted=wanted)
            shutil.rmtree(folder)


def _after(
    kind: str, folder: Path, said: list[str], *, wanted: dict[str, int]
) -> Iterator[str]:
    """Yield what is wrong after a kill, and after the work was then done."""
    yield from faults_of(kind, folder, said)
    finish(kind, folder)
    if (found := facts(kind, folder)) != wanted:
        yield f"another end: {found} instead of {wanted}"


def model_kills(chance: random.Random) -> Iterator[str]:
    """Kill the model's process while it starts, reads, learns or rests."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepared("retrain", folder)
        here = at_desk(folder)
        try:
            here.desk.decide([decision(0), decision(1)]).result(LONG)
            for number in range(2, 2 + MODEL_KILLS):
                here.desk.decide([decision(number)]).result(LONG)
                here.desk.next("ann", "abstract", size=1)
                time.sleep(chance.uniform(0, 3))
                for process in psutil.Process().children():
                    if "spawn_main" in " ".join(process.cmdline()):
                        process.kill()
                yield "killed"
                here.desk.decide([decision(number + 20)]).result(LONG)
                while here.rankings.get(timeout=LONG) < 2 * number:
                    pass
        finally:
            here.desk.close()
        if (found := facts("retrain", folder)["decisions"]) != 2 + 2 * MODEL_KILLS:
            yield f"{found} decisions instead of {2 + 2 * MODEL_KILLS}"
