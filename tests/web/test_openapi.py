"""The API as its own description says it is, tried with what nobody would send."""

import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings

from thresher.store.house import open_house
from thresher.web.app import make_app
from thresher.web.security.visitor import COOKIE

from .reader import API, TOKEN, Reader, ris

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    schemathesis = pytest.importorskip("schemathesis")
    from schemathesis.specs.openapi.checks import positive_data_acceptance

SLOW_OR_ENDLESS = ("/events", "/session")  # one never ends, the other signs out
EXAMPLES = 15


# Names of models and formats, and tokens, have a meaning beyond their shape.
MEANING = [positive_data_acceptance]


class Place:
    """The lab that all examples are sent to."""

    client: TestClient
    project: str


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("openapi")
    (folder / "projects").mkdir()
    with open_house(folder / "projects") as house:
        app = make_app(house, door="lab", token=TOKEN, folder=folder / "cache")
        with TestClient(app, base_url="http://127.0.0.1") as client:
            client.get("/", params={"token": TOKEN})
            here = Place()
            here.client = client
            reader = Reader(client, "reader")
            here.project = reader.project()
            reader.upload(here.project, ris(12))
            yield here


def test_no_request_breaks_the_api_or_its_description(place: Place) -> None:
    schema = schemathesis.openapi.from_asgi(
        f"{API}/openapi.json", place.client.app, headers={"Host": "127.0.0.1"}
    )
    tried = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        if not operation.path.endswith(SLOW_OR_ENDLESS):
            try_out(operation, place)
            tried += 1
    assert tried >= 35


def try_out(operation: Any, place: Place) -> None:  # noqa: ANN401  not typed
    """Send what the description of a route allows, and check what comes back."""
    headers = {"Host": "127.0.0.1", "X-Thresher": "1"}
    cookies = {COOKIE: place.client.cookies[COOKIE]}

    @given(case=operation.as_strategy())
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def check(case: Any) -> None:  # noqa: ANN401  not typed
        if "project" in (case.path_parameters or {}):
            case.path_parameters["project"] = place.project
        case.call_and_validate(
            headers=headers, cookies=cookies, excluded_checks=MEANING
        )

    check()


def test_every_route_says_what_it_gives_and_what_it_refuses(place: Place) -> None:
    found = place.client.get(f"{API}/openapi.json").json()
    assert len(found["paths"]) >= 39
    for path, methods in found["paths"].items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            assert operation["description"], where
            assert "422" in operation["responses"], where
            assert "404" in operation["responses"], where
