"""The whole way on a made-up review: screened, certified, measured, planned, read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from thresher.arrays import Indices, Scores
from thresher.measures.evaluation import Evaluation, evaluate
from thresher.measures.planning import Plan, plan
from thresher.progress import Report, silent
from thresher.reports.demonstration_audit import AuditedScreening, audited_screening
from thresher.reports.flow import Counted, Flow
from thresher.screening.cycle import features_for
from thresher.screening.pile import Pile
from thresher.screening.priors import drawn_priors
from thresher.screening.recipes import DEFAULT, RECIPES
from thresher.screening.run import Run
from thresher.screening.schedules import Growing
from thresher.screening.simulate import Procedure, Simulation, simulate
from thresher.screening.stoppers import never
from thresher.screening.strategies import anything
from thresher.synthesis.contradiction import Cell
from thresher.synthesis.preparation import studies_of
from thresher.synthesis.shipped_models import read_studies
from thresher.synthesis.study_records import by_study, record_of
from thresher.synthesis.synthesis import Synthesis, synthesised

__all__ = ["Demonstration", "Gathered", "Screening", "demonstrate"]

MODELS = ("naive-bayes", DEFAULT)
OFTEN = Growing(share=0.05, most=1000)  # learns a little less often than it could
AT_ONCE = Growing(share=1.0, most=1_000_000)  # for an order that learns nothing
REPEATS = 3  # with other records known beforehand, to show how much that matters
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
class Gathered:
    """What the searches of a made-up review brought, with duplicates put together.

    Parameters
    ----------
    question
        What the review asks.
    pile
        The publications and the truth about each.
    topics
        The hidden topic of each publication.
    files
        Name, database and number of records of each file.
    """

    question: str
    pile: Pile
    topics: tuple[str, ...]
    files: tuple[tuple[str, str, int], ...]

    @property
    def records(self) -> int:
        """Records in all files, duplicates counted."""
        return sum(count for _, _, count in self.files)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Demonstration:
    """A made-up review: its certified screening, others to compare, a plan, findings.

    Parameters
    ----------
    gathered
        What was found by the searches.
    audited
        The screening that ended with a certificate.
    screenings
        Others, read to the end, to compare rankers.
    plan
        What a limited budget would find.
    synthesis
        What the included studies say.
    """

    gathered: Gathered
    audited: AuditedScreening
    screenings: tuple[Screening, ...]
    plan: Plan
    synthesis: Synthesis

    @property
    def flow(self) -> Flow:
        """Records from the searches to the included studies, as PRISMA wants them.

        There is no full-text stage: every included record counts as one report.
        """
        certificate = self.audited.certificate
        included = certificate.found
        return Flow(
            databases=tuple(
                Counted(name=database, count=count)
                for _, database, count in self.gathered.files
            ),
            duplicates=self.gathered.records - certificate.records,
            screened=certificate.records,
            excluded_by_humans=certificate.read - included,
            excluded_by_automation=certificate.unread,
            sought=included,
            assessed=included,
            included_studies=included,
            included_reports=included,
        )

    @property
    def best(self) -> Screening:
        """The screening that the plan recommends."""
        return next(s for s in self.screenings if s.run.name == self.plan.recommended)

    @property
    def mapped(self) -> tuple[Cell, ...]:
        """Pairs that several studies report, or all that one does if none is shared."""
        reported = tuple(cell for cell in self.synthesis.cells if cell.votes)
        return tuple(cell for cell in reported if len(cell.votes) > 1) or reported


def demonstrate(
    gathered: Gathered,
    *,
    issued_at: float,
    rng: np.random.Generator,
    report: Report = silent,
) -> Demonstration:
    """Screen a made-up review to a certified stop, compare, plan, and synthesise.

    Parameters
    ----------
    gathered
        The publications.
    issued_at
        The time on the certificate, in seconds since 1970.
    rng
        The same generator state gives the same demonstration.
    report
        Told how far along each step is.
    """
    pile = gathered.pile
    pairs = [drawn_priors(pile.labels, rng=rng) for _ in range(REPEATS)]
    audited = audited_screening(
        pile, priors=pairs[0], issued_at=issued_at, rng=rng, report=report
    )
    screenings = tuple(_screenings(pile, pairs, rng=rng, report=report))
    readings = [(s.run.name, s.run.reading) for s in screenings]
    records = len(pile.citations)
    hours = round(records * READABLE / 60, 1)
    included = [one for one in pile.citations if one.id in audited.included]
    return Demonstration(
        gathered=gathered,
        audited=audited,
        screenings=screenings,
        plan=plan(readings, records=records, hours=hours, minutes=MINUTES),
        synthesis=synthesised(
            studies_of(included),
            reader=lambda studies: read_studies(studies, report=report),
            question=gathered.question,
            records=by_study(map(record_of, included)),
        ),
    )


def _screenings(
    pile: Pile, pairs: Sequence[Indices], *, rng: np.random.Generator, report: Report
) -> Iterator[Screening]:
    """Screen with each model from each pair of priors, and once at random."""
    for model in MODELS:
        procedure = Procedure(recipe=RECIPES[model], schedule=OFTEN, stopper=never)
        features = features_for(procedure.recipe, pile.citations)
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
