"""The API as its own description says it is, tried with what nobody would send."""

import os
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI
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

EXAMPLES = int(os.environ.get("THRESHER_EXAMPLES", "15"))  # a route
LONG = 600.0  # seconds: a machine that stands still for a while breaks nothing
MEANT = {  # what a shape cannot say: requests of the right shape may be refused here
    "/projects/{project}/settings": "a model's name must be one that is installed",
    "/projects/{project}/sources": "a part of a form may be a file or a text",
    "/projects/{project}/export": "a format's name must be one that can be written",
}


class Place:
    """The lab that all examples are sent to."""

    app: FastAPI
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
            here.app, here.client = app, client
            reader = Reader(client, "reader")
            here.project = reader.project()
            reader.upload(here.project, ris(12))
            yield here


def test_no_request_breaks_the_api_or_its_description(place: Place) -> None:
    schema = schemathesis.openapi.from_asgi(
        f"{API}/openapi.json", place.client.app, headers={"Host": "127.0.0.1"}
    )
    operations = [found.ok() for found in schema.get_all_operations()]
    endless = [one for one in operations if one.path.endswith("/events")]
    for operation in operations:
        if operation not in endless:
            try_out(operation, place)
    place.app.state.lab.events.close()  # from now on, news end after the greeting
    for operation in endless:
        try_out(operation, place)
    assert (len(endless), len(operations) >= 48) == (1, True)


def try_out(operation: Any, place: Place) -> None:  # noqa: ANN401  not typed
    """Send what the description of a route allows, and check what comes back."""
    headers = {"Host": "127.0.0.1", "X-Thresher": "1"}
    is_meant = operation.path.removeprefix(API) in MEANT
    excluded = [positive_data_acceptance] if is_meant else []

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
        place.client.get(
            "/", params={"token": TOKEN}
        )  # the last one may have signed out
        cookies = {COOKIE: place.client.cookies[COOKIE]}
        case.call_and_validate(
            headers=headers,
            cookies=cookies,
            excluded_checks=excluded,
            timeout=LONG,
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
