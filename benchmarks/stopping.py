"""Every stopping rule on real reviews, and buscar beside buscarpy.

Usage: python benchmarks/stopping.py [--runs FOLDER] [--seeds 1] [--replays 10]
       python benchmarks/stopping.py --peer ENV/bin/python
Data come from THRESHER_DATA. Each review is read to its end once a seed, by elas_u4
with the growing schedule; the runs are kept in FOLDER (by default in the user's
cache), so that a stopped benchmark goes on where it was. Chao's committee is elas_u3
with the first seed. Prints tables in Markdown, one a target.
"""

import argparse
import json
import os
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from thresher.certification.stopping.advisor import Advice, advise
from thresher.certification.stopping.buscar import Buscar, buscar_chances
from thresher.certification.stopping.committee import committee_of
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History, history_of
from thresher.certification.stopping.registry import DEFAULT_RULES, find_rule
from thresher.progress import to_stderr
from thresher.screening.cycle import features_for
from thresher.screening.pile import read_pile
from thresher.screening.priors import drawn_priors
from thresher.screening.reading import Reading
from thresher.screening.recipes import find_recipe
from thresher.screening.run_json import write_run
from thresher.screening.runs import open_run
from thresher.screening.schedules import Growing
from thresher.screening.simulate import Procedure, simulate
from thresher.screening.stoppers import never

SETS = {"cohen2006": None, "synergy": None, "clef2017": "label_abstract"}
RANKER, COMMITTEE = "elas_u4", ("elas_u3",)
TARGETS = (0.8, 0.9, 0.95)
DRAWS = 20261116
PEER = """
import json, sys, time
import numpy as np
from buscarpy import retrospective_h0
labels = np.array(json.loads(sys.stdin.read()), dtype=np.int64)
begun = time.process_time()
told = retrospective_h0(labels, labels.size, batch_size=500, plot=False,
                        confidence_level=2.0)
spent = time.process_time() - begun
key = [k for k in told if k != "p"][0]
ps = [None if np.isnan(p) else float(p) for p in told["p"]]
print(json.dumps({"looks": [int(n) for n in told[key]], "p": ps, "cpu": spent}))
"""


def reviews(data: Path) -> Iterator[tuple[Path, str | None]]:
    for folder, column in SETS.items():
        for path in sorted((data / "screening" / folder).glob("*.csv.gz")):
            yield path, column


def kept_run(
    path: Path, column: str | None, *, ranker: str, **where: object
) -> Reading:
    """Return a whole reading of a review, from the folder or simulated now."""
    folder, seed = Path(str(where["folder"])), int(str(where["seed"]))
    name = f"{path.name.removesuffix('.csv.gz')}.{ranker}.seed-{seed}"
    kept = folder / f"{name}.json"
    if not kept.exists():
        folder.mkdir(parents=True, exist_ok=True)
        pile, recipe = read_pile(path, label_column=column), find_recipe(ranker)
        rng = np.random.default_rng(seed)
        done = simulate(
            pile,
            features_for(recipe, pile.citations),
            Procedure(recipe=recipe, schedule=Growing(), stopper=never),
            priors=drawn_priors(pile.labels, relevant=1, irrelevant=1, rng=rng),
            rng=rng,
        )
        write_run(kept, done.run(name, seed=seed))
    return open_run(kept).reading


def histories(data: Path, *, folder: Path, seeds: int) -> list[tuple[str, History]]:
    found, every = [], list(reviews(data))
    with to_stderr() as report:
        for done, (path, column) in enumerate(every, 1):
            others = [
                kept_run(path, column, ranker=ranker, folder=folder, seed=1)
                for ranker in COMMITTEE
            ]
            for seed in range(1, seeds + 1):
                reading = kept_run(
                    path, column, ranker=RANKER, folder=folder, seed=seed
                )
                history = replace(
                    history_of(reading), committee=committee_of(reading, others)
                )
                found.append((path.name.removesuffix(".csv.gz"), history))
            report("Reviews", done=done, total=len(every))
    return found


