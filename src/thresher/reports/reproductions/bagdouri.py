"""Bagdouri, Webber, Lewis and Oard (2013), recomputed on newswire that is at hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from thresher.errors import InputError
from thresher.measures.confusion import Confusion
from thresher.progress import Report, silent
from thresher.reports.reproductions.bagdouri_coverage import GRID as EVERY
from thresher.reports.reproductions.bagdouri_coverage import Coverage, Setting, grid
from thresher.reports.reproductions.bagdouri_looks import (
    Peeking,
    SequentialCost,
    peeking,
    sequential_cost,
)
from thresher.reports.reproductions.bagdouri_runs import (
    PolicyFigures,
    Run,
    Schedule,
    played_runs,
    policy_figures,
    waiting_figures,
)
from thresher.reports.reproductions.bagdouri_table import Validation, validation
from thresher.reports.reproductions.newswire import (
    RCV1_PARTS,
    Newswire,
    load_rcv1_part,
    load_reuters,
)

__all__ = [
    "DIFFERENCES",
    "FULL",
    "QUICK",
    "Bagdouri",
    "Effort",
    "newswire_at_hand",
    "reproduce_bagdouri",
]

DIFFERENCES = (
    "RCV1-v2 in full is not at hand: Reuters-21578 (13,476 stories with topics) and "
    "two published parts of RCV1 (6,000 stories each) take its place. Topics below "
    "3.1 % are left out, as in the paper. --rcv1 uses scikit-learn's copy.",
    "The classifier is our linear SVM, relevant and irrelevant stories weighing the "
    "same in all; the paper's was trained for F1 itself.",
    "Trainings and budget are shorter (see schedule), so that costs compare in kind "
    "only. Tests are drawn with replacement from the stories not trained on.",
    "Eq. 5 divides by the size of the sample once more, although eq. 4 is the variance "
    "already: its bounds are above the truth half the time. The runs use eq. 4.",
    "Table 1 passes even with eq. 5, because it compares a bound with itself: it shows "
    "that sizes are planned well, not that the bound holds.",
    "Algorithm 2 as printed does not end where the posterior leaves F1 below the "
    "target with more than the accepted probability; then we say that no size can do "
    "it.",
    "Section 5.3 asks that the target lie in [bound, 1]; the algorithm asks for a "
    "bound at or above the target, and so do we.",
    "The paper does not say how large the samples behind Table 1 were: ours hold "
    "10,000 records. With 2,000, samples for which no size can do it are frequent "
    "and left out, the others are the luckier ones, and at 0.9 F1 only 89 to 92 % of "
    "the tests passed when we tried.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How much to compute.

    Parameters
    ----------
    schedule
        The trainings.
    tables, samples
        Populations of Table 1, and samples of each.
    settings
        Where coverage is summed.
    """

    schedule: Schedule
    tables: int
    samples: int
    settings: tuple[Setting, ...]


QUICK = Effort(
    schedule=Schedule(),
    tables=100,
    samples=8,
    settings=tuple(one for one in EVERY if one.size == 200),  # noqa: PLR2004
)
FULL = Effort(
    schedule=Schedule(step=20, most=3000, runs=10, topics=20, budget=10_000),
    tables=100,
    samples=100,
    settings=EVERY,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bagdouri:
    """Everything recomputed.

    Parameters
    ----------
    schedule
        Of the trainings.
    runs
        The trainings.
    table
        Table 1, by bound and search.
    policies, waiting
        What policies did, and waiting policies by how long they wait.
    peeking
        What reusing a test sample does; empty without a topic.
    coverage
        Of the bounds.
    sequential
        The sequential test beside the fixed one.
    """

    schedule: Schedule
    runs: Sequence[Run]
    table: Sequence[Validation]
    policies: Sequence[PolicyFigures]
    waiting: Sequence[PolicyFigures]
    peeking: Sequence[Peeking]
    coverage: Sequence[Coverage]
    sequential: SequentialCost | None


def newswire_at_hand(folder: Path, *, report: Report = silent) -> list[Newswire]:
    """Return Reuters-21578 and the parts of RCV1."""
    collections = [load_reuters(folder)]
    for done, name in enumerate(RCV1_PARTS, 1):
        collections.append(load_rcv1_part(folder, name))
        report("Reading stories", done=done, total=len(RCV1_PARTS))
    return collections


def reproduce_bagdouri(
    collections: Sequence[Newswire],
    effort: Effort,
    *,
    rng: np.random.Generator,
    report: Report = silent,
) -> Bagdouri:
    """Return the paper's table and figures, recomputed.

    Raises
    ------
    InputError
        No collection has a topic that is common enough.
    """
    schedule = effort.schedule
    runs = played_runs(collections, schedule, rng=rng, report=report)
    if not runs:
        raise InputError("no topic is common enough to train on (3.1 % of the stories)")
    tables = _observed(runs, count=effort.tables, rng=rng)
    wire = collections[0]
    return Bagdouri(
        schedule=schedule,
        runs=runs,
        table=validation(tables, samples=effort.samples, rng=rng, report=report),
        policies=policy_figures(runs, budget=schedule.budget),
        waiting=waiting_figures(runs, schedule.waits, budget=schedule.budget),
        peeking=peeking(wire, wire.common_topics(most=3)[-1], schedule, rng=rng),
        coverage=[
            grid(method, settings=effort.settings)
            for method in ("exact", "wilson", "normal", "printed")
        ],
        sequential=sequential_cost(
            runs, every=max(schedule.most // schedule.step // 5, 1), rng=rng
        ),
    )


def _observed(
    runs: Sequence[Run], *, count: int, rng: np.random.Generator
) -> list[Confusion]:
    """Return observed confusion matrices of classifiers, drawn at random."""
    tables = [
        one.table
        for run in runs
        for one in run.measured
        if one.table is not None and one.table.true_positives
    ]
    drawn = rng.choice(len(tables), min(count, len(tables)), replace=False)
    return [tables[at] for at in sorted(drawn.tolist())]
