"""A flow from what a screening counts: whatever is left over is said, never lost."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from thresher.errors import FlowError
from thresher.reports.flow.boxes import Counted, Flow, OtherMethods, PreviousReview

__all__ = ["ScreeningCounts", "counted_flow"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreeningCounts:
    """What a project knows of its records.

    Parameters
    ----------
    databases, registers
        Records identified from each.
    duplicates, ineligible_by_automation, removed_otherwise
        Records removed before screening.
    excluded, included
        Records that people excluded or included by title and abstract.
    stopped
        Whether screening was stopped: the rest then counts as excluded by automation;
        else it awaits a decision.
    not_retrieved, reasons
        Reports that could not be had, and those excluded in full text by reason.
    included_reports
        Reports included in full text; ``None`` where there is no such stage, so that
        what title and abstract included is included.
    included_studies
        Studies that these report; ``None`` where each report is one.
    """

    databases: Mapping[str, int]
    registers: Mapping[str, int] = field(default_factory=dict)
    duplicates: int = 0
    ineligible_by_automation: int = 0
    removed_otherwise: int = 0
    excluded: int = 0
    included: int = 0
    stopped: bool = False
    not_retrieved: int = 0
    reasons: Mapping[str, int] = field(default_factory=dict)
    included_reports: int | None = None
    included_studies: int | None = None

    @property
    def screened(self) -> int:
        """How many records went into screening."""
        identified = sum(self.databases.values()) + sum(self.registers.values())
        removed = self.duplicates + self.ineligible_by_automation
        return identified - removed - self.removed_otherwise

    @property
    def undecided(self) -> int:
        """How many of them nobody decided on."""
        return self.screened - self.excluded - self.included


def counted_flow(
    counts: ScreeningCounts,
    *,
    other: OtherMethods | None = None,
    previous: PreviousReview | None = None,
) -> Flow:
    """Flow of a screening, finished or not.

    Parameters
    ----------
    counts
        What the project counts.
    other, previous
        The arms of other methods and of an earlier version, if there are any.

    Raises
    ------
    FlowError
        More records were decided on than there are, or more reports.
    InputError
        A count or a name is impossible.

    Examples
    --------
    >>> flow = counted_flow(
    ...     ScreeningCounts(databases={"MEDLINE": 90}, duplicates=10, excluded=20,
    ...                     included=5, stopped=True)
    ... )
    >>> flow.excluded_by_automation, flow.included_studies
    (55, 5)
    """
    _refuse_more(
        "Records decided on", counts.excluded + counts.included, counts.screened
    )
    settled = counts.not_retrieved + sum(counts.reasons.values())
    reports = counts.included_reports
    if reports is None:
        reports = max(0, counts.included - settled)
    settled += reports
    _refuse_more("Reports decided on", settled, counts.included)
    new = reports + (other.included_reports if other else 0)
    studies = counts.included_studies
    return Flow(
        databases=_counted(counts.databases),
        registers=_counted(counts.registers),
        duplicates=counts.duplicates,
        ineligible_by_automation=counts.ineligible_by_automation,
        removed_otherwise=counts.removed_otherwise,
        screened=counts.screened,
        excluded_by_humans=counts.excluded,
        excluded_by_automation=counts.undecided if counts.stopped else 0,
        awaiting_screening=0 if counts.stopped else counts.undecided,
        sought=counts.included,
        not_retrieved=counts.not_retrieved,
        assessed=counts.included - counts.not_retrieved,
        excluded=_counted(counts.reasons),
        awaiting_assessment=counts.included - settled,
        included_studies=new if studies is None else studies,
        included_reports=new,
        other=other,
        previous=previous,
    )


def _counted(counts: Mapping[str, int]) -> tuple[Counted, ...]:
    return tuple(Counted(name=name, count=count) for name, count in counts.items())


def _refuse_more(box: str, given: int, most: int) -> None:
    if given > most:
        because = "what came before, of which they are a part,"
        raise FlowError(box, given=given, expected=most, because=because)
