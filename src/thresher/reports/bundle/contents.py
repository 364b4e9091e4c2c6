"""What goes into a bundle: plain values that a store, a server or a script fills in."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from thresher.certification.certificate.statement import Certificate
from thresher.certification.sequential.replay import Pick
from thresher.errors import InputError
from thresher.measures.reader_agreement import AgreementRow
from thresher.records.citation import Citation
from thresher.records.decision_fields import CarriedDecision
from thresher.reports.flow import Flow
from thresher.reports.methods import Methods
from thresher.screening.ledger import Decision
from thresher.screening.reading import Reading

__all__ = ["Bundle", "DecidedRecord", "LoggedDecision"]

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*")
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
LONGEST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedDecision:
    """One row of the decisions log.

    Parameters
    ----------
    record
        Id of the record.
    label
        Whether it is relevant; ``None`` takes the reader's last label back.
    reader, time, chosen
        Who, when (ISO 8601), and how the record came to be read.
    stage, reason, note, tags
        Title and abstract or full text, why, and what else was said.
    """

    record: str
    label: bool | None
    reader: str = ""
    time: str = ""
    chosen: str = ""
    stage: str = ""
    reason: str = ""
    note: str = ""
    tags: tuple[str, ...] = ()

    @classmethod
    def of(cls, decision: Decision) -> "LoggedDecision":
        """Return a decision of a ledger as a row of the log; time 0 is no time."""
        time = ""
        if decision.time:
            time = datetime.fromtimestamp(decision.time, UTC).isoformat()
        return cls(
            record=decision.record,
            label=decision.label,
            reader=decision.reader,
            time=time,
            chosen=decision.chosen.value,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedRecord:
    """A record with the decisions in force on it, the one that counts last."""

    citation: Citation
    decisions: tuple[CarriedDecision, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """All parts of a bundle; what is left out is listed as missing in its README.

    Parameters
    ----------
    title
        What the review is called.
    flow, methods
        The PRISMA flow and the facts of the Methods section.
    certificate, picks
        The certificate of recall, and all that was read up to its moment; see
        `thresher.certification.sequential.picks_of`. Its page is drawn from both.
    decisions
        Every decision ever made, oldest first.
    records
        All records, each with its decisions.
    reading
        The order of reading, for the recall curve.
    agreement
        Rows of `agreement_table`.
    settings
        What the project was set to; anything that JSON can hold.
    extra
        Further files by their names; letters, digits, dots, dashes and slashes.

    Raises
    ------
    InputError
        A name in `extra` is not safe on every system.
    """

    title: str
    flow: Flow | None = None
    methods: Methods | None = None
    certificate: Certificate | None = None
    picks: Sequence[Pick] = ()
    decisions: Collection[LoggedDecision] = ()
    records: Collection[DecidedRecord] = ()
    reading: Reading | None = None
    agreement: Sequence[AgreementRow] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.extra:
            if not _is_safe(name):
                raise InputError(
                    f"{name!r} is no name for a file in a bundle: use letters, digits, "
                    "dots, dashes and slashes, as in 'synthesis/table.csv'"
                )
        folded = {name.casefold() for name in self.extra}
        if len(folded) < len(self.extra):
            raise InputError(
                "two files of a bundle differ only in upper and lower case"
            )


def _is_safe(name: str) -> bool:
    """Say whether a file of this name can be unpacked anywhere, inside its folder."""
    parts = name.split("/")
    return len(name) <= LONGEST and all(
        NAME.fullmatch(part) and not RESERVED.fullmatch(part) for part in parts
    )
