"""Citations as rows of the table of records, and back."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, select

from thresher.records.citation import Citation
from thresher.store.schema import records

__all__ = ["citation_of", "row_of", "stored_citations"]

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
CITED = [records.c[name] for name in ("id", "key", "origin", "raw", *SAME, *LISTS)]
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


def stored_citations(connection: Connection) -> Iterator[tuple[int, Citation]]:
    """Yield the id of every record and its citation, in the order of the import."""
    chosen = select(*CITED).order_by(records.c.id)
    rows = connection.execution_options(yield_per=BATCH).execute(chosen)
    for row in rows:
        named = row._asdict()
        yield named["id"], citation_of(named)
