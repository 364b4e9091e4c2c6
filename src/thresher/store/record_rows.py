"""Citations as rows of the table of records, and back."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Column, Connection, Row, func, select

from thresher.records.citation import Citation
from thresher.store.arriving import has_arrived
from thresher.store.schema import records

__all__ = [
    "citation_of",
    "record_count",
    "row_of",
    "rows_by_id",
    "slim_citations",
    "stored_citations",
    "stored_rows",
]

SAME = (
    "title",
    "abstract",
    "year",
    "venue",
    "volume",
    "issue",
    "pages",
    "kind",
    "doi",
    "pmid",
    "pmcid",
    "openalex_id",
    "url",
)  # fields that have the same name and value in both
LISTS = ("authors", "keywords")
CITED = [
    records.c[name]
    for name in ("id", "source_id", "key", "origin", "raw", *SAME, *LISTS)
]
HEAVY: dict[str, Any] = {"keywords": (), "raw": ()}
BATCH = 2000


def row_of(citation: Citation) -> dict[str, Any]:
    """Row of the table that holds a citation, without its source and position."""
    row = {name: getattr(citation, name) for name in (*SAME, *LISTS, "raw")}
    row["key"], row["origin"] = citation.id, citation.source
    return row


def citation_of(row: Mapping[str, Any]) -> Citation:
    """Citation that a row of the table holds."""
    return Citation(
        id=row["key"],
        source=row["origin"],
        raw=tuple((name, value) for name, value in row["raw"]),
        authors=tuple(row["authors"]),
        keywords=tuple(row["keywords"]),
        **{name: row[name] for name in SAME},
    )


def stored_rows(connection: Connection) -> Iterator[dict[str, Any]]:
    """Yield every record as a row, in the order of the import."""
    yield from (row._asdict() for row in _streamed(connection, CITED))


def rows_by_id(connection: Connection, ids: Sequence[int]) -> dict[int, dict[str, Any]]:
    """Rows of a few records, by their ids."""
    whole = has_arrived(records.c.source_id)
    chosen = select(*CITED).where(records.c.id.in_(ids), whole)
    return {row.id: row._asdict() for row in connection.execute(chosen)}


def slim_citations(connection: Connection) -> Iterator[tuple[int, Citation]]:
    """Yield the id and citation of every record without its other fields.

    This is what telling duplicates needs, in a fraction of the memory.
    """
    slim = [column for column in CITED if column.name not in HEAVY]
    for row in _streamed(connection, slim):
        yield row.id, citation_of(row._asdict() | HEAVY)


def record_count(connection: Connection) -> int:
    """Return how many records there are."""
    whole = has_arrived(records.c.source_id)
    counted = select(func.count()).select_from(records).where(whole)
    return int(connection.scalar(counted) or 0)


def stored_citations(connection: Connection) -> Iterator[tuple[int, Citation]]:
    """Yield the id of every record and its citation, in the order of the import."""
    for row in stored_rows(connection):
        yield row["id"], citation_of(row)


def _streamed(
    connection: Connection, columns: Sequence[Column[Any]]
) -> Iterator[Row[Any]]:
    """Yield columns of all records in batches, in the order of the import."""
    whole = has_arrived(records.c.source_id)
    chosen = select(*columns).where(whole).order_by(records.c.id)
    return iter(connection.execute(chosen.execution_options(yield_per=BATCH)))
