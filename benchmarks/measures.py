"""Our measures beside ASReview Insights' and scikit-learn's, in one run.

``python benchmarks/measures.py [--records 1000000] [--peer PYTHON]``

PYTHON is an interpreter with asreview 2.2 and asreview-insights 1.6.1; without one the
peer's lines say so. Prints CPU milliseconds, best of several, and the ratio.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from thresher import __version__
from thresher.measures.evaluation import evaluate
from thresher.measures.rate_weighted import rate_weighted_area_of_scores
from thresher.measures.rates import Beta
from thresher.screening.reading import Reading

SEED = 20261116
PEER = """
import json, sys, time
from asreviewcontrib.insights import algorithms, metrics as m
labels = [int(c) for c in open(sys.argv[1]).read()]
def everything():
    for v in [0.1, 0.25, 0.5, 0.75, 0.9]: m._recall(labels, v)
    m._wss(labels, 0.95); m._erf(labels, 0.1); algorithms._loss_value(labels)
    for v in [0.95, 1.0]:
        for f in (m._tp, m._fp, m._tn, m._fn, m._tnr): f(labels, v)
    td = m._time_to_discovery(range(len(labels)), labels)
    m._average_time_to_discovery(td)
best = 1e9
for _ in range(3):
    at = time.process_time(); everything(); best = min(best, time.process_time() - at)
print(json.dumps(best * 1000))
"""


def best_of(work: Callable[[], object], *, times: int = 5) -> float:
    """CPU milliseconds of the fastest of several calls."""
    spent = []
    for _ in range(times):
        at = time.process_time()
        work()
        spent.append(time.process_time() - at)
    return min(spent) * 1000


def peer_milliseconds(peer: str, labels: np.ndarray) -> float | None:
    """Time Insights with the same labels as a list; nothing without a peer."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "labels"
        path.write_bytes((labels.astype(np.uint8) + ord("0")).tobytes())
        try:
            done = subprocess.run(
                [peer, "-c", PEER, str(path)],
                capture_output=True,
                text=True,
                check=True,
            )
        except (OSError, subprocess.CalledProcessError):
            return None
    return float(json.loads(done.stdout))


def line(what: str, ours: float, *, peer: float | None, name: str) -> None:
    """Print one comparison."""
    if peer is None:
        print(f"{what:46} ours {ours:9.2f} ms   {name}: not installed")
    else:
        ratio = peer / ours
        print(f"{what:46} ours {ours:9.2f} ms   {name} {peer:9.2f} ms   {ratio:7.1f} x")


def whole_command(peer: str) -> None:
    """`thresher metrics FILE` against `asreview metrics FILE`, start to end."""
    beside = Path(__file__).parents[2] / "shared" / "data"
    folder = Path(os.environ.get("THRESHER_DATA", beside)) / "asreview_projects"
    for file in sorted(folder.glob("1.2__*nb*.asreview")):
        ours = child_milliseconds(
            [sys.executable, "-m", "thresher", "metrics", str(file)]
        )
        theirs = None
        door = Path(peer).parent / "asreview"
        if door.exists():
            theirs = child_milliseconds([str(door), "metrics", str(file)])
        line("metrics FILE.asreview, start to end", ours, peer=theirs, name="asreview")


def child_milliseconds(command: list[str]) -> float:
    """CPU of a child process, best of three."""
    spent = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        )
    return min(spent) * 1000


def memory_of_ten_million() -> None:
    """Peak memory over the labels, in multiples of the labels."""
    probe = (
        "import numpy as np, tracemalloc\n"
        "from thresher.measures.evaluation import evaluate\n"
        "from thresher.screening.reading import Reading\n"
        f"labels = np.random.default_rng({SEED}).random(10_000_000) < 0.01\n"
        "tracemalloc.start(); evaluate(Reading(labels=labels))\n"
        "print(tracemalloc.get_traced_memory()[1] / labels.nbytes)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True
    )
    extra = float(done.stdout)
    print(f"10,000,000 records: {1 + extra:.2f} x the labels' memory at the peak")


def main() -> None:
    """Run all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--peer", default=os.environ.get("THRESHER_PEER", "none"))
    options = parser.parse_args()
    rng = np.random.default_rng(SEED)
    labels = rng.random(options.records) < 0.01
    print(
        f"thresher {__version__}, {options.records:,} records, 1 % relevant, "
        f"seed {SEED}"
    )
    ours = best_of(lambda: evaluate(Reading(labels=labels), convention="insights"))
    peer = peer_milliseconds(options.peer, labels)
    line("all Insights measures together", ours, peer=peer, name="insights 1.6.1")
    every = best_of(lambda: evaluate(Reading(labels=labels)))
    line(
        "the same by definition, and ours beside",
        every,
        peer=peer,
        name="insights 1.6.1",
    )
    from sklearn.metrics import roc_auc_score  # noqa: PLC0415  slow to import

    scores = rng.normal(size=labels.size) + labels
    rate = Beta(alpha=6.226, beta=32.791)
    rauc = best_of(lambda: rate_weighted_area_of_scores(labels, scores, rate=rate))
    auc = best_of(lambda: roc_auc_score(labels, scores), times=3)
    line("rate-weighted area from scores", rauc, peer=auc, name="sklearn AUC")
    whole_command(options.peer)
    memory_of_ten_million()


if __name__ == "__main__":
    main()
