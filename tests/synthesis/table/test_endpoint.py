"""A model behind an address, asked over a real connection."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from thresher.errors import EndpointError, InputError
from thresher.synthesis.draft import drafted
from thresher.synthesis.draft_check import Rejection
from thresher.synthesis.endpoint import Endpoint, chat
from thresher.synthesis.findings import FindingsTable
from thresher.synthesis.shipped_models import shipped_text_models

Serve = Callable[..., Endpoint]
GOOD = json.dumps({"choices": [{"message": {"content": "Hello."}}]}).encode()


class Server(ThreadingHTTPServer):
    """Answers with what it was told to, in order, and remembers what it was asked."""

    daemon_threads = True
    answers: list[tuple[int, bytes, float]]
    asked: list[tuple[str, dict[str, Any], dict[str, str]]]


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        body = json.loads(self.rfile.read(length))
        self.server.asked.append((self.path, body, dict(self.headers)))
        answers = self.server.answers
        status, content, wait = answers.pop(0) if len(answers) > 1 else answers[0]
        time.sleep(wait)
        if not status:  # the content is all there is
            self.wfile.write(content)
            return
        try:
            self.send_response(status)
            self.send_header("Location", "http://127.0.0.1:9/elsewhere")
            self.end_headers()
            self.wfile.write(content)
        except OSError:  # the client has gone
            pass

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(("127.0.0.1", 0), Handler) as found:
        found.answers, found.asked = [(200, GOOD, 0.0)], []
        thread = threading.Thread(target=found.serve_forever, daemon=True)
        thread.start()
        yield found
        found.shutdown()
        thread.join()


def endpoint(server: Server, *, retries: int = 0, timeout: float = 5.0) -> Endpoint:
    return Endpoint(
        base_url=f"http://127.0.0.1:{server.server_port}/v1/",
        model="tiny",
        key_variable="OUR_KEY",
        timeout=timeout,
        retries=retries,
        pause=0,
    )


def test_the_answer_comes_back_and_the_key_goes_along(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUR_KEY", "a-test-word")
    assert chat(endpoint(server), system="Be brief.", user="Hi?") == "Hello."
    path, body, headers = server.asked[0]
    assert path == "/v1/chat/completions"
    assert body["model"] == "tiny"
    assert body["temperature"] == 0
    assert [one["role"] for one in body["messages"]] == ["system", "user"]
    assert headers["Authorization"] == "Bearer a-test-word"
    assert "a-test-word" not in repr(endpoint(server))


def test_without_a_key_none_is_sent(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OUR_KEY", raising=False)
    chat(endpoint(server), system="", user="Hi?")
    assert "Authorization" not in server.asked[0][2]


def test_a_passing_refusal_is_tried_again(server: Server) -> None:
    server.answers = [(503, b"busy", 0.0), (429, b"slow down", 0.0), (200, GOOD, 0.0)]
    assert chat(endpoint(server, retries=2), system="", user="") == "Hello."
    assert len(server.asked) == 3


def test_a_lasting_refusal_is_not_tried_again(server: Server) -> None:
    server.answers = [(401, b"who are you?", 0.0)]
    with pytest.raises(EndpointError, match="status 401: who are you"):
        chat(endpoint(server, retries=3), system="", user="")
    assert len(server.asked) == 1


def test_a_redirection_is_not_followed(server: Server) -> None:
    server.answers = [(302, b"", 0.0)]
    with pytest.raises(EndpointError, match="status 302"):
        chat(endpoint(server), system="", user="")


def test_a_model_that_does_not_answer_in_time_is_given_up(server: Server) -> None:
    server.answers = [(200, GOOD, 0.6)]
    begun = time.monotonic()
    with pytest.raises(EndpointError, match=r"did not answer within 0\.1 seconds"):
        chat(endpoint(server, timeout=0.1, retries=1), system="", user="")
    assert time.monotonic() - begun < 3
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (b"<html>", "did not answer in JSON"),
        (b"", "did not answer in JSON"),
        (b"\xff\xfe\x00", "did not answer in JSON"),
        (b"{}", "without a message"),
        (b'{"choices": []}', "without a message"),
        (b'{"choices": [{"message": {"content": null}}]}', "without a message"),
        (b'{"choices": [{"message": {"content": ""}}]}', "without a message"),
        (b"[" + b"1," * 2_600_000 + b"1]", "more than 5 MB"),
    ],
)
def test_nonsense_is_an_error_with_a_sentence(
    server: Server, answer: bytes, why: str
) -> None:
    server.answers = [(200, answer, 0.0)]
    with pytest.raises(EndpointError, match=why):
        chat(endpoint(server), system="", user="")


@pytest.mark.parametrize(
    "answer",
    [
        b"HELLO\r\n\r\n",
        b"\x00\x01\x02\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nabc\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"a" * 70_000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X: a\r\n" * 101 + b"\r\n",
    ],
)
def test_what_is_no_answer_of_the_web_is_an_error_with_a_sentence(
    server: Server, answer: bytes
) -> None:
    server.answers = [(0, answer, 0.0)]
    with pytest.raises(EndpointError, match="not answer as a web server"):
        chat(endpoint(server), system="", user="")


def test_a_refusal_of_many_lines_is_told_in_one(server: Server) -> None:
    server.answers = [(500, b"<html>\n<h1>Out of\n order</h1>", 0.0)]
    with pytest.raises(EndpointError, match="<html> <h1>Out of order"):
        chat(endpoint(server), system="", user="")


def test_a_broken_key_is_not_told(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUR_KEY", "a-test\nword")
    with pytest.raises(EndpointError, match="OUR_KEY holds no key") as refused:
        chat(endpoint(server), system="", user="")
    assert "a-test" not in str(refused.value)
    assert not server.asked


def test_an_address_where_nobody_listens_is_an_error(server: Server) -> None:
    gone = endpoint(server)
    server.server_close()
    with pytest.raises(EndpointError, match="cannot be reached"):
        chat(gone, system="", user="")


@pytest.mark.parametrize(
    "wrong",
    [
        {"base_url": "file:///etc"},
        {"base_url": "localhost:8000"},
        {"base_url": "http://x:port/v1"},
        {"base_url": "http://x:80 80/v1"},
        {"base_url": "http://:80/v1"},
        {"base_url": "http://[::1/v1"},
        {"base_url": "http://x/\u00fc"},
        {"model": ""},
        {"timeout": 0},
        {"retries": -1},
    ],
)
def test_an_endpoint_that_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Endpoint(**{"base_url": "http://x/v1", "model": "m", **wrong})


def test_what_a_model_invents_is_listed_as_refused_and_not_kept(
    server: Server, make_table: Callable[..., FindingsTable]
) -> None:
    table = make_table(
        ("a", "calcitriol", "bone density", "up"),
        ("b", "calcitriol", "fractures", "down"),
    )
    density, breaks = (
        {"row": row.id, "quote": row.finding.evidence.text}
        for row in table.rows
        if row.finding.evidence
    )
    said: list[dict[str, Any]] = [
        {
            "text": "All studies agree that calcitriol is safe and prevents death.",
            "rows": ["R1"],
            "quotes": [density],
        },
        {
            "text": "Calcitriol prevented death.",
            "rows": ["R1"],
            "quotes": [density],
        },
        {
            "text": "Calcitriol increased fractures.",
            "rows": ["R2"],
            "quotes": [breaks],
        },
        {"text": "Calcitriol reduced fractures.", "rows": ["R2"]},
        {
            "text": "Calcitriol reduced fractures in one study.",
            "rows": ["R2"],
            "quotes": [breaks],
        },
    ]
    content = json.dumps({"sentences": said})
    answer = json.dumps({"choices": [{"message": {"content": content}}]}).encode()
    server.answers = [(200, answer, 0.0)]
    asked = endpoint(server)
    draft = drafted(
        table,
        lambda system, user: chat(asked, system=system, user=user),
        models=shipped_text_models(),
    )
    assert [one.text for one in draft.summary.sentences] == [said[-1]["text"]]
    assert [one.why for one in draft.rejected] == [
        Rejection.VERDICT,
        Rejection.UNSUPPORTED_DIRECTION,
        Rejection.UNSUPPORTED_DIRECTION,
        Rejection.NO_QUOTE,
    ]
    assert all(one.text for one in draft.rejected)
