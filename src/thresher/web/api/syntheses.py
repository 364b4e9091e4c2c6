"""Syntheses: what the included studies say, worked out in the background."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from thresher import __version__
from thresher.staged_file import staged_file
from thresher.store.setting_rows import settings_of
from thresher.web.api.certificates import PAGE, PAGE_POLICY
from thresher.web.api.room import Room, Rooms
from thresher.web.api.shapes import JobShape, JobStarted
from thresher.web.jobs import Job
from thresher.web.refusals import Refusal

if TYPE_CHECKING:
    from thresher.synthesis.synthesis import Synthesis

__all__ = ["router"]

router = APIRouter(tags=["synthesis"])
NOT_YET = "No synthesis was made yet."
NONE_IN = "Include records first: a synthesis reads the included ones."


@router.post("/projects/{project}/synthesis", status_code=202)
def start(room: Rooms) -> JobStarted:
    """Read the included studies and put together what they say."""
    running = room.lab.jobs.running(room.id, "synthesis")
    job = running or room.lab.jobs.start(
        room.id, "synthesis", lambda job: _made(room, job)
    )
    return JobStarted(job=JobShape(**job.facts()))


@router.get("/projects/{project}/synthesis")
def synthesis(room: Rooms) -> dict[str, Any]:
    """Return the last synthesis: findings, map of contradictions, summary."""
    found: dict[str, Any] = json.loads(_kept(room, "json").read_text("utf-8"))
    return found


@router.get("/projects/{project}/synthesis.html", responses={200: PAGE})
def page(room: Rooms) -> HTMLResponse:
    """Return the last synthesis as a page."""
    text = _kept(room, "html").read_text("utf-8")
    return HTMLResponse(text, headers={"Content-Security-Policy": PAGE_POLICY})


def _made(room: Room, job: Job) -> dict[str, Any]:
    from thresher.reports.document import html_page  # noqa: PLC0415  heavy
    from thresher.reports.synthesis_facts import synthesis_facts  # noqa: PLC0415
    from thresher.reports.synthesis_page import synthesis_page  # noqa: PLC0415
    from thresher.store.studies import included_studies  # noqa: PLC0415
    from thresher.synthesis.shipped_models import read_studies  # noqa: PLC0415
    from thresher.synthesis.study_records import by_study, study_of  # noqa: PLC0415
    from thresher.synthesis.synthesis import synthesised  # noqa: PLC0415

    with room.project.reading() as connection:
        records = included_studies(connection, project=room.id)
        question = settings_of(connection)["question"]
    if not records:
        raise Refusal(409, NONE_IN)
    found = synthesised(
        [study_of(one) for one in records],
        reader=lambda studies: read_studies(studies, report=job),
        question=question,
        records=by_study(records),
    )
    facts = synthesis_facts(found)
    origin = f"Thresher {__version__}"
    document = synthesis_page(found, drawing=_drawing(found), draft=None, origin=origin)
    _keep(room, "html", html_page(document))
    _keep(room, "json", json.dumps({**facts, "findings": facts["rows"]}))
    return {"studies": len(records), "findings": len(facts["rows"])}


def _drawing(found: "Synthesis") -> bytes | None:
    """Return the map of contradictions; nothing where no study reports a pair."""
    from thresher.reports.figures.contradiction_map import (  # noqa: PLC0415
        map_figure,
    )
    from thresher.reports.figures.saving import figure_bytes  # noqa: PLC0415

    if not any(cell.votes for cell in found.cells):
        return None
    numbers = {read.study.id: at for at, read in enumerate(found.table.studies, 1)}
    return figure_bytes(map_figure(found.cells, numbers=numbers), "svg")


def _place(room: Room, ending: str) -> Path:
    return room.lab.folder / "syntheses" / f"{room.id}.{ending}"


def _kept(room: Room, ending: str) -> Path:
    path = _place(room, ending)
    if not path.is_file():
        raise Refusal(404, NOT_YET)
    return path


def _keep(room: Room, ending: str, text: str) -> None:
    """Write a file as a whole or not at all."""
    path = _place(room, ending)
    path.parent.mkdir(parents=True, exist_ok=True)
    with staged_file(path) as out:
        out.write(text.encode())
