"""Whether audits are what the seal draws, each from the records unread by then."""

from collections.abc import Sequence

from thresher.certification.sequential.replay import Pick
from thresher.errors import CertificateError
from thresher.screening.seal import audit_order

__all__ = ["refuse_strangers", "wrong_draws"]


def refuse_strangers(picks: Sequence[Pick], frame: Sequence[str]) -> None:
    """Refuse picks of records that the frame does not hold.

    Raises
    ------
    CertificateError
        There is one.
    """
    known = set(frame)
    strange = next((pick.record for pick in picks if pick.record not in known), None)
    if strange is not None:
        raise CertificateError(
            f"record {strange!r} was read, but is not in the frame that was sealed"
        )


def wrong_draws(picks: Sequence[Pick], frame: Sequence[str], *, seed: str) -> list[str]:
    """Return one sentence for each audit that the seal did not draw.

    Parameters
    ----------
    picks
        All that was read, in order; all of them in the frame.
    frame, seed
        Ids of all records, and what orders the draws among them.
    """
    drawn = [frame[at] for at in audit_order(frame, seed)]
    read: set[str] = set()
    passed, wrong = 0, []
    for position, pick in enumerate(picks, start=1):
        if pick.audit:
            while drawn[passed] in read:
                passed += 1
            if pick.record != drawn[passed]:
                wrong.append(
                    f"the audit at position {position} is of record {pick.record!r}, "
                    f"but the seal draws {drawn[passed]!r} from the records unread then"
                )
        read.add(pick.record)
    return wrong
