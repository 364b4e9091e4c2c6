"""The boxes of a PRISMA 2020 flow, which add up or cannot be made."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields

from thresher.errors import FlowError, InputError

__all__ = ["Counted", "Flow", "OtherMethods", "PreviousReview"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A database, a register or a reason, and how many records or reports it has."""

    name: str
    count: int

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise InputError(f"a count of {self.count} has no name: say what it counts")
        _refuse_odd(self.name, self.count)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviousReview:
    """What an earlier version of the review included."""

    studies: int
    reports: int

    def __post_init__(self) -> None:
        _refuse_odd_fields(self)
        _refuse_fewer_reports("previous version", self.studies, self.reports)


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherMethods:
    """Records found beside databases and registers, and what became of them.

    Parameters
    ----------
    websites, organisations, citation_searching
        Records identified from each.
    sought, not_retrieved, assessed, excluded
        As in `Flow`.
    """

    websites: int = 0
    organisations: int = 0
    citation_searching: int = 0
    sought: int
    not_retrieved: int = 0
    assessed: int
    excluded: tuple[Counted, ...] = ()

    def __post_init__(self) -> None:
        _refuse_odd_fields(self)
        if self.sought > self.identified:
            raise FlowError(
                "Reports sought (other methods)",
                given=self.sought,
                expected=self.identified,
                because="what other methods identified",
            )
        _need(
            "Reports assessed (other methods)",
            self.assessed,
            {"sought": self.sought, "not retrieved": -self.not_retrieved},
        )
        _refuse_twice("reason (other methods)", self.excluded)
        _refuse_more_excluded("other methods", self.excluded, self.assessed)

    @property
    def identified(self) -> int:
        """How many records other methods identified."""
        return self.websites + self.organisations + self.citation_searching

    @property
    def included_reports(self) -> int:
        """How many reports are left at the end of this arm."""
        return self.assessed - _total(self.excluded)


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """The flow of records through a review, as PRISMA 2020 wants it drawn.

    Parameters
    ----------
    databases, registers
        Records identified from each.
    duplicates, ineligible_by_automation, removed_otherwise
        Records removed before screening.
    screened
        Records that went into screening: what is left of the identified.
    excluded_by_humans
        Screened records that a person read and excluded.
    excluded_by_automation
        Screened records that nobody read: those left unread when screening stopped
        belong here, so that the reader sees them beside the human exclusions.
    awaiting_screening
        Screened records without a decision yet; 0 in a finished review.
    sought, not_retrieved
        Reports sought for retrieval, and those that could not be had.
    assessed
        Reports read in full.
    excluded
        Reports excluded after that, one entry a reason.
    awaiting_assessment
        Reports without a decision yet; 0 in a finished review.
    included_studies, included_reports
        New studies in the review, and reports of them, from both arms.
    other
        Records found by other methods, if they were searched for.
    previous
        What an earlier version included, in an updated review.

    Raises
    ------
    FlowError
        A box does not fit those before it; the message names it and both numbers.
    InputError
        A count is negative or no whole number, or a name is empty or comes twice.

    Examples
    --------
    >>> flow = Flow(
    ...     databases=(Counted(name="MEDLINE", count=900),),
    ...     duplicates=100, screened=800, excluded_by_humans=300,
    ...     excluded_by_automation=450, sought=50, assessed=50,
    ...     excluded=(Counted(name="wrong population", count=38),),
    ...     included_studies=10, included_reports=12,
    ... )
    >>> flow.identified, flow.total_studies
    (900, 10)
    """

    databases: tuple[Counted, ...] = ()
    registers: tuple[Counted, ...] = ()
    duplicates: int = 0
    ineligible_by_automation: int = 0
    removed_otherwise: int = 0
    screened: int
    excluded_by_humans: int = 0
    excluded_by_automation: int = 0
    awaiting_screening: int = 0
    sought: int
    not_retrieved: int = 0
    assessed: int
    excluded: tuple[Counted, ...] = ()
    awaiting_assessment: int = 0
    included_studies: int
    included_reports: int
    other: OtherMethods | None = None
    previous: PreviousReview | None = None

    def __post_init__(self) -> None:
        _refuse_odd_fields(self)
        _refuse_twice("database", self.databases)
        _refuse_twice("register", self.registers)
        _refuse_twice("reason", self.excluded)
        self._refuse_uneven_records()
        self._refuse_uneven_reports()

    def _refuse_uneven_records(self) -> None:
        removed = {
            "identified": self.identified,
            "duplicates": -self.duplicates,
            "marked by automation": -self.ineligible_by_automation,
            "removed otherwise": -self.removed_otherwise,
        }
        _need("Records screened", self.screened, removed)
        excluded = {
            "screened": self.screened,
            "excluded by humans": -self.excluded_by_humans,
            "excluded by automation": -self.excluded_by_automation,
            "awaiting a decision": -self.awaiting_screening,
        }
        _need("Reports sought for retrieval", self.sought, excluded)

    def _refuse_uneven_reports(self) -> None:
        sought = {"sought": self.sought, "not retrieved": -self.not_retrieved}
        _need("Reports assessed for eligibility", self.assessed, sought)
        _refuse_more_excluded("databases and registers", self.excluded, self.assessed)
        included = {
            "assessed": self.assessed,
            "excluded with reasons": -_total(self.excluded),
            "awaiting a decision": -self.awaiting_assessment,
            "included by other methods": self.other.included_reports
            if self.other
            else 0,
        }
        _need("Reports of new included studies", self.included_reports, included)
        _refuse_fewer_reports(
            "new studies", self.included_studies, self.included_reports
        )

    @property
    def identified(self) -> int:
        """How many records databases and registers gave."""
        return _total(self.databases) + _total(self.registers)

    @property
    def records_excluded(self) -> int:
        """How many records were excluded in screening, by humans or not."""
        return self.excluded_by_humans + self.excluded_by_automation

    @property
    def is_finished(self) -> bool:
        """Whether every record and report has a decision."""
        return not self.awaiting_screening and not self.awaiting_assessment

    @property
    def total_studies(self) -> int:
        """How many studies the review includes, those of earlier versions too."""
        return self.included_studies + (self.previous.studies if self.previous else 0)

    @property
    def total_reports(self) -> int:
        """How many reports these studies have."""
        return self.included_reports + (self.previous.reports if self.previous else 0)


