"""History and conflicts: who said what, and where readers differ."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from sqlalchemy import Connection

from thresher.store.counting import conflicts
from thresher.store.history_rows import add_tags, history
from thresher.store.standing import STAGES, Standing, standing
from thresher.web.api.record_view import record_views
from thresher.web.api.room import Room, Rooms
from thresher.web.api.screening_shapes import (
    ConflictList,
    ConflictShape,
    History,
    HistoryRow,
    RecordShape,
    Stage,
    ToldShape,
)

__all__ = ["router"]

router = APIRouter(tags=["history"])
Number = Annotated[int | None, Query(ge=1, le=2**31 - 1)]
WORDS = {True: "include", False: "exclude", None: "maybe"}


@router.get("/projects/{project}/history")
def rows(
    *,
    room: Rooms,
    reader: Annotated[str, Query(max_length=200)] = "",
    label: Literal["", "include", "exclude", "maybe", "undo"] = "",
    stage: Literal["", "abstract", "fulltext"] = "",
    record: Number = None,
    before: Number = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
) -> History:
    """Return the ledger, newest first.

    Where readers are blind, what others said of a record is left out until both have
    decided on it, and so are others' tags; owners and adjudicators see everything.
    """
    with room.project.reading() as connection:
        found, more = history(
            connection,
            reader=reader,
            label=label,
            stage=stage,
            record=record,
            before=before,
            limit=limit,
        )
        shown = [row for row in found if _is_open(room, connection, row)]
        _take_tags_out(room, connection, shown)
    return History(rows=[HistoryRow(**_row(row)) for row in shown], more=more)


@router.get("/projects/{project}/conflicts")
def differing(room: Rooms, stage: Stage | None = None) -> ConflictList:
    """Return the publications that readers differ on."""
    wanted = [stage] if stage else STAGES
    found: list[ConflictShape] = []
    with room.project.reading() as connection:
        for name in wanted:
            open_ones = conflicts(connection, name)
            views = record_views(connection, [one.publication for one in open_ones])
            found += [
                ConflictShape(
                    record=RecordShape(**views[one.publication]),
                    stage=name,
                    decisions=_told(one),
                )
                for one in open_ones
            ]
    return ConflictList(conflicts=found)


def _told(one: Standing) -> list[ToldShape]:
    return [
        ToldShape(
            reader=reader,
            label=WORDS[said.label],
            reason=said.reason,
            note=said.note,
            decided_at=said.at,
        )
        for reader, said in one.readers.items()
    ]


def _is_open(room: Room, connection: Connection, row: dict[str, Any]) -> bool:
    """Say whether a reader may see a row: their own, or of what is decided."""
    is_own = row["reader"] == room.visitor.name
    if room.may_settle or is_own or not room.desk.is_blind:
        return True
    number = row["publication"]
    stands = standing(connection, row["stage"], [number]).get(number)
    if stands is None or not stands.dual:
        return True
    return stands.final is not None or stands.conflict


def _take_tags_out(
    room: Room, connection: Connection, rows: list[dict[str, Any]]
) -> None:
    """Leave only the reader's own tags on what others have yet to decide on."""
    sight = room.sight
    hidden = [row for row in rows if sight.hides(row["publication"])]
    add_tags(connection, hidden, reader=sight.reader)


def _row(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in HistoryRow.model_fields}
