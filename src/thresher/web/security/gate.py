"""The gate: requests that another site sent in a reader's name are turned away."""

from typing import TypeAlias
from urllib.parse import urlsplit

from fastapi import Request
from sqlalchemy.exc import DBAPIError
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from thresher.errors import ThresherError
from thresher.web.refusals import Refusal, sentence_of, sentence_only
from thresher.web.security.who import signed_in
from thresher.web.uploads import MOST_BYTES, TOO_LARGE

__all__ = ["Gate"]

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
FOREIGN = "This request came from another site and was turned away."
STRANGE = "Open the lab by the address it printed: it answers to this machine only."
KIND = "Send JSON (Content-Type: application/json), or a form with X-Thresher: 1."
TOO_MUCH_JSON = "That is more than a megabyte of JSON."
JSON = "application/json"
FORM = "multipart/form-data"
LARGEST_JSON = 1024**2
LARGEST_FORM = MOST_BYTES + 1024**2  # all files of an upload, and what is between
TOO_LONG = 413
_Refused: TypeAlias = tuple[int, str] | tuple[int, str, str]  # and a code of its own
LAST = {"Connection": "close"}  # the rest of a body that is refused is not read


class Gate:
    """Turns away foreign requests before any route sees them.

    Parameters
    ----------
    app
        What answers the others.
    is_local
        Whether only loopback names are answered to, which ends DNS rebinding.
    """

    def __init__(self, app: ASGIApp, *, is_local: bool) -> None:
        self.app = app
        self.is_local = is_local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        refused = await self._refusal(scope) if scope["type"] == "http" else None
        if refused is None:
            body = _Body(scope, receive, send)
            await self.app(scope, body.received, body.answered)
            return
        status, message, *code = refused
        answer = sentence_only(status, message, code="".join(code), headers=LAST)
        await answer(scope, receive, send)

    async def _refusal(self, scope: Scope) -> _Refused | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.is_local and _name_of(host) not in LOOPBACK:
            return 403, STRANGE
        if scope["method"] in SAFE:
            return None
        if not _is_own(headers, host):
            return 403, FOREIGN
        refused = _refused_body(headers)
        if refused is None and _is_form(scope):
            return await _stranger(scope)
        return refused


class _Body:
    """A body as it comes in: one that grows larger than it may is cut and refused."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        is_form = _is_form(scope)
        self._most = LARGEST_FORM if is_form else LARGEST_JSON
        self._said = TOO_LARGE if is_form else TOO_MUCH_JSON
        self._taken = 0
        self._is_begun = False

    @property
    def _is_over(self) -> bool:
        return self._taken > self._most

    async def received(self) -> Message:
        """Hand the next part over; of a body that is too large, no more."""
        message = await self._receive()
        self._taken += len(message.get("body", b""))
        return {"type": "http.disconnect"} if self._is_over else message

    async def answered(self, message: Message) -> None:
        """Send the answer; what was made of half a body becomes a refusal."""
        if self._is_begun or not self._is_over:
            self._is_begun = True
            await self._send(message)
        elif message["type"] == "http.response.start":
            refused = sentence_only(TOO_LONG, self._said, headers=LAST)
            await refused(self._scope, self._receive, self._send)


def _is_form(scope: Scope) -> bool:
    headers = Headers(scope=scope) if "headers" in scope else Headers()
    return headers.get("content-type", "").lower().startswith(FORM)


async def _stranger(scope: Scope) -> _Refused | None:
    """Refuse who is not signed in, before half a gigabyte of theirs is taken in."""
    try:
        await signed_in(Request(scope))
    except (Refusal, ThresherError, DBAPIError) as error:  # signed out, or no database
        return sentence_of(error)
    return None


def _is_own(headers: Headers, host: str) -> bool:
    """Say whether the page that sent this is ours, by all that the browser tells."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == host.lower()


def _refused_body(headers: Headers) -> tuple[int, str] | None:
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    length = headers.get("content-length", "")
    empty = length == "0" or (not length and "transfer-encoding" not in headers)
    if kind == FORM:
        if headers.get("x-thresher") != "1":
            return 415, KIND
        too_long = length.isdecimal() and int(length) > LARGEST_FORM
        return (TOO_LONG, TOO_LARGE) if too_long else None
    if kind == JSON:
        too_long = length.isdecimal() and int(length) > LARGEST_JSON
        return (TOO_LONG, TOO_MUCH_JSON) if too_long else None
    return None if empty else (415, KIND)


def _name_of(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
