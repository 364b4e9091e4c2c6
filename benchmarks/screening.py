"""Whole simulations by Thresher and by ASReview: same data, same priors, same end.

Usage: python benchmarks/screening.py --peer ENV/bin/asreview [NAME...]
Data come from THRESHER_DATA. Prints CPU seconds with and without start-up, and how
much of the reading order is the same.
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
from pathlib import Path

import numpy as np

NAMES = ("Nelson_2002", "van_der_Valk_2021", "Smid_2020", "van_de_Schoot_2018")
SEED = 42


def cpu_of(command: list[str]) -> tuple[float, str]:
    """Return a command's own processor time, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=True, capture_output=True, text=True)
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
    settings = ["--n-prior-included", "1", "--n-prior-excluded", "1"]
    settings += ["--prior-seed", str(SEED), "--seed", str(SEED), "--ai", "elas_u4"]
    spent, _ = cpu_of([peer, "simulate", str(path), *settings, "-o", str(out)])
    return spent, [int(str(record)) for record in open_run(out).reading.ids or ()]


def compare(name: str, *, peer: str, data: Path, folder: Path) -> None:
    """Run both sides on one data set and print a line."""
    path = folder / f"{name}.csv"
    packed = data / "screening" / "synergy" / f"{name}.csv.gz"
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    start_up = min(cpu_of([peer, "simulate", "--help"])[0] for _ in range(3))
    peer_cpu, peer_order = theirs(peer, path, folder)
    cpu, printed = cpu_of([sys.executable, __file__, "--one", str(path)])
    mine = json.loads(printed)
    shared = zip(mine["order"], peer_order, strict=False)
    same = next((at for at, (a, b) in enumerate(shared) if a != b), len(peer_order))
    work = peer_cpu - start_up
    print(
        f"{name}: same order for {same} of {len(peer_order)} records, "
        f"loss {mine['loss']:.4f}; ASReview {work:.2f} s, ours {mine['cpu']:.2f} s "
        f"(loop {mine['loop']:.2f}): {work / mine['cpu']:.1f} x less; "
        f"with start-up {peer_cpu:.2f} and {cpu:.2f} s: {peer_cpu / cpu:.1f} x",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=NAMES)
    parser.add_argument("--peer", default="asreview")
    parser.add_argument("--one", type=Path)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(ours(given.one)))
        return
    if shutil.which(given.peer) is None:
        print(f"{given.peer} is not installed: give ASReview's command with --peer")
        return
    beside = Path(__file__).parents[2] / "shared" / "data"
    data = Path(os.environ.get("THRESHER_DATA", beside))
    with tempfile.TemporaryDirectory() as folder:
        for name in given.names:
            compare(name, peer=given.peer, data=data, folder=Path(folder))


if __name__ == "__main__":
    main()
