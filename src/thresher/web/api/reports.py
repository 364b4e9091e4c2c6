"""Reports: the flow, the Methods text, and everything in one archive."""

from typing import TYPE_CHECKING, Any, BinaryIO, Literal

from fastapi import APIRouter
from fastapi.responses import FileResponse, Response

from thresher.web.api.certificates import PAGE_POLICY
from thresher.web.api.exports import FILE, slug
from thresher.web.api.room import Rooms
from thresher.web.api.sent_file import sent_file
from thresher.web.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["router"]

router = APIRouter(tags=["report"])
BLIND = (
    "The archive holds everybody's decisions, and readers here are blind to each other "
    "until both have decided. An owner or adjudicator may take it."
)
KINDS = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "csv": "text/csv; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
}
SHOWN: dict[str, Any] = {
    "content": {kind.partition(";")[0]: {} for kind in KINDS.values()},
    "description": "The file",
}


@router.get(
    "/projects/{project}/report/flow.{ending}",
    responses={200: SHOWN},
)
def flow(room: Rooms, ending: Literal["svg", "png", "csv"]) -> Response:
    """Return the PRISMA 2020 flow, drawn or as the official tool's table."""
    from thresher.reports.flow import (  # noqa: PLC0415  heavy
        Flow,
        flow_png,
        flow_svg,
        official_csv,
    )
    from thresher.store.reporting.papers import flow_of  # noqa: PLC0415  heavy

    with room.project.reading() as connection:
        found = flow_of(connection)
    makers: dict[str, Callable[[Flow], str | bytes]] = {
        "svg": flow_svg,
        "png": flow_png,
        "csv": official_csv,
    }
    made = makers[ending](found)
    return _file(made, ending, name=f"{slug(room.name)}-flow.{ending}")


@router.get(
    "/projects/{project}/report/methods.{ending}",
    responses={200: SHOWN},
)
def methods(room: Rooms, ending: Literal["txt", "md"]) -> Response:
    """Return the text for the Methods section."""
    from thresher.reports.methods_text import (  # noqa: PLC0415  heavy
        methods_markdown,
        methods_plain,
    )
    from thresher.store.reporting.papers import methods_of  # noqa: PLC0415  heavy

    with room.project.reading() as connection:
        found = methods_of(connection)
    made = {"txt": methods_plain, "md": methods_markdown}[ending](found)
    return _file(made, ending, name=f"{slug(room.name)}-methods.{ending}")


@router.get(
    "/projects/{project}/report.zip",
    responses={200: FILE},
)
def bundle(room: Rooms) -> FileResponse:
    """Return everything that a review must show, as one archive."""
    from thresher.reports.bundle import write_bundle  # noqa: PLC0415  heavy
    from thresher.store.reporting.papers import bundle_of  # noqa: PLC0415  heavy

    if not room.may_settle and room.desk.hides_some:
        raise Refusal(403, BLIND)

    def write(out: BinaryIO) -> None:
        with room.project.reading() as connection:
            write_bundle(bundle_of(connection, title=room.name), out)

    name = f"{slug(room.name)}-report.zip"
    folder = room.lab.folder / "exports"
    return sent_file(folder, write, name=name, kind="application/zip")


def _file(made: str | bytes, ending: str, *, name: str) -> Response:
    """Return a file that a page may show; nothing in it can run."""
    headers = {
        "Content-Disposition": f'inline; filename="{name}"',
        "Content-Security-Policy": PAGE_POLICY,
    }
    return Response(made, media_type=KINDS[ending], headers=headers)
