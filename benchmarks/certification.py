"""Sizes and sequential tests of a certification: how long, and how many labels.

Usage: python benchmarks/certification.py [--populations N]
Prints the time of Algorithm 2, and what a sequential test of F1 needs beside the fixed
one, over made-up populations like those of statistics.md, section 4.8.
"""

import argparse
import time
from dataclasses import dataclass

import numpy as np
from scipy import stats

from thresher.certification.bets import bet_on
from thresher.certification.claim import Claim
from thresher.certification.criteria import find_criterion
from thresher.certification.effectiveness import F1
from thresher.certification.power import certification_size
from thresher.certification.samples import Samples
from thresher.certification.sequential_f1 import (
    SequentialTest,
    chance_to_pass,
    fewest_to_pass,
    most_that_are_hopeless,
    with_horizon,
)
from thresher.measures.confusion import Confusion

ALPHA, SEED = 0.05, 20130513
LARGEST = 20_000  # labels of a fixed test; beyond, a population is left out
PATHS = 100


@dataclass(frozen=True)
class Population:
    """Shares of true positives, false positives and false negatives."""

    found: float
    false: float
    missed: float

    @property
    def counting(self) -> float:
        """Share of records that are relevant or retrieved."""
        return self.found + self.false + self.missed

    @property
    def jaccard(self) -> float:
        """Share of true positives among these."""
        return self.found / self.counting

    @property
    def f1(self) -> float:
        """F1 of the classifier."""
        return 2 * self.jaccard / (1 + self.jaccard)


def population(rng: np.random.Generator) -> Population:
    """Prevalence 3.1 to 47.4 %, recall and precision 50 to 95 %."""
    while True:
        prevalence = np.exp(rng.uniform(np.log(0.031), np.log(0.474)))
        recall, precision = rng.uniform(0.5, 0.95, 2)
        found = prevalence * recall
        made = Population(
            found, found * (1 - precision) / precision, prevalence * (1 - recall)
        )
        if made.counting < 1:
            return made


def judged(made: Population, records: int, rng: np.random.Generator) -> Confusion:
    shares = [made.found, made.false, made.missed, 1 - made.counting]
    tp, fp, fn, tn = rng.multinomial(records, shares)
    return Confusion(
        true_positives=tp, false_positives=fp, false_negatives=fn, true_negatives=tn
    )


def algorithm_two() -> None:
    table = Confusion(
        true_positives=80, false_positives=20, false_negatives=20, true_negatives=880
    )
    for draws in (1000, 10_000):
        claim = Claim(criterion=find_criterion("f1"), target=0.7)
        spent, sizes = [], []
        for seed in range(20):
            rng = np.random.default_rng(seed)
            begun = time.process_time()
            sizes.append(certification_size(table, claim, rng=rng, draws=draws).size)
            spent.append(time.process_time() - begun)
        print(
            f"Algorithm 2, {draws} draws: median {1000 * np.median(spent):.0f} ms, "
            f"most {1000 * max(spent):.0f} ms CPU; size {np.mean(sizes):.0f} ± "
            f"{np.std(sizes):.0f} (SD over 20 seeds)",
            flush=True,
        )


def fixed_power(made: Population, size: int, null: float) -> float:
    """Chance that the exact one-shot test passes, summed exactly."""
    among = np.arange(size + 1)
    critical = stats.binom.isf(ALPHA, among, null) + 1
    chance = stats.binom.pmf(among, size, made.counting)
    return float((chance * stats.binom.sf(critical - 1, among, made.jaccard)).sum())


def sequential(
    made: Population, test: SequentialTest, rng: np.random.Generator
) -> tuple[float, float]:
    """Share of paths that pass, and mean labels read."""
    horizon = test.horizon or 1
    labels = np.cumsum(rng.geometric(made.counting, (PATHS, horizon)), axis=1)
    found = np.cumsum(rng.random((PATHS, horizon)) < made.jaccard, axis=1)
    passes = found >= fewest_to_pass(test, trials=horizon)[1:]
    stops = passes | (found <= most_that_are_hopeless(test)[1:])
    stops[:, -1] = True
    at = stops.argmax(axis=1)
    rows = np.arange(PATHS)
    return float(passes[rows, at].mean()), float(labels[rows, at].mean())


def cost(
    records: int, part: float, *, populations: int, caps: tuple[float, ...]
) -> None:
    rng = np.random.default_rng(SEED)
    figures: list[list[float]] = []
    for _ in range(populations):
        made = population(rng)
        table, target = judged(made, records, rng), part * made.f1
        if not table.true_positives:
            continue
        claim = Claim(criterion=find_criterion("f1"), target=target)
        size = certification_size(table, claim, rng=rng).size
        if size is None or size > LARGEST:
            continue
        null, among = target / (2 - target), int(F1.among(Samples.of(table))[0])
        bet = bet_on(null, successes=table.true_positives, trials=among)
        row = [float(size), fixed_power(made, size, null)]
        for cap in caps:
            horizon = max(round(cap * size * among / records), 1)
            test = with_horizon(
                SequentialTest.endless(bet, alpha=ALPHA), horizon=horizon
            )
            passed, read = sequential(made, test, rng)
            wrong = chance_to_pass(fewest_to_pass(test, trials=horizon), null)
            row += [passed, read / size, read, wrong]
        figures.append(row)
    table_of = np.array(figures)
    print(
        f"{records} labelled, target {part:g} F1, {len(figures)} of {populations} "
        f"populations: fixed size median {np.median(table_of[:, 0]):.0f}, passes "
        f"{table_of[:, 1].mean():.3f}"
    )
    for at, cap in enumerate(caps):
        passed, share, read, wrong = table_of[:, 2 + 4 * at : 6 + 4 * at].T
        print(
            f"  sequential, at most {cap:g} times: passes {passed.mean():.3f}, labels "
            f"{share.mean():.3f} of the fixed size on average "
            f"({read.sum() / table_of[:, 0].sum():.3f} of all labels), type I at most "
            f"{wrong.max():.4f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--populations", type=int, default=120)
    given = parser.parse_args()
    algorithm_two()
    for records in (500, 2000):
        for part in (0.8, 0.9):
            cost(records, part, populations=given.populations, caps=(1.0, 1.5, 2.0))


if __name__ == "__main__":
    main()
