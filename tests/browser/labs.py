"""A real lab on a free port, and files to bring into it."""

import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

from playwright.sync_api import APIRequestContext, FilePayload, Page

__all__ = ["Desk", "Lab", "new_project", "ris", "running_lab", "running_team"]

QUIET = {"OMP_NUM_THREADS": "1", "PYTHONWARNINGS": "default", "BROWSER": "true"}
MATTERS = ["vitamin", "randomised", "placebo", "hypertension", "mortality"]
OTHER = ["mice", "soil", "concrete", "school", "bridge", "cohort"]
COMMON = ["patients", "study", "results", "method", "group", "effect", "data"]
EVERY = 8  # one record in so many matters


@dataclass
class Lab:
    """A server that runs, and the address that lets its reader in."""

    address: str
    process: "subprocess.Popen[str]" = field(repr=False)

    @property
    def base(self) -> str:
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    def end(self) -> None:
        """Ask it to end, as a user does; kill it if it does not."""
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=20)
        self.kill()

    def kill(self) -> None:
        """Kill it in the middle of whatever it does."""
        self.process.kill()
        self.process.wait(timeout=30)
        if self.process.stdout is not None:
            self.process.stdout.close()


def _started(arguments: Sequence[str], told: "IO[str] | None" = None) -> Lab:
    process = subprocess.Popen(
        [sys.executable, "-m", "thresher", *arguments],
        stdout=subprocess.PIPE,
        text=True,
        stderr=told,
        env={**os.environ, **QUIET},
    )
    assert process.stdout is not None
    for line in process.stdout:
        if "http://" in line:
            address = next(word for word in line.split() if word.startswith("http://"))
            return Lab(address, process)
    raise AssertionError("the server gave no address")


@contextmanager
def running_lab(
    folder: Path, *, port: int | None = 0, reader: str = "ann"
) -> Iterator[Lab]:
    """`thresher lab` on a folder of projects; with no port, where it is as a rule."""
    words = ["lab", str(folder), "--no-browser", "--reader", reader]
    words += [] if port is None else ["--port", str(port)]
    lab = _started(words)
    try:
        yield lab
    finally:
        lab.end()


@contextmanager
def running_team(folder: Path) -> Iterator[tuple[Lab, str]]:
    """`thresher serve` on a database file, and the link for its first owner."""
    with (folder / "told").open("w+") as told:
        url = f"sqlite:///{folder / 'house.db'}"
        lab = _started(["serve", "--database", url, "--port", "0"], told)
        try:
            for _ in range(200):
                told.seek(0)
                if found := re.search(r"http://\S+/join/\S+", told.read()):
                    yield lab, found.group()
                    break
                time.sleep(0.05)
            else:
                raise AssertionError("no link for the first owner")
        finally:
            lab.end()


def ris(
    records: int, *, seed: int = 1, special: dict[int, dict[str, str]] | None = None
) -> str:
    """A RIS file: one record in eight speaks of what the review asks."""
    rng = random.Random(seed)  # noqa: S311  texts, not secrets
    parts = []
    for number in range(records):
        words = (MATTERS if number % EVERY == 0 else OTHER) + COMMON
        tags = {
            "TI": " ".join(rng.choices(words, k=9)).capitalize() + f" {seed}x{number}",
            "AB": " ".join(rng.choices(words, k=70)).capitalize() + ".",
            "PY": str(1990 + number % 30),
            "JO": "Journal of Trials",
            "DO": f"10.1000/{seed}.{number}",
            **(special or {}).get(number, {}),
        }
        authors = tags.pop("AU", "Kim, J.;Roe, A.").split(";")
        lines = [f"{tag}  - {text}" for tag, text in tags.items() if text]
        lines += [f"AU  - {author}" for author in authors]
        parts.append("\n".join(["TY  - JOUR", *lines, "ER  - ", ""]))
    return "\n".join(parts)


@dataclass(frozen=True)
class Desk:
    """A project of a running lab, by its API."""

    lab: Lab
    request: APIRequestContext = field(repr=False)
    project: str
    since: int = 0  # rows of the ledger up to here are of earlier tests

    @property
    def screen(self) -> str:
        return self.page("screen")

    def page(self, name: str) -> str:
        return f"{self.lab.base}/projects/{self.project}/{name}"

    def get(self, rest: str) -> Any:  # noqa: ANN401  JSON
        answer = self.request.get(self.api(rest))
        assert answer.ok, (answer.status, answer.text())
        return answer.json()

    def put(self, rest: str, body: dict[str, Any]) -> None:
        headers = {"Origin": self.lab.base, "Content-Type": "application/json"}
        answer = self.request.put(
            self.api(rest), data=json.dumps(body), headers=headers
        )
        assert answer.ok, (answer.status, answer.text())

    def api(self, rest: str) -> str:
        return f"{self.lab.base}/api/v1/projects/{self.project}{rest}"

    def ledger(self) -> list[dict[str, Any]]:
        """Every decision since the test began, the oldest first."""
        rows: list[dict[str, Any]] = []
        before = ""
        while True:
            page = self.get(f"/history?limit=500{before}")
            rows += page["rows"]
            if not page["more"]:
                return [row for row in rows[::-1] if row["id"] > self.since]
            before = f"&before={rows[-1]['id']}"


def new_project(page: Page, lab: Lab, text: str, *, name: str = "A review") -> Desk:
    """A project with one file in it, made through the API."""
    request = page.context.request
    origin = {"Origin": lab.base}
    made = request.post(
        f"{lab.base}/api/v1/projects",
        data=json.dumps({"name": name}),
        headers={**origin, "Content-Type": "application/json"},
    )
    assert made.ok, made.text()
    desk = Desk(lab, request, made.json()["id"])
    file = FilePayload(name="search.ris", mimeType="text/plain", buffer=text.encode())
    sent = request.post(
        desk.api("/sources"),
        multipart={"files": file},
        headers={**origin, "X-Thresher": "1"},
    )
    assert sent.ok, sent.text()
    job = sent.json()["job"]["id"]
    while (state := desk.get(f"/jobs/{job}"))["state"] in ("waiting", "running"):
        page.wait_for_timeout(50)
    assert state["state"] == "done", state
    return desk
