"""Tags and notes on records: events that are added, never changed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Select, insert, select

from thresher.errors import InputError
from thresher.store.filling import whole_text
from thresher.store.lab_schema import notes, record_tags

__all__ = ["add_note", "notes_on", "set_tags", "tagged", "tags_on"]

GIVEN, GONE = 1, 0
TAKEN_BACK = -1  # by who gave it; another's stays


def set_tags(
    connection: Connection,
    record: int,
    tags: Iterable[str],
    *,
    reader: str,
    at: str,
    own: bool = False,
) -> list[str]:
    """Give a record exactly these tags, and return them; what changes is a new row.

    Parameters
    ----------
    connection, record, tags
        The project, the record in it, and the tags.
    reader, at
        Who gives them, and when.
    own
        Whether only the reader's own tags are meant, because they must not see those
        of others yet; these stay.
    """
    wanted = {whole_text(tag).strip() for tag in tags} - {""}
    mine = reader if own else None
    before = set(tags_on(connection, [record], reader=mine).get(record, ()))
    gone = TAKEN_BACK if own else GONE
    rows = [
        {
            "record_id": record,
            "tag": tag,
            "present": present,
            "reader": reader,
            "at": at,
        }
        for present, changed in ((GIVEN, wanted - before), (gone, before - wanted))
        for tag in sorted(changed)
    ]
    if rows:
        connection.execute(insert(record_tags), rows)
    return sorted(wanted)


def tags_on(
    connection: Connection, records: Sequence[int], *, reader: str | None = None
) -> dict[int, list[str]]:
    """Return the tags of some records, in order; of one reader, or of anybody."""
    found: dict[int, list[str]] = defaultdict(list)
    chosen = _rows().where(record_tags.c.record_id.in_(records))
    for (record, tag), holders in _holders(connection, chosen).items():
        if reader is None or reader in holders:
            found[record].append(tag)
    return {record: sorted(names) for record, names in found.items()}


def tagged(connection: Connection, tag: str) -> dict[int, set[str]]:
    """Return the records that have a tag, and who gave it to them."""
    chosen = _rows().where(record_tags.c.tag == tag)
    found = _holders(connection, chosen)
    return {record: holders for (record, _), holders in found.items()}


def add_note(
    connection: Connection, record: int, text: str, *, reader: str, at: str
) -> int:
    """Add a note and return its number.

    Raises
    ------
    InputError
        It says nothing.
    """
    said = whole_text(text).strip()
    if not said:
        raise InputError("a note needs some words")
    row = {"record_id": record, "text": said, "reader": reader, "at": at}
    key = connection.execute(insert(notes), row).inserted_primary_key
    return int(key[0]) if key else 0


def notes_on(
    connection: Connection, records: Sequence[int]
) -> dict[int, list[dict[str, Any]]]:
    """Return the notes on some records, the oldest first."""
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = select(notes).where(notes.c.record_id.in_(records)).order_by(notes.c.id)
    for row in connection.execute(rows):
        found[row.record_id].append(
            {"id": row.id, "reader": row.reader, "at": row.at, "text": row.text}
        )
    return found


def _rows() -> Select[Any]:
    return select(record_tags).order_by(record_tags.c.id)


def _holders(
    connection: Connection, chosen: Select[Any]
) -> dict[tuple[int, str], set[str]]:
    """Return who has given which tag and not lost it again, by record and tag."""
    found: dict[tuple[int, str], set[str]] = defaultdict(set)
    for row in connection.execute(chosen):
        holders = found[row.record_id, row.tag]
        if row.present == GIVEN:
            holders.add(row.reader)
        elif row.present == TAKEN_BACK:
            holders.discard(row.reader)
        else:
            holders.clear()
    return {key: holders for key, holders in found.items() if holders}
