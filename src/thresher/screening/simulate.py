"""Simulated screenings: a pile with known labels, read as a model proposes."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from threadpoolctl import threadpool_limits

from thresher import __version__
from thresher.arrays import Indices, Labels, Scores
from thresher.progress import Report, silent
from thresher.screening.cycle import Known, ranked
from thresher.screening.features.matrix import Features
from thresher.screening.picking import AnyStrategy, picker_of
from thresher.screening.pile import Pile
from thresher.screening.reading import Reading
from thresher.screening.recipes import Recipe, settings_of
from thresher.screening.run import Run
from thresher.screening.run_ledger import AUDIT
from thresher.screening.schedules import Schedule, every_label
from thresher.screening.seal import Seal
from thresher.screening.stoppers import Progress, Stopper, at_last_relevant
from thresher.screening.strategies import best_first

if TYPE_CHECKING:
    from thresher.screening.rankers.protocol import Memory

__all__ = ["Procedure", "Simulation", "simulate"]

NOTHING: Indices = np.zeros(0, dtype=np.intp)


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """How a simulation goes on: what to read next, how often to learn, when to stop."""

    recipe: Recipe
    strategy: AnyStrategy = best_first
    schedule: Schedule = every_label
    stopper: Stopper = at_last_relevant


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Simulation:
    """A finished simulation.

    Parameters
    ----------
    pile, procedure
        What was read, and how.
    order
        Positions in reading order, priors first.
    scores
        The score each record had when it was picked, NaN for those that no model
        picked. They come from one model after another, so they do not order the whole
        reading.
    audits
        Which of them were drawn from all unread records, for a certificate.
    priors
        How many priors lead.
    lessons
        How often the model learned.
    cpu_seconds
        Processor time of the loop, without features.
    seal
        What the audits were drawn by, if the strategy draws any.
    """

    pile: Pile
    procedure: Procedure
    order: Indices
    scores: Scores
    audits: Labels
    priors: int
    lessons: int
    cpu_seconds: float
    seal: Seal | None = None

    @property
    def reading(self) -> Reading:
        """The labels in reading order."""
        return Reading(
            labels=self.pile.labels[self.order],
            priors=self.priors,
            records=self.pile.labels.size,
            relevant=int(np.count_nonzero(self.pile.labels)),
            ids=[self.pile.citations[at].id for at in self.order],
        )

    def run(
        self, name: str, *, seed: int, more: Mapping[str, object] | None = None
    ) -> Run:
        """Return the simulation as a run, with everything needed to repeat it.

        What else is to be known goes into `more`, as plain JSON values.
        """
        picked = [None if np.isnan(s) else s for s in self.scores.round(9).tolist()]
        settings: dict[str, object] = {
            "procedure": settings_of(self.procedure),
            "seed": seed,
            "data": self.pile.name,
            "data_sha256": self.pile.fingerprint,
            "lessons": self.lessons,
            "cpu_seconds": round(self.cpu_seconds, 4),
            "pick_scores": picked,
            "versions": {"thresher": __version__, "numpy": np.__version__},
            **(more or {}),
        }
        if self.seal is not None:
            settings[AUDIT] = {
                "seed": self.seal.seed,
                "commitment": self.seal.commitment,
                "target": self.seal.target,
                "alpha": self.seal.alpha,
                "positions": np.flatnonzero(self.audits).tolist(),
                "frame": [citation.id for citation in self.pile.citations],
            }
        return Run(name=name, reading=self.reading, settings=settings)


def simulate(
    pile: Pile,
    features: Sequence[Features],
    procedure: Procedure,
    *,
    priors: Indices,
    rng: np.random.Generator,
    opening: Indices = NOTHING,
    report: Report = silent,
) -> Simulation:
    """Read a pile as a model proposes, until the stopper says so or all is read.

    Parameters
    ----------
    pile
        Citations and their true labels.
    features
        Those of each part of the recipe, see `thresher.screening.cycle.features_for`.
    procedure
        The model, what it reads next, how often it learns, when it stops.
    priors
        Positions known beforehand.
    rng
        For strategies that draw; the same state gives the same reading.
    opening
        Positions read before the model learns for the first time. Together with the
        priors they hold both kinds.
    report
        Told how many records are read.

    Raises
    ------
    InputError
        Priors and opening are all of one kind.
    """
    labels, size = pile.labels, pile.labels.size
    relevant = int(np.count_nonzero(labels))
    order = np.concatenate([priors, opening])
    scores = np.full(order.size, np.nan)
    audits = np.zeros(order.size, dtype=np.bool_)
    pick = picker_of(procedure.strategy, [c.id for c in pile.citations], rng=rng)
    memories: tuple[Memory, ...] = ()
    lessons, begun = 0, time.process_time()
    with threadpool_limits(limits=1, user_api="blas"):  # more would only spin
        while order.size < size and not procedure.stopper(
            Progress(labels=labels[order], records=size, relevant=relevant)
        ):
            known = Known(rows=order, labels=labels[order])
            ranking = ranked(procedure.recipe, features, known, memories=memories)
            batch = min(procedure.schedule(order.size), size - order.size)
            picks = pick(ranking, known, size=batch)
            order = np.append(order, picks.rows)
            scores = np.append(scores, picks.scores)
            audits = np.append(audits, picks.audits)
            memories, lessons = ranking.memories, lessons + 1
            report("Screening", done=order.size, total=size)
    return Simulation(
        pile=pile,
        procedure=procedure,
        order=order,
        scores=scores,
        audits=audits,
        priors=priors.size,
        lessons=lessons,
        cpu_seconds=time.process_time() - begun,
        seal=pick.seal,
    )
