"""Bodies that are too large, sent to a real server by a real line."""

import socket
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from thresher.web.security.gate import LARGEST_FORM, LARGEST_JSON
from thresher.web.security.lab_door import LabDoor

from .reader import API, Reader
from .server import started

PATIENCE = 60.0
PIECE = b"x" * 65_536
FORM = {"Content-Type": "multipart/form-data; boundary=b", "X-Thresher": "1"}


@dataclass
class Server:
    """A running lab, and one who is let in and one who is not."""

    place: tuple[str, int]
    reader: httpx.Client
    stranger: httpx.Client
    sources: str


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("large")
    words = ("lab", str(folder / "house"), "--no-browser", "--port", "0")
    with started(folder, *words) as (address, _):
        parts = urlsplit(address)
        base = f"http://{parts.netloc}"
        with (
            httpx.Client(base_url=base, timeout=PATIENCE) as reader,
            httpx.Client(base_url=base, timeout=PATIENCE) as stranger,
        ):
            reader.get("/", params={"token": parts.query.removeprefix("token=")})
            made = reader.post(f"{API}/projects", json={"name": "Large"})
            sources = f"{API}/projects/{made.json()['id']}/sources"
            place = (parts.hostname or "", parts.port or 0)
            yield Server(place, reader, stranger, sources)


def first_words(server: Server, *, length: int, kind: str, cookies: str) -> bytes:
    """What is answered to the head of a request, until the server hangs up."""
    host = "{}:{}".format(*server.place)
    head = [
        f"POST {server.sources} HTTP/1.1",
        f"Host: {host}",
        f"Cookie: {cookies}",
        f"Content-Type: {kind}",
        "X-Thresher: 1",
        f"Content-Length: {length}",
    ]
    with closing(socket.create_connection(server.place, timeout=PATIENCE)) as line:
        line.sendall("\r\n".join([*head, "", ""]).encode())
        told = b""
        while part := line.recv(65_536):  # nothing of the body is ever sent
            told += part
    return told


@pytest.mark.parametrize(
    ("length", "kind", "sentence"),
    [
        (LARGEST_FORM + 1, FORM["Content-Type"], b"512 MB together"),
        (LARGEST_JSON + 1, "application/json", b"more than a megabyte"),
    ],
)
def test_a_body_that_says_it_is_too_large_is_refused_before_it_is_sent(
    server: Server, length: int, kind: str, sentence: bytes
) -> None:
    cookies = "; ".join(f"{one.name}={one.value}" for one in server.reader.cookies.jar)
    told = first_words(server, length=length, kind=kind, cookies=cookies)
    assert told.startswith(b"HTTP/1.1 413 ")
    assert sentence in told


def test_a_strangers_upload_is_refused_before_it_is_sent(server: Server) -> None:
    kind = FORM["Content-Type"]
    told = first_words(server, length=LARGEST_FORM, kind=kind, cookies="")
    assert told.startswith(b"HTTP/1.1 401 ")
    assert b"Open the lab by the address" in told


def test_a_sender_who_does_not_stop_still_reads_the_sentence(server: Server) -> None:
    sent = 0

    def body() -> Iterator[bytes]:
        nonlocal sent
        while sent <= LARGEST_FORM:
            sent += len(PIECE)
            yield PIECE

    answer = server.reader.post(
        server.sources,
        content=body(),
        headers={**FORM, "Content-Length": str(LARGEST_FORM + 1)},
    )
    assert answer.status_code == 413
    assert "512 MB together" in answer.json()["error"]["message"]
    assert sent < LARGEST_FORM / 2  # the line was closed long before its end


def test_a_body_that_does_not_say_how_large_it_is_is_cut_and_refused(
    server: Server,
) -> None:
    def body() -> Iterator[bytes]:
        for _ in range(2 * LARGEST_JSON // len(PIECE)):
            yield PIECE

    answer = server.reader.post(
        f"{API}/projects",
        content=body(),
        headers={"Content-Type": "application/json"},
    )
    assert answer.status_code == 413
    assert "more than a megabyte" in answer.json()["error"]["message"]
    assert server.reader.get(f"{API}/projects").status_code == 200


def test_an_upload_while_the_database_is_away_is_told_to_come_back(
    lab: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OperationalError("", {}, OSError("gone"))

    project = lab.project()
    monkeypatch.setattr(LabDoor, "remembered", lambda *_: None)
    monkeypatch.setattr(LabDoor, "visitor", away)
    answer = lab.client.post(
        f"{API}/projects/{project}/sources",
        files=[("files", ("a.ris", b"TY  - JOUR\n"))],
        headers={"X-Thresher": "1"},
    )
    assert answer.status_code == 503
    assert "The database does not answer" in answer.json()["error"]["message"]
