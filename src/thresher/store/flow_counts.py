"""Numbers of the PRISMA 2020 flow of a project; each box is the sum of its parts."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, select

from thresher.store.arriving import has_arrived
from thresher.store.paper_rows import certificates
from thresher.store.publications import publications_of
from thresher.store.schema import records, searches, sources
from thresher.store.seal_rows import seal_of
from thresher.store.standing import ABSTRACT, FULLTEXT, Standing, standing

__all__ = ["flow_counts"]

NOT_RETRIEVED = "not retrieved"
NO_REASON = "no reason given"


def flow_counts(connection: Connection) -> dict[str, Any]:
    """Return the numbers of a flow diagram, in records and then in publications.

    Notes
    -----
    These hold always, whatever was decided (a test tries):

    - `identified` is the sum over `sources`, and `duplicates` + `publications`;
    - `publications` = `screened` + `automation_excluded` + `undecided`;
    - `screened` = `abstract_excluded` + `abstract_included`;
    - `abstract_included` = `not_retrieved` + `fulltext_assessed` +
      `fulltext_undecided`;
    - `fulltext_assessed` = the sum of `fulltext_excluded` by reason + `included`.

    Excluded by automation are the publications that nobody had read when a
    certificate said that the target was reached. While no full text was decided on,
    `fulltext_used` is false and all that is in after the abstracts is undecided there.
    """
    known = publications_of(connection)
    abstract = standing(connection, ABSTRACT)
    fulltext = standing(connection, FULLTEXT)
    listed = _sources(connection)
    records_ = sum(source["records"] for source in listed)
    finals = Counter(row.final for row in abstract.values())
    unread = _unread_when_certified(connection, abstract)
    assessed = _assessed(abstract, fulltext)
    publications = len(known.ids)
    screened = finals[True] + finals[False]
    return {
        "sources": listed,
        "databases": _by_database(listed),
        "identified": records_,
        "duplicates": records_ - publications,
        "publications": publications,
        "screened": screened,
        "abstract_excluded": finals[False],
        "abstract_reasons": _reasons(abstract.values()),
        "abstract_included": finals[True],
        "automation_excluded": unread,
        "undecided": publications - screened - unread,
        "fulltext_used": bool(fulltext),
        **assessed,
    }


def _sources(connection: Connection) -> list[dict[str, Any]]:
    """Return the files with the searches that found them; records are counted."""
    counted = Counter(connection.scalars(select(records.c.source_id)))
    chosen = (
        select(sources.c.id, sources.c.name, searches.c.database, searches.c.platform)
        .outerjoin(searches, searches.c.id == sources.c.search_id)
        .where(has_arrived(sources.c.id))
        .order_by(sources.c.id)
    )
    return [
        {
            "id": row.id,
            "name": row.name,
            "database": row.database or "",
            "platform": row.platform or "",
            "records": counted[row.id],
        }
        for row in connection.execute(chosen)
    ]


def _by_database(listed: list[dict[str, Any]]) -> dict[str, int]:
    """Return records by database; a file that names none counts by its own name."""
    found: Counter[str] = Counter()
    for source in listed:
        found[source["database"] or source["name"]] += source["records"]
    return dict(found)


def _unread_when_certified(
    connection: Connection, abstract: Mapping[int, Standing]
) -> int:
    """Return how many publications no label has, of a frame that was certified.

    What somebody said maybe to, or two disagree on, was seen by people: it is
    undecided, not excluded by automation.
    """
    known = publications_of(connection)
    covered: set[int] = set()
    for row in certificates(connection):
        if row["content"].get("result", {}).get("verdict") != "certified":
            continue
        sealed = seal_of(connection, row["seal_id"]) if row["seal_id"] else None
        if sealed is not None:
            covered |= {known.of(group[0]) for group in sealed.groups}
    return len({one for one in covered if one not in abstract})


def _assessed(
    abstract: Mapping[int, Standing], fulltext: Mapping[int, Standing]
) -> dict[str, Any]:
    """Return the boxes of the full-text stage."""
    sought = [one for one, row in abstract.items() if row.final]
    rows = [fulltext[one] for one in sought if one in fulltext]
    reasons = _reasons(rows)
    gone = reasons.pop(NOT_RETRIEVED, 0)
    included = sum(row.final is True for row in rows)
    assessed = sum(reasons.values()) + included
    return {
        "not_retrieved": gone,
        "fulltext_assessed": assessed,
        "fulltext_excluded": reasons,
        "fulltext_undecided": len(sought) - gone - assessed,
        "included": included,
    }


def _reasons(rows: Iterable[Standing]) -> dict[str, int]:
    return dict(Counter(_reason(row) for row in rows if row.final is False))


def _reason(row: Standing) -> str:
    return row.by.reason.strip() or NO_REASON if row.by is not None else NO_REASON
