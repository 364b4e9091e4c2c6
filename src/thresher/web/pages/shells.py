"""Routes that render the shells of the pages."""

from functools import cache
from typing import Annotated

from fastapi import APIRouter, HTTPException, Request
from fastapi import Path as FromPath
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from thresher import __version__
from thresher.web.pages.static import modules_of, static_base
from thresher.web.uploads import MOST_BYTES, MOST_FILES, TOO_LARGE, TOO_MANY

__all__ = ["PAGES", "open_router", "router"]

PAGES = {
    "screen": "Screen",
    "import": "Import",
    "duplicates": "Duplicates",
    "criteria": "Question and criteria",
    "conflicts": "Conflicts",
    "records": "Records",
    "history": "History",
    "progress": "Progress",
    "check": "Label check",
    "certificate": "Certificate",
    "synthesis": "Synthesis",
    "report": "Export and report",
    "team": "Team",
    "settings": "Settings",
}
GROUPS = {
    "Prepare": ("import", "duplicates", "criteria"),
    "Read": ("screen", "records", "conflicts", "history", "check"),
    "Finish": ("progress", "certificate", "synthesis", "report"),
    "Project": ("team", "settings"),
}
LIMITS = {  # of an upload: the page refuses before it sends
    "bytes": MOST_BYTES,
    "files": MOST_FILES,
    "too_large": TOO_LARGE,
    "too_many": TOO_MANY,
}
NO_STORE = {"Cache-Control": "no-store"}  # the back button asks for a session again

ProjectName = Annotated[str, FromPath(pattern=r"^[A-Za-z0-9_-]{1,64}$")]

router = APIRouter(include_in_schema=False)
open_router = APIRouter(include_in_schema=False)


@cache
def _templates() -> Environment:
    loader = PackageLoader("thresher.web", "templates")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined)


def _shell(
    name: str, *, title: str, project: str = "", reader: str = ""
) -> HTMLResponse:
    """Render a page's shell; it says whose it is, and holds no data of any project."""
    text = (
        _templates()
        .get_template(f"{name}.html")
        .render(
            page=name,
            title=title,
            project=project,
            reader=reader,
            pages=PAGES,
            groups=GROUPS,
            limits=LIMITS,
            static=static_base(),
            modules=modules_of(f"js/pages/{name}.js"),
            version=__version__,
        )
    )
    return HTMLResponse(text, headers=NO_STORE)


@open_router.get("/signin")
def signin() -> HTMLResponse:
    """Page with the form to sign in."""
    return _shell("signin", title="Sign in")


@open_router.get("/join/{token}")
def join(token: str) -> HTMLResponse:  # noqa: ARG001 (read from the address)
    """Page where an invited reader makes an account."""
    return _shell("join", title="Join")


@open_router.get("/reset/{token}")
def reset(token: str) -> HTMLResponse:  # noqa: ARG001 (read from the address)
    """Page where a reader who forgot their password chooses another."""
    return _shell("reset", title="A new password")


@router.get("/")
def projects(request: Request) -> HTMLResponse:
    """Page with the reader's projects."""
    return _shell("projects", title="Projects", reader=request.state.reader)


@router.get("/projects/{project}")
def project_door(project: ProjectName) -> RedirectResponse:
    """Way from a project to its screening page."""
    return RedirectResponse(f"/projects/{project}/screen", status_code=307)


@router.get("/projects/{project}/{page}")
def project_page(request: Request, project: ProjectName, page: str) -> HTMLResponse:
    """One page of a project."""
    if page not in PAGES:
        raise HTTPException(404, f"there is no page {page!r}")
    reader = request.state.reader
    return _shell(page, title=PAGES[page], project=project, reader=reader)
