"""Votes of the default model chosen on some collections and judged on another.

Usage: python benchmarks/choosing.py run FOLDER, then judge FOLDER, then table FOLDER
The rule was written down before any of these runs. Grid: every mixture of `NEAREST`,
`LIKENESS`, `ODDS` and `UNTIL`, all else as in the default model. Choosing: seeds 1 to
3, batches of 5 %; that mixture is chosen whose loss relative to elas_u4's has the
lowest geometric mean over a collection's reviews, averaged over the collections chosen
on. Judging: ten seeds, batches of 2 %, on the collections left out, which no vote and
no word of past reviews has seen. Each line of FOLDER/choosing.jsonl is one review read
with one mixture; a run that was stopped goes on where it stopped.
A second rule was thought of after the first was judged: the middle of all mixtures that
these reviews cannot tell from the best (paired, 95 %).
"""

import argparse
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from quality import COLLECTIONS, PEER, Review, lines, reviews

from thresher.measures.loss import loss
from thresher.screening.cycle import features_for
from thresher.screening.features.matrix import Features
from thresher.screening.pile import Pile
from thresher.screening.priors import drawn_priors
from thresher.screening.recipes import Recipe, find_recipe
from thresher.screening.schedules import Growing
from thresher.screening.simulate import Procedure, simulate

NEAREST, LIKENESS, ODDS = (0.2, 0.4, 0.8), (0.25, 0.5), (0.3, 0.5, 0.7)
UNTIL = (0.5, None)  # where likeness to all and odds of terms fall to nothing
PLACES = {"nearest": 2, "likeness": 3, "odds": 4}  # parts of the default model
DIRECTIONS = (
    (("cohen", "clef"), ("synergy",)),
    (("synergy",), ("cohen", "clef")),
    (("synergy", "clef"), ("cohen",)),
    (("synergy", "cohen"), ("clef",)),
)


class Votes(NamedTuple):
    """One mixture of the grid."""

    nearest: float
    likeness: float
    odds: float
    until: float | None

    def __str__(self) -> str:
        falls = "falling" if self.until else "standing"
        return f"{self.nearest:g} / {self.likeness:g} / {self.odds:g} {falls}"

    def recipe(self, collection: str) -> Recipe:
        """Return the default model with these votes, which never saw a collection."""
        found = find_recipe(f"default-without-{collection}")
        parts = list(found.parts)
        for name, place in PLACES.items():
            until = None if name == "nearest" else self.until
            parts[place] = replace(
                parts[place], weight=getattr(self, name), until=until
            )
        return replace(found, parts=tuple(parts))


class Stage(NamedTuple):
    """How reviews are read."""

    name: str
    seeds: range
    schedule: Growing


CHOOSING = Stage("choosing", range(1, 4), Growing(share=0.05))
JUDGING = Stage("judging", range(1, 11), Growing())
NORMAL = 1.96
GRID = tuple(Votes(*one) for one in product(NEAREST, LIKENESS, ODDS, UNTIL))


def read_by(
    review: Review, recipe: Recipe, features: tuple[Features, ...], *, stage: Stage
) -> list[float]:
    """Return the losses of a review with one model, a seed each."""
    pile = Pile(name=review.name, citations=review.citations, labels=review.labels)
    found = []
    for seed in stage.seeds:
        rng = np.random.default_rng(seed)
        procedure = Procedure(recipe=recipe, schedule=stage.schedule)
        priors = drawn_priors(pile.labels, rng=rng)
        done = simulate(pile, features, procedure, priors=priors, rng=rng)
        found.append(loss(done.reading.without_priors()))
    return found


def run(path: Path, wanted: dict[str, set[Votes]], *, stage: Stage) -> None:
    """Read every review by elas_u4 and by the mixtures wanted for its collection."""
    data = Path(os.environ.get("THRESHER_DATA", "../shared/data"))
    done = {(one["stage"], one["review"], one["votes"]) for one in lines(path)}
    for review in reviews(data):
        mixtures = sorted(wanted.get(review.collection, ()), key=str)
        models = {str(v): v.recipe(review.collection) for v in mixtures}
        if models:
            models = {PEER: find_recipe(PEER), **models}
        features: tuple[Features, ...] | None = None
        for name, recipe in models.items():
            if (stage.name, review.name, name) in done:
                continue
            if name == PEER or features is None:
                features = tuple(features_for(recipe, review.citations))
            found = read_by(review, recipe, features, stage=stage)
            if name == PEER:
                features = None
            line: dict[str, object] = {
                "stage": stage.name,
                "collection": review.collection,
            }
            line |= {"review": review.name, "votes": name}
            line["losses"] = [round(one, 6) for one in found]
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")


