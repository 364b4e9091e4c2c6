"""The course of a screening: recall that was certain, after each label."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from thresher.arrays import Ranks, Scores
from thresher.certification.sequential.recall_certificate import RecallCertificate
from thresher.certification.sequential.replay import Pick

__all__ = ["Course", "course_of"]

POINTS = 400


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Course:
    """Where a screening stood, at some moments of it.

    Parameters
    ----------
    records
        How many records there are.
    read, found, audits
        How many were read, found and audited by each moment.
    bound
        The lower bound on recall then.
    """

    records: int
    read: Ranks
    found: Ranks
    audits: Ranks
    bound: Scores


def course_of(
    picks: Sequence[Pick],
    *,
    records: int,
    alpha: float = 0.05,
    target: float = 0.95,
    points: int = POINTS,
) -> Course:
    """Course of a screening, at `points` moments spread over it and at its end."""
    certificate = RecallCertificate(records=records, alpha=alpha, target=target)
    moments = set(np.linspace(1, len(picks), points).astype(int).tolist())
    seen = []
    for read, pick in enumerate(picks, start=1):
        certificate.observe(pick.label, audit=pick.audit)
        if read in moments:
            bound = certificate.lower_bound
            seen.append((read, certificate.found, certificate.audits, bound))
    table = np.array(seen, dtype=np.float64).reshape(-1, 4)
    read_, found, audits = table[:, :3].astype(np.int64).T
    return Course(
        records=records, read=read_, found=found, audits=audits, bound=table[:, 3]
    )
