"""The audited part of a demonstration: read to a certified stop, and advised on."""

from dataclasses import dataclass, replace

import numpy as np

from thresher.arrays import Indices
from thresher.certification.certificate import first_certified, issue
from thresher.certification.certificate.statement import Certificate
from thresher.certification.sequential.replay import Pick, picks_of
from thresher.certification.stopping.advisor import Advice, advise
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import history_of_run
from thresher.certification.stopping.registry import DEFAULT_RULES, find_rules
from thresher.progress import Report, silent
from thresher.screening.audited import Audited
from thresher.screening.cycle import features_for
from thresher.screening.pile import Pile
from thresher.screening.recipes import DEFAULT, RECIPES
from thresher.screening.run import Run
from thresher.screening.run_ledger import ledger_of, seal_of
from thresher.screening.schedules import Growing
from thresher.screening.simulate import Procedure, simulate
from thresher.screening.stoppers import never

__all__ = ["AuditedScreening", "audited_screening"]

NAME = "audited"
CLOSELY = Growing(share=0.01, most=10)  # audits come one by one, or nearly so
GOAL = Goal(target=0.95)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AuditedScreening:
    """A screening with audits, the certificate of its stop, and other rules' advice.

    Parameters
    ----------
    run
        The whole reading to the last record, for comparison.
    picks
        What was read up to the stop, in order.
    certificate
        What was shown by then.
    advice
        When other rules would have stopped, and what they would have missed.
    """

    run: Run
    picks: tuple[Pick, ...]
    certificate: Certificate
    advice: tuple[Advice, ...]

    @property
    def included(self) -> frozenset[str]:
        """Ids of the records found relevant up to the stop."""
        return frozenset(pick.record for pick in self.picks if pick.label)


def audited_screening(
    pile: Pile,
    *,
    priors: Indices,
    issued_at: float,
    rng: np.random.Generator,
    report: Report = silent,
) -> AuditedScreening:
    """Screen a pile with audits, and stop where recall of 95 % is first certified.

    The rest of the pile is read too, so that what the stop left unread is known; it
    has no part in the certificate.
    """
    procedure = Procedure(
        recipe=RECIPES[DEFAULT], strategy=Audited(), schedule=CLOSELY, stopper=never
    )
    features = features_for(procedure.recipe, pile.citations)

    def told(what: str, *, done: int, total: int) -> None:
        del what
        report("Screening with audits", done=done, total=total)

    made = simulate(pile, features, procedure, priors=priors, rng=rng, report=told)
    run = _timeless(made.run(NAME, seed=0))
    picks = picks_of(ledger_of(run))
    seal = seal_of(run)
    frame = [citation.id for citation in pile.citations]
    stop = first_certified(picks, seal, records=len(frame))
    kept = picks[:stop]
    rules = find_rules(",".join(DEFAULT_RULES))
    return AuditedScreening(
        run=run,
        picks=tuple(kept),
        certificate=issue(kept, frame, seal, issued_at=issued_at),
        advice=tuple(advise(history_of_run(run), GOAL, rules=rules, rng=rng)),
    )


def _timeless(run: Run) -> Run:
    """Return a run without its seconds: the same seed gives the same file."""
    kept = {key: value for key, value in run.settings.items() if key != "cpu_seconds"}
    return replace(run, settings=kept)
