"""Who is behind a request, and what they may do in a project."""

from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote, unquote_to_bytes

from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool

from thresher.web.refusals import Refusal
from thresher.web.security.visitor import COOKIE, Visitor

if TYPE_CHECKING:
    from thresher.web.lab import Lab

__all__ = [
    "SIGNED_OUT",
    "Who",
    "lab_of",
    "signed_in",
    "this_lab",
    "visitor_of",
    "written_reader",
]

SIGNED_OUT = "Sign in first."
OTHER_ADDRESS = "Open the lab by the address that it printed when it started."
READER = "X-Thresher-Reader"  # whose page it is that asks, percent-encoded


def lab_of(request: Request) -> "Lab":
    """Return the lab that serves a request."""
    lab: Lab = request.app.state.lab
    return lab


async def this_lab(request: Request) -> "Lab":
    """Return the lab that serves a request, without leaving the event loop."""
    return lab_of(request)


def visitor_of(request: Request) -> Visitor | None:
    """Return who is signed in; nothing if nobody is."""
    return lab_of(request).sessions.visitor(request.cookies.get(COOKIE))


def written_reader(name: str) -> str:
    """Return a reader's name as a page sends it: any name fits into a header.

    Examples
    --------
    >>> written_reader("Zoë B")
    'Zo%C3%AB%20B'
    """
    return quote(name, safe="", errors="surrogatepass")


async def signed_in(request: Request) -> Visitor:
    """Return who is signed in.

    Raises
    ------
    Refusal
        Nobody is, or somebody else than the reader whose page asks: a tab stays
        open when another reader signs in beside it, in the same browser.
    """
    cookie = request.cookies.get(COOKIE)
    sessions = lab_of(request).sessions
    found = sessions.remembered(cookie)  # most often: no thread, no database
    if found is None:
        found = await run_in_threadpool(sessions.visitor, cookie)
    if found is None:
        is_lab = lab_of(request).door == "lab"
        raise Refusal(401, OTHER_ADDRESS if is_lab else SIGNED_OUT)
    _refuse_another(request.headers.get(READER), found)
    return found


def _refuse_another(written: str | None, found: Visitor) -> None:
    """Refuse a page of another reader; programs that name nobody are let through."""
    if written is None:
        return
    if unquote_to_bytes(written) != found.name.encode("utf-8", "surrogatepass"):
        message = f"{found.display} is signed in here now; reload the page."
        raise Refusal(409, message, code="other-reader")


Who = Annotated[Visitor, Depends(signed_in)]