def _total(counted: Iterable[Counted]) -> int:
    return sum(one.count for one in counted)


def _need(box: str, given: int, parts: dict[str, int]) -> None:
    """Refuse a box that is not the sum of these parts."""
    expected = sum(parts.values())
    if given != expected:
        first, *others = parts.items()
        because = f"{first[1]:,} {first[0]}" + "".join(
            f" {'-' if count < 0 else '+'} {abs(count):,} {name}"
            for name, count in others
            if count
        )
        raise FlowError(box, given=given, expected=expected, because=because)


def _refuse_more_excluded(
    arm: str, excluded: tuple[Counted, ...], assessed: int
) -> None:
    if _total(excluded) > assessed:
        raise FlowError(
            f"Reports excluded ({arm})",
            given=_total(excluded),
            expected=assessed,
            because="the number of reports assessed, of which they are a part,",
        )


def _refuse_fewer_reports(what: str, studies: int, reports: int) -> None:
    if studies > reports or (reports and not studies):
        raise InputError(
            f"each study has one report or more, and each report a study, but the "
            f"{what} have {studies:,} studies and {reports:,} reports"
        )


def _refuse_twice(what: str, counted: tuple[Counted, ...]) -> None:
    for name, times in Counter(one.name.strip() for one in counted).items():
        if times > 1:
            raise InputError(
                f"the {what} {name!r} comes {times} times: add its counts up"
            )


def _refuse_odd_fields(value: Flow | OtherMethods | PreviousReview) -> None:
    for field in fields(value):
        count = getattr(value, field.name)
        if field.type is int or field.type == "int":
            _refuse_odd(field.name, count)


def _refuse_odd(name: str, count: object) -> None:
    if type(count) is not int or count < 0:
        raise InputError(f"{name} must be a count, 0 or more, got {count!r}")
