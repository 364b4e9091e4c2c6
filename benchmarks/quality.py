"""Reading orders of our default model and of elas_u4 on 39 public reviews.

Usage: python benchmarks/quality.py run FOLDER [--seeds 10] [--schedule every-label]
       python benchmarks/quality.py table FOLDER [--schedule every-label]
With --words-only cited works are withheld, and only reviews that have them are read.
Data come from THRESHER_DATA. Both models get the same priors, one of each kind; priors
are not counted. The default model is judged with what it learned from the two other
collections only. Each finished simulation is one line of JSON in FOLDER; a run that was
stopped goes on where it stopped, smallest reviews first.
"""

import argparse
import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from thresher.measures.loss import loss
from thresher.records import read
from thresher.records.citation import Citation
from thresher.screening.cycle import features_for
from thresher.screening.features.links import works_cited
from thresher.screening.pile import Pile
from thresher.screening.priors import drawn_priors
from thresher.screening.recipes import find_recipe
from thresher.screening.schedules import Growing, every_label
from thresher.screening.simulate import Procedure, simulate

COLLECTIONS = {
    "cohen": ("cohen2006", "label_included"),
    "synergy": ("synergy", "label_included"),
    "clef": ("clef2017", "label_abstract"),
}
SCHEDULES = {"every-label": every_label, "growing": Growing()}
PEER = "elas_u4"
FEWEST_SEEDS = 2
HEAD = (
    "| collection | review | seeds | elas_u4 | default | change | 95 % interval |",
    "|---|---|---|---|---|---|---|",
)
NAMES = {"clef": "CLEF 2017", "cohen": "Cohen 2006", "synergy": "SYNERGY"}
SUMMARY_HEAD = (
    "| collection (reviews) | `elas_u4` | Thresher | change | better or equal on |",
    "|---|---|---|---|---|",
)


@dataclass(frozen=True, kw_only=True)
class Review:
    """A public review with its true labels."""

    collection: str
    name: str
    citations: list[Citation]
    labels: NDArray[np.bool_]


def reviews(data: Path) -> Iterator[Review]:
    """Yield the 39 reviews, those in small files first."""
    paths = [
        (path, collection, column)
        for collection, (folder, column) in COLLECTIONS.items()
        for path in (data / "screening" / folder).glob("*.csv.gz")
    ]
    for path, collection, column in sorted(
        paths, key=lambda one: one[0].stat().st_size
    ):
        records = [with_headings(record) for record in read(path).records]
        labels = [float(dict(record.raw)[column]) == 1 for record in records]
        yield Review(
            collection=collection,
            name=path.name.removesuffix(".csv.gz"),
            citations=records,
            labels=np.array(labels),
        )


def with_headings(record: Citation) -> Citation:
    """Return a record with the subject headings of Cohen's table as key words."""
    headings = dict(record.raw).get("mesh_keywords", "")
    if record.keywords or not headings:
        return record
    words = tuple(part.strip() for part in headings.split(";") if part.strip())
    return replace(record, keywords=words)


def run(data: Path, path: Path, *, seeds: int, schedule: str, words_only: bool) -> None:
    """Simulate what is not yet in the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    done = {key(line) for line in lines(path)}
    for review in reviews(data):
        citations = review.citations
        if words_only:
            if not any(map(works_cited, citations)):
                continue
            citations = [replace(citation, raw=()) for citation in citations]
        pile = Pile(name=review.name, citations=citations, labels=review.labels)
        for model in (PEER, f"default-without-{review.collection}"):
            missing = [
                seed
                for seed in range(1, seeds + 1)
                if (review.name, model, seed) not in done
            ]
            if missing:
                simulated(
                    pile, review, model, seeds=missing, path=path, schedule=schedule
                )


def simulated(
    pile: Pile,
    review: Review,
    model: str,
    *,
    seeds: list[int],
    path: Path,
    schedule: str,
) -> None:
    """Simulate a review with one model from several priors, a line each."""
    recipe = find_recipe(model)
    begun = time.process_time()
    features = features_for(recipe, pile.citations)
    making = time.process_time() - begun
    for seed in seeds:
        rng = np.random.default_rng(seed)
        finished = simulate(
            pile,
            features,
            Procedure(recipe=recipe, schedule=SCHEDULES[schedule]),
            priors=drawn_priors(pile.labels, rng=rng),
            rng=rng,
        )
        line = {
            "collection": review.collection,
            "review": review.name,
            "records": pile.labels.size,
            "relevant": int(pile.labels.sum()),
            "model": model,
            "seed": seed,
            "loss": loss(finished.reading.without_priors()),
            "read": finished.order.size,
            "cpu_seconds": round(finished.cpu_seconds, 2),
            "feature_seconds": round(making, 2),
            "data_sha256": pile.fingerprint,
        }
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def lines(path: Path) -> list[dict[str, object]]:
    """Return the finished simulations of a file."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def key(line: dict[str, object]) -> tuple[object, object, object]:
    """Return what makes a simulation one of its kind."""
    return line["review"], line["model"], line["seed"]


