"""Replay of a ledger: what a screening's decisions say of its recall."""

from collections.abc import Iterable
from dataclasses import dataclass

from thresher.certification.sequential.recall_certificate import RecallCertificate
from thresher.errors import InputError
from thresher.screening.ledger import Chosen, Ledger

__all__ = ["Pick", "picks_of", "replayed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """A record at the place where it was first read, with the label that holds now.

    Parameters
    ----------
    record, label
        Its id, and whether it is relevant.
    chosen
        How it came to be read the first time; an audit stays one.
    time
        When the label that holds was given, in seconds since 1970.
    changed
        Whether the label was another one before.
    """

    record: str
    label: bool
    chosen: Chosen
    time: float = 0.0
    changed: bool = False

    @property
    def audit(self) -> bool:
        """Whether it was drawn from all unread records."""
        return self.chosen is Chosen.CERTIFICATION


def picks_of(ledger: Ledger) -> list[Pick]:
    """Return the picks of a ledger in the order of their first reading.

    An audit cannot be undone by reading the record again in another way: what counts
    is how it was read first. A label that was taken back and not given again makes
    the record unread, if no audit came after it.

    Raises
    ------
    InputError
        A record without a label was read before an audit: nobody knows any more what
        the audit was drawn from.
    """
    standing = ledger.standing()
    first: dict[str, tuple[Chosen, set[bool]]] = {}
    for row in ledger.rows:
        if row.label is not None:
            first.setdefault(row.record, (row.chosen, set()))[1].add(row.label)
    _refuse_lost(first, standing)
    return [
        Pick(
            record=record,
            label=bool(standing[record].label),
            chosen=chosen,
            time=standing[record].time,
            changed=len(labels) > 1,
        )
        for record, (chosen, labels) in first.items()
        if record in standing
    ]


def replayed(
    picks: Iterable[Pick], *, records: int, alpha: float = 0.05, target: float = 0.95
) -> RecallCertificate:
    """Certificate after all these picks, by the labels that hold now.

    Guarantee: that of `RecallCertificate`, for the labels as they stand, if changes
    of mind do not depend on which records were audited or on what the bound said.
    """
    certificate = RecallCertificate(records=records, alpha=alpha, target=target)
    for pick in picks:
        certificate.observe(pick.label, audit=pick.audit)
    return certificate


def _refuse_lost(
    first: dict[str, tuple[Chosen, set[bool]]], standing: Iterable[str]
) -> None:
    labelled = set(standing)
    lost = None
    for record, (chosen, _) in first.items():
        if record not in labelled:
            lost = record if lost is None else lost
        elif lost is not None and chosen is Chosen.CERTIFICATION:
            raise InputError(
                f"record {lost!r} was read before the audit of {record!r} and has no "
                "label now: give it one again"
            )
