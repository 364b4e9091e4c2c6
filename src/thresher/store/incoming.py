"""Decisions on their way into the ledger, and what became of each."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from thresher.store.decision_rows import CHOSEN
from thresher.store.filling import whole_text
from thresher.store.labels import DECIDED, MAYBE, UNDONE

__all__ = ["KINDS", "LABELS", "UID", "IncomingDecision", "Kept", "malformed"]

Status: TypeAlias = Literal["kept", "known", "refused"]
LABELS = {"include": True, "exclude": False, "maybe": None, "undo": None}
UID = re.compile("[A-Za-z0-9_.:-]{1,100}")
LONGEST_LOOK = 10**9  # seconds
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
    settles, may_settle
        Whether this is the word that settles a conflict, and whether the reader may.
        Without it a decision is the reader's own, whoever they are.
    undoes
        The uid of the decision that an undo takes back; it is refused if that one no
        longer stands. Empty for whatever stands.
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
    settles: bool = False
    may_settle: bool = False
    undoes: str = ""


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


def malformed(one: IncomingDecision) -> str:
    """Return why a decision makes no sense, whatever the project holds, or nothing."""
    for name, value, known in (
        ("label", one.label, tuple(KINDS)),
        ("stage", one.stage, ("abstract", "fulltext")),
        ("way of choosing", one.chosen, CHOSEN),
    ):
        if value not in known:
            return f"{value[:40]!r} is no {name}; known: {', '.join(known)}"
    if not UID.fullmatch(one.uid):
        return "a uid has 1 to 100 letters, digits and hyphens"
    if not one.reader or whole_text(one.reader) != one.reader:
        return "a decision needs a reader with a plain name"
    if not _is_time(one.decided_at):
        return f"{one.decided_at[:40]!r} is no time; write 2024-05-01T10:00:00Z"
    if one.seconds is not None and not 0 <= one.seconds < LONGEST_LOOK:
        return f"nobody looks at a record for {one.seconds} seconds"
    return ""


def _is_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text) is not None
    except ValueError:
        return False
