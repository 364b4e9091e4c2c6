"""A whole project at three sizes: CPU and wall seconds and peak memory of each step.

Usage: python soak/scale.py [--sizes 10000 100000 1000000] [--model default]
Every step goes through the doors that a person uses, on one project file: commands of
Thresher, and the lab's own desk with the process of its model. Prints a line a step,
then a table of all sizes.
"""

import argparse
import os
import queue
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from thresher.web.desk.desk import Desk

RELEVANT = 0.01
LABELS = 2000  # decided before the first ranking, one in ten of them relevant
AT_ONCE = 100
HOUR = 3600.0
AT = "2026-11-17T12:00:00+00:00"
NAME = "big.thresher"
PROCESSES = ("make", "import", "dedupe", "screen", "metrics", "export")
SHOWN = {
    "import": "`import`",
    "dedupe": "`dedupe`",
    "open": "lab opens the project",
    "decide": f"{LABELS:,} decisions",
    "glance": "first order, by titles",
    "rank": "first ranking by whole records",
    "step": "a step",
    "metrics": "`metrics`",
    "export": "`export`",
}


@dataclass(frozen=True, kw_only=True)
class Spent:
    """What a step took: seconds of CPU and by the clock, and megabytes at its peak."""

    cpu: float
    wall: float
    megabytes: int

    def __str__(self) -> str:
        return f"{self.cpu:,.2f} s ({self.wall:,.2f}), {self.megabytes:,} MB"


def make(folder: Path, records: int) -> None:
    """Write a made-up review as RIS, and its labels."""
    import numpy as np

    from thresher.records.formats import ris_writer
    from thresher.records.samples import sample_records

    labels = []
    told = sample_records(
        records=records, relevant_share=RELEVANT, rng=np.random.default_rng(1)
    )

    def citations() -> object:
        for one in told:
            labels.append(one.relevant)
            yield one.citation

    with (folder / "pile.ris").open("wb") as out:
        ris_writer.write(citations(), out)  # type: ignore[arg-type]
    np.save(folder / "labels.npy", np.array(labels))
    lines = "\n".join(str(int(label)) for label in labels)
    (folder / "reading.csv").write_text(f"label_included\n{lines}\n")


def command(folder: Path, *words: str) -> None:
    """Run a command of Thresher in this process."""
    from thresher.cli.main import cli

    os.chdir(folder)
    with Path(os.devnull).open("w") as nothing:
        os.dup2(nothing.fileno(), 1)
        cli.main(list(words), standalone_mode=False)


# Screening: the lab's desk here, its model in a process of its own.


def screen(folder: Path, model: str) -> Iterator[tuple[str, Spent]]:
    """Open a project in the lab, decide, wait for the rankings, and take a step."""
    from thresher.store.house import open_house
    from thresher.store.setting_rows import change_settings
    from thresher.web.desk.desk import Desk
    from thresher.web.desk.pile import Place

    rankings: queue.Queue[bool] = queue.Queue()  # whether by whole records

    def tell(kind: str, facts: dict[str, int]) -> None:
        if kind == "ranking" and facts["labels"]:
            rankings.put(not facts["training"])

    with open_house(folder / NAME) as house:
        number = house.projects_of(None)[0].id
        project = house.project(number)
        if model != "default":
            with project.writing() as connection:
                change_settings(connection, {"model": model}, by="ann", at=AT)
        clock = Clock()
        place = Place(house=house.url, project=number)
        desk = Desk(project, place=place, folder=folder / "features", tell=tell)
        try:
            yield "open", clock.spent()
            yield "decide", decided(desk, folder)
            desk.next("ann", "abstract", size=1)
            is_whole = rankings.get(timeout=HOUR)
            pupil = Clock(process=model_process(), begun=clock.now)
            yield "glance", pupil.spent(since_start=True)
            if not is_whole:
                wait_for_whole(rankings)
            yield "rank", pupil.spent(since_start=True)
            yield "step", step(desk, rankings, pupil)
        finally:
            desk.close()


