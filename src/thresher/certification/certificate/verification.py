"""Verification: everything a certificate says, worked out again."""

from collections.abc import Mapping, Sequence
from typing import Any

from thresher.certification.certificate.issuing import issue, ledger_digest
from thresher.certification.certificate.statement import Certificate
from thresher.certification.certificate.written import (
    certificate_of,
    content_digest,
    written,
)
from thresher.certification.sequential.recall_certificate import RecallCertificate
from thresher.certification.sequential.replay import Pick
from thresher.errors import CertificateError
from thresher.screening.seal import Seal, draw_key, frame_digest

__all__ = ["problems_of", "seal_problems"]

UNWORKED = ("population", "audits", "software")  # taken over, so only more can be there


def problems_of(
    content: Any,  # noqa: ANN401  whatever JSON holds
    *,
    frame: Sequence[str] | None = None,
    picks: Sequence[Pick] | None = None,
    seal: Seal | None = None,
) -> list[str]:
    """Return what does not hold in a certificate; nothing if all of it does.

    Parameters
    ----------
    content
        The certificate as JSON values.
    frame
        Ids of all records in their order, if they are at hand.
    picks
        All that was read, if the ledger is at hand; needs the frame.
    seal
        What the screening was sealed with, where it keeps that itself.

    Notes
    -----
    Without the frame and the ledger, the certificate can only be checked against
    itself: its digest, its commitment, the order of the draws and the arithmetic of
    the bound. The digest finds accidents and careless changes; whoever changes the
    certificate can also write a new digest. What cannot be made up afterwards is a
    seed that fits a commitment published before the first draw, and a ledger that
    fits the labels of others.

    Raises
    ------
    CertificateError
        It is no certificate at all.
    """
    certificate = certificate_of(content)
    problems = [*_of_the_paper(content, certificate), *_of_the_audits(certificate)]
    if not problems:
        problems = _of_the_bound(certificate)
    if seal is not None:
        problems += seal_problems(certificate.seal, seal)
    if frame is not None:
        problems += _of_the_frame(certificate, frame, picks)
    return problems


def seal_problems(told: Seal, kept: Seal) -> list[str]:
    """Return where a seal differs from the one that a screening keeps.

    A claim that was not the sealed one was chosen afterwards, and nothing is promised
    of it, even if the draws are the sealed ones.
    """
    whole = (("frame", "is for another frame"), ("seed", "has another seed"))
    return [
        f"the sealed one {words}"
        for name, words in whole
        if getattr(told, name) != getattr(kept, name)
    ] + [
        f"the {name} is {getattr(told, name)}, but {getattr(kept, name)} was sealed"
        for name in ("target", "alpha")
        if getattr(told, name) != getattr(kept, name)
    ]


def _of_the_paper(content: Mapping[str, Any], certificate: Certificate) -> list[str]:
    """Return what is wrong by the certificate's own words."""
    problems = []
    if content.get("digest") != content_digest(content):
        problems.append("the digest does not fit: something was changed after issuing")
    again = written(certificate)
    problems += [
        f"{key!r} says {content.get(key)}, but by the rest it should say {again[key]}"
        for key in ("claim", "rule", "draw", "reading", "result")
        if content.get(key) != again[key]
    ]
    return problems + [
        f"{key!r} says what a certificate does not say: it was added by somebody"
        for key in content
        if key not in again or (key in UNWORKED and content[key] != again[key])
    ]


def _of_the_audits(certificate: Certificate) -> list[str]:
    """Return the first thing wrong with the places, counts and order of the audits."""
    position, found, key = 0, 0, ""
    for entry in certificate.audits:
        between = entry.position - position - 1
        if not 0 <= entry.found_before - found <= between:
            return [
                f"the audit at position {entry.position} cannot come there, with "
                f"{entry.found_before} found before it"
            ]
        drawn = draw_key(certificate.seal.seed, entry.record)
        if drawn <= key:
            return [
                f"the audit at position {entry.position} is not next in the order of "
                "the draw: audits were left out, added or reordered"
            ]
        position, found, key = entry.position, entry.found_before + entry.label, drawn
    if not 0 <= certificate.found - found <= certificate.read - position:
        return [
            f"{certificate.read} read and {certificate.found} found cannot follow the "
            f"last audit, with {position} read and {found} found"
        ]
    if certificate.priors + len(certificate.audits) > certificate.read:
        return [
            f"{certificate.priors} known beforehand and {len(certificate.audits)} "
            f"audits are more than the {certificate.read} that were read"
        ]
    if certificate.read > certificate.records:
        return [f"{certificate.read} were read of {certificate.records} records"]
    return []


def _of_the_bound(certificate: Certificate) -> list[str]:
    """Return what is wrong with the bound, by betting again."""
    seal = certificate.seal
    bound = RecallCertificate(
        records=certificate.records, alpha=seal.alpha, target=seal.target
    )
    for entry in certificate.audits:
        _advance(bound, read=entry.position - 1, found=entry.found_before)
        bound.observe(entry.label, audit=True)
    _advance(bound, read=certificate.read, found=certificate.found)
    if bound.most_relevant == certificate.most_relevant:
        return []
    return [
        f"the audits leave at most {bound.most_relevant} relevant records plausible, "
        f"not {certificate.most_relevant}"
    ]


def _advance(bound: RecallCertificate, *, read: int, found: int) -> None:
    """Take in the picks between two audits, of which only the counts matter."""
    relevant = found - bound.found
    irrelevant = read - bound.read - relevant
    bound.observe_ranked(relevant=relevant, irrelevant=irrelevant)


def _of_the_frame(
    certificate: Certificate, frame: Sequence[str], picks: Sequence[Pick] | None
) -> list[str]:
    """Return what is wrong in the light of the frame and the ledger."""
    if frame_digest(frame) != certificate.seal.frame:
        return ["the certificate is of another frame: other records, or another order"]
    if len(frame) != certificate.records:
        return [f"the frame holds {len(frame)} records, not {certificate.records}"]
    if picks is None:
        return []
    picks = picks[: certificate.read]
    problems = []
    if ledger_digest(picks) != certificate.ledger:
        problems.append(
            "the ledger does not fit: a record, a label or the order differs"
        )
    try:
        again = issue(
            picks,
            frame,
            certificate.seal,
            issued_at=certificate.issued_at,
        )
    except CertificateError as error:
        return [*problems, str(error)]
    if again.audits != certificate.audits:
        problems.append("the audits are not those of the ledger")
    problems += [
        f"{name!r} is {getattr(again, name)} by the ledger, not "
        f"{getattr(certificate, name)}"
        for name in ("priors", "found")
        if getattr(again, name) != getattr(certificate, name)
    ]
    if again.most_relevant != certificate.most_relevant:
        problems.append(
            f"the ledger leaves at most {again.most_relevant} relevant records "
            f"plausible, not {certificate.most_relevant}"
        )
    return problems
