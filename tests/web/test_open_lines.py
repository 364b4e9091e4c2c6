"""An open line of news ends with the session, and with the place in the project."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from thresher.cli.main import cli
from thresher.web.security.fresh_memory import FreshMemory

from .reader import API, PASSWORD, ris
from .server import started

PATIENCE = 60.0


@dataclass
class Line:
    """What a page hears on its open line, until the server ends it."""

    client: httpx.Client
    project: str
    heard: list[str] = field(default_factory=list)
    opened: threading.Event = field(default_factory=threading.Event)
    ended: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread = field(default_factory=threading.Thread)

    def listen(self) -> "Line":
        self.thread = threading.Thread(target=self._hear, daemon=True)
        self.thread.start()
        assert self.opened.wait(PATIENCE)
        return self

    def _hear(self) -> None:
        path = f"{API}/projects/{self.project}/events"
        with (
            suppress(httpx.TransportError),  # the test is over, the server killed
            self.client.stream("GET", path) as answer,
        ):
            assert answer.status_code == 200
            for line in answer.iter_lines():
                self.heard.append(line)
                self.opened.set()
            self.ended.set()


@dataclass
class Server:
    """A team's server, and how people come in."""

    address: str
    database: str
    clients: list[httpx.Client] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def line(self, client: httpx.Client, project: str) -> Line:
        self.lines.append(Line(client, project).listen())
        return self.lines[-1]

    def close(self) -> None:
        for line in self.lines:
            line.thread.join(PATIENCE)
        for client in self.clients:
            client.close()

    def sign_in(self, name: str) -> httpx.Client:
        client = httpx.Client(base_url=self.address, timeout=PATIENCE)
        self.clients.append(client)
        wish = {"name": name, "password": PASSWORD}
        assert client.post(f"{API}/session", json=wish).status_code == 200
        return client

    def join(self, name: str) -> None:
        link = self.tell("--create-owner", "test").rpartition("/")[2]
        wish = {"token": link, "name": name, "password": PASSWORD}
        made = httpx.post(f"{self.address}{API}/accounts", json=wish, timeout=PATIENCE)
        assert made.status_code == 201

    def tell(self, *words: str) -> str:
        """Run the command on the server's machine, in another process than it."""
        said = CliRunner().invoke(cli, ["serve", "--database", self.database, *words])
        found = re.search(r"http://\S+", said.output)
        assert found, said.output
        return found.group()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path / 'house.db'}"
    words = ["serve", "--database", database, "--port", "0"]
    with started(tmp_path, *words) as (address, _):
        server = Server(address, database)
        yield server
    server.close()


def in_project(ann: httpx.Client, names: list[str]) -> str:
    project = str(ann.post(f"{API}/projects", json={"name": "A"}).json()["id"])
    for name in names:
        path = f"{API}/projects/{project}/readers/{name}"
        assert ann.put(path, json={"role": "reader"}).status_code == 200
    return project


def test_a_line_ends_with_sign_out_password_membership_or_reset_and_tells_no_more(
    server: Server,
) -> None:
    names = ["bob", "cid", "dan", "eva"]
    for name in ["ann", *names]:
        server.join(name)
    ann = server.sign_in("ann")
    project = in_project(ann, names)
    readers = {name: server.sign_in(name) for name in names}
    mine = server.line(server.sign_in("ann"), project)
    lines = {name: server.line(readers[name], project) for name in names}

    bob, cid = readers["bob"], server.sign_in("cid")
    assert bob.delete(f"{API}/session").status_code == 204
    wish = {"old": PASSWORD, "new": "another long password"}
    assert cid.put(f"{API}/session/password", json=wish).status_code == 200
    out = ann.delete(f"{API}/projects/{project}/readers/dan")
    assert out.status_code == 200
    told_before = {name: len(lines[name].heard) for name in ("bob", "cid", "dan")}
    upload(ann, project)  # news for all who may still hear
    for name in ("bob", "cid", "dan"):
        assert lines[name].ended.wait(PATIENCE), name
        assert not events(lines[name].heard[told_before[name] :]), name

    assert not lines["eva"].ended.is_set()
    assert events(lines["eva"].heard)
    server.tell("--reset-password", "eva")
    assert lines["eva"].ended.wait(PATIENCE)
    assert not mine.ended.is_set()
    assert events(mine.heard)


def upload(ann: httpx.Client, project: str) -> None:
    """Import a file, and wait until all that is told of it was told."""
    path = f"{API}/projects/{project}"
    sent = ann.post(
        f"{path}/sources",
        files=[("files", ("a.ris", ris(5)))],
        headers={"X-Thresher": "1"},
    )
    job = sent.json()["job"]["id"]
    while ann.get(f"{path}/jobs/{job}").json()["state"] not in ("done", "failed"):
        pass


def events(lines: list[str]) -> list[str]:
    told = [line for line in lines if line.startswith("data: ")]
    for line in told:
        json.loads(line.removeprefix("data: "))
    return told


def test_what_was_looked_up_while_it_changed_is_not_remembered() -> None:
    memory: FreshMemory[str, str] = FreshMemory()

    def overtaken() -> str:
        memory.forget()
        return "as it was"

    assert memory.looked_up("key", overtaken) == "as it was"
    assert memory.get("key") is None
    assert memory.looked_up("key", lambda: "as it is") == "as it is"
    assert memory.get("key") == "as it is"
    memory.forget(lambda key, _: key != "key")
    assert memory.get("key") == "as it is"
    memory.forget()
    assert memory.get("key") is None


def test_nothing_is_remembered_of_what_is_not_there() -> None:
    memory: FreshMemory[str, str] = FreshMemory()
    answers: list[str | None] = [None, "there"]
    ask: Callable[[], str | None] = lambda: answers.pop(0)  # noqa: E731
    assert memory.looked_up("key", ask) is None
    assert memory.looked_up("key", ask) == "there"
