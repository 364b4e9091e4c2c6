"""Seeds of one pile simulated together and one after the other: CPU time of both.

Usage: python benchmarks/batch.py [--ranker NAME] [--seeds K] [--stop STOP] FILE...
FILE is a labelled citation file, or a number of records to make up. Both ways are
taken three times in turn, the lowest times count, and every order must be the same.
"""

import argparse
import time
from pathlib import Path

import numpy as np

from thresher.records.samples import sample_review
from thresher.screening.batch import batch_of_simulations
from thresher.screening.cycle import features_for
from thresher.screening.pile import Pile, read_pile
from thresher.screening.procedures import Model
from thresher.screening.seeded import seeded_simulation
from thresher.screening.starts import Drawn

PASSES = 3


def pile_of(name: str) -> Pile:
    if not name.isdigit():
        return read_pile(Path(name))
    review = sample_review(records=int(name), rng=np.random.default_rng(1))
    return Pile(name=name, citations=review.citations, labels=review.labels)


def compare(pile: Pile, model: Model, *, seeds: range) -> None:
    procedure = model.procedure
    features = features_for(procedure.recipe, pile.citations)
    alone, together = [], []
    for _ in range(PASSES):
        begun = time.process_time()
        one = [
            seeded_simulation(pile, features, procedure, start=Drawn(), seed=seed)
            for seed in seeds
        ]
        alone.append(time.process_time() - begun)
        begun = time.process_time()
        many = batch_of_simulations(
            pile, features, procedure, start=Drawn(), seeds=seeds
        )
        together.append(time.process_time() - begun)
    same = all(np.array_equal(a.order, b.order) for a, b in zip(one, many, strict=True))
    entries = sum(part.matrix.nnz for part in features)
    print(
        f"{pile.name}: {pile.labels.size} records, {entries} entries, {len(seeds)} "
        f"seeds, {sum(s.lessons for s in one)} lessons: alone {min(alone):.2f} s, "
        f"together {min(together):.2f} s, {min(alone) / min(together):.2f} times "
        f"less; {'same order' if same else 'ORDER DIFFERS'}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ranker", default="elas_u4")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--stop", default="records:100")
    parser.add_argument("files", nargs="+")
    given = parser.parse_args()
    for name in given.files:
        model = Model(ranker=given.ranker, stop=given.stop)
        compare(pile_of(name), model, seeds=range(1, given.seeds + 1))


if __name__ == "__main__":
    main()
