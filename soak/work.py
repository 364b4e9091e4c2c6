"""Work to be broken off: each kind goes on where an earlier process was killed."""

import json
import os
import queue
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Engine, event, func, select

from thresher.errors import FileError, ThresherError
from thresher.records.reading_files import scan
from thresher.store.connection import APPLICATION, identity, sqlite_engine
from thresher.store.health import health_of
from thresher.store.importing import Wishes, import_files
from thresher.store.incoming import IncomingDecision
from thresher.store.migrations import PROJECT, take
from thresher.store.project import open_project, ready_project
from thresher.store.recording import record_decisions
from thresher.store.schema import decisions, records, sources
from thresher.store.seal_rows import draw_audits, seal_now
from thresher.store.standing import turns_of

if TYPE_CHECKING:
    from thresher.web.desk.desk import Desk

__all__ = [
    "NAME",
    "SWEPT",
    "WORK",
    "at_desk",
    "child",
    "facts",
    "faults_of",
    "prepared",
]

AT = "2026-11-17T12:00:00+00:00"
NAME = "review.thresher"
DECISIONS = 12
LESSONS = 4  # decisions, each followed by a ranking from the third on
SWEPT = 4  # simulations
BLANK = (
    *("title", "abstract", "venue", "volume", "issue", "pages", "kind", "doi"),
    *("pmid", "pmcid", "openalex_id", "url", "origin"),
)
LISTS = ("authors", "keywords", "raw")
CHANGES = ("os.rename", "os.mkdir", "os.remove", "os.truncate")
LONG = 300.0  # seconds


def acknowledge(text: str) -> None:
    """Say that something is safe."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def do_import(folder: Path) -> None:
    """Import three files, each whole or not at all."""
    with ready_project(folder / NAME) as project:
        paths = sorted((folder / "searches").iterdir())
        for one in import_files(project, paths, wishes=Wishes(scan=scan, at=AT)):
            acknowledge(one.path.name)


def decision(number: int) -> IncomingDecision:
    """Return a decision by a clock that is set back, forward, to another century."""
    year = (2026, 2025, 2026, 2099, 1999)[number % 5]
    return IncomingDecision(
        uid=f"d{number}",
        record=number + 1,
        label="include" if number % 9 == 0 else "exclude",
        reader="ann",
        decided_at=f"{year}-11-17T12:00:{number % 60:02d}+00:00",
    )


def do_decide(folder: Path) -> None:
    """Decide on records one by one, with audits in between."""
    with open_project(folder / NAME) as project:
        with project.writing() as connection:
            seal_now(connection, 0.9, 0.05, by="ann", at=AT)
        for number in range(DECISIONS):
            with project.writing() as connection:
                record_decisions(connection, [decision(number)])
                if number % 5 == 0:
                    draw_audits(connection, 1, at=AT)
            acknowledge(f"d{number}")


@dataclass(frozen=True, kw_only=True)
class AtDesk:
    """A lab's desk, and how many labels each of its rankings was learned from."""

    desk: "Desk"
    rankings: "queue.Queue[int]"


def at_desk(folder: Path) -> AtDesk:
    """Open the lab's desk of a project; close it yourself."""
    from thresher.store.house import open_house
    from thresher.web.desk.desk import Desk
    from thresher.web.desk.pile import Place

    rankings: queue.Queue[int] = queue.Queue()

    def tell(kind: str, facts: dict[str, int]) -> None:
        if kind == "ranking" and facts["labels"]:
            rankings.put(facts["labels"])

    house = open_house(folder / NAME)
    number = house.projects_of(None)[0].id
    place = Place(house=house.url, project=number)
    desk = Desk(
        house.project(number), place=place, folder=folder / "features", tell=tell
    )
    return AtDesk(desk=desk, rankings=rankings)


def do_retrain(folder: Path) -> None:
    """Decide at the lab's desk, and wait each time until the model has learned."""
    from thresher.store.setting_rows import change_settings

    with open_project(folder / NAME) as project, project.writing() as connection:
        change_settings(connection, {"model": "elas_u4"}, by="ann", at=AT)
    here = at_desk(folder)
    try:
        for number in range(LESSONS):
            kept = here.desk.decide([decision(number)]).result(LONG)
            acknowledge(f"d{number}")
            if number > 1:
                here.desk.next("ann", "abstract", size=1)
                if kept[0].status == "kept":
                    here.rankings.get(timeout=LONG)
    finally:
        here.desk.close()


def do_migrate(folder: Path) -> None:
    """Open a project of the first version, which brings it up to date."""
    with open_project(folder / NAME):
        acknowledge("migrated")


def do_sweep(folder: Path) -> None:
    """Simulate twice with each of two models, in this process."""
    from thresher.cli.main import cli

    os.chdir(folder)
    words = ["sweep", "sweep.toml", "-o", "runs", "--executor", "serial"]
    cli.main(words, standalone_mode=False)


