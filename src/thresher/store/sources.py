"""Files whose records are in a project: what they were and what became of them."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from itertools import islice
from typing import Any, Protocol

from sqlalchemy import Connection, func, insert, or_, select, update

from thresher.errors import StoreError
from thresher.records.citation import Citation
from thresher.records.provenance import Search
from thresher.records.tally import ImportReport, Tally
from thresher.store.arriving import Adding, AtOnce, has_arrived
from thresher.store.decision_rows import StoredDecision, add_decisions
from thresher.store.filling import Defaults, Filling, whole_text
from thresher.store.fingerprint import Fingerprint
from thresher.store.schema import records, searches, sources
from thresher.store.turn_giving import give_turns_of_source

__all__ = [
    "AddedSource",
    "Arrival",
    "FilledSource",
    "Scanned",
    "add_search",
    "add_source",
    "begin_source",
    "fill_source",
    "open_source",
    "source_of",
    "sources_listed",
]

RANGE = 20_000  # records looked up at once; a moment's work


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


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledSource:
    """A source whose records are in, and what is still to be done.

    Parameters
    ----------
    id, report, known
        As of `AddedSource`.
    written
        How many records were written.
    decisions
        To be added, in this order.
    column
        Which column of the file holds labels.
    """

    id: int
    report: ImportReport
    known: int
    written: int
    decisions: Sequence[StoredDecision]
    column: str | None


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
    """Add the records of a file and the decisions they carry, in one transaction."""
    adding = AtOnce(connection)
    source_id = begin_source(connection, arrival)
    filled = fill_source(adding, scanned, source_id=source_id, arrival=arrival)
    return open_source(connection, filled)


def begin_source(connection: Connection, arrival: Arrival) -> int:
    """Add a source that has no records yet, and return its id."""
    return _only_id(connection, sources, _begun(arrival))


def fill_source(
    adding: Adding, scanned: Scanned, *, source_id: int, arrival: Arrival
) -> FilledSource:
    """Add the records of a file, and say what they carry.

    Records are written in pieces as they are read.
    """
    filling = Filling(adding, source_id=source_id)
    citations = iter(scanned)
    while batch := list(islice(citations, adding.size)):
        filling.add(batch)
    known = 0
    with adding.looking() as connection:
        for some in _known(connection, source_id):
            known += some
            adding.live()
    lines = filling.decisions(Defaults(reader=arrival.reader, at=arrival.at))
    return FilledSource(
        id=source_id,
        report=_with_notes(scanned.report(), filling.tally),
        known=known,
        written=filling.position,
        decisions=lines,
        column=filling.column,
    )


def open_source(connection: Connection, filled: FilledSource) -> AddedSource:
    """Add the decisions of a source and say that it is whole.

    Decisions have numbers and turns in the order of the commits, so this must be
    in the writers' turn.

    Raises
    ------
    StoreError
        The source, or one of its records, is not there: nothing may be said to be.
    """
    ended = _ended(filled.report) | {"label_column": filled.column}
    its = sources.c.id == filled.id
    found = connection.execute(update(sources).where(its).values(ended)).rowcount
    there = connection.scalar(
        select(func.count()).where(records.c.source_id == filled.id)
    )
    if (found, there) != (1, filled.written):
        raise StoreError(
            f"holds {there} of the {filled.written} records that were written",
            hint="Nothing of the file came in; import it again.",
        )
    add_decisions(connection, filled.decisions)
    if filled.decisions:
        give_turns_of_source(connection, filled.id)
    return AddedSource(
        id=filled.id,
        report=filled.report,
        known=filled.known,
        decisions=len(filled.decisions),
    )


def source_of(
    connection: Connection, sha256: str, *, is_mine: bool = False
) -> str | None:
    """When a file with this content was imported, or nothing.

    An import sees those that it is bringing in itself (`is_mine`).
    """
    chosen = select(sources.c.imported_at).where(sources.c.sha256 == sha256)
    if not is_mine:
        chosen = chosen.where(has_arrived(sources.c.id))
    found: str | None = connection.scalar(chosen.order_by(sources.c.id))
    return found


def sources_listed(connection: Connection) -> list[dict[str, Any]]:
    """Return the files of a project in order, each with its search, if one is known.

    `known` counts records that share an identifier with a record of an earlier file.
    """
    about = [column for column in searches.columns if column.name != "id"]
    names = ("id", "name", "format", "encoding", "records", "imported_at", "report")
    chosen = (
        select(*(sources.c[name] for name in names), sources.c.search_id, *about)
        .outerjoin(searches, searches.c.id == sources.c.search_id)
        .where(has_arrived(sources.c.id))
        .order_by(sources.c.id)
    )
    found = []
    for row in connection.execute(chosen).mappings().all():
        search = {column.name: row[column.name] for column in about}
        found.append(
            {name: row[name] for name in names}
            | {"known": sum(_known(connection, row["id"]))}
            | {"search": None if row["search_id"] is None else search}
        )
    return found


def _begun(arrival: Arrival) -> dict[str, Any]:
    return {
        "search_id": arrival.search_id,
        "name": whole_text(arrival.file.name),
        "sha256": arrival.file.sha256,
        "size": arrival.file.size,
        "imported_at": arrival.at,
        "format": "",
        "encoding": "",
        "records": 0,
        "report": {},
    }


def _ended(report: ImportReport) -> dict[str, Any]:
    return {
        "format": report.format,
        "encoding": report.encoding,
        "records": report.records,
        "report": asdict(report),
    }


def _with_notes(report: ImportReport, tally: Tally) -> ImportReport:
    return replace(
        report,
        cautions=(*report.cautions, *tally.cautions),
        more_cautions=report.more_cautions + tally.more_cautions,
    )


def _only_id(connection: Connection, table: Any, row: dict[str, Any]) -> int:  # noqa: ANN401
    key = connection.execute(insert(table), row).inserted_primary_key
    return int(key[0]) if key else 0


def _known(connection: Connection, source_id: int) -> Iterator[int]:
    """Count records that share an identifier with a record of an earlier source.

    In ranges, so that whoever waits for the whole hears of each.
    """
    old = records.alias()
    shared = [
        select(old.c.id)
        .where(old.c[name] == records.c[name], old.c.source_id < source_id)
        .where(records.c[name] != "")
        .exists()
        for name in ("doi", "pmid")
    ]
    its = records.c.source_id == source_id
    ends = select(func.min(records.c.id), func.max(records.c.id)).where(its)
    first, last = connection.execute(ends).one()
    if first is None:
        return
    counted = select(func.count()).select_from(records).where(its, or_(*shared))
    for start in range(first, last + 1, RANGE):
        some = records.c.id.between(start, start + RANGE - 1)
        yield int(connection.scalar(counted.where(some)) or 0)
