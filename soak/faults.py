"""Break what Thresher runs on, at every point where it writes, and look what is left.

Usage: python soak/faults.py [--statements 40] [--seed 1]
kill -9 before and after every commit, and at random statements, of import, decisions
and migration; kill -9 of a sweep at random times; a file system that is full; project
files with a broken page; clocks that jump. After each: does the project open, is all
that was acknowledged there, does the same work then come to the same end? Prints a
table; exit code 1 if anything was lost or ended in more than a sentence.
"""

import argparse
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from sqlalchemy import Engine, event, func, select

from thresher.records.reading_files import scan
from thresher.records.sample_files import sample_exports
from thresher.records.samples import sample_review
from thresher.store.connection import APPLICATION, identity, sqlite_engine
from thresher.store.health import health_of
from thresher.store.importing import Wishes, import_files
from thresher.store.incoming import IncomingDecision
from thresher.store.migrations import VERSION, first_tables
from thresher.store.project import open_project, ready_project
from thresher.store.recording import record_decisions
from thresher.store.schema import decisions, records, sources
from thresher.store.seal_rows import draw_audits, seal_now

AT = "2026-11-17T12:00:00+00:00"
NAME = "review.thresher"
DECISIONS = 40
BLANK = (
    *("title", "abstract", "venue", "volume", "issue", "pages", "kind", "doi"),
    *("pmid", "pmcid", "openalex_id", "url", "origin"),
)
LISTS = ("authors", "keywords", "raw")
PAGE = 4096
PAGES = 40  # broken one at a time
FULL = 25  # sizes at which the disk is full
SWEEPS = 8


