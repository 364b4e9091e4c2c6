"""Whole simulations by Thresher and by ASReview, and what a step of large piles costs.

Usage: python benchmarks/screening.py --peer ENV/bin/asreview [--passes N] [NAME...]
       python benchmarks/screening.py --growth [RECORDS...]
Data come from THRESHER_DATA. The first compares CPU seconds with and without start-up,
same data, same priors, same end, and says how much of the reading order is the same;
both sides run in turn and the least of all passes counts. The second makes piles of
any size from the reviews' texts and prints, each in a process of its own, what features
and a step with 2,000 labels cost, and the most memory used.
"""

import argparse
import gzip
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from thresher.screening.pile import Pile

NAMES = (
    "Nelson_2002",
    "van_der_Valk_2021",
    "Jeyaraman_2020",
    "Chou_2003",
    "Smid_2020",
    "van_de_Schoot_2018",
)
SIZES = (12_500, 25_000, 50_000, 100_000, 200_000)
TOPIC = "Jeyaraman_2020"  # what is relevant in a made-up pile
LABELS, STEPS = 2000, 20
SEED = 42
BESIDE = Path(__file__).parents[2] / "shared" / "data"
DATA = Path(os.environ.get("THRESHER_DATA", BESIDE)) / "screening"


def cpu_of(command: list[str], *, folder: Path) -> tuple[float, str]:
    """Return a command's own processor time, and what it prints."""
    env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    env |= {"PYTHONPYCACHEPREFIX": str(folder / "compiled"), "OMP_NUM_THREADS": "1"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, done.stdout


def ours(path: Path) -> dict[str, object]:
    """Simulate in this process; called in one of its own."""
    from thresher.measures.loss import loss  # noqa: PLC0415
    from thresher.screening.cycle import features_for  # noqa: PLC0415
    from thresher.screening.pile import read_pile  # noqa: PLC0415
    from thresher.screening.recipes import find_recipe  # noqa: PLC0415
    from thresher.screening.simulate import Procedure, simulate  # noqa: PLC0415

    begun = time.process_time()
    pile, recipe = read_pile(path), find_recipe("elas_u4")
    priors = [
        np.random.RandomState(SEED).choice(np.flatnonzero(kind), 1, replace=False)[0]
        for kind in (pile.labels, ~pile.labels)
    ]  # as ASReview draws them
    done = simulate(
        pile,
        features_for(recipe, pile.citations),
        Procedure(recipe=recipe),
        priors=np.array(priors),
        rng=np.random.default_rng(SEED),
    )
    return {
        "cpu": time.process_time() - begun,
        "loop": done.cpu_seconds,
        "order": done.order.tolist(),
        "loss": loss(done.reading.without_priors()),
    }


def theirs(peer: str, path: Path, folder: Path) -> tuple[float, list[int]]:
    """Simulate with ASReview; return CPU seconds and the order read."""
    from thresher.screening.runs import open_run  # noqa: PLC0415

    out = folder / f"{path.stem}.asreview"
    out.unlink(missing_ok=True)
    settings = ["--n-prior-included", "1", "--n-prior-excluded", "1"]
    settings += ["--prior-seed", str(SEED), "--seed", str(SEED), "--ai", "elas_u4"]
    command = [peer, "simulate", str(path), *settings, "-o", str(out)]
    spent, _ = cpu_of(command, folder=folder)
    return spent, [int(str(record)) for record in open_run(out).reading.ids or ()]


def compare(name: str, *, peer: str, passes: int, folder: Path) -> None:
    """Run both sides in turn on one data set and print a line."""
    path = folder / f"{name}.csv"
    packed = DATA / "synergy" / f"{name}.csv.gz"
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    mine, start_ups, whole, peer_whole = [], [], [], []
    peer_order: list[int] = []
    for _ in range(passes):
        start_ups.append(cpu_of([peer, "simulate", "--help"], folder=folder)[0])
        spent, peer_order = theirs(peer, path, folder)
        peer_whole.append(spent)
        command = [sys.executable, __file__, "--one", str(path)]
        spent, printed = cpu_of(command, folder=folder)
        whole.append(spent)
        mine.append(json.loads(printed))
    shared = zip(mine[0]["order"], peer_order, strict=False)
    same = next((at for at, (a, b) in enumerate(shared) if a != b), len(peer_order))
    cpu, loop = (min(one[what] for one in mine) for what in ("cpu", "loop"))
    work = min(peer_whole) - min(start_ups)
    print(
        f"{name}: same order for {same} of {len(peer_order)} records, "
        f"loss {mine[0]['loss']:.4f}; ASReview {work:.2f} s, ours {cpu:.2f} s "
        f"(loop {loop:.2f}): {work / cpu:.1f} x less; with start-up "
        f"{min(peer_whole):.2f} and {min(whole):.2f} s: "
        f"{min(peer_whole) / min(whole):.1f} x",
        flush=True,
    )


def made_up(records: int) -> "Pile":
    """Return a pile of real texts; those beyond the reviews' have a fifth changed."""
    from thresher.screening.pile import Pile, read_pile  # noqa: PLC0415

    citations, labels = [], []
    for path in sorted(DATA.glob("*/*.csv.gz")):
        column = "label_abstract" if "clef" in str(path) else None
        pile = read_pile(path, label_column=column)
        found = [replace(c, id=f"{pile.name}-{c.id}") for c in pile.citations]
        citations += found
        labels += list(pile.labels if pile.name == TOPIC else pile.labels & False)
    rng = np.random.default_rng(SEED)
    order = rng.permutation(len(citations))
    chosen = [*np.flatnonzero(labels)]
    chosen += [at for at in order.tolist() if not labels[at]][: records - len(chosen)]
    kept = [citations[at] for at in chosen]
    words = np.array(
        sorted({w for c in kept for w in c.abstract.split()}), dtype=object
    )
    for at in range(records - len(kept)):
        text = np.array(kept[at].abstract.split() or [""], dtype=object)
        changed = rng.integers(0, text.size, -(-text.size // 5))
        text[changed] = words[rng.integers(0, words.size, changed.size)]
        kept.append(replace(kept[at], id=f"made-{at}", abstract=" ".join(text)))
    relevant = np.zeros(records, dtype=np.bool_)
    relevant[: sum(labels)] = True
    return Pile(name="made-up", citations=kept, labels=relevant)


def stepped(records: int, recipe_name: str) -> dict[str, float]:
    """Return what features and steps of a made-up pile cost; in one process."""
    from thresher.screening.cycle import (  # noqa: PLC0415
        Known,
        features_for,
        next_of,
        ranked,
    )
    from thresher.screening.recipes import find_recipe  # noqa: PLC0415
    from thresher.screening.schedules import Growing  # noqa: PLC0415
    from thresher.screening.strategies import best_first  # noqa: PLC0415

    rng = np.random.default_rng(SEED)
    pile, recipe = made_up(records), find_recipe(recipe_name)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = time.process_time()
    features = features_for(recipe, pile.citations)
    made = time.process_time() - begun
    order = np.array([0, records - 1])
    memories: Any = ()
    steps, schedule = [], Growing(share=0.1)
    while order.size < LABELS + STEPS:
        begun = time.process_time()
        known = Known(rows=order, labels=pile.labels[order])
        ranking = ranked(recipe, features, known, memories=memories)
        size = schedule(order.size) if order.size < LABELS else 1
        size = max(1, min(size, LABELS - order.size))
        picked, _ = next_of(ranking, best_first, size=size, rng=rng)
        if order.size >= LABELS:
            steps.append(time.process_time() - begun)
        memories, order = ranking.memories, np.append(order, picked)
    return {
        "entries": float(sum({id(one): one.matrix.nnz for one in features}.values())),
        "features": made,
        "least": min(steps) * 1e3,
        "median": float(np.median(steps)) * 1e3,
        "before": before / 2**20,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20,
    }


def growth(sizes: list[int], *, recipe: str, passes: int) -> None:
    """Print a line for each size, the least of several processes."""
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            command = [sys.executable, __file__, "--step", str(size)]
            command += ["--recipe", recipe]
            found = [
                json.loads(cpu_of(command, folder=Path(folder))[1])
                for _ in range(passes)
            ]
            least = {k: min(one[k] for one in found) for k in found[0]}
            print(
                f"{recipe}, {size:,} records, {least['entries'] / 1e6:.1f} million "
                f"entries: features {least['features']:.2f} s; a step with "
                f"{LABELS:,} labels {least['median']:.1f} ms (median of {STEPS}, least "
                f"{least['least']:.1f}); memory {least['memory']:.2f} GB, "
                f"{least['before']:.2f} of it before",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--peer", default="asreview")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--recipe", default="elas_u4")
    parser.add_argument("--one", type=Path)
    parser.add_argument("--step", type=int)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(ours(given.one)))
    elif given.step:
        print(json.dumps(stepped(given.step, given.recipe)))
    elif given.growth:
        sizes = [int(name) for name in given.names] or [*SIZES]
        growth(sizes, recipe=given.recipe, passes=given.passes)
    elif shutil.which(given.peer) is None:
        print(f"{given.peer} is not installed: give ASReview's command with --peer")
    else:
        with tempfile.TemporaryDirectory() as folder:
            cpu_of([sys.executable, "-c", "import thresher"], folder=Path(folder))
            for name in given.names or NAMES:
                compare(name, peer=given.peer, passes=given.passes, folder=Path(folder))


if __name__ == "__main__":
    main()