def losses(path: Path) -> dict[tuple[str, str], dict[str, dict[int, float]]]:
    """Return the losses of each review of a collection, by model and seed."""
    found: dict[tuple[str, str], dict[str, dict[int, float]]] = {}
    for line in lines(path):
        which = (str(line["collection"]), str(line["review"]))
        model = PEER if line["model"] == PEER else "default"
        values = found.setdefault(which, {}).setdefault(model, {})
        values[int(str(line["seed"]))] = float(str(line["loss"]))
    return found


def table(path: Path) -> str:
    """Return the losses of all reviews read by both models, as Markdown."""
    rows, means = [], dict[str, list[tuple[float, float]]]()
    for collection, name, theirs, ours in compared(path):
        low, high = interval((ours - theirs) / theirs.mean())
        change = ours.mean() / theirs.mean() - 1
        means.setdefault(collection, []).append((theirs.mean(), ours.mean()))
        rows.append(
            f"| {collection} | {name} | {theirs.size} | {theirs.mean():.4f} | "
            f"{ours.mean():.4f} | {change:+.1%} | {low:+.1%} to {high:+.1%} |"
        )
    if not rows:
        return "Not yet run.\n"
    totals = (
        f"- {name}: mean {theirs:.4f} and {ours:.4f}, {ours / theirs - 1:+.1%}; better "
        f"or equal on {better} of {reviews}"
        for name, theirs, ours, better, reviews in collected(means)
    )
    return "\n".join([*HEAD, *rows, "", *totals, ""])


def summary(path: Path) -> str:
    """Return the mean losses of each collection, as Markdown."""
    means = dict[str, list[tuple[float, float]]]()
    for collection, _, theirs, ours in compared(path):
        means.setdefault(collection, []).append((theirs.mean(), ours.mean()))
    rows = (
        f"| {NAMES[name]} ({reviews}) | {theirs:.4f} | {ours:.4f} | "
        f"{ours / theirs - 1:+.1%} | {better} of {reviews} |"
        for name, theirs, ours, better, reviews in collected(means)
    )
    return "\n".join([*SUMMARY_HEAD, *rows, ""])


def compared(
    path: Path,
) -> Iterator[tuple[str, str, NDArray[np.float64], NDArray[np.float64]]]:
    """Yield each review read by both models, with their losses by seed, ours last."""
    for (collection, name), models in sorted(losses(path).items()):
        seeds = sorted(set(models.get(PEER, {})) & set(models.get("default", {})))
        if len(seeds) >= FEWEST_SEEDS:
            theirs, ours = (
                np.array([models[model][seed] for seed in seeds])
                for model in (PEER, "default")
            )
            yield collection, name, theirs, ours


def collected(
    means: dict[str, list[tuple[float, float]]],
) -> Iterator[tuple[str, float, float, int, int]]:
    """Yield each collection with both means, on how many ours is no more, and all."""
    for collection, pairs in means.items():
        theirs, ours = np.array(pairs).T
        better = int(np.count_nonzero(ours <= theirs))
        yield collection, theirs.mean(), ours.mean(), better, len(pairs)


def interval(differences: NDArray[np.float64]) -> tuple[float, float]:
    """Return a 95 % bootstrap interval of the mean paired difference."""
    rng = np.random.default_rng(1)
    draws = rng.choice(differences, (10_000, differences.size)).mean(axis=1)
    low, high = np.quantile(draws, [0.025, 0.975])
    return float(low), float(high)


def main() -> None:
    """Run or print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["run", "table"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--schedule", choices=[*SCHEDULES], default="every-label")
    parser.add_argument("--words-only", action="store_true")
    asked = parser.parse_args()
    data = Path(os.environ.get("THRESHER_DATA", "../shared/data"))
    words = "-words-only" if asked.words_only else ""
    path = asked.folder / f"{asked.schedule}{words}.jsonl"
    if asked.what == "table":
        print(table(path))
        return
    run(
        data,
        path,
        seeds=asked.seeds,
        schedule=asked.schedule,
        words_only=asked.words_only,
    )


if __name__ == "__main__":
    main()
