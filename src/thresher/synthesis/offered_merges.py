"""Offered merges, those first that would let more studies be compared."""

from collections.abc import Sequence
from dataclasses import dataclass

from thresher.synthesis.contradiction import Cell
from thresher.synthesis.findings import FindingsTable
from thresher.synthesis.groups import Offer
from thresher.synthesis.phrase_key import Kind

__all__ = ["OfferedMerge", "offered_merges"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedMerge:
    """Two names that may be one, and how many pairs would have more studies then."""

    kind: Kind
    offer: Offer
    gain: int


def offered_merges(
    table: FindingsTable, cells: Sequence[Cell]
) -> tuple[OfferedMerge, ...]:
    """Every offer of a table, the most telling first.

    An offer tells the more, the more pairs of intervention and outcome would gain a
    study by it; of equal ones, those of interventions come first, in their own order.
    """
    found = [
        OfferedMerge(kind=grouping.kind, offer=offer, gain=_gain(offer, reports))
        for grouping in (table.interventions, table.outcomes)
        for reports in [_reports(cells, grouping.kind)]
        for offer in grouping.offers
    ]
    return tuple(sorted(found, key=lambda one: -one.gain))


def _reports(cells: Sequence[Cell], kind: Kind) -> dict[str, dict[str, set[str]]]:
    """Return the studies that report each name, by the other name of the pair."""
    found: dict[str, dict[str, set[str]]] = {}
    for cell in cells:
        pair = (cell.intervention, cell.outcome)
        name, other = pair if kind is Kind.INTERVENTION else pair[::-1]
        found.setdefault(name, {})[other] = {vote.study for vote in cell.votes}
    return found


def _gain(offer: Offer, reports: dict[str, dict[str, set[str]]]) -> int:
    first, second = reports.get(offer.first, {}), reports.get(offer.second, {})
    return sum(
        len(first[other] | second[other]) > max(len(first[other]), len(second[other]))
        for other in first.keys() & second.keys()
    )