WORK: dict[str, Callable[[Path], None]] = {
    "import": do_import,
    "decide": do_decide,
    "retrain": do_retrain,
    "sweep": do_sweep,
    "migrate": do_migrate,
}


# The state to begin with, and what must hold after each fault.


def prepared(kind: str, folder: Path) -> None:
    """Lay out what a kind of work begins with."""
    import numpy as np

    from thresher.records.sample_files import sample_exports
    from thresher.records.samples import sample_review

    searches = folder / "searches"
    searches.mkdir()
    review = sample_review(records=60, relevant_share=0.2, rng=np.random.default_rng(1))
    for export in sample_exports(review, rng=np.random.default_rng(2)):
        (searches / export.name).write_bytes(export.content)
    rows = [
        json.dumps({"id": c.id, "title": c.title, "label_included": int(label)})
        for c, label in zip(review.citations, review.labels, strict=True)
    ]
    (folder / "pile.jsonl").write_text("\n".join(rows))
    (folder / "sweep.toml").write_text(
        'data = ["pile.jsonl"]\nseeds = 2\nmodels = ["elas_u4", "naive-bayes"]\n'
    )
    if kind in ("decide", "retrain"):
        with ready_project(folder / NAME) as project:
            paths = sorted(searches.iterdir())
            list(import_files(project, paths, wishes=Wishes(scan=scan, at=AT)))
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
        take(connection, PROJECT[:1])
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
        connection.exec_driver_sql("PRAGMA user_version = 1")
        for table, row in rows.items():
            names, gaps = ", ".join(row), ", ".join("?" * len(row))
            connection.exec_driver_sql(
                f"INSERT INTO {table} ({names}) VALUES ({gaps})",  # noqa: S608  ours
                tuple(row.values()),
            )
    engine.dispose()


def facts(kind: str, folder: Path) -> dict[str, int]:
    """Return what the work has come to; raises if it cannot be read."""
    if kind == "sweep":
        from thresher.screening.manifest import read_manifest

        done = [e.task for e in read_manifest(folder / "runs") if e.event == "done"]
        runs = len(list((folder / "runs").glob("*.json")))
        return {"runs": runs, "done": len(done), "tasks": len(set(done))}
    with open_project(folder / NAME) as project, project.reading() as connection:
        counted = {
            table.name: connection.scalar(select(func.count()).select_from(table)) or 0
            for table in (sources, records, decisions)
        }
        uids = connection.scalars(select(decisions.c.uid)).all()
        order = [turn.turn for turn in turns_of(connection)]
    if len({uid for uid in uids if uid}) != sum(uid is not None for uid in uids):
        raise AssertionError("a decision is there twice")
    if order != list(range(1, len(order) + 1)):
        raise AssertionError(f"turns have gaps: {order}")
    return counted


def faults_of(kind: str, folder: Path, said: list[str]) -> Iterator[str]:
    """Yield what is wrong after a kill."""
    if kind == "sweep":
        yield from _faults_of_sweep(folder / "runs")
        return
    path = folder / NAME
    if not path.exists() or identity(path).is_blank:  # begun, nothing in it yet
        if said:
            yield "the project is gone"
        return
    health = health_of(path)
    if health.damage:
        yield f"damaged: {health.damage[0]}"
    with open_project(path) as project, project.reading() as connection:
        kept = set(connection.scalars(select(decisions.c.uid)))
        files = set(connection.scalars(select(sources.c.name)))
    wanted = {"import": files, "migrate": {"migrated"}}.get(kind, kept)
    for one in said:
        if one not in wanted:
            yield f"acknowledged and lost: {one}"


def _faults_of_sweep(runs: Path) -> Iterator[str]:
    """Yield runs that are noted as done and are not there as a whole."""
    from thresher.screening.manifest import read_manifest
    from thresher.screening.runs import open_run

    for entry in read_manifest(runs):
        if entry.event == "done":
            try:
                open_run(runs / entry.run)
            except FileError as error:
                yield f"done and lost: {error}"


# In the process that is to be killed.


def child(kind: str, folder: Path, *, when: str, at: int) -> int:
    """Do the work and be killed at the given commit, statement or change of files."""
    seen = Counter[str]()

    def reached(what: str) -> None:
        seen[what] += 1
        if what == when and seen[what] == at:
            os.kill(os.getpid(), signal.SIGKILL)

    def changed(name: str, given: tuple[object, ...]) -> None:
        flags = given[2] if name == "open" else 0
        writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR)
        where = str(given[0]) if given else ""
        if (name in CHANGES or writes) and "runs" in where:
            reached("change")

    if kind == "sweep":
        sys.addaudithook(changed)
    else:
        event.listen(Engine, "commit", lambda _: reached("before"))
        event.listen(Engine, "begin", lambda _: reached("after"))
        event.listen(
            Engine,
            "before_cursor_execute",
            lambda *_: reached("statement"),
            named=False,
        )
    try:
        WORK[kind](folder)
    except (ThresherError, OSError) as error:  # as the command line tells it
        sys.stderr.write(f"Error: {error}\n")
        return 1
    return 0
