"""Sources: files brought into a project."""

from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, UploadFile
from sqlalchemy import Connection

from thresher.records.provenance import Search
from thresher.store.sources import sources_listed
from thresher.web.api.room import Owned, Rooms
from thresher.web.api.screening_shapes import SourceList, SourceShape
from thresher.web.api.shapes import JobShape, JobStarted
from thresher.web.bringing_in import brought_in
from thresher.web.jobs import Job
from thresher.web.refusals import Refusal
from thresher.web.uploads import received

__all__ = ["router"]

router = APIRouter(tags=["sources"])
Words = Annotated[str, Form(max_length=200)]


@router.get("/projects/{project}/sources")
def all_sources(room: Rooms) -> SourceList:
    """List the files of a project, with what became of each."""
    with room.project.reading() as connection:
        return SourceList(sources=_sources(connection))


@router.post("/projects/{project}/sources", status_code=202)
def new_sources(
    *,
    room: Owned,
    files: Annotated[list[UploadFile], File(min_length=1)],
    database: Words = "",
    platform: Words = "",
    searched_on: Annotated[date | None, Form()] = None,
    query: Annotated[str, Form(max_length=100_000)] = "",
    hits: Annotated[int | None, Form(ge=0, le=2**31 - 1)] = None,
) -> JobStarted:
    """Bring files in, in the background; each as a whole or not at all."""
    search = Search(
        database=database,
        platform=platform,
        searched_on=searched_on,
        query=query,
        hits=hits,
    )
    if room.lab.jobs.running(room.id, "import"):
        raise Refusal(409, "An import is running; wait until it is done.")
    came = received(files, folder=room.lab.folder / "uploads")

    def work(job: Job) -> dict[str, Any]:
        try:
            return brought_in(
                room.project,
                came.paths,
                search=search,
                report=job,
                reader=room.visitor.name,
            )
        finally:
            came.remove()
            room.lab.refresh(room.id)

    return JobStarted(
        job=JobShape(**room.lab.jobs.start(room.id, "import", work).facts())
    )


def _sources(connection: Connection) -> list[SourceShape]:
    found = []
    for row in sources_listed(connection):
        facts = {name: row[name] for name in SourceShape.model_fields}
        found.append(SourceShape(**facts | {"report": _report(row["report"])}))
    return found


def _report(report: dict[str, Any]) -> dict[str, Any]:
    cautions = [
        {"line": one.get("line"), "text": one.get("message", "")}
        for one in report.get("cautions", ())
    ]
    return {**report, "cautions": cautions}