def acknowledge(text: str) -> None:
    """Say that something is safe."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


# The work: each goes on where an earlier process was killed.


def do_import(folder: Path) -> None:
    """Import three files, each whole or not at all."""
    with ready_project(folder / NAME) as project:
        paths = sorted((folder / "searches").iterdir())
        for one in import_files(project, paths, wishes=Wishes(scan=scan, at=AT)):
            acknowledge(one.path.name)


def do_decide(folder: Path) -> None:
    """Decide on records one by one, with audits in between."""
    with open_project(folder / NAME) as project:
        with project.writing() as connection:
            seal_now(connection, 0.9, 0.05, by="ann", at=AT)
        for number in range(DECISIONS):
            one = IncomingDecision(
                uid=f"d{number}",
                record=number + 1,
                label="include" if number % 9 == 0 else "exclude",
                reader="ann",
                decided_at=jumping(number),
            )
            with project.writing() as connection:
                record_decisions(connection, [one])
                if number % 5 == 0:
                    draw_audits(connection, 1, at=AT)
            acknowledge(one.uid)


def do_migrate(folder: Path) -> None:
    """Open a project of the first version, which brings it up to date."""
    with open_project(folder / NAME):
        acknowledge("migrated")


WORK: dict[str, Callable[[Path], None]] = {
    "import": do_import,
    "decide": do_decide,
    "migrate": do_migrate,
}


def jumping(number: int) -> str:
    """Return times of a clock that is set back, forward and to another century."""
    year = (2026, 2025, 2026, 2099, 1999)[number % 5]
    return f"{year}-11-17T12:00:{number % 60:02d}+00:00"


# The state to begin with, and what must hold after each fault.


def prepared(kind: str, folder: Path) -> None:
    """Lay out what a kind of work begins with."""
    searches = folder / "searches"
    searches.mkdir()
    review = sample_review(records=60, relevant_share=0.2, rng=np.random.default_rng(1))
    for export in sample_exports(review, rng=np.random.default_rng(2)):
        (searches / export.name).write_bytes(export.content)
    if kind == "decide":
        do_import(folder)
    if kind == "migrate":
        old_project(folder / NAME)


def old_project(path: Path) -> None:
    """Make a project as the first version of Thresher did, with a decision in it."""
    engine = sqlite_engine(path)
    blank = dict.fromkeys(BLANK, "") | dict.fromkeys(LISTS, "[]")
    rows = {
        "sources": {"name": "a.ris", "format": "ris", "encoding": "utf-8", "size": 1}
        | {"sha256": "0", "records": 1, "imported_at": AT, "report": "{}"},
        "records": {"source_id": 1, "position": 1, "key": "a"} | blank,
        "decisions": {"record_id": 1, "label": 1, "reader": "ann", "decided_at": AT}
        | {"chosen": "ranked", "reason": "", "note": ""},
    }
    writing = engine.execution_options(writes=True)
    with writing.connect() as connection, connection.begin():
        first_tables.upgrade(connection)
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
        connection.exec_driver_sql("PRAGMA user_version = 1")
        for table, row in rows.items():
            names, gaps = ", ".join(row), ", ".join("?" * len(row))
            connection.exec_driver_sql(
                f"INSERT INTO {table} ({names}) VALUES ({gaps})",  # noqa: S608  ours
                tuple(row.values()),
            )
    engine.dispose()


def facts(folder: Path) -> dict[str, int]:
    """Return what a project holds; raises if it does not open."""
    with open_project(folder / NAME) as project, project.reading() as connection:
        counted = {
            table.name: connection.scalar(select(func.count()).select_from(table)) or 0
            for table in (sources, records, decisions)
        }
        uids = connection.scalars(select(decisions.c.uid)).all()
    if len({uid for uid in uids if uid}) != sum(uid is not None for uid in uids):
        raise AssertionError("a decision is there twice")
    return counted


def faults_of(kind: str, folder: Path, said: list[str]) -> Iterator[str]:
    """Yield what is wrong after a kill."""
    path = folder / NAME
    if not path.exists():
        if said:
            yield "the project is gone"
        return
    if identity(path).is_blank:  # begun, nothing in it yet
        if said:
            yield "the project is empty"
        return
    health = health_of(path)
    if health.damage:
        yield f"damaged: {health.damage[0]}"
    with open_project(path) as project, project.reading() as connection:
        kept = set(connection.scalars(select(decisions.c.uid)))
        files = set(connection.scalars(select(sources.c.name)))
    wanted = {"import": files, "decide": kept, "migrate": {"migrated"}}[kind]
    for one in said:
        if one not in wanted:
            yield f"acknowledged and lost: {one}"


# Killing


def killed(kind: str, folder: Path, *, at: int, when: str) -> tuple[list[str], bool]:
    """Run the work in a process that kills itself; return what it acknowledged."""
    done = subprocess.run(
        [sys.executable, __file__, "--child", kind, str(folder), when, str(at)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, -signal.SIGKILL):
        raise AssertionError(done.stderr[-800:])
    return done.stdout.split(), done.returncode == 0


def child(kind: str, folder: Path, *, when: str, at: int) -> None:
    """Do the work and be killed at the given commit or statement."""
    seen = Counter[str]()

    def reached(what: str) -> None:
        seen[what] += 1
        if what == when and seen[what] == at:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "commit", lambda _: reached("before"))
    event.listen(Engine, "begin", lambda _: reached("after"))
    event.listen(
        Engine, "before_cursor_execute", lambda *_: reached("statement"), named=False
    )
    WORK[kind](folder)


def kills(kind: str, *, statements: int, chance: random.Random) -> Iterator[str]:
    """Kill at every commit and at random statements, and yield what went wrong."""
    with tempfile.TemporaryDirectory() as name:
        start = Path(name, "start")
        start.mkdir()
        prepared(kind, start)
        whole = Path(name, "whole")
        shutil.copytree(start, whole)
        finish(kind, whole)
        wanted = facts(whole)
        points = [("before", n) for n in range(1, 200)]
        points += [("after", n) for n in range(1, 200)]
        points += [("statement", chance.randint(1, 400)) for _ in range(statements)]
        over: set[str] = set()
        for when, at in points:
            if when in over and when != "statement":
                continue
            folder = Path(name, "run")
            shutil.copytree(start, folder)
            said, finished = killed(kind, folder, at=at, when=when)
            if finished and when != "statement":
                over.add(when)
            yield "killed" if not finished else "finished"
            yield from faults_of(kind, folder, said)
            finish(kind, folder)
            if facts(folder) != wanted:
                yield f"another end: {facts(folder)} instead of {wanted}"
            shutil.rmtree(folder)


def finish(kind: str, folder: Path) -> None:
    """Do the work without saying so."""
    said, finished = killed(kind, folder, at=0, when="never")
    del said
    if not finished:
        raise AssertionError(f"{kind} did not finish by itself")


def sweeps(chance: random.Random) -> Iterator[str]:
    """Kill a sweep at random times, go on, and count its runs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rng = np.random.default_rng(1)
        review = sample_review(records=120, relevant_share=0.15, rng=rng)
        rows = [
            json.dumps({"id": c.id, "title": c.title, "label_included": int(label)})
            for c, label in zip(review.citations, review.labels, strict=True)
        ]
        (folder / "pile.jsonl").write_text("\n".join(rows))
        (folder / "sweep.toml").write_text(
            'data = ["pile.jsonl"]\nseeds = 6\nmodels = ["elas_u4", "naive-bayes"]\n'
        )
        command = [
            sys.executable,
            "-m",
            "thresher",
            "sweep",
            "sweep.toml",
            "-o",
            "runs",
        ]
        for _ in range(SWEEPS):
            shutil.rmtree(folder / "runs", ignore_errors=True)
            process = subprocess.Popen(
                command,
                cwd=folder,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            time.sleep(chance.uniform(0.5, 6))
            process.kill()
            process.wait()
            yield "killed"
            done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
            runs = len(list((folder / "runs").rglob("*.json")))
            if done.returncode or runs < 12:
                yield f"after going on: exit {done.returncode}, {runs} of 12 runs"


# Full discs, broken pages


def full(limit: int, kind: str, folder: Path) -> str:
    """Do the work where no file may grow beyond `limit`, and return what was said."""

    def bounded() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    words = ["import", *sorted(map(str, (folder / "searches").iterdir()))]
    done = subprocess.run(
        [sys.executable, "-m", "thresher", *words, "--project", str(folder / NAME)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=bounded,
    )
    del kind
    return "" if done.returncode == 0 else done.stderr


def discs() -> Iterator[str]:
    """Import onto a full disc of many sizes; then with room."""
    for step in range(1, FULL + 1):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            prepared("import", folder)
            said = full(step * 12_000, "import", folder)
            yield "refused" if said else "room enough"
            if "Traceback" in said or (said and "Error:" not in said):
                yield f"no sentence: {said[-200:]}"
            finish("import", folder)
            if facts(folder)["sources"] != 3:
                yield "the import cannot be done again"


def pages(chance: random.Random) -> Iterator[str]:
    """Break one page of a project after another, and use it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepared("import", folder)
        finish("import", folder)
        sound = (folder / NAME).read_bytes()
        for _ in range(PAGES):
            content = bytearray(sound)
            at = chance.randrange(len(sound) // PAGE) * PAGE + chance.randrange(
                PAGE - 200
            )
            content[at : at + 200] = chance.randbytes(200)
            (folder / NAME).write_bytes(content)
            for words in (["doctor", NAME], ["export", NAME, "-o", "out.csv"]):
                done = subprocess.run(
                    [sys.executable, "-m", "thresher", *words],
                    cwd=folder,
                    capture_output=True,
                    text=True,
                    check=False,
                )
                said = done.stdout + done.stderr
                if "Traceback" in said or "unexpected" in said:
                    yield f"{words[0]}: {said[-200:]}"
            yield "used"


def main() -> int:
    """Break everything once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--statements", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=None)
    parser.add_argument("--child", nargs=4)
    given = parser.parse_args()
    if given.child:
        kind, folder, when, at = given.child
        child(kind, Path(folder), when=when, at=int(at))
        return 0
    chance = random.Random(given.seed)  # noqa: S311  no secret
    every: dict[str, Callable[[], Iterator[str]]] = {
        f"kill -9, {kind}": lambda kind=kind: kills(  # type: ignore[misc]
            kind, statements=given.statements, chance=chance
        )
        for kind in WORK
    }
    every |= {
        "kill -9, sweep": lambda: sweeps(chance),
        "full disc, import": discs,
        "broken page": lambda: pages(chance),
    }
    print(f"project version {VERSION}; clocks jump in every decision\n")
    print("| fault | tries | what went wrong |\n|---|---|---|")
    bad = 0
    for name, faults in every.items():
        if given.only and not any(word in name for word in given.only):
            continue
        usual = {"killed", "finished", "refused", "room enough", "used"}
        seen = Counter(faults())
        wrong = {what: n for what, n in seen.items() if what not in usual}
        bad += sum(wrong.values())
        tries = ", ".join(f"{n} {what}" for what, n in seen.items() if what in usual)
        told = "; ".join(f"{what} ({n})" for what, n in wrong.items()) or "nothing"
        print(f"| {name} | {tries} | {told} |", flush=True)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
