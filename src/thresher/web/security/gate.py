"""The gate: requests that another site sent in a reader's name are turned away."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from thresher.web.refusals import sentence_only

__all__ = ["Gate"]

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
FOREIGN = "This request came from another site and was turned away."
STRANGE = "Open the lab by the address it printed: it answers to this machine only."
KIND = "Send JSON (Content-Type: application/json), or a form with X-Thresher: 1."
TOO_LARGE = "That is more than 600 MB in one upload; send fewer files at a time."
JSON = "application/json"
FORM = "multipart/form-data"
LARGEST_JSON = 1024**2
LARGEST_FORM = 600 * 1024**2  # all files of an upload, and what is between them


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
        refused = self._refusal(scope) if scope["type"] == "http" else None
        if refused is None:
            await self.app(scope, _counted(scope, receive), send)
            return
        status, message = refused
        await sentence_only(status, message)(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.is_local and _name_of(host) not in LOOPBACK:
            return 403, STRANGE
        if scope["method"] in SAFE:
            return None
        if not _is_own(headers, host):
            return 403, FOREIGN
        return _refused_body(headers)


def _counted(scope: Scope, receive: Receive) -> Receive:
    """Return what hands a body over, and ends one that is larger than it said."""
    kind = Headers(scope=scope).get("content-type", "") if "headers" in scope else ""
    most = LARGEST_FORM if kind.lower().startswith(FORM) else LARGEST_JSON
    taken = 0

    async def received() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            return {"type": "http.disconnect"}
        return message

    return received


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
        return (413, TOO_LARGE) if too_long else None
    if kind == JSON:
        too_long = length.isdecimal() and int(length) > LARGEST_JSON
        return (413, "That is more than a megabyte of JSON.") if too_long else None
    return None if empty else (415, KIND)


def _name_of(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
