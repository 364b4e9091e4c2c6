"""The whole way on a made-up review: screened, measured and planned."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from thresher.arrays import Scores
from thresher.measures.evaluation import Evaluation, evaluate
from thresher.measures.planning import Plan, plan
from thresher.progress import Report, silent
from thresher.records.samples import SampleReview, sample_review
from thresher.screening.cycle import features_for
from thresher.screening.pile import Pile
from thresher.screening.priors import drawn_priors
from thresher.screening.recipes import DEFAULT, RECIPES
from thresher.screening.run import Run
from thresher.screening.schedules import Growing
from thresher.screening.simulate import Procedure, Simulation, simulate
from thresher.screening.stoppers import never
from thresher.screening.strategies import anything

__all__ = ["Demonstration", "Screening", "demonstrate"]

MODELS = ("naive-bayes", DEFAULT)
OFTEN = Growing(share=0.05, most=1000)  # learns a little less often than it could
AT_ONCE = Growing(share=1.0, most=1_000_000)  # for an order that learns nothing
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
    pile = Pile(name="demo", citations=review.citations, labels=review.labels)
    pairs = [drawn_priors(review.labels, rng=rng) for _ in range(REPEATS)]
    for model in MODELS:
        procedure = Procedure(recipe=RECIPES[model], schedule=OFTEN, stopper=never)
        features = features_for(procedure.recipe, review.citations)
        for number, priors in enumerate(pairs, 1):
            name = f"{model}-{number}"
            told = _told_as(f"Screening with {name}", report)
            made = simulate(
                pile, features, procedure, priors=priors, rng=rng, report=told
            )
            yield _screening(made, model=model, name=name)
    shuffled = Procedure(
        recipe=RECIPES[model], strategy=anything, schedule=AT_ONCE, stopper=never
    )
    made = simulate(pile, features, shuffled, priors=pairs[0], rng=rng)
    yield _screening(made, model="random", name="shuffled")


def _screening(made: Simulation, *, model: str, name: str) -> Screening:
    """Return a simulation with its figures; an order by chance has no scores."""
    reading = made.reading
    scores = np.full_like(made.scores, np.nan) if model == "random" else made.scores
    return Screening(
        model=model,
        run=Run(name=name, reading=reading, settings={"model": model}),
        scores=scores,
        evaluation=evaluate(reading),
    )


def _told_as(name: str, report: Report) -> Report:
    """Return a report that speaks of one screening by its name."""

    def told(what: str, *, done: int, total: int) -> None:
        del what
        report(name, done=done, total=total)

    return told