def decided(desk: "Desk", folder: Path) -> Spent:
    """Decide on records as a reader does, a hundred at a time."""
    import numpy as np

    from thresher.web.desk.shelf import Incoming

    labels = np.load(folder / "labels.npy")
    rng = np.random.default_rng(2)
    relevant = np.flatnonzero(labels)[: LABELS // 10]
    others = rng.choice(np.flatnonzero(~labels), LABELS - relevant.size, replace=False)
    rows = rng.permutation(np.concatenate([relevant, others])).tolist()
    words = ["include" if labels[row] else "exclude" for row in rows]
    every = [
        Incoming(uid=f"d{row}", record=row + 1, label=word, reader="ann", decided_at=AT)
        for row, word in zip(rows, words, strict=True)
    ]
    clock = Clock()
    for at in range(0, len(every), AT_ONCE):
        kept = desk.decide(every[at : at + AT_ONCE]).result(HOUR)
        if any(one.status == "refused" for one in kept):
            raise SystemExit(f"refused: {kept}")
    return clock.spent()


def wait_for_whole(rankings: "queue.Queue[bool]") -> None:
    """Wait for a ranking that has read the whole records."""
    while not rankings.get(timeout=HOUR):
        pass


def step(desk: "Desk", rankings: "queue.Queue[bool]", pupil: "Clock") -> Spent:
    """Decide on the record that leads, and wait until the rest is ranked anew."""
    from thresher.web.desk.shelf import Incoming

    while not rankings.empty():
        rankings.get()
    best = desk.next("ann", "abstract", size=1).servings[0].publication
    time.sleep(1)  # the model takes breath after a lesson
    pupil.start()
    one = Incoming(
        uid="last", record=best, label="exclude", reader="ann", decided_at=AT
    )
    desk.decide([one]).result(HOUR)
    wait_for_whole(rankings)
    return pupil.spent()


class Clock:
    """Counts what a process takes, this one or another."""

    def __init__(self, *, process: int | None = None, begun: float = 0.0) -> None:
        import psutil

        self.process = psutil.Process(process)
        self.begun = begun
        self.start()
        self.begun = begun or self.now

    def start(self) -> None:
        """Count from now on."""
        self.now = time.perf_counter()
        self.used = sum(self.process.cpu_times()[:2])

    def spent(self, *, since_start: bool = False) -> Spent:
        """Return what was taken since `start`, or since the process began."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        peak = status.split("VmHWM:")[1].split()[0]
        return Spent(
            cpu=sum(self.process.cpu_times()[:2]) - (0 if since_start else self.used),
            wall=time.perf_counter() - (self.begun if since_start else self.now),
            megabytes=int(peak) // 1024,
        )


def model_process() -> int:
    """Return the number of the process in which the model learns."""
    import psutil

    children = psutil.Process().children()
    return int(max(children, key=lambda one: one.memory_info().rss).pid)


# One process a step, so that each has a peak of its own.


def run_process(name: str, folder: Path, *, records: int, model: str) -> None:
    """Take one step, or those of a screening, and print what they took."""
    if name == "screen":
        for step_name, spent in screen(folder, model):
            tell_spent(step_name, spent)
        return
    begun = time.perf_counter()
    if name == "make":
        make(folder, records)
    elif name == "import":
        command(folder, "import", "pile.ris", "--project", NAME)
    elif name == "dedupe":
        command(folder, "dedupe", NAME)
    elif name == "metrics":
        command(folder, "metrics", "reading.csv")
    else:
        command(folder, "export", NAME, "-o", "out.csv")
    used = resource.getrusage(resource.RUSAGE_SELF)
    wall = time.perf_counter() - begun
    cpu, peak = used.ru_utime + used.ru_stime, used.ru_maxrss // 1024
    tell_spent(name, Spent(cpu=cpu, wall=wall, megabytes=peak))


def tell_spent(name: str, spent: Spent) -> None:
    """Print what a step took, for the process that waits for it."""
    sys.stderr.write(
        f"RESULT {name} {spent.cpu:.3f} {spent.wall:.3f} {spent.megabytes}\n"
    )


def measured(
    name: str, folder: Path, *, records: int, model: str
) -> Iterator[tuple[str, Spent]]:
    """Yield what the steps of a process took."""
    done = subprocess.run(
        [
            *(sys.executable, __file__, "--process", name, "--folder", str(folder)),
            *("--sizes", str(records), "--model", model),
        ],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    told = [line for line in done.stderr.splitlines() if line.startswith("RESULT")]
    if done.returncode or not told:
        raise SystemExit(f"{name} of {records:,} failed:\n{done.stderr[-2000:]}")
    for line in told:
        step_name, cpu, wall, peak = line.split()[1:]
        yield (
            step_name,
            Spent(cpu=float(cpu), wall=float(wall), megabytes=int(peak)),
        )


def main() -> None:
    """Measure every step at every size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10**4, 10**5, 10**6])
    parser.add_argument("--model", default="default")
    parser.add_argument("--process", choices=PROCESSES, help="One only.")
    parser.add_argument("--folder", type=Path, help="Where, with --process.")
    given = parser.parse_args()
    if given.process:
        size = given.sizes[0]
        run_process(given.process, given.folder, records=size, model=given.model)
        return
    found: dict[tuple[str, int], Spent] = {}
    for size in given.sizes:
        with tempfile.TemporaryDirectory() as name:
            for process in PROCESSES:
                for step_name, spent in measured(
                    process, Path(name), records=size, model=given.model
                ):
                    found[step_name, size] = spent
                    print(f"{size:>9,} {step_name:8} {spent}", flush=True)
    print("\nSeconds of CPU (by the clock), peak memory.\n")
    print("| step | " + " | ".join(f"{size:,}" for size in given.sizes) + " |")
    print("|---|" + "---|" * len(given.sizes))
    for step_name, shown in SHOWN.items():
        cells = [str(found[step_name, size]) for size in given.sizes]
        print(f"| {shown} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
