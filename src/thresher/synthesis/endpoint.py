"""A language model behind an OpenAI-compatible address."""

import http.client
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field

from thresher.errors import EndpointError, InputError

__all__ = ["Endpoint", "chat"]

MOST_BYTES = 5_000_000
RETRIED = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
SHOWN = 200  # characters of a refusal that are passed on
LONGEST_PAUSE = 30.0
CHUNK = 65_536


class _StayHere(urllib.request.HTTPRedirectHandler):
    """Follows no redirection: the key is for the address that was named."""

    def redirect_request(self, *_: object, **__: object) -> None:
        return None


OPENER = urllib.request.build_opener(_StayHere)


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where a model answers, and how patiently to ask.

    Parameters
    ----------
    base_url
        Address up to and including its version, such as ``http://localhost:11434/v1``.
    model
        Name of the model there.
    key_variable
        Environment variable that holds the key; the key itself is kept nowhere else.
    timeout, retries, pause
        Seconds to wait for an answer, further tries, and seconds before the first of
        them (doubled for each next one).

    Raises
    ------
    InputError
        The address is none of the web, or a number is out of range.
    """

    base_url: str
    model: str
    key_variable: str = "OPENAI_API_KEY"
    timeout: float = 60.0
    retries: int = 2
    pause: float = field(default=1.0, repr=False)

    def __post_init__(self) -> None:
        if not _is_of_the_web(self.base_url):
            raise InputError(
                f"an endpoint needs an http or https address, got {self.base_url!r}"
            )
        if not self.model:
            raise InputError("an endpoint needs the name of a model")
        if self.timeout <= 0 or self.retries < 0 or self.pause < 0:
            raise InputError("timeout must be above 0, retries and pause not below 0")

    @property
    def address(self) -> str:
        """Where questions go."""
        return f"{self.base_url.rstrip('/')}/chat/completions"


def _is_of_the_web(address: str) -> bool:
    """Return whether an address can be asked: its scheme, host, port and letters."""
    try:
        parts = urllib.parse.urlsplit(address)
        named = parts.hostname and parts.port != 0
    except ValueError:  # a port that is no number, brackets that do not close
        return False
    return parts.scheme in {"http", "https"} and bool(named) and _is_plain(address)


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable() and " " not in text


def chat(endpoint: Endpoint, *, system: str, user: str) -> str:
    """Answer of the model to one question, at temperature 0.

    Raises
    ------
    EndpointError
        It does not answer in time, refuses, or answers something else.
    """
    request = _request(endpoint, system=system, user=user)
    pause = endpoint.pause
    for left in range(endpoint.retries, -1, -1):
        try:
            return _content(endpoint, _answer(endpoint, request))
        except EndpointError as error:
            if not left or not error.may_pass:
                raise
        time.sleep(min(pause, LONGEST_PAUSE))
        pause *= 2
    raise EndpointError(endpoint.address, "was never asked")  # pragma: no cover


def _request(endpoint: Endpoint, *, system: str, user: str) -> urllib.request.Request:
    messages = [
        {"role": "system", "content": system},
        {"role": "user", "content": user},
    ]
    body = {"model": endpoint.model, "messages": messages, "temperature": 0}
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if key := os.environ.get(endpoint.key_variable, "").strip():
        if not _is_plain(key):  # the library's own message would print it
            reason = f"was not asked: {endpoint.key_variable} holds no key"
            raise EndpointError(endpoint.address, reason)
        headers["Authorization"] = f"Bearer {key}"
    return urllib.request.Request(  # noqa: S310  the scheme was checked
        endpoint.address, data=json.dumps(body).encode(), headers=headers
    )


def _answer(endpoint: Endpoint, request: urllib.request.Request) -> bytes:
    """Return the bytes of the answer; every way to fail is one error."""
    try:
        with OPENER.open(request, timeout=endpoint.timeout) as answer:
            content = _whole(answer, deadline=time.monotonic() + endpoint.timeout)
    except urllib.error.HTTPError as error:
        with error:
            said = _refusal(error)
        reason = f"refused with status {error.code}: {said or error.reason}"
        passing = error.code in RETRIED
        raise EndpointError(endpoint.address, reason, may_pass=passing) from error
    except TimeoutError as error:
        reason = f"did not answer within {endpoint.timeout:g} seconds"
        raise EndpointError(endpoint.address, reason, may_pass=True) from error
    except http.client.HTTPException as error:
        reason = "does not answer as a web server does"
        raise EndpointError(endpoint.address, reason, may_pass=True) from error
    except (OSError, ValueError) as error:
        reason = f"cannot be reached ({getattr(error, 'reason', error)})"
        raise EndpointError(endpoint.address, reason, may_pass=True) from error
    if len(content) > MOST_BYTES:
        raise EndpointError(endpoint.address, "answered with more than 5 MB")
    return content


def _refusal(error: urllib.error.HTTPError) -> str:
    """Return the beginning of what a refusal says, in one line."""
    try:
        said = error.read(SHOWN)
    except (OSError, http.client.HTTPException):
        return ""
    return " ".join(said.decode("utf-8", "replace").split())


def _whole(answer: http.client.HTTPResponse, *, deadline: float) -> bytes:
    """Return the body, unless it drips in for longer than the time there is."""
    content = bytearray()
    while len(content) <= MOST_BYTES and (part := answer.read1(CHUNK)):
        content += part
        if time.monotonic() > deadline:
            raise TimeoutError
    return bytes(content)


def _content(endpoint: Endpoint, answer: bytes) -> str:
    try:
        said = json.loads(answer)
    except (ValueError, RecursionError) as error:
        raise EndpointError(endpoint.address, "did not answer in JSON") from error
    match said:
        case {"choices": [{"message": {"content": str(content)}}, *_]} if content:
            return content
    raise EndpointError(endpoint.address, "answered without a message")
