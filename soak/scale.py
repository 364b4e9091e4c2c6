"""A whole project at three sizes: seconds of CPU and peak memory of each step.

Usage: python soak/scale.py [--sizes 10000 100000 1000000] [--ranker elas_u4]
Each step is a process of its own on a made-up review. Prints a table with the growth
from one size to the next.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RELEVANT = 0.01
LABELS = 2000
STEPS = ("make", "import", "dedupe", "rank", "step", "metrics", "export")


def make(folder: Path, records: int) -> None:
    """Write a made-up review as RIS, and its labels in reading order."""
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


def command(folder: Path, *words: str) -> None:
    """Run a command of Thresher in this process."""
    from thresher.cli.main import cli

    os.chdir(folder)
    with Path(os.devnull).open("w") as nothing:
        os.dup2(nothing.fileno(), 1)
        cli.main(list(words), standalone_mode=False)


def ranked(folder: Path, ranker: str, *, steps: int) -> float:
    """Rank the whole pile once, then take further steps; return CPU of the last."""
    import numpy as np
    from threadpoolctl import threadpool_limits

    from thresher.records import scan
    from thresher.screening.cycle import Known, features_for, ranked
    from thresher.screening.recipes import find_recipe

    labels = np.load(folder / "labels.npy")
    citations = list(scan(folder / "pile.ris"))
    recipe = find_recipe(ranker)
    features = features_for(recipe, citations)
    del citations
    rng = np.random.default_rng(2)
    relevant = np.flatnonzero(labels)[: LABELS // 10]
    others = rng.choice(np.flatnonzero(~labels), LABELS - relevant.size, replace=False)
    rows = rng.permutation(np.concatenate([relevant, others]))
    memories, spent = (), 0.0
    with threadpool_limits(limits=1, user_api="blas"):
        for step in range(steps + 1):
            known = Known(rows=rows, labels=labels[rows])
            begun = time.process_time()
            ranking = ranked(recipe, features, known, memories=memories)
            spent = time.process_time() - begun
            memories = ranking.memories
            best = ranking.unread[int(ranking.scores.argmax())]
            rows = np.append(rows, best)
            del step
    return spent


def run_step(step: str, folder: Path, *, records: int, ranker: str) -> None:
    """Take one step and print its CPU seconds and peak memory."""
    spent = None
    if step == "make":
        make(folder, records)
    elif step == "import":
        command(folder, "import", "pile.ris", "--project", "big.thresher")
    elif step == "dedupe":
        command(folder, "dedupe", "big.thresher")
    elif step in ("rank", "step"):
        spent = ranked(folder, ranker, steps=0 if step == "rank" else 5)
    elif step == "metrics":
        labels_table(folder)
        command(folder, "metrics", "reading.csv")
    else:
        command(folder, "export", "big.thresher", "-o", "out.csv")
    used = resource.getrusage(resource.RUSAGE_SELF)
    cpu = used.ru_utime + used.ru_stime
    told = spent if step == "step" and spent is not None else cpu
    sys.stderr.write(f"RESULT {told:.3f} {used.ru_maxrss / 1024:.0f}\n")


def labels_table(folder: Path) -> None:
    """Write the labels as a table in reading order."""
    import numpy as np

    labels = np.load(folder / "labels.npy").astype(int)
    lines = "\n".join(str(label) for label in labels.tolist())
    (folder / "reading.csv").write_text(f"label_included\n{lines}\n")


def measured(
    step: str, folder: Path, *, records: int, ranker: str
) -> tuple[float, int]:
    """Return CPU seconds and megabytes of a step in a process of its own."""
    done = subprocess.run(
        [
            *(sys.executable, __file__, "--step", step, "--folder", str(folder)),
            *("--sizes", str(records), "--ranker", ranker),
        ],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    told = [line for line in done.stderr.splitlines() if line.startswith("RESULT")]
    if done.returncode or not told:
        raise SystemExit(f"{step} of {records:,} failed:\n{done.stderr[-2000:]}")
    seconds, megabytes = told[-1].split()[1:]
    return float(seconds), int(megabytes)


def main() -> None:
    """Measure every step at every size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10**4, 10**5, 10**6])
    parser.add_argument("--ranker", default="elas_u4")
    parser.add_argument("--step", choices=STEPS)
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    if given.step:
        run_step(given.step, given.folder, records=given.sizes[0], ranker=given.ranker)
        return
    found: dict[tuple[str, int], tuple[float, int]] = {}
    for size in given.sizes:
        with tempfile.TemporaryDirectory() as name:
            for step in STEPS:
                found[step, size] = measured(
                    step, Path(name), records=size, ranker=given.ranker
                )
                seconds, megabytes = found[step, size]
                print(
                    f"{size:>9,} {step:8} {seconds:9.2f} s {megabytes:6,} MB",
                    flush=True,
                )
    print("\n| step | " + " | ".join(f"{size:,}" for size in given.sizes) + " |")
    print("|---|" + "---|" * len(given.sizes))
    for step in STEPS[1:]:
        cells = [
            f"{found[step, size][0]:,.2f} s, {found[step, size][1]:,} MB"
            for size in given.sizes
        ]
        print(f"| {step} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
