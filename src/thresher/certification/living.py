"""Living reviews: what an old certificate still says once new records have come."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from thresher.certification.certificate.statement import Certificate
from thresher.certification.intervals.binomial import check_alpha
from thresher.certification.sequential.bets import bets_for
from thresher.certification.sequential.recall_certificate import RecallCertificate
from thresher.certification.sequential.wealth import AuditRun, most_relevant
from thresher.errors import CertificateError, InputError
from thresher.screening.recall_target import exact_share
from thresher.screening.seal import frame_digest

__all__ = [
    "LivingBound",
    "LivingCoverage",
    "RecertificationPlan",
    "added_records",
    "living_coverage",
    "recertification_plan",
    "recertified",
]

SMALLEST = Fraction(1, 10_000)  # a target has four decimals


@dataclass(frozen=True, slots=True, kw_only=True)
class LivingBound:
    """A bound on recall over a whole frame, and the chance that it errs.

    Parameters
    ----------
    found
        Relevant records known.
    most_relevant
        The greatest total that is not ruled out.
    alpha
        The chance of error, over all moments of all certificates it rests on.
    target
        The recall that was to be shown.
    """

    found: int
    most_relevant: int
    alpha: float
    target: float

    @property
    def lower_bound(self) -> float:
        """Lower bound on recall; 0 while nothing is found."""
        return self.found / self.most_relevant if self.found else 0.0

    @property
    def certified(self) -> bool:
        """Whether the target is shown."""
        share = exact_share(self.target, name="target")
        least = share.numerator * self.most_relevant
        return self.found > 0 and self.found * share.denominator >= least


@dataclass(frozen=True, slots=True, kw_only=True)
class LivingCoverage:
    """What an old certificate covers of a frame that has grown since.

    Parameters
    ----------
    covered
        Records that the certificate is about: its own frame, and no other.
    carried, dropped, added
        Of the old frame those in the new one and those no longer in it, and records
        that are new.
    found_carried, found_added
        Relevant records known among the carried and among the added.
    read_carried, read_added
        How many of each were read.
    most_carried
        The greatest number of relevant records among the carried, by the certificate.
    added_frame
        Digest of the added records in their order: what a seal for them must be of.
    target, alpha
        The certificate's.
    """

    covered: int
    carried: int
    dropped: int
    added: int
    found_carried: int
    found_added: int
    read_carried: int
    read_added: int
    most_carried: int
    added_frame: str
    target: float
    alpha: float

    @property
    def worst_case(self) -> LivingBound:
        """Bound over the new frame if every added record that is unread is relevant.

        Guarantee: if the old certificate errs with probability at most ``alpha``, so
        does this bound, whatever the added records are. It rests on nothing else but
        the labels.
        """
        unread = self.added - self.read_added
        return LivingBound(
            found=self.found_carried + self.found_added,
            most_relevant=self.most_carried + self.found_added + unread,
            alpha=self.alpha,
            target=self.target,
        )

    @property
    def records(self) -> int:
        """How many records the new frame holds."""
        return self.carried + self.added


@dataclass(frozen=True, slots=True, kw_only=True)
class RecertificationPlan:
    """What it takes to certify the new frame: two ways, of which to choose one first.

    Parameters
    ----------
    whole_audits
        Fewest audits under a new seal over the whole new frame, if all are irrelevant;
        ``None`` where nothing is found yet.
    whole_alpha
        The chance of error of that way: the new seal's alone.
    part_audits
        Fewest audits under a new seal over the added records, if all are irrelevant;
        ``None`` where the old certificate leaves too little room.
    part_alpha, part_target
        What to seal the added records with: the error left after what the old
        certificate has spent, and the recall that its bets should aim at. ``None``
        where nothing is left.
    """

    whole_audits: int | None
    whole_alpha: float
    part_audits: int | None
    part_alpha: float | None
    part_target: float | None


def living_coverage(
    certificate: Certificate,
    old_frame: Sequence[str],
    new_frame: Sequence[str],
    *,
    read: Collection[str],
    relevant: Collection[str],
) -> LivingCoverage:
    """Coverage of an old certificate, now that the frame is another one.

    Parameters
    ----------
    certificate
        Issued for the old frame.
    old_frame, new_frame
        Ids of all records, then and now, in their order.
    read, relevant
        Ids of all records read by now, and of those found relevant.

    Raises
    ------
    CertificateError
        The certificate is of another frame; fewer relevant records of the old frame
        are known than it counted, so that labels were changed; or more than it allows,
        so that it has erred.
    InputError
        A record comes twice, or is relevant and was not read.

    Notes
    -----
    The certificate says that the old frame holds at most :math:`M` relevant records.
    If :math:`d` known ones are no longer in the frame, the carried records hold at most
    :math:`M - d`, and never more than are known or unread. Relevant records of the old
    frame that were found after the certificate count as found: :math:`M` bounds the
    total, whenever they are found.
    """
    old, new = _distinct(old_frame, "old"), _distinct(new_frame, "new")
    if frame_digest(old_frame) != certificate.seal.frame:
        raise CertificateError(
            "the certificate is of another frame: other records, or another order"
        )
    known, seen = set(relevant), set(read)
    if not known <= seen:
        unread = sorted(known - seen)[0]
        raise InputError(f"record {unread!r} is relevant, but was not read")
    _refuse_refuted(certificate, found=len(known & old))
    lost = len(known & (old - new))
    possible = len(known & old & new) + len((old & new) - seen)
    return LivingCoverage(
        covered=len(old),
        carried=len(old & new),
        dropped=len(old - new),
        added=len(new - old),
        found_carried=len(known & old & new),
        found_added=len(known & (new - old)),
        read_carried=len(seen & old & new),
        read_added=len(seen & (new - old)),
        most_carried=min(certificate.most_relevant - lost, possible),
        added_frame=frame_digest(added_records(old_frame, new_frame)),
        target=certificate.seal.target,
        alpha=certificate.seal.alpha,
    )


def added_records(
    old_frame: Sequence[str], new_frame: Sequence[str]
) -> tuple[str, ...]:
    """Return the records that are new, in the order of the new frame.

    Examples
    --------
    >>> added_records(["a", "b"], ["b", "d", "c"])
    ('d', 'c')
    """
    old = frozenset(old_frame)
    return tuple(record for record in new_frame if record not in old)


def recertified(coverage: LivingCoverage, added: Certificate) -> LivingBound:
    r"""Bound over the new frame from the old certificate and one of the added records.

    Guarantee: if the old certificate errs with probability at most :math:`\alpha_1`
    and that of the added records with at most :math:`\alpha_2`, this bound errs with
    at most :math:`\alpha_1 + \alpha_2` (it can only err if one of them does), at all
    moments of both.

    Parameters
    ----------
    coverage
        What the old certificate covers.
    added
        A certificate whose frame is the added records.

    Raises
    ------
    CertificateError
        It is about other records, or allows fewer relevant ones than are known.
    """
    if added.seal.frame != coverage.added_frame:
        raise CertificateError(
            f"the new certificate is about other records than the {coverage.added:,} "
            "that were added: seal `added_records`, in their order"
        )
    if added.most_relevant < coverage.found_added:
        raise CertificateError(
            f"the new certificate allows {added.most_relevant:,} relevant records, but "
            f"{coverage.found_added:,} are known: it has erred"
        )
    return LivingBound(
        found=coverage.found_carried + max(coverage.found_added, added.found),
        most_relevant=coverage.most_carried + added.most_relevant,
        alpha=math.fsum([coverage.alpha, added.seal.alpha]),
        target=coverage.target,
    )


def recertification_plan(
    coverage: LivingCoverage, *, alpha: float = 0.05, target: float | None = None
) -> RecertificationPlan:
    """Fewest audits that certify the new frame, in each of two ways.

    One way seals the whole new frame anew, with all of `alpha`; it does not rest on
    the old certificate. The other seals only the added records, with what the old
    certificate leaves of `alpha`, and adds both up. Each way keeps its own chance of
    error; whoever tries both and reports the better one has spent the sum.

    Parameters
    ----------
    coverage
        What the old certificate covers; what was read counts in both ways.
    alpha
        The chance of error that is allowed in all.
    target
        The recall to show; the old certificate's where nothing is said.

    Raises
    ------
    InputError
        A share is out of range.
    """
    check_alpha(alpha)
    aim = coverage.target if target is None else target
    share = exact_share(aim, name="target")
    left = float(Fraction(str(alpha)) - Fraction(str(coverage.alpha)))
    part = _part(coverage, share, alpha=left) if left > 0 else None
    return RecertificationPlan(
        whole_audits=_whole_audits(coverage, aim, alpha=alpha),
        whole_alpha=alpha,
        part_audits=part[0] if part else None,
        part_alpha=left if left > 0 else None,
        part_target=part[1] if part else None,
    )


def _whole_audits(
    coverage: LivingCoverage, target: float, *, alpha: float
) -> int | None:
    kept = RecallCertificate(records=coverage.records, alpha=alpha, target=target)
    found = coverage.found_carried + coverage.found_added
    read = coverage.read_carried + coverage.read_added
    kept.observe_ranked(relevant=found, irrelevant=read - found)
    return kept.clean_audits_needed(target)


def _part(
    coverage: LivingCoverage, share: Fraction, *, alpha: float
) -> tuple[int, float] | None:
    """Return the audits of the added records, and the target to seal them with."""
    found = coverage.found_carried + coverage.found_added
    room = found * share.denominator // share.numerator - coverage.most_carried
    if not found or room < coverage.found_added:
        return None
    aim = max(SMALLEST, Fraction(coverage.found_added * 10_000 // (room + 1), 10_000))
    bets = bets_for(aim)
    possible = coverage.added - coverage.read_added + coverage.found_added

    def shown(audits: int) -> bool:
        run = AuditRun(coverage.found_added, possible, 0, audits)
        most = most_relevant(
            [run] if audits else [],
            bets=bets,
            found=coverage.found_added,
            possible=possible - audits,
            alpha=alpha,
        )
        return most <= room

    low, high = -1, possible - coverage.found_added  # all read: only the found are left
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if shown(middle) else (middle, high)
    return high, float(aim)


def _distinct(frame: Sequence[str], which: str) -> set[str]:
    found = set(frame)
    if len(found) < len(frame):
        raise InputError(f"the {which} frame holds a record twice")
    return found


def _refuse_refuted(certificate: Certificate, *, found: int) -> None:
    if found < certificate.found:
        raise CertificateError(
            f"the certificate counted {certificate.found:,} relevant records, but only "
            f"{found:,} are known now: labels were changed, so issue it again"
        )
    if found > certificate.most_relevant:
        raise CertificateError(
            f"{found:,} relevant records of the old frame are known, more than the "
            f"{certificate.most_relevant:,} that the certificate allows: it has erred "
            "and covers nothing"
        )
