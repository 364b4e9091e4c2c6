"""The live bound: the recall that is certain after each row of a growing ledger."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from thresher.certification.sequential.course import POINTS, Course
from thresher.certification.sequential.recall_certificate import RecallCertificate
from thresher.certification.sequential.replay import Pick, picks_of
from thresher.errors import CertificateError
from thresher.screening.ledger import Decision, Ledger
from thresher.screening.seal import Seal, audit_order, frame_digest

__all__ = ["LiveBound", "Standing"]

SILENT = 0.5  # a target that is never asked for, where there is no seal


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where a screening stands, and what is certain of its recall.

    Parameters
    ----------
    records, read, found, audits
        Records in the frame, those read, those relevant, those drawn as audits.
    most_relevant
        The greatest total of relevant records that is not ruled out.
    certified_at
        After how many records the seal's claim was first shown, if it was.
    audits_needed
        Fewest further audits that would show it, if all of them were irrelevant.
    problems
        Audits that the seal did not draw. With any, all audits count for nothing, and
        only what is certain without them is said.
    """

    records: int
    read: int
    found: int
    audits: int
    most_relevant: int
    certified_at: int | None
    audits_needed: int | None
    problems: tuple[str, ...] = ()

    @property
    def lower_bound(self) -> float:
        """Lower bound on recall; 0 while nothing is found."""
        return self.found / self.most_relevant if self.found else 0.0

    @property
    def certified(self) -> bool:
        """Whether the seal's claim was shown."""
        return self.certified_at is not None


class LiveBound:
    """A bound on recall that follows a ledger, at the price of its new rows.

    Guarantee: that of `RecallCertificate`. With probability at least ``1 - alpha`` the
    true recall over the frame is never below the bound, after all rows together and
    however often anybody looks, if each audit is the sealed draw and labels are right.
    Draws are checked against the seal; where one differs, or there is no seal, the
    bound is the found over the found and unread, which needs no assumption but labels.

    Parameters
    ----------
    frame
        Ids of all records, in their order.
    seal
        By which audits are drawn, with the claim; ``None`` where nothing was sealed.

    Raises
    ------
    CertificateError
        The seal was made for another frame.

    Notes
    -----
    A row that adds a record costs a few logarithms. A changed mind, or one taken back,
    makes it start again, as `thresher.certification.sequential.replayed` would.
    """

    def __init__(self, frame: Sequence[str], seal: Seal | None) -> None:
        if seal is not None and frame_digest(frame) != seal.frame:
            raise CertificateError(
                "the seal was made for another frame: these are not the records, or "
                "not the order, that it was committed to"
            )
        self.seal = seal
        self._frame = frozenset(frame)
        order = [] if seal is None else audit_order(frame, seal.seed).tolist()
        self._drawn = [frame[at] for at in order]
        self._records = len(frame)
        self._rows: tuple[Decision, ...] = ()
        self._begin()

    def see(self, ledger: Ledger) -> Standing:
        """Take in what is new in a ledger, and say where the screening stands.

        Raises
        ------
        CertificateError
            A record of the ledger is not in the frame.
        InputError
            A label is missing that an audit rested on; see `picks_of`.
        """
        rows = ledger.rows
        seen = len(self._rows)
        if rows[:seen] == self._rows and self._are_plain(rows[seen:]):
            self._follow([_pick(row) for row in rows[seen:]])
        else:
            self._begin()
            self._follow(picks_of(ledger))
        self._rows = rows
        return self.standing

    @property
    def standing(self) -> Standing:
        """Where the screening stands after what was seen."""
        kept = self._certificate
        trusted = self._is_trusted
        needed = None
        if trusted and self.seal is not None:
            needed = kept.clean_audits_needed(self.seal.target)
        return Standing(
            records=self._records,
            read=kept.read,
            found=kept.found,
            audits=kept.audits,
            most_relevant=kept.most_relevant if trusted else kept.possible,
            certified_at=self._certified_at if trusted else None,
            audits_needed=needed,
            problems=tuple(self._wrong),
        )

    @property
    def course(self) -> Course:
        """The bound as the screening went on, at many moments and at its end."""
        table = np.array(self._points, dtype=np.float64).reshape(-1, 4)
        read, found, audits = table[:, :3].astype(np.int64).T
        return Course(
            records=self._records,
            read=read,
            found=found,
            audits=audits,
            bound=table[:, 3],
        )

    def _begin(self) -> None:
        alpha, target = 0.5, SILENT
        if self.seal is not None:
            alpha, target = self.seal.alpha, self.seal.target
        self._certificate = RecallCertificate(
            records=self._records, alpha=alpha, target=target
        )
        self._rows = ()
        self._read: set[str] = set()
        self._passed = 0
        self._wrong: list[str] = []
        self._points: list[tuple[int, int, int, float]] = []
        self._certified_at: int | None = None

    @property
    def _is_trusted(self) -> bool:
        return self.seal is not None and not self._wrong

    @property
    def _is_shown(self) -> bool:
        """Whether the claim is shown now, by draws that are all the seal's."""
        if self.seal is None or self._wrong:
            return False
        return self._certificate.certifies(self.seal.target)

    def _are_plain(self, rows: Iterable[Decision]) -> bool:
        """Say whether these rows only add records that were not read before."""
        added: set[str] = set()
        for row in rows:
            known = row.record in self._read or row.record in added
            if row.label is None or known:
                return False
            added.add(row.record)
        return True

    def _follow(self, picks: Sequence[Pick]) -> None:
        """Take in picks; of many at once, only some become points of the course."""
        strange = next((p.record for p in picks if p.record not in self._frame), None)
        if strange is not None:
            raise CertificateError(
                f"record {strange!r} was read, but is not in the frame"
            )
        every = -(-len(picks) // POINTS)
        for left, pick in zip(range(len(picks) - 1, -1, -1), picks, strict=True):
            self._take(pick)
            if left % every == 0:
                self._mark()

    def _take(self, pick: Pick) -> None:
        if pick.audit:
            self._check(pick)
        self._read.add(pick.record)
        kept = self._certificate
        kept.observe(pick.label, audit=pick.audit)
        if self._certified_at is None and self._is_shown:
            self._certified_at = kept.read

    def _check(self, pick: Pick) -> None:
        """Remember an audit that is not the next draw of the seal."""
        if self.seal is None:
            return
        while self._drawn[self._passed] in self._read:
            self._passed += 1
        due = self._drawn[self._passed]
        if pick.record != due:
            self._wrong.append(
                f"the audit after {len(self._read)} records is of {pick.record!r}, but "
                f"the seal draws {due!r} from the records unread then"
            )

    def _mark(self) -> None:
        kept = self._certificate
        most = kept.most_relevant if self._is_trusted else kept.possible
        bound = kept.found / most if kept.found else 0.0
        self._points.append((kept.read, kept.found, kept.audits, bound))


def _pick(row: Decision) -> Pick:
    return Pick(
        record=row.record, label=bool(row.label), chosen=row.chosen, time=row.time
    )
