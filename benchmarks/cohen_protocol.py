"""Cohen's own protocol: stratified 5x2 cross-validation, TNR at 95 % recall.

Usage: python benchmarks/cohen_protocol.py [MODEL...]
Data come from THRESHER_DATA. Half of a review teaches, the other half is ranked, and
the other way round, five times; the mean of the ten rates stands beside those that Kusa
et al. (2023) print for seven published models. Texts of both halves are weighed
together; labels of the ranked half are never seen. The default model does not learn
from this collection beforehand.
"""

import os
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from quality import Review, reviews

from thresher.measures.confusion import true_negative_rate
from thresher.reports.reproductions.kusa_table import MODELS, table_1
from thresher.screening.cycle import Known, features_for, ranked
from thresher.screening.recipes import find_recipe

OURS = ("elas_u4", "logistic", "default-without-cohen")
REPEATS = 5
NAMES = {"Opiods": "Opioids"}


def halves(labels: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.bool_]:
    """Return whether each record is in the first half; each kind is parted evenly."""
    first = np.zeros(labels.size, dtype=np.bool_)
    for kind in (True, False):
        there = rng.permutation(np.flatnonzero(labels == kind))
        first[there[: there.size // 2]] = True
    return first


def rates(review: Review, model: str) -> list[float]:
    """Return the ten rates of a model on a review."""
    recipe = find_recipe(model)
    features = features_for(recipe, review.citations)
    rng, found = np.random.default_rng(1), []
    for _ in range(REPEATS):
        first = halves(review.labels, rng)
        for taught in (first, ~first):
            rows = np.flatnonzero(taught)
            known = Known(rows=rows, labels=review.labels[rows], by_chance=True)
            ranking = ranked(recipe, features, known)
            order = ranking.unread[np.argsort(-ranking.scores, kind="stable")]
            found.append(true_negative_rate(review.labels[order], recall=0.95))
    return found


def plain(name: str) -> str:
    """Return a review's name without blanks and capitals."""
    return NAMES.get(name, name).replace(" ", "").casefold()


def main() -> None:
    """Print a line for each review, and the averages."""
    models = sys.argv[1:] or OURS
    data = Path(os.environ.get("THRESHER_DATA", "../shared/data"))
    printed = {plain(row.dataset): row.tnr for row in table_1().rows}
    lines = []
    print("| review |", " | ".join([*MODELS, *models]), "|")
    print("|---" * (1 + len(MODELS) + len(models)) + "|")
    for review in reviews(data):
        if review.collection != "cohen":
            continue
        theirs = [float(str(printed[plain(review.name)][model])) for model in MODELS]
        ours = [float(np.mean(rates(review, model))) for model in models]
        lines.append([*theirs, *ours])
        cells = " | ".join(f"{value:.3f}" for value in lines[-1])
        print(f"| {review.name} | {cells} |", flush=True)
    means = " | ".join(f"{value:.4f}" for value in np.mean(lines, axis=0))
    print(f"| mean of {len(lines)} | {means} |")


if __name__ == "__main__":
    main()
