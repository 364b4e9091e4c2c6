"""Duplicates: looked for in the background, decided on by a person."""

from itertools import islice
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query
from sqlalchemy import Connection

from thresher.errors import InputError
from thresher.store.link_rows import answer_to, decide_links, undo_links
from thresher.store.linking import Pair, duplicates_of, find_duplicates, queue
from thresher.web.api.record_view import citation_view
from thresher.web.api.room import Owned, Room, Rooms
from thresher.web.api.screening_shapes import Answer, DuplicateList
from thresher.web.api.shapes import JobShape, JobStarted
from thresher.web.clock import now_text
from thresher.web.jobs import Job
from thresher.web.refusals import Refusal

__all__ = ["router"]

router = APIRouter(tags=["duplicates"])


@router.post("/projects/{project}/duplicates/search", status_code=202)
def search(room: Owned) -> JobStarted:
    """Look for duplicates among all records."""
    running = room.lab.jobs.running(room.id, "duplicates")

    def work(job: Job) -> dict[str, Any]:
        notes: list[str] = []
        added = find_duplicates(
            room.project, at=now_text(), report=job, warn=notes.append
        )
        room.lab.refresh(room.id)
        return {"links": added, "notes": notes, **_counted(room)}

    job = running or room.lab.jobs.start(room.id, "duplicates", work)
    return JobStarted(job=JobShape(**job.facts()))


@router.get("/projects/{project}/duplicates")
def waiting(
    room: Rooms, limit: Annotated[int, Query(ge=0, le=200)] = 20
) -> DuplicateList:
    """Return the pairs that a person should look at, the likeliest first."""
    with room.project.reading() as connection:
        return DuplicateList(**_list(connection, limit))


@router.put("/projects/{project}/duplicates/{link}")
def answer(
    room: Owned,
    link: Annotated[int, Path(ge=1, le=2**31 - 1)],
    said: Annotated[Answer, Body()],
) -> DuplicateList:
    """Say whether two records are the same; null takes the answer back."""
    at, reader = now_text(), room.visitor.name

    def write(connection: Connection) -> int:
        if said.same is None:
            standing = answer_to(connection, link)  # an answer has its own number
            return undo_links(connection, [standing], reader=reader, at=at)
        return decide_links(connection, {link: said.same}, reader=reader, at=at)

    try:
        room.desk.writer.do(write).result()
    except InputError as error:
        raise Refusal(404, "That pair was answered already or is gone.") from error
    room.desk.refresh()
    with room.project.reading() as connection:
        return DuplicateList(**_list(connection, 1))


def _counted(room: Room) -> dict[str, int]:
    with room.project.reading() as connection:
        found = duplicates_of(connection)
    return {
        "records": found.records,
        "publications": found.publications,
        "waiting": found.waiting,
    }


def _list(connection: Connection, limit: int) -> dict[str, Any]:
    counted = duplicates_of(connection)
    pairs = islice(queue(connection), limit) if limit else ()
    return {
        "waiting": counted.waiting,
        "publications": counted.publications,
        "records": counted.records,
        "bands": dict(counted.bands),
        "pairs": [_pair(pair) for pair in pairs],
    }


def _pair(pair: Pair) -> dict[str, Any]:
    link = pair.link
    return {
        "link": link.id,
        "score": link.score,
        "reason": link.reason,
        "flags": list(link.flags),
        "first": citation_view(link.first_id, pair.first),
        "second": citation_view(link.second_id, pair.second),
    }
