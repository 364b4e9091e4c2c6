"""Decisions on their way into the ledger, and what became of each."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from thresher.store.labels import DECIDED, MAYBE, UNDONE

__all__ = ["KINDS", "LABELS", "IncomingDecision", "Kept"]

Status: TypeAlias = Literal["kept", "known", "refused"]
LABELS = {"include": True, "exclude": False, "maybe": None, "undo": None}
KINDS = {"include": DECIDED, "exclude": DECIDED, "maybe": MAYBE, "undo": UNDONE}


@dataclass(frozen=True, slots=True, kw_only=True)
class IncomingDecision:
    """What a reader sends.

    Parameters
    ----------
    uid
        Made by the reader's program, another one for each decision. The same again
        is answered as known and changes nothing.
    record
        Number of the publication, or of any record of it.
    label
        ``include``, ``exclude``, ``maybe`` or ``undo``.
    reader
        Who decided.
    decided_at
        When, as ISO 8601 in UTC.
    stage
        ``abstract`` or ``fulltext``.
    chosen
        How it was put before the reader: ``ranked``, ``random``, ``browsed`` or
        ``prior``. A drawn one is a certification sample whatever this says.
    tags
        The record's tags from now on; ``None`` leaves them as they are.
    seconds
        How long the reader looked at it.
    may_settle
        Whether the reader may settle a conflict; then a label on one does.
    """

    uid: str
    record: int
    label: str
    reader: str
    decided_at: str
    stage: str = "abstract"
    chosen: str = "ranked"
    reason: str = ""
    note: str = ""
    tags: tuple[str, ...] | None = None
    seconds: float | None = None
    may_settle: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What became of one decision.

    Parameters
    ----------
    uid, status
        ``kept``, ``known`` (it was there before) or ``refused``.
    message
        Why it was refused.
    publication, turn, chosen
        Which publication it is on, that one's place in the reading order if it has
        one, and how it was chosen.
    settled
        Whether it settled a conflict.
    """

    uid: str
    status: Status
    message: str = ""
    publication: int | None = None
    turn: int | None = None
    chosen: str = ""
    settled: bool = False
