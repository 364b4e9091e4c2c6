"""Houses, applications and signed-in clients for the tests of the web door."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from thresher.store.house import House, open_house
from thresher.web.app import make_app
from thresher.web.first_owner import first_link

from .reader import API, PASSWORD, TOKEN, Reader, ris


@pytest.fixture
def lab_house(tmp_path: Path) -> Iterator[House]:
    folder = tmp_path / "projects"
    folder.mkdir()
    with open_house(folder) as house:
        yield house


@pytest.fixture
def lab(lab_house: House, tmp_path: Path) -> Iterator[Reader]:
    """The one reader of a lab."""
    app = make_app(
        lab_house, door="lab", token=TOKEN, reader="ann", folder=tmp_path / "cache"
    )
    with TestClient(app, base_url="http://127.0.0.1") as client:
        client.get("/", params={"token": TOKEN})
        yield Reader(client, "ann")


@pytest.fixture
def team_house(tmp_path: Path) -> Iterator[House]:
    with open_house(f"sqlite:///{tmp_path / 'house.db'}") as house:
        yield house


@pytest.fixture
def join(team_house: House, tmp_path: Path) -> Iterator[Callable[[str], Reader]]:
    """Gives readers of a team's server, each with an account and a browser."""
    app = make_app(team_house, door="serve", folder=tmp_path / "cache")
    with TestClient(app) as first:

        def joined(name: str) -> Reader:
            client = TestClient(first.app)
            token = first_link(team_house, "").rpartition("/")[2]
            wish = {"token": token, "name": name, "password": PASSWORD}
            answer = client.post(f"{API}/accounts", json=wish)
            assert answer.status_code == 201, answer.text
            return Reader(client, name)

        yield joined


@pytest.fixture
def project(lab: Reader) -> str:
    """A project with forty records, in the lab."""
    number = lab.project()
    assert lab.upload(number, ris(40))["state"] == "done"
    return number
