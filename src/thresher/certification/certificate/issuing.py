"""Issuing a certificate from what was read, in the order it was read."""

from collections.abc import Sequence

from thresher import __version__
from thresher.certification.certificate.drawing import refuse_strangers, wrong_draws
from thresher.certification.certificate.statement import AuditEntry, Certificate
from thresher.certification.sequential.recall_certificate import RecallCertificate
from thresher.certification.sequential.replay import Pick, replayed
from thresher.errors import CertificateError
from thresher.screening.ledger import Chosen
from thresher.screening.seal import Seal, frame_digest, texts_digest

__all__ = ["first_certified", "issue", "ledger_digest"]


def issue(
    picks: Sequence[Pick],
    frame: Sequence[str],
    seal: Seal,
    *,
    issued_at: float,
) -> Certificate:
    """Certificate of a screening after these picks.

    Parameters
    ----------
    picks
        All that was read, see `thresher.certification.sequential.replay.picks_of`.
    frame
        Ids of all records, in their order.
    seal
        By which the audits were drawn, with the claim. The certificate says whether
        it was shown.
    issued_at
        Seconds since 1970.

    Raises
    ------
    CertificateError
        The seal is another frame's, a record is not in the frame, or an audit was
        not drawn by the seal.
    """
    if frame_digest(frame) != seal.frame:
        raise CertificateError(
            "the seal was made for another frame: these are not the records, or not "
            "the order, that it was committed to"
        )
    refuse_strangers(picks, frame)
    wrong = wrong_draws(picks, frame, seed=seal.seed)
    if wrong:
        raise CertificateError(wrong[0])
    bound = replayed(picks, records=len(frame), alpha=seal.alpha, target=seal.target)
    return Certificate(
        records=len(frame),
        seal=seal,
        audits=_entries(picks),
        read=len(picks),
        priors=sum(pick.chosen is Chosen.PRIOR for pick in picks),
        found=bound.found,
        ledger=ledger_digest(picks),
        most_relevant=bound.most_relevant,
        issued_at=issued_at,
        software=__version__,
    )


def first_certified(picks: Sequence[Pick], seal: Seal, *, records: int) -> int | None:
    """Return after how many picks the claim was first shown, if it was.

    What is shown once stays shown, so a certificate may be issued of that moment,
    whatever came after it.
    """
    certificate = RecallCertificate(
        records=records, alpha=seal.alpha, target=seal.target
    )
    for read, pick in enumerate(picks, start=1):
        certificate.observe(pick.label, audit=pick.audit)
        if certificate.certifies(seal.target):
            return read
    return None


def ledger_digest(picks: Sequence[Pick]) -> str:
    """Digest of picks in their order: records, labels, and which are audits."""
    return texts_digest(
        text
        for pick in picks
        for text in (pick.record, str(int(pick.label)), str(int(pick.audit)))
    )


def _entries(picks: Sequence[Pick]) -> tuple[AuditEntry, ...]:
    entries, found = [], 0
    for position, pick in enumerate(picks, start=1):
        if pick.audit:
            entry = AuditEntry(
                position=position,
                record=pick.record,
                label=pick.label,
                found_before=found,
                time=pick.time,
                changed=pick.changed,
            )
            entries.append(entry)
        found += pick.label
    return tuple(entries)
