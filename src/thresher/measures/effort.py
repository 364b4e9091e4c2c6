"""Effort: what a screening costs, and what a machine took over."""

from dataclasses import dataclass

from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.confusion import confusion_after, confusion_at
from thresher.measures.needed import Count, Share, at_least
from thresher.screening.reading import ReadingLike

__all__ = [
    "Division",
    "burden",
    "coverage",
    "cumulated_cost",
    "division_after",
    "hours_saved",
    "reliability_loss",
    "utility",
    "yield_",
]

MINUTES = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Division:
    """Who dealt with which records: a reader by hand, or a classifier on the rest.

    `flagged` records were predicted relevant, and a reader must still look at them;
    `dropped` ones were predicted irrelevant and are seen by nobody.
    """

    read_relevant: int
    read_irrelevant: int
    flagged_relevant: int = 0
    flagged_irrelevant: int = 0
    dropped_relevant: int = 0
    dropped_irrelevant: int = 0

    def __post_init__(self) -> None:
        if min(self._counts()) < 0:
            raise InputError(f"counts cannot be negative, got {self._counts()}")

    def _counts(self) -> tuple[int, ...]:
        return (
            self.read_relevant,
            self.read_irrelevant,
            self.flagged_relevant,
            self.flagged_irrelevant,
            self.dropped_relevant,
            self.dropped_irrelevant,
        )

    @property
    def relevant(self) -> int:
        """How many records are relevant."""
        return self.read_relevant + self.flagged_relevant + self.dropped_relevant

    @property
    def records(self) -> int:
        """How many records there are."""
        return sum(self._counts())


def division_after(reading: ReadingLike, *, read: int) -> Division:
    """Return the division where `read` records are read and the rest is dropped.

    Examples
    --------
    >>> division_after([1, 0, 1, 0], read=2).dropped_relevant
    1
    """
    counts = confusion_after(reading, read=read)
    return Division(
        read_relevant=counts.true_positives,
        read_irrelevant=counts.false_positives,
        dropped_relevant=counts.false_negatives,
        dropped_irrelevant=counts.true_negatives,
    )


def yield_(division: Division) -> float:
    """Share of the relevant records that a reader gets to see.

    Wallace et al. (2010), doi:10.1145/1835804.1835829.
    """
    if division.relevant == 0:
        raise UndefinedMeasureError("yield", "no record is relevant")
    return 1 - division.dropped_relevant / division.relevant


def burden(division: Division) -> float:
    """Share of all records that a reader must look at.

    Wallace et al. (2010). Kusa et al. (2023), section 2, print "positive instances";
    the definition counts all of them.
    """
    if division.records == 0:
        raise UndefinedMeasureError("burden", "there is no record")
    dropped = division.dropped_relevant + division.dropped_irrelevant
    return 1 - dropped / division.records


def coverage(division: Division) -> float:
    """Share of the relevant records that a reader found by hand.

    Miwa et al. (2014), doi:10.1016/j.jbi.2014.06.005.
    """
    if division.relevant == 0:
        raise UndefinedMeasureError("coverage", "no record is relevant")
    return division.read_relevant / division.relevant


def utility(division: Division, *, beta: float = 19.0) -> float:
    r"""Yield and spared burden in one figure, yield weighted `beta` times.

    Notes
    -----
    :math:`(\beta \cdot \mathrm{yield} + 1 - \mathrm{burden}) / (\beta + 1)`. Wallace et
    al. (2010) take :math:`\beta = 19`.

    Examples
    --------
    >>> utility(Division(read_relevant=2, read_irrelevant=0, dropped_irrelevant=2))
    0.975
    """
    if not beta >= 0:
        raise InputError(f"beta cannot be negative, got {beta}")
    return (beta * yield_(division) + 1 - burden(division)) / (beta + 1)


def hours_saved(
    reading: ReadingLike,
    *,
    minutes: float,
    recall: Share = 0.95,
    needed: Count = at_least,
) -> float:
    """Hours not spent on the records left unread when `recall` is reached.

    Examples
    --------
    >>> hours_saved([1, 0, 0, 0], minutes=30, recall=1.0)
    1.5
    """
    if not minutes >= 0:
        raise InputError(f"minutes a record cannot be negative, got {minutes}")
    counts = confusion_at(reading, recall=recall, needed=needed)
    unread = counts.true_negatives + counts.false_negatives
    return unread * minutes / MINUTES


def cumulated_cost(*, read: int, minutes: float, hourly_rate: float) -> float:
    """Money spent on reading `read` records.

    Examples
    --------
    >>> cumulated_cost(read=120, minutes=0.5, hourly_rate=40)
    40.0
    """
    if not (read >= 0 and minutes >= 0 and hourly_rate >= 0):
        raise InputError("records read, minutes and hourly rate cannot be negative")
    return read * minutes / MINUTES * hourly_rate


def reliability_loss(reading: ReadingLike, *, read: int) -> float:
    r"""Missed recall and spent effort, squared and added, after `read` records.

    Notes
    -----
    :math:`(1 - \mathrm{recall})^2 + (100/N)^2 (k/(R + 100))^2`. Cormack and Grossman
    (2016), doi:10.1145/2911451.2911510; `loss_er` of the official CLEF TAR script.

    Examples
    --------
    >>> round(reliability_loss([1] + [0] * 99, read=1), 6)
    9.8e-05
    """
    counts = confusion_after(reading, read=read)
    records = counts.relevant + counts.irrelevant
    missed = counts.false_negatives / counts.relevant
    effort = 100 / records * read / (counts.relevant + 100)
    return missed**2 + effort**2
