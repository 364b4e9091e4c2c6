"""Requests that nobody would send: every route of the lab, asked wrongly."""

import json
import random
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import numpy as np
from damage import ODD, broken
from fastapi.testclient import TestClient

from thresher.records.sample_files import sample_exports
from thresher.records.samples import sample_review
from thresher.store.house import open_house
from thresher.web.app import make_app

__all__ = ["API", "TOKEN", "Visitor", "judged", "visitor"]

API = "/api/v1"
TOKEN = "a token of the soak"  # noqa: S105  of a lab that lives for minutes
LEFT_OUT = (
    *("/events", "/session"),  # one never ends, the other signs out
    *("/suspicions", "/explanation"),  # they wait for the model, which learns slowly
)
UPLOADS = 0.1  # share of requests to add a file that have one: each starts the model
SERVER_FAULTS = range(500, 600)
HONEST = (501, 503)  # an extra is missing; the model is being started again
BROKEN = 0.3  # share of bodies that are no JSON any more
STRANGE = 0.1  # share of values of any kind
GIVEN = 0.8  # share of fields that are there
SIZES = (0, 1, 1, 2, 30)  # of lists
NUMBERS = (0, 1, 2, -1, 7, 2**31, 2**63, 2**70, 0.5, -0.0, 1e308, True, None)
WORDS = ("", "ann", "include", "exclude", "undo", "abstract", "fulltext", "default")


class Visitor:
    """Somebody in a lab with one project who sends what comes to mind."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        made = client.post(f"{API}/projects", json={"name": "Fuzz"})
        self.project = made.json()["id"]
        described = client.get(f"{API}/openapi.json").json()
        self.shapes: Mapping[str, Any] = described["components"]["schemas"]
        self.routes = [
            (method, path, operation)
            for path, methods in described["paths"].items()
            for method, operation in methods.items()
            if not path.endswith(LEFT_OUT)
        ]
        review = sample_review(
            records=60, relevant_share=0.2, rng=np.random.default_rng(1)
        )
        self.files = [
            (export.name, export.content)
            for export in sample_exports(review, rng=np.random.default_rng(2))
        ]
        self.upload(*self.files[0])

    def upload(self, name: str, content: bytes) -> Any:  # noqa: ANN401  an answer
        """Send a file to the project."""
        return self.client.post(
            f"{API}/projects/{self.project}/sources",
            files=[("files", (name, content))],
            headers={"X-Thresher": "1"},
        )

    def request(self, chance: random.Random) -> str:
        """Send one request and return what became of it."""
        method, path, operation = chance.choice(self.routes)
        if method == "post" and path.endswith("/sources") and chance.random() < UPLOADS:
            name, content = chance.choice(self.files)
            answer = self.upload(name, broken(content, chance))
        else:
            answer = self._sent(method, path, operation, chance=chance)
        return judged(f"{method} {path}", answer)

    def _sent(
        self,
        method: str,
        path: str,
        operation: Mapping[str, Any],
        *,
        chance: random.Random,
    ) -> Any:  # noqa: ANN401  an answer
        query = {}
        for one in operation.get("parameters", ()):
            value = self.drawn(one.get("schema", {}), chance)
            if one["in"] == "path":
                is_ours = one["name"] == "project" and chance.random() < 0.95
                told = self.project if is_ours else str(value)
                path = path.replace("{" + one["name"] + "}", quoted(told))
            elif chance.random() < 0.6:
                query[one["name"]] = value if isinstance(value, list) else [value]
        body = operation.get("requestBody", {}).get("content", {})
        content = b""
        if "application/json" in body:
            drawn = self.drawn(body["application/json"]["schema"], chance)
            content = json.dumps(drawn).encode()
            if chance.random() < BROKEN:
                content = broken(content, chance)
        return self.client.request(
            method,
            f"{path}?{urlencode(query, doseq=True, errors='replace')}",
            content=content,
            headers={"X-Thresher": "1", "Content-Type": "application/json"},
        )

    def drawn(self, schema: Mapping[str, Any], chance: random.Random) -> Any:  # noqa: ANN401  any JSON
        """Return what a description asks for, or something else."""
        if "$ref" in schema:
            schema = self.shapes[schema["$ref"].rpartition("/")[2]]
        if chance.random() < STRANGE:
            return anything(chance)
        if "anyOf" in schema:
            return self.drawn(chance.choice(schema["anyOf"]), chance)
        if "enum" in schema:
            return chance.choice(schema["enum"])
        if schema.get("type") == "object":
            return {
                name: self.drawn(part, chance)
                for name, part in schema.get("properties", {}).items()
                if chance.random() < GIVEN
            }
        if schema.get("type") == "array":
            return [
                self.drawn(schema["items"], chance) for _ in range(chance.choice(SIZES))
            ]
        return plain(schema.get("type"), chance)


def judged(route: str, answer: Any) -> str:  # noqa: ANN401  an answer
    """Return whether an answer is what was asked for, a sentence, or a crash."""
    if answer.status_code < 400:
        return "read"
    if answer.status_code in SERVER_FAULTS and answer.status_code not in HONEST:
        return f"{answer.status_code} from {route}"
    try:
        said = answer.json()["error"]["message"]
    except (ValueError, KeyError, TypeError):
        return f"no sentence with {answer.status_code} from {route}"
    return "refused" if said and "\n" not in said else f"no one sentence from {route}"


def plain(kind: str | None, chance: random.Random) -> Any:  # noqa: ANN401  any JSON
    """Return a number, a truth value or a text."""
    if kind in ("integer", "number"):
        return chance.choice((*NUMBERS, chance.randint(1, 70)))
    return chance.random() < 0.5 if kind == "boolean" else text(chance)


def anything(chance: random.Random) -> Any:  # noqa: ANN401  any JSON
    """Return a value of any kind."""
    return chance.choice((*NUMBERS, text(chance), [], {}, [[]], {"a": None}))


def text(chance: random.Random) -> str:
    """Return a word, or what looks like an attack or an accident."""
    odd = chance.choice(ODD).decode("utf-8", "replace")
    return chance.choice((*WORDS, odd, "2026-11-17T12:00:00Z", "d" + odd, "\ud800"))


def quoted(part: str) -> str:
    """Return a part of a path as a browser sends it."""
    return quote(part.encode("utf-8", "replace"), safe="") or "-"


@contextmanager
def visitor() -> Iterator[Visitor]:
    """Give a visitor to a lab that is there as long as needed."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "projects").mkdir()
        house = stack.enter_context(open_house(folder / "projects"))
        app = make_app(house, door="lab", token=TOKEN, folder=folder / "cache")
        client = stack.enter_context(
            TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False)
        )
        client.get("/", params={"token": TOKEN})
        yield Visitor(client)
