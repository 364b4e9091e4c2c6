"""The ledger as people read it: who decided what, when and why, newest first."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Select, select

from thresher.store.filling import whole_text
from thresher.store.incoming import LABELS
from thresher.store.labels import MAYBE, UNDONE
from thresher.store.publications import publications_of
from thresher.store.schema import decisions, records
from thresher.store.standing import turns_of
from thresher.store.tag_rows import tags_on

__all__ = ["add_tags", "decisions_log", "history", "label_name"]

BATCH = 2000
LARGEST = 2**31 - 1  # number of a row
WORDS = {MAYBE: "maybe", UNDONE: "undo"}


def history(
    connection: Connection,
    *,
    reader: str = "",
    label: str = "",
    stage: str = "",
    record: int | None = None,
    before: int | None = None,
    limit: int = 50,
) -> tuple[list[dict[str, Any]], bool]:
    """Return rows of the ledger, the newest first, and whether there are more.

    Parameters
    ----------
    connection
        To the project.
    reader, label, stage, record
        Only rows of this reader, label (``include``, ``exclude``, ``maybe``,
        ``undo``), stage, publication.
    before, limit
        Only rows with a lower number, and at most so many.
    """
    chosen = _rows().order_by(decisions.c.id.desc()).limit(limit + 1)
    if reader:
        chosen = chosen.where(decisions.c.reader == whole_text(reader))
    if label:
        chosen = _labelled(chosen, label)
    if stage:
        chosen = chosen.where(decisions.c.stage == whole_text(stage))
    if record is not None:
        known = publications_of(connection)
        group = known.records_of(known.of(record)) if record in known else ()
        chosen = chosen.where(decisions.c.record_id.in_(group))
    if before is not None:
        chosen = chosen.where(decisions.c.id < min(before, LARGEST))
    rows = [_told(dict(row)) for row in connection.execute(chosen).mappings()]
    more, rows = len(rows) > limit, rows[:limit]
    known = publications_of(connection)
    for row in rows:
        row["publication"] = known.of(row["record"])
    add_tags(connection, rows)
    return rows, more


def add_tags(
    connection: Connection, rows: Sequence[dict[str, Any]], *, reader: str | None = None
) -> None:
    """Put into rows of the history the tags of their publications and records.

    Parameters
    ----------
    connection
        To the project.
    rows
        As `history` returns them.
    reader
        Whose tags; anybody's if left out.
    """
    names = ("publication", "record")
    wanted = sorted({row[name] for row in rows for name in names})
    tags = tags_on(connection, wanted, reader=reader)
    for row in rows:
        row["tags"] = sorted({tag for name in names for tag in tags.get(row[name], ())})


def decisions_log(connection: Connection) -> Iterator[dict[str, Any]]:
    """Yield every row of the ledger, the oldest first, with the turn it belongs to."""
    known = publications_of(connection)
    places: dict[int, int] = {}
    for turn in turns_of(connection):
        places.setdefault(known.of(turn.record), turn.turn)
    ordered = _rows().order_by(decisions.c.id).execution_options(yield_per=BATCH)
    for row in connection.execute(ordered).mappings():
        yield _told(dict(row)) | {"turn": places.get(known.of(row["record"]))}


def label_name(label: int | None, kind: str) -> str:
    """Return the word for a label: include, exclude, maybe or undo.

    Examples
    --------
    >>> label_name(1, "settled"), label_name(None, "undone")
    ('include', 'undo')
    """
    return WORDS.get(kind) or ("include" if label else "exclude")


def _rows() -> Select[Any]:
    names = ("id", "uid", "label", "kind", "stage", "reader", "decided_at", "chosen")
    more = ("reason", "note", "seconds")
    return select(
        *(decisions.c[name] for name in (*names, *more)),
        decisions.c.record_id.label("record"),
        records.c.title,
        records.c.key,
    ).join(records, records.c.id == decisions.c.record_id)


def _labelled(chosen: Select[Any], label: str) -> Select[Any]:
    kinds = {word: kind for kind, word in WORDS.items()}
    if label in kinds:
        return chosen.where(decisions.c.kind == kinds[label])
    return chosen.where(
        decisions.c.label == int(bool(LABELS.get(label))),
        decisions.c.label.is_not(None),
    )


def _told(row: dict[str, Any]) -> dict[str, Any]:
    return row | {"label": label_name(row["label"], row["kind"])}
