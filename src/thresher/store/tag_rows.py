"""Tags and notes on records: events that are added, never changed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, func, insert, select

from thresher.errors import InputError
from thresher.store.filling import whole_text
from thresher.store.lab_schema import notes, record_tags

__all__ = ["add_note", "notes_on", "set_tags", "tagged", "tags_on"]


def set_tags(
    connection: Connection,
    record: int,
    tags: Iterable[str],
    *,
    reader: str,
    at: str,
) -> list[str]:
    """Give a record exactly these tags, and return them; what changes is a new row."""
    wanted = {whole_text(tag).strip() for tag in tags} - {""}
    before = set(tags_on(connection, [record]).get(record, ()))
    rows = [
        {
            "record_id": record,
            "tag": tag,
            "present": present,
            "reader": reader,
            "at": at,
        }
        for present, changed in ((1, wanted - before), (0, before - wanted))
        for tag in sorted(changed)
    ]
    if rows:
        connection.execute(insert(record_tags), rows)
    return sorted(wanted)


def tags_on(connection: Connection, records: Sequence[int]) -> dict[int, list[str]]:
    """Return the tags of some records, in order of their names."""
    found: dict[int, list[str]] = defaultdict(list)
    present = _present().where(record_tags.c.record_id.in_(records))
    for record, tag in connection.execute(present):
        found[record].append(tag)
    return {record: sorted(names) for record, names in found.items()}


def tagged(connection: Connection, tag: str) -> set[int]:
    """Return the records that have a tag."""
    rows = connection.execute(_present().where(record_tags.c.tag == tag))
    return {record for record, _ in rows}


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


def _present() -> Any:  # noqa: ANN401  a select of two columns, which mypy cannot name
    newest = select(func.max(record_tags.c.id)).group_by(
        record_tags.c.record_id, record_tags.c.tag
    )
    return select(record_tags.c.record_id, record_tags.c.tag).where(
        record_tags.c.id.in_(newest), record_tags.c.present == 1
    )
