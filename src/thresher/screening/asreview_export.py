"""Simulations as ASReview projects: what was read, in which order, and how it ended."""

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from thresher.records.citation import Citation
from thresher.records.decision_fields import without_decisions
from thresher.records.formats.asreview_writer import write_project
from thresher.screening.simulate import Simulation

__all__ = ["write_simulation"]

TRUTH = "label_included"
VERSION = 2  # ASReview 2 and 3 open it, and so does Insights


def write_simulation(
    simulation: Simulation, out: BinaryIO, *, version: int = VERSION
) -> None:
    """Write a simulation as a finished project of ASReview.

    Parameters
    ----------
    simulation
        What was simulated.
    out
        Where to write.
    version
        The layout, 2 or 3. Version 3 of ASReview opens both, Insights only 2.

    Notes
    -----
    The project holds every record of the pile with its true label, so that a run that
    stopped early is still charged with what it left unread, and a decision for each
    record that was read: priors first, as in the simulation. Time stamps are left out;
    nobody took the time.
    """
    write_project(_told(simulation), out, version=version, mode="simulate")


def _told(simulation: Simulation) -> Iterator[Citation]:
    """Yield the pile's citations with their labels and the decisions on them."""
    place = {int(row): at for at, row in enumerate(simulation.order)}
    labels = simulation.pile.labels
    for row, citation in enumerate(simulation.pile.citations):
        bare = without_decisions(citation.raw, column=None)
        fields = {TRUTH: str(int(labels[row]))}
        if row in place:
            fields |= _decision(simulation, place[row], label=bool(labels[row]))
        yield replace(citation, raw=(*bare, *fields.items()))


def _decision(simulation: Simulation, at: int, *, label: bool) -> dict[str, str]:
    told = {"asreview_label": str(int(label)), "asreview_order": str(at + 1)}
    if at < simulation.priors:
        return told | {"asreview_prior": "1"}
    recipe = simulation.procedure.recipe.name
    return told | {
        "asreview_classifier": recipe,
        "asreview_querier": _name(simulation.procedure.strategy),
    }


def _name(strategy: object) -> str:
    """Return what to call a strategy: ``max`` is ASReview's word for best first."""
    name = getattr(strategy, "__name__", type(strategy).__name__)
    return {"best_first": "max"}.get(name, name.casefold())
