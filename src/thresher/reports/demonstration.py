"""The whole way on a made-up review: screened, measured and planned."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from thresher.arrays import Scores
from thresher.measures.evaluation import Evaluation, evaluate
from thresher.measures.planning import Plan, plan
from thresher.progress import Report, silent
from thresher.records.samples import SampleReview, sample_review
from thresher.screening.baseline import (
    BASELINES,
    BaselineRun,
    random_run,
    ranked_run,
    two_priors,
    word_weights,
)
from thresher.screening.reading import Reading
from thresher.screening.run import Run

__all__ = ["Demonstration", "Screening", "demonstrate"]

REPEATS = 3  # with other records known beforehand, to show how much that matters
SHARE = 0.03
FEWEST_RELEVANT = 12  # so that a small pile still has something to find
READABLE = (
    0.25  # share of the pile that the planned hours suffice for, at a minute each
)
MINUTES = (0.5, 2.0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Screening:
    """One simulated screening and its figures.

    Parameters
    ----------
    model
        Name of the ranker.
    run
        What was read in which order, by the citations' ids.
    scores
        The score each record had when it was chosen, NaN where it had none.
    evaluation
        All measures of the run.
    """

    model: str
    run: Run
    scores: Scores
    evaluation: Evaluation

    def figure(self, name: str, level: float | None = None) -> float | int | None:
        """Return one measure's value at a level; ``None`` where it has none."""
        return next(
            (v for key, at, v in self.evaluation.flat() if (key, at) == (name, level)),
            None,
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Demonstration:
    """A made-up review, its screenings, and a plan for a limited budget."""

    review: SampleReview
    screenings: tuple[Screening, ...]
    plan: Plan

    @property
    def best(self) -> Screening:
        """The screening that the plan recommends."""
        return next(s for s in self.screenings if s.run.name == self.plan.recommended)


def demonstrate(
    *, records: int = 2000, rng: np.random.Generator, report: Report = silent
) -> Demonstration:
    """Make up a review, screen it several times, measure that, and plan a budget.

    Parameters
    ----------
    records
        How many records; 3 % are relevant, and at least twelve.
    rng
        The same generator state gives the same demonstration.
    report
        Told how far along each screening is.
    """
    share = max(SHARE, FEWEST_RELEVANT / records)
    review = sample_review(records=records, relevant_share=share, rng=rng)
    screenings = tuple(_screenings(review, rng=rng, report=report))
    readings = [(s.run.name, s.run.reading) for s in screenings]
    hours = round(records * READABLE / 60, 1)
    outlook = plan(readings, records=records, hours=hours, minutes=MINUTES)
    return Demonstration(review=review, screenings=screenings, plan=outlook)


def _screenings(
    review: SampleReview, *, rng: np.random.Generator, report: Report
) -> Iterator[Screening]:
    """Screen with each model from each pair of priors, and once at random."""
    weights = word_weights([citation.text for citation in review.citations])
    pairs = [two_priors(review.labels, rng=rng) for _ in range(REPEATS)]
    for model, baseline in BASELINES.items():
        for number, priors in enumerate(pairs, 1):
            name = f"{model}-{number}"
            made = ranked_run(
                weights,
                review.labels,
                baseline=baseline,
                priors=priors,
                report=_told_as(f"Screening with {name}", report),
            )
            yield _screening(review, made, model=model, name=name)
    made = random_run(review.labels, priors=pairs[0], rng=rng)
    yield _screening(review, made, model="random", name="shuffled")


def _screening(
    review: SampleReview, made: BaselineRun, *, model: str, name: str
) -> Screening:
    """Return a baseline's run by the ids of its citations, with its figures."""
    reading = Reading(
        labels=made.reading.labels,
        priors=made.reading.priors,
        ids=tuple(review.citations[at].id for at in made.order),
    )
    return Screening(
        model=model,
        run=Run(name=name, reading=reading, settings={"model": model}),
        scores=made.scores,
        evaluation=evaluate(reading),
    )


def _told_as(name: str, report: Report) -> Report:
    """Return a report that speaks of one screening by its name."""

    def told(what: str, *, done: int, total: int) -> None:
        del what
        report(name, done=done, total=total)

    return told
