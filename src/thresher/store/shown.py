"""Publications as pages show them, found by number or by their words."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sqlalchemy import Connection, func, or_, select

from thresher.records.citation import Citation
from thresher.records.duplicates import merged
from thresher.store.arriving import has_arrived
from thresher.store.filling import whole_text
from thresher.store.publications import Publications, publications_of
from thresher.store.record_rows import citation_of, rows_by_id
from thresher.store.schema import records, sources
from thresher.store.sight import EVERYTHING, Sight
from thresher.store.standing import ABSTRACT, standing
from thresher.store.tag_rows import notes_on, tagged, tags_on

__all__ = ["Found", "Publication", "publication", "publications", "search_records"]

SEARCHED = ("title", "abstract", "venue", "doi", "pmid")
FINALS = {"included": True, "excluded": False, "include": True, "exclude": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """A publication with all that a page shows of it.

    Parameters
    ----------
    id
        Number of its first record.
    citation
        The fullest of each field of its records.
    records
        Numbers of its records.
    sources
        Names of the files they came from.
    tags, notes
        What readers wrote on it: notes have `id`, `reader`, `at` and `text`.
    """

    id: int
    citation: Citation
    records: tuple[int, ...]
    sources: tuple[str, ...]
    tags: tuple[str, ...] = ()
    notes: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Publications that a search found, and where to go on (``None`` at the end)."""

    ids: list[int]
    next_after: int | None


def publication(connection: Connection, number: int) -> Publication | None:
    """Return the publication that a record belongs to, or nothing."""
    return next(iter(publications(connection, [number]).values()), None)


def publications(
    connection: Connection, numbers: Sequence[int], *, sight: Sight = EVERYTHING
) -> dict[int, Publication]:
    """Return publications by the numbers asked for; unknown ones are left out.

    Tags and notes are those that may be seen by whoever asks.
    """
    known = publications_of(connection)
    asked = {one: known.of(one) for one in numbers if one in known}
    members = {head: known.records_of(head) for head in asked.values()}
    every = [one for group in members.values() for one in group]
    rows = rows_by_id(connection, every)
    names = _source_names(connection, {row["source_id"] for row in rows.values()})
    tags, notes = tags_on(connection, every), notes_on(connection, every)
    for head in filter(sight.hides, members):
        group = members[head]
        mine = tags_on(connection, group, reader=sight.reader)
        for one in group:
            tags[one] = mine.get(one, [])
            notes[one] = [n for n in notes[one] if n["reader"] == sight.reader]
    made = {}
    for head, group in members.items():
        found = [rows[one] for one in group]
        cited = [citation_of(row) for row in found]
        made[head] = Publication(
            id=head,
            citation=cited[0] if len(cited) == 1 else merged(cited),
            records=tuple(group),
            sources=tuple(dict.fromkeys(names[row["source_id"]] for row in found)),
            tags=tuple(sorted({tag for one in group for tag in tags.get(one, ())})),
            notes=tuple(note for one in group for note in notes.get(one, ())),
        )
    return {asked_: made[head] for asked_, head in asked.items()}


def search_records(
    connection: Connection,
    text: str = "",
    *,
    label: str = "",
    tag: str = "",
    sight: Sight = EVERYTHING,
    after: int = 0,
    limit: int = 50,
) -> Found:
    """Return publications with all words of a text, in order of their numbers.

    Parameters
    ----------
    connection
        To the project.
    text
        Words, each somewhere in title, abstract, venue, DOI or PubMed id.
    label
        ``included``, ``excluded``, ``maybe``, ``conflict``, ``undecided`` or any.
    tag
        A tag that they have.
    sight
        Of whoever asks: what must not be seen is not found by its tag either.
    after, limit
        Go on after this publication, and stop when so many were found.
    """
    known = publications_of(connection)
    allowed = _labelled(connection, known, label=label)
    if tag:
        those = _tagged(connection, known, tag=tag, sight=sight)
        allowed = those if allowed is None else allowed & those
    if whole_text(text).strip():
        whole = has_arrived(records.c.source_id)
        rows = select(records.c.id).where(whole, *_conditions(connection, text))
        heads = {known.of(record) for record in connection.scalars(rows)}
        allowed = heads if allowed is None else heads & allowed
    listed = known.ids if allowed is None else sorted(allowed)
    ids = list(islice((one for one in listed if one > after), limit + 1))
    return Found(
        ids=ids[:limit], next_after=ids[limit - 1] if len(ids) > limit else None
    )


def _conditions(connection: Connection, text: str) -> list[Any]:
    """Return one condition a word: it is somewhere in one of the columns."""
    sqlite = connection.dialect.name == "sqlite"
    columns = [records.c[name] for name in SEARCHED]
    found = []
    for word in whole_text(text).split():
        holds = _like if sqlite else _ilike
        if word.isascii() and not sqlite:  # takes PostgreSQL half the time
            holds = _strpos
        found.append(or_(*(holds(column, word) for column in columns)))
    return found


def _like(column: Any, word: str) -> Any:  # noqa: ANN401  of SQLAlchemy
    return column.like(_pattern(word), escape="\\")


def _ilike(column: Any, word: str) -> Any:  # noqa: ANN401  of SQLAlchemy
    return column.ilike(_pattern(word), escape="\\")


def _strpos(column: Any, word: str) -> Any:  # noqa: ANN401  of SQLAlchemy
    return func.strpos(func.lower(column.collate("C")), word.lower()) > 0


def _pattern(word: str) -> str:
    for sign in ("\\", "%", "_"):
        word = word.replace(sign, "\\" + sign)
    return f"%{word}%"


def _tagged(
    connection: Connection, known: Publications, *, tag: str, sight: Sight
) -> set[int]:
    found = tagged(connection, whole_text(tag)).items()
    return {
        known.of(record)
        for record, holders in found
        if sight.reader in holders or not sight.hides(known.of(record))
    }


def _labelled(
    connection: Connection, known: Publications, *, label: str
) -> set[int] | None:
    """Return the publications that a label leaves; nothing means all."""
    if not label:
        return None
    rows = standing(connection, ABSTRACT)
    if label == "undecided":
        decided = {one for one, row in rows.items() if row.final is not None}
        return set(known.ids) - decided
    if label in FINALS:
        return {one for one, row in rows.items() if row.final is FINALS[label]}
    if label == "conflict":
        return {one for one, row in rows.items() if row.conflict}
    return {one for one, row in rows.items() if row.waiting == label}


def _source_names(connection: Connection, ids: set[int]) -> dict[int, str]:
    rows = select(sources.c.id, sources.c.name).where(sources.c.id.in_(sorted(ids)))
    found: dict[int, str] = defaultdict(str)
    found.update((number, name) for number, name in connection.execute(rows))
    return found
