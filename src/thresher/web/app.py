"""The application: gate, sessions, API and pages, put together."""

import asyncio
import hashlib
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote

from fastapi import Depends, FastAPI, Request
from fastapi.responses import RedirectResponse, Response
from starlette.middleware.base import RequestResponseEndpoint

from thresher import __version__
from thresher.store.house import House
from thresher.web.api import router
from thresher.web.lab import Lab
from thresher.web.refusals import add_refusals, page_only
from thresher.web.security.gate import Gate
from thresher.web.security.headers import SecurityHeaders
from thresher.web.security.lab_door import LabDoor
from thresher.web.security.team_door import TeamDoor
from thresher.web.security.visitor import COOKIE, Door, Visitor
from thresher.web.security.who import (
    OTHER_ADDRESS,
    lab_of,
    visitor_of,
    written_reader,
)

__all__ = ["cache_folder", "make_app"]

TITLE = "Thresher"


def make_app(
    house: House,
    *,
    door: Door,
    token: str | None = None,
    reader: str = "reader",
    folder: Path | None = None,
    is_encrypted: bool = False,
) -> FastAPI:
    """Application on a house.

    Parameters
    ----------
    house
        Projects and people; stays open as long as the application.
    door
        ``lab`` for one reader on this machine, ``serve`` for a team.
    token
        What lets the one reader of a lab in.
    reader
        Their name.
    folder
        Where features and uploads in transit are kept; by default the cache folder
        of the user.
    is_encrypted
        Whether browsers come by https.
    """
    place = folder or cache_folder(house.url)
    visitor = Visitor(name=reader, display=reader)
    local = LabDoor(token or secrets.token_hex(), visitor)
    lab = Lab(
        house,
        door=door,
        sessions=local if door == "lab" else TeamDoor(house),
        folder=place,
        is_encrypted=is_encrypted,
    )
    app = FastAPI(
        title=TITLE,
        version=__version__,
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    app.state.lab = lab
    app.include_router(router)
    _add_pages(app)
    add_refusals(app)
    if door == "lab":
        _add_exchange(app, local)
    app.add_middleware(Gate, is_local=door == "lab")
    app.add_middleware(SecurityHeaders, is_encrypted=is_encrypted)
    return app


def cache_folder(house: str) -> Path:
    """Return the folder for what can be made again, one for each house."""
    home = os.environ.get("THRESHER_CACHE") or os.environ.get("XDG_CACHE_HOME")
    root = Path(home) if home else Path.home() / ".cache"
    return root / "thresher" / hashlib.sha256(house.encode()).hexdigest()[:16]


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    lab: Lab = app.state.lab
    lab.events.begin(asyncio.get_running_loop())
    yield
    await asyncio.to_thread(lab.close)


def _add_exchange(app: FastAPI, door: LabDoor) -> None:
    """Exchange the token in the first address for a cookie."""

    @app.middleware("http")
    async def exchanged(request: Request, follow: RequestResponseEndpoint) -> Response:
        token = request.query_params.get("token")
        if token is None or request.method != "GET":
            return await follow(request)
        cookie = door.exchange(token)
        if cookie is None:
            return page_only(401, OTHER_ADDRESS)
        answer = RedirectResponse(request.url.path, 303)
        answer.set_cookie(COOKIE, cookie, httponly=True, samesite="strict", path="/")
        return answer


class _SignedOut(Exception):  # noqa: N818  a way out, not an error
    """Somebody asks for a page without a session."""


def _page_visitor(request: Request) -> None:
    visitor = visitor_of(request)
    if visitor is None:
        raise _SignedOut
    request.state.reader = written_reader(visitor.name)


def _add_pages(app: FastAPI) -> None:
    from thresher.web.pages import open_router, router, static_files  # noqa: PLC0415

    app.mount("/static", static_files(), name="static")
    app.include_router(open_router)
    app.include_router(router, dependencies=[Depends(_page_visitor)])

    @app.exception_handler(_SignedOut)
    def signed_out(request: Request, error: Exception) -> Response:
        del error
        if lab_of(request).door == "serve":
            place = quote(request.url.path, safe="/")
            return RedirectResponse(f"/signin?next={place}", 303)
        return page_only(401, OTHER_ADDRESS)
