"""Screening: what to read next, and what was decided."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Response
from fastapi.concurrency import run_in_threadpool

from thresher.store.incoming import IncomingDecision
from thresher.web.api.record_view import record_views
from thresher.web.api.room import Room, Rooms
from thresher.web.api.screening_shapes import (
    Decision,
    DecisionList,
    DecisionResult,
    DecisionResults,
    Queue,
    QueueItem,
    RankingShape,
    RecordShape,
    Release,
    Stage,
)
from thresher.web.clock import now_text, seconds_of, text_of, text_of_time
from thresher.web.desk.desk import Batch, Desk

__all__ = ["router"]

router = APIRouter(tags=["screening"])
ROUNDED = 0.001  # seconds that a lease is told too short
NUMBERS = "^[0-9]{0,9}(,[0-9]{0,9}){0,199}$"  # of records: 12,15,18


@router.get("/projects/{project}/queue", response_model=Queue)
async def queue(
    *,
    room: Rooms,
    stage: Stage = "abstract",
    size: Annotated[int, Query(ge=1, le=50)] = 10,
    have: Annotated[str, Query(pattern=NUMBERS)] = "",
    keep: bool = False,
) -> Response:
    """Hand out the next records; those in `have` stay with the reader.

    What else the reader holds goes to others, unless all of it is to `keep`: a page
    that was just opened does not know what other tabs show.
    """
    held = None if keep else [int(part) for part in have.split(",") if part]
    desk = await _open_desk(room)

    def handed_out() -> tuple[Batch, str]:
        batch = desk.next(room.visitor.name, stage, size=size, have=held)
        with room.project.reading() as connection:
            numbers = [one.publication for one in batch.servings]
            views = record_views(connection, numbers, sight=room.reading_sight)
        return batch, _queue(batch, views).model_dump_json()

    loop = asyncio.get_running_loop()
    batch, answer = await loop.run_in_executor(desk.hands, handed_out)
    if batch.lent is not None:  # while they were looked up, as a rule
        await asyncio.wrap_future(batch.lent)
    return Response(answer, media_type="application/json")


@router.post("/projects/{project}/queue/release", status_code=204)
def release(room: Rooms, sent: Annotated[Release, Body()]) -> None:
    """Let others have records that are no longer on the reader's screen."""
    until = seconds_of(sent.lease) + ROUNDED
    room.desk.release(room.visitor.name, sent.stage, sent.records, until=until)


@router.post("/projects/{project}/decisions")
async def decide(room: Rooms, sent: Annotated[DecisionList, Body()]) -> DecisionResults:
    """Keep decisions; each counts once, and is answered when it is safe."""
    incoming = [_incoming(one, room) for one in sent.decisions]
    desk = await _open_desk(room)
    kept = await asyncio.wrap_future(desk.decide(incoming))
    results = [
        DecisionResult(uid=one.uid, status=one.status, message=one.message or None)
        for one in kept
    ]
    return DecisionResults(results=results, counts=desk.counts())


async def _open_desk(room: Room) -> Desk:
    """Return the project's desk; making it takes a while, and nobody else waits."""
    desk = room.lab.open_desk(room.id)
    if desk is None:
        desk = await run_in_threadpool(room.lab.desk, room.id)
    return desk


def _incoming(one: Decision, room: Room) -> IncomingDecision:
    return IncomingDecision(
        uid=str(one.uid),
        record=one.record,
        stage=one.stage,
        label=one.label,
        reader=room.visitor.name,
        reason=one.reason,
        note=one.note,
        tags=None if one.tags is None else tuple(one.tags),
        seconds=one.seconds,
        decided_at=text_of(one.decided_at) if one.decided_at else now_text(),
        settles=one.settles,
        may_settle=room.may_settle,
        undoes=str(one.undoes or ""),
    )


def _queue(batch: Batch, views: dict[int, dict[str, Any]]) -> Queue:
    items = [
        QueueItem(
            record=RecordShape(**views[one.publication]),
            chosen=one.chosen,
            lease=text_of_time(one.until),
        )
        for one in batch.servings
        if one.publication in views
    ]
    ranking = RankingShape(
        id=batch.ranking.number,
        labels=batch.ranking.labels,
        at=batch.ranking.at,
        training=batch.is_training,
    )
    return Queue(
        items=items,
        ranking=ranking,
        left=batch.left,
        lease=text_of_time(batch.until),
        waiting_for=batch.waiting_for,
    )