def table(given: Sequence[tuple[str, History]], goal: Goal, *, replays: int) -> None:
    """Print one line a rule: share read, recall, reviews below the target."""
    told: dict[str, dict[str, list[Advice]]] = defaultdict(lambda: defaultdict(list))
    rules = [find_rule(name) for name in DEFAULT_RULES]
    with to_stderr() as report:
        for done, (name, history) in enumerate(given, 1):
            for rule in rules:
                times = replays if rule.prepared else 1
                for draw in range(times):
                    rng = np.random.default_rng([DRAWS, done, draw])
                    told[rule.name][name] += advise(
                        history, goal, rules=[rule], rng=rng
                    )
            report(f"Rules at {goal.target:g}", done=done, total=len(given))
    print(f"\nRecall of {goal.target:g}, confidence {goal.confidence:g}\n")
    print("| rule | read | recall | least recall | reviews below the target |")
    print("|---|---|---|---|---|")
    print(line("(oracle)", oracle(given, goal), goal))
    for rule in rules:
        reviewed = told[rule.name].values()
        if any(one.missing for one in next(iter(reviewed))):
            print(f"| {rule.name} | not judged | | | |")
            continue
        figures = [
            [
                (one.share or 1.0, 1.0 if one.recall is None else one.recall)
                for one in some
            ]
            for some in reviewed
        ]
        print(line(rule.name, figures, goal), flush=True)


def oracle(
    given: Sequence[tuple[str, History]], goal: Goal
) -> list[list[tuple[float, float]]]:
    """Return what it takes to know when the target is reached."""
    by_name: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for name, history in given:
        needed = -(-goal.ratio * history.found // 1)
        at = int(history.found_at[int(needed) - 1])
        by_name[name].append((at / history.records, int(needed) / history.found))
    return list(by_name.values())


def line(name: str, figures: list[list[tuple[float, float]]], goal: Goal) -> str:
    """Return means over reviews of the means over their seeds and draws."""
    shares = np.mean([np.mean([share for share, _ in some]) for some in figures])
    recalls = [[recall for _, recall in some] for some in figures]
    below = np.mean(
        [np.mean([r < goal.target - 1e-9 for r in some]) for some in recalls]
    )
    mean = np.mean([np.mean(some) for some in recalls])
    least = min(min(some) for some in recalls)
    return (
        f"| {name} | {100 * shares:.1f} % | {mean:.3f} | {least:.3f} "
        f"| {100 * below:.1f} % |"
    )


def beside_buscarpy(peer: str) -> None:
    """Print CPU seconds of both on one ranking, and whether all looks agree."""
    goal = Goal(target=0.95)
    for relevant in (200, 600):
        rng = np.random.default_rng(relevant)
        weights = np.where(np.arange(20_000) < relevant, 10.0, 1.0)
        order = np.argsort(rng.exponential(size=20_000) / weights)
        history = History(labels=order < relevant, records=20_000)
        done = subprocess.run(
            [peer, "-c", PEER],
            input=json.dumps(history.labels.astype(int).tolist()),
            capture_output=True,
            text=True,
            check=True,
        )
        theirs = json.loads(done.stdout)
        begun = time.process_time()
        looks, ours = buscar_chances(history, goal, every=500)
        spent = time.process_time() - begun
        begun = time.process_time()
        stop = Buscar()(history, goal)
        single = time.process_time() - begun
        wanted = np.array([0.0 if p is None else p for p in theirs["p"]])
        same = np.isclose(ours[: wanted.size], wanted, rtol=1e-9, atol=0)
        print(
            f"20,000 records, {relevant} relevant: {int(same.sum())} of {same.size} "
            f"looks equal to 1e-9 (looks alike: "
            f"{looks[: wanted.size].tolist() == theirs['looks']}); buscarpy "
            f"{theirs['cpu']:.2f} s, ours {spent:.3f} s: "
            f"{theirs['cpu'] / spent:.0f} x; "
            f"stop at every label ({stop}) {single:.3f} s"
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    parser.add_argument("--runs", type=Path, default=cache / "thresher" / "stopping")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--replays", type=int, default=10)
    parser.add_argument("--peer")
    given = parser.parse_args()
    if given.peer:
        beside_buscarpy(given.peer)
        return
    beside = Path(__file__).parents[2] / "shared" / "data"
    data = Path(os.environ.get("THRESHER_DATA", beside))
    if not (data / "screening").is_dir():
        print("the reviews are not here: set THRESHER_DATA to their folder")
        return
    found = histories(data, folder=given.runs, seeds=given.seeds)
    names = {name for name, _ in found}
    print(f"{len(names)} reviews, {given.seeds} seeds, {given.replays} draws each")
    for target in TARGETS:
        table(found, Goal(target=target), replays=given.replays)


if __name__ == "__main__":
    main()
