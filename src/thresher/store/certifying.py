"""Certificates of a project: filed before anybody is told what they hold."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection

from thresher.certification.certificate import (
    Certificate,
    certificate_of,
    first_certified,
    issue,
    seal_problems,
    written,
)
from thresher.certification.sequential.replay import Pick, replayed
from thresher.errors import CertificateError, NotCertifiedError
from thresher.reports.certificate_text import bound_percent
from thresher.screening.seal import Seal
from thresher.store.canonical import Canonical, canonical_picks
from thresher.store.paper_rows import add_certificate
from thresher.store.seal_count import seal_count
from thresher.store.seal_rows import seal_number, seal_of

__all__ = [
    "FiledCertificate",
    "Moment",
    "certify_now",
    "file_told",
    "picks_of_seed",
    "refuse_other_seal",
]

UNREAD = "Nothing was read yet, so nothing can be certified."


class Moment(Enum):
    """A moment of the reading that a certificate may be of.

    The bound holds at all moments together, so any of them may be chosen afterwards.
    """

    FIRST = "when the claim was first shown"
    LAST = "after the last label"
    STRONGEST = "the last, if no less is shown then than when the claim was first shown"


@dataclass(frozen=True, slots=True, kw_only=True)
class FiledCertificate:
    """A certificate that the project holds, and what it rests on.

    Parameters
    ----------
    id, reader, at
        Its number in the project, who issued it, and when.
    certificate, content
        What it says, and the same as JSON values.
    picks
        What was read, as far as it counts.
    note
        How many seals of the project were drawn by, if it is not the first.
    """

    id: int
    reader: str
    at: str
    certificate: Certificate
    content: Mapping[str, Any]
    picks: Sequence[Pick]
    note: str = ""


def certify_now(
    connection: Connection,
    *,
    by: str,
    at: str,
    end: bool = False,
    moment: Moment = Moment.FIRST,
) -> FiledCertificate:
    """File a certificate by the last seal, and return it.

    It tells the seed, and who knows that could foresee the draws: once this is
    committed, no audit is drawn by the seal any more. Show it to nobody before.

    Parameters
    ----------
    connection
        To the project, open for writing.
    by, at
        Who issues it, and when, as ISO 8601 in UTC.
    end
        Whether the audits may end although the goal is not reached.
    moment
        Of which moment of the reading it is.

    Raises
    ------
    NotCertifiedError
        The goal is not reached, and `end` does not say that this is the end.
    CertificateError
        Nothing is sealed or read, or a draw is not by the seal.
    """
    sealed = seal_of(connection)
    found = None if sealed is None else canonical_picks(connection, sealed.id)
    if sealed is None or found is None or not found.picks:
        raise CertificateError(UNREAD)
    picks = _counted(found, moment)
    stated = issue(picks, found.frame, found.seal, issued_at=time.time())
    if not (stated.certified or end or stated.read == stated.records):
        raise NotCertifiedError(bound_percent(stated))
    content = written(stated)
    number = add_certificate(connection, content, seal=sealed.id, by=by, at=at)
    return FiledCertificate(
        id=number,
        reader=by,
        at=at,
        certificate=stated,
        content=content,
        picks=picks,
        note=seal_count(connection, sealed.id).says,
    )


def file_told(
    connection: Connection, content: Mapping[str, Any], *, by: str, at: str
) -> None:
    """File a certificate that was made elsewhere, if it tells a seed of this project.

    By another seed nothing is drawn here, and the project keeps nothing of it.

    Raises
    ------
    CertificateError
        The project has sealed this seed with another claim or frame.
    """
    refuse_other_seal(connection, certificate_of(content).seal)
    number = seal_number(connection, content["draw"]["seed"])
    if number is not None:
        add_certificate(connection, content, seal=number, by=by, at=at)


def refuse_other_seal(connection: Connection, told: Seal) -> None:
    """Refuse a seal with a seed of this project, and another claim or frame.

    Raises
    ------
    CertificateError
        It is one: its claim was not fixed before the draws.
    """
    number = seal_number(connection, told.seed)
    kept = None if number is None else seal_of(connection, number)
    problems = [] if kept is None else seal_problems(told, kept.seal)
    if problems:
        raise CertificateError(f"the seal is not the project's own: {problems[0]}")


def picks_of_seed(connection: Connection, seed: object) -> Canonical | None:
    """Return the picks of the seal with this seed; nothing if it is none of ours."""
    number = seal_number(connection, seed)
    return None if number is None else canonical_picks(connection, number)


def _counted(found: Canonical, moment: Moment) -> Sequence[Pick]:
    if moment is Moment.LAST:
        return found.picks
    records = len(found.frame)
    first = found.picks[: first_certified(found.picks, found.seal, records=records)]
    if moment is Moment.STRONGEST and _shown(found, found.picks) >= _shown(
        found, first
    ):
        return found.picks
    return first


def _shown(found: Canonical, picks: Sequence[Pick]) -> tuple[bool, Fraction]:
    """Return whether the claim is shown after these picks, and the bound then."""
    claim = found.seal
    now = replayed(
        picks, records=len(found.frame), alpha=claim.alpha, target=claim.target
    )
    least = Fraction(now.found, now.most_relevant) if now.found else Fraction()
    return now.certifies(claim.target), least