def means(path: Path, stage: str) -> dict[str, dict[str, dict[str, float]]]:
    """Return mean losses by collection, review and mixture."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    for one in lines(path):
        if one["stage"] == stage:
            of = found.setdefault(str(one["collection"]), {})
            values: Any = one["losses"]
            of.setdefault(str(one["review"]), {})[str(one["votes"])] = float(
                np.mean(values)
            )
    return found


def logs(path: Path, collections: tuple[str, ...]) -> list[NDArray[np.float64]]:
    """Return logarithms of losses relative to elas_u4's: reviews down, `GRID` across.

    One array a collection.
    """
    found = means(path, CHOOSING.name)
    return [
        np.array(
            [
                [np.log(of[str(votes)] / of[PEER]) for votes in GRID]
                for of in found[c].values()
            ]
        )
        for c in collections
    ]


def best(path: Path, collections: tuple[str, ...]) -> Votes:
    """Return the mixture that the first rule chooses."""
    averages = [one.mean(axis=0) for one in logs(path, collections)]
    return GRID[int(np.mean(averages, axis=0).argmin())]


def middle(path: Path, collections: tuple[str, ...]) -> Votes:
    """Return the mixture that the second rule chooses."""
    leader = GRID.index(best(path, collections))
    behind = [one - one[:, [leader]] for one in logs(path, collections)]
    mean = np.mean([one.mean(axis=0) for one in behind], axis=0)
    squares = [one.var(axis=0, ddof=1) / len(one) for one in behind]
    error = np.sqrt(np.sum(squares, axis=0)) / len(behind)
    alike = mean <= NORMAL * error
    places = np.array(
        [
            [np.log(v.nearest), np.log(v.likeness), v.odds, v.until is None]
            for v in GRID
        ],
        dtype=float,
    )
    places = (places - places.mean(axis=0)) / places.std(axis=0)
    away = ((places - places[alike].mean(axis=0)) ** 2).sum(axis=1)
    return GRID[int(away.argmin())]


RULES = {"best": best, "middle": middle}


def rows(path: Path) -> Iterator[str]:
    """Yield a row of the table for each collection judged."""
    judged = means(path, JUDGING.name)
    yield "| rule | chosen on | near / like / odds | judged on | change | better |"
    yield "|---|---|---|---|---|---|"
    for rule, (on, out) in product(RULES, DIRECTIONS):
        votes = RULES[rule](path, on)
        for collection in out:
            of = judged.get(collection, {})
            pairs = [(o[PEER], o[str(votes)]) for o in of.values() if str(votes) in o]
            theirs, ours = np.array(pairs).reshape(-1, 2).T
            change = ours.sum() / theirs.sum() - 1 if pairs else float("nan")
            better = f"{int((ours <= theirs).sum())} of {len(pairs)}"
            named = " + ".join(on)
            row = [rule, named, str(votes), collection, f"{change:+.1%}", better]
            yield f"| {' | '.join(row)} |"


def main() -> None:
    """Run the grid, judge what it chooses, or print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["run", "judge", "table"])
    parser.add_argument("folder", type=Path)
    asked = parser.parse_args()
    path = asked.folder / "choosing.jsonl"
    if asked.what == "table":
        print("\n".join(rows(path)))
    elif asked.what == "run":
        run(path, {name: set(GRID) for name in COLLECTIONS}, stage=CHOOSING)
    else:
        wanted: dict[str, set[Votes]] = {}
        for rule, (on, out) in product(RULES.values(), DIRECTIONS):
            for collection in out:
                wanted.setdefault(collection, set()).add(rule(path, on))
        run(path, wanted, stage=JUDGING)


if __name__ == "__main__":
    main()
