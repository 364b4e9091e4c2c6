"""Who is behind a request, and what they may do in a project."""

from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Request

from thresher.web.refusals import Refusal
from thresher.web.security.visitor import COOKIE, Visitor

if TYPE_CHECKING:
    from thresher.web.lab import Lab

__all__ = ["Who", "lab_of", "visitor_of"]

SIGNED_OUT = "Sign in first."
OTHER_ADDRESS = "Open the lab by the address that it printed when it started."


def lab_of(request: Request) -> "Lab":
    """Return the lab that serves a request."""
    lab: Lab = request.app.state.lab
    return lab


def visitor_of(request: Request) -> Visitor | None:
    """Return who is signed in; nothing if nobody is."""
    return lab_of(request).sessions.visitor(request.cookies.get(COOKIE))


def _signed_in(request: Request) -> Visitor:
    found = visitor_of(request)
    if found is None:
        is_lab = lab_of(request).door == "lab"
        raise Refusal(401, OTHER_ADDRESS if is_lab else SIGNED_OUT)
    return found


Who = Annotated[Visitor, Depends(_signed_in)]
