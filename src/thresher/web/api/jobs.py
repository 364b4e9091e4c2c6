"""Jobs and news of a project."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import StreamingResponse

from thresher.web.api.room import Rooms, is_still_in
from thresher.web.api.shapes import JobShape
from thresher.web.refusals import Refusal

__all__ = ["router"]

router = APIRouter(tags=["jobs"])
NEWS: dict[str, Any] = {
    "content": {"text/event-stream": {}},
    "description": "Events: job, ranking, counts, conflict",
}


@router.get("/projects/{project}/jobs/{job}")
def one_job(room: Rooms, job: Annotated[str, Path(max_length=64)]) -> JobShape:
    """Return how far some work is."""
    found = room.lab.jobs.find(room.id, job)
    if found is None:
        raise Refusal(404, "There is no such job, or the server was started anew.")
    return JobShape(**found.facts())


@router.get("/projects/{project}/events", responses={200: NEWS})
async def events(request: Request, room: Rooms) -> StreamingResponse:
    """Tell what happens in a project, as server-sent events, while one may know it."""
    news = room.lab.events.listen(room.id, lambda: is_still_in(request, room))
    return StreamingResponse(news, media_type="text/event-stream")
