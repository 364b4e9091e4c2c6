"""What looking again and again does, and what a test made for it costs."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from thresher.arrays import Labels, Scores
from thresher.certification.bets import bet_on
from thresher.certification.claim import Claim
from thresher.certification.criteria import find_criterion
from thresher.certification.effectiveness import F1
from thresher.certification.power import certification_size
from thresher.certification.samples import Counts, Samples, drawn_samples
from thresher.certification.sequential_f1 import (
    SequentialTest,
    fewest_to_pass,
    most_that_are_hopeless,
    with_horizon,
)
from thresher.measures.confusion import Confusion
from thresher.reports.reproductions.bagdouri_runs import CLASSIFIER, Run, Schedule
from thresher.reports.reproductions.newswire import Newswire

__all__ = ["Peeking", "SequentialCost", "peeking", "sequential_cost"]

ALPHA = 0.05
TEST = 500  # records of the one test sample
TESTS = 400  # samples
ABOVE = (0.0, 0.01, 0.05)  # the target, above the best F1 that is truly reached
CAP = 1.5  # of the fixed size, at which a sequential test ends
PATHS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Peeking:
    """How often one test sample, reused, says yes to what is never true.

    Parameters
    ----------
    above
        How far the target is above the best F1 that was truly reached.
    looks
        How often the sample was looked at.
    estimate, normal, exact
        Share of samples whose estimate, or bound by eq. 4, or exact bound, ever
        reached the target.
    single_normal, single_exact
        The same for one look, at the last round.
    """

    above: float
    looks: int
    estimate: float
    normal: float
    exact: float
    single_normal: float
    single_exact: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SequentialCost:
    """A sequential test beside the fixed one, over rounds of the trainings.

    Parameters
    ----------
    rounds
        How many rounds with a size were tried.
    fixed_passed, passed
        Share of tests that passed: of the fixed size, and sequential ones.
    share
        Mean labels of the sequential test, as a share of the fixed size.
    most
        Of the fixed size, at which it ends.
    """

    rounds: int
    fixed_passed: float
    passed: float
    share: float
    most: float = CAP


def peeking(
    wire: Newswire, topic: str, schedule: Schedule, *, rng: np.random.Generator
) -> list[Peeking]:
    """Return what a reused test sample says while a training goes on."""
    labels = wire.topics[topic]
    order = rng.permutation(labels.size)
    pool = order[schedule.most :]
    predicted: list[Labels] = []
    memory: object = None
    for trained in range(schedule.step, schedule.most + 1, schedule.step):
        known = order[:trained]
        found = CLASSIFIER(wire.features, known, labels=labels[known], memory=memory)
        memory = found.memory
        predicted.append(found.labels[pool])
    return _peeked(np.array(predicted), labels[pool], rng=rng)


def _peeked(
    predicted: Labels, truth: Labels, *, rng: np.random.Generator
) -> list[Peeking]:
    """Return the shares for each target; one row of predictions a look."""
    drawn = rng.integers(truth.size, size=(TESTS, TEST))
    actual = [float(_f1(_tables(row[None], truth[None]))[0]) for row in predicted]
    tables = [_tables(row[drawn], truth[drawn]) for row in predicted]
    bounds = {
        method: np.array(
            [find_criterion("f1", method=method).lower(t, alpha=ALPHA) for t in tables]
        )
        for method in ("normal", "exact")
    }
    estimates = np.array([_f1(table) for table in tables])
    return [
        Peeking(
            above=above,
            looks=len(predicted),
            estimate=float((estimates >= max(actual) + above).any(axis=0).mean()),
            normal=float((bounds["normal"] >= max(actual) + above).any(axis=0).mean()),
            exact=float((bounds["exact"] >= max(actual) + above).any(axis=0).mean()),
            single_normal=float((bounds["normal"][-1] >= max(actual) + above).mean()),
            single_exact=float((bounds["exact"][-1] >= max(actual) + above).mean()),
        )
        for above in ABOVE
    ]


def _tables(predicted: Labels, truth: Labels) -> Samples:
    """Return the confusion matrices of many samples, one a row."""

    def count(which: Labels) -> Counts:
        return np.asarray(which.sum(axis=1), np.int64)

    return Samples(
        true_positives=count(predicted & truth),
        false_positives=count(predicted & ~truth),
        false_negatives=count(~predicted & truth),
        true_negatives=count(~predicted & ~truth),
    )


def _f1(tables: Samples) -> Scores:
    return F1.from_share(tables.true_positives / np.maximum(F1.among(tables), 1))


def sequential_cost(
    runs: Sequence[Run], *, every: int, rng: np.random.Generator
) -> SequentialCost | None:
    """Return what sequential tests of some rounds' classifiers cost; None without any.

    Parameters
    ----------
    runs
        The trainings.
    every
        Which rounds to try: the last, and every so many before it.
    rng
        Draws samples, sizes and tests.
    """
    figures = [
        figure
        for run in runs
        for one in run.measured[::-every]
        if one.table is not None and one.table.true_positives
        for figure in _compared(one.table, run.target, seen=one.round.trained, rng=rng)
    ]
    if not figures:
        return None
    fixed, passed, share = np.mean(figures, axis=0).tolist()
    return SequentialCost(
        rounds=len(figures), fixed_passed=fixed, passed=passed, share=share
    )


def _compared(
    population: Confusion, target: float, *, seen: int, rng: np.random.Generator
) -> list[tuple[float, float, float]]:
    """Return pass rates of both tests and the labels' ratio, or nothing."""
    counts = [population.true_positives, population.false_positives]
    counts += [population.false_negatives, population.true_negatives]
    shares = np.array(counts) / sum(counts)
    tp, fp, fn, tn = rng.multinomial(seen, shares).tolist()
    table = Confusion(
        true_positives=tp, false_positives=fp, false_negatives=fn, true_negatives=tn
    )
    among = tp + fp + fn
    claim = Claim(criterion=find_criterion("f1"), target=target)
    size = certification_size(table, claim, rng=rng).size if tp else None
    if size is None or size > 20 * seen:
        return []
    bet = bet_on(F1.null_share(target), successes=tp, trials=among)
    test = with_horizon(
        SequentialTest.endless(bet, alpha=ALPHA),
        horizon=max(round(CAP * size * among / seen), 1),
    )
    tests = drawn_samples(population, size, count=PATHS, rng=rng)
    fixed = claim.passes(tests, target).mean()
    passed, labels = _followed(test, shares, rng=rng)
    return [(float(fixed), passed, labels / size)]


def _followed(
    test: SequentialTest,
    shares: Scores,
    *,
    rng: np.random.Generator,
) -> tuple[float, float]:
    """Return the share of paths that pass, and the labels that they take."""
    horizon, counting = test.horizon or 1, float(shares[:3].sum())
    labels = np.cumsum(rng.geometric(counting, (PATHS, horizon)), axis=1)
    found = np.cumsum(rng.random((PATHS, horizon)) < shares[0] / counting, axis=1)
    passes = found >= fewest_to_pass(test, trials=horizon)[1:]
    stops = passes | (found <= most_that_are_hopeless(test)[1:])
    stops[:, -1] = True
    rows, at = np.arange(PATHS), stops.argmax(axis=1)
    return float(passes[rows, at].mean()), float(labels[rows, at].mean())
