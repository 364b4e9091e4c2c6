"""A certificate as a value: the claim, how it was tested, and what came out."""

from dataclasses import dataclass

from thresher.screening.recall_target import exact_share
from thresher.screening.seal import Seal

__all__ = ["RULE", "AuditEntry", "Certificate"]

RULE = "audited recall certificate, version 1"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """One audit: the record drawn, its label, and where the screening stood.

    Parameters
    ----------
    position
        Its place in the reading, counted from 1.
    record, label
        The record that was drawn, and whether it is relevant.
    found_before
        How many relevant records had been found before it.
    time
        When it was labelled, in seconds since 1970.
    changed
        Whether its label was another one before.
    """

    position: int
    record: str
    label: bool
    found_before: int
    time: float = 0.0
    changed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """What was claimed of a screening, tested and found.

    Parameters
    ----------
    records
        How many records the frame holds.
    seal
        The seed of the draw, the digest of the frame, and what was to be shown.
    audits
        Every audit up to the moment of the certificate.
    read, priors, found
        Records read by then, how many of them were known beforehand, and how many of
        them are relevant.
    ledger
        Digest of all picks up to then, ranked ones too.
    most_relevant
        The greatest total of relevant records that is not ruled out.
    issued_at
        Seconds since 1970.
    software
        The version of Thresher.
    """

    records: int
    seal: Seal
    audits: tuple[AuditEntry, ...]
    read: int
    priors: int
    found: int
    ledger: str
    most_relevant: int
    issued_at: float
    software: str

    @property
    def lower_bound(self) -> float:
        """Lower bound on recall; 0 while nothing is found."""
        return self.found / self.most_relevant if self.found else 0.0

    @property
    def certified(self) -> bool:
        """Whether the claim was shown."""
        target = exact_share(self.seal.target, name="target")
        least = target.numerator * self.most_relevant
        return self.found > 0 and self.found * target.denominator >= least

    @property
    def unread(self) -> int:
        """How many records were not read."""
        return self.records - self.read
