"""Files whose records are in a project: what they were and what became of them."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from itertools import islice
from typing import Any, Protocol

from sqlalchemy import Connection, func, insert, or_, select, update

from thresher.records.citation import Citation
from thresher.records.decision_fields import carried_decisions, strange_labels
from thresher.records.provenance import Search
from thresher.records.tally import ImportReport, Tally
from thresher.store.decision_rows import StoredDecision, add_decisions
from thresher.store.fingerprint import Fingerprint
from thresher.store.record_rows import row_of
from thresher.store.schema import records, searches, sources

__all__ = ["AddedSource", "Arrival", "Scanned", "add_search", "add_source", "source_of"]

BATCH = 2000


class Scanned(Protocol):
    """Citations of a file as they are read, and the report once all were."""

    def __iter__(self) -> Iterator[Citation]:
        """Yield the citations."""
        ...

    def report(self) -> ImportReport:
        """Return what became of the file."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """How a file came into the project.

    Parameters
    ----------
    file
        Its name, size and hash.
    search_id
        The search that found its records, if known.
    reader
        Who is taken to have made the decisions in it that name nobody.
    at
        When it came, as ISO 8601 in UTC.
    """

    file: Fingerprint
    reader: str
    at: str
    search_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedSource:
    """What a file brought.

    Parameters
    ----------
    id
        The source in the project.
    report
        What became of the file.
    known
        Records whose DOI or PubMed id an earlier file already had.
    decisions
        Decisions that came with the records.
    """

    id: int
    report: ImportReport
    known: int
    decisions: int

    @property
    def new(self) -> int:
        """Records that no earlier file had, as far as identifiers tell."""
        return self.report.records - self.known


def add_search(connection: Connection, search: Search) -> int | None:
    """Add a search and return its id; nothing for a search that nobody described."""
    if search.is_empty:
        return None
    row = asdict(search)
    day = row["searched_on"]
    row["searched_on"] = day.isoformat() if isinstance(day, date) else None
    return _only_id(connection, searches, row)


def add_source(
    connection: Connection, scanned: Scanned, *, arrival: Arrival
) -> AddedSource:
    """Add the records of a file and the decisions they carry.

    The caller's transaction keeps all of it or none. Memory stays bounded: records
    are written in batches as they are read.
    """
    source_id = _only_id(connection, sources, _begun(arrival))
    filling = _Filling(connection, source_id, arrival)
    citations = iter(scanned)
    while batch := list(islice(citations, BATCH)):
        filling.add(batch)
    report = filling.noted(scanned.report())
    told = {"format": report.format, "encoding": report.encoding}
    connection.execute(
        update(sources)
        .where(sources.c.id == source_id)
        .values(records=report.records, report=asdict(report), **told)
    )
    return AddedSource(
        id=source_id,
        report=report,
        known=_known(connection, source_id),
        decisions=filling.decisions,
    )


def source_of(connection: Connection, sha256: str) -> str | None:
    """When a file with this content was imported, or nothing."""
    chosen = select(sources.c.imported_at).where(sources.c.sha256 == sha256)
    found: str | None = connection.scalar(chosen.order_by(sources.c.id))
    return found


class _Filling:
    """A source while its records come in."""

    def __init__(
        self, connection: Connection, source_id: int, arrival: Arrival
    ) -> None:
        self.connection = connection
        self.source_id = source_id
        self.arrival = arrival
        self.position = 0
        self.decisions = 0
        self.tally = Tally()

    def add(self, citations: Sequence[Citation]) -> None:
        """Add records and what was decided on them."""
        first, rows = self.position, []
        for citation in citations:
            row = self._storable(row_of(citation))
            rows.append(row | {"source_id": self.source_id, "position": self.position})
            self.position += 1
        self.connection.execute(insert(records), rows)
        self._add_decisions(citations, first)

    def noted(self, report: ImportReport) -> ImportReport:
        """Return the report with what was noted here."""
        return replace(
            report,
            cautions=(*report.cautions, *self.tally.cautions),
            more_cautions=report.more_cautions + self.tally.more_cautions,
        )

    def _storable(self, row: dict[str, Any]) -> dict[str, Any]:
        """Return the row without halves of letters, which no text file can hold."""
        try:
            "".join(v for v in row.values() if isinstance(v, str)).encode()
        except UnicodeEncodeError:
            message = f"record {self.position + 1} holds broken letters; now shown as �"
            self.tally.warn(message)
            return {
                name: _whole(value) if isinstance(value, str) else value
                for name, value in row.items()
            }
        return row

    def _add_decisions(self, citations: Sequence[Citation], first: int) -> None:
        told = {
            first + at: found
            for at, citation in enumerate(citations)
            if (found := carried_decisions(citation.raw))
        }
        self._warn_of_labels(citations)
        if not told:
            return
        ids = _record_ids(self.connection, self.source_id, first=first)
        lines = [
            StoredDecision(
                record_id=ids[position],
                label=decision.label,
                reader=decision.reader or self.arrival.reader,
                decided_at=decision.time or self.arrival.at,
                chosen=decision.chosen or "imported",
                reason=decision.reason,
                note=decision.note,
            )
            for position, found in told.items()
            for decision in found
        ]
        add_decisions(self.connection, lines)
        self.decisions += len(lines)

    def _warn_of_labels(self, citations: Sequence[Citation]) -> None:
        for citation in citations:
            for label in strange_labels(citation.raw):
                message = f"record {citation.id}: the label {label!r} means nothing"
                self.tally.warn(message)


def _begun(arrival: Arrival) -> dict[str, Any]:
    return {
        "search_id": arrival.search_id,
        "name": _whole(arrival.file.name),
        "sha256": arrival.file.sha256,
        "size": arrival.file.size,
        "imported_at": arrival.at,
        "format": "",
        "encoding": "",
        "records": 0,
        "report": {},
    }


def _only_id(connection: Connection, table: Any, row: dict[str, Any]) -> int:  # noqa: ANN401
    key = connection.execute(insert(table), row).inserted_primary_key
    return int(key[0]) if key else 0


def _record_ids(
    connection: Connection, source_id: int, *, first: int
) -> dict[int, int]:
    chosen = select(records.c.position, records.c.id).where(
        records.c.source_id == source_id, records.c.position >= first
    )
    return {row.position: row.id for row in connection.execute(chosen)}


def _known(connection: Connection, source_id: int) -> int:
    """Count records that share an identifier with a record of an earlier source."""
    old = records.alias()
    shared = [
        select(old.c.id)
        .where(old.c[name] == records.c[name], old.c.source_id < source_id)
        .where(records.c[name] != "")
        .exists()
        for name in ("doi", "pmid")
    ]
    chosen = (
        select(func.count())
        .select_from(records)
        .where(records.c.source_id == source_id, or_(*shared))
    )
    return int(connection.scalar(chosen) or 0)


def _whole(text: str) -> str:
    return text.encode("utf-8", "replace").decode() if text else text
