"""Bad input: said plainly, and nothing lost."""

import io
import resource
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import create_engine, text

from thresher.store.house import House, open_house
from thresher.web import uploads
from thresher.web.app import make_app

from .reader import API, TOKEN, Reader, ris


def test_a_file_that_is_no_citation_file_is_named_and_the_others_come_in(
    lab: Reader,
) -> None:
    project = lab.project()
    answer = lab.client.post(
        f"{API}/projects/{project}/sources",
        files=[
            ("files", ("holiday.jpg", b"\xff\xd8\xff\xe0" + bytes(range(256)) * 20)),
            ("files", ("good.ris", ris(3))),
        ],
        headers={"X-Thresher": "1"},
    )
    job = lab.done(project, answer.json()["job"]["id"])
    assert job["state"] == "done"
    bad, good = job["result"]["files"]
    assert bad["name"] == "holiday.jpg"
    assert not bad["imported"]
    assert bad["error"].startswith("holiday.jpg")
    assert good["records"] == 3
    assert [one["name"] for one in lab.get(f"/projects/{project}/sources")["sources"]]


def test_a_field_with_an_odd_name_is_refused_in_one_sentence(lab: Reader) -> None:
    decision = {"uid": str(uuid4()), "record": 1, "label": "include", "od\nd": 1}
    answer = lab.client.post(
        f"{API}/projects/{lab.project()}/decisions", json={"decisions": [decision]}
    )
    assert answer.status_code == 422
    assert "\n" not in answer.json()["error"]["message"]


def test_an_upload_over_the_limit_is_refused_and_leaves_nothing(
    lab: Reader, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(uploads.received, "__kwdefaults__", {"most_bytes": 1000})
    project = lab.project()
    answer = lab.client.post(
        f"{API}/projects/{project}/sources",
        files=[("files", ("big.ris", ris(100)))],
        headers={"X-Thresher": "1"},
    )
    assert answer.status_code == 413
    assert "MB together" in answer.json()["error"]["message"]
    assert not list((tmp_path / "cache" / "uploads").rglob("*.ris"))
    assert not lab.get(f"/projects/{project}/sources")["sources"]


def test_a_zip_that_would_burst_is_refused(lab: Reader) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("project.json", "{}")
        archive.writestr("data/bomb.csv", b"0" * 50_000_000)
    project = lab.project()
    job = lab.upload(project, packed.getvalue(), name="bomb.asreview")
    assert not job["result"]["files"][0]["imported"]


def test_the_same_file_again_adds_nothing_and_says_since_when(lab: Reader) -> None:
    project = lab.project()
    lab.upload(project, ris(3))
    again = lab.upload(project, ris(3))
    assert again["result"]["files"][0]["since"]
    assert lab.get(f"/projects/{project}")["records"] == 3


def test_a_project_of_a_newer_version_is_refused_in_words(tmp_path: Path) -> None:
    folder = tmp_path / "projects"
    folder.mkdir()
    with open_house(folder) as house:
        house.create_project("Old")
    (path,) = folder.glob("*.thresher")
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.execute(text("PRAGMA user_version = 999"))
    engine.dispose()
    with (
        open_house(folder) as house,
        TestClient(
            make_app(house, door="lab", token=TOKEN, folder=tmp_path / "cache"),
            base_url="http://127.0.0.1",
        ) as client,
    ):
        client.get("/", params={"token": TOKEN})
        answer = client.get(f"{API}/projects")
        assert answer.status_code == 200
        assert "newer Thresher" in answer.json()["projects"][0]["problem"]
        number = answer.json()["projects"][0]["id"]
        refused = client.get(f"{API}/projects/{number}")
        assert refused.status_code == 422
        assert "newer Thresher" in refused.json()["error"]["message"]


@contextmanager
def no_room() -> Iterator[None]:
    """A disk on which no file can grow."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_refuses_the_decision_and_keeps_what_was_there(
    lab: Reader, project: str
) -> None:
    records = [item["record"]["id"] for item in lab.queue(project)["items"]]
    lab.decide(project, records[0], "include")
    line = {"uid": str(uuid4()), "record": records[1], "label": "include"}
    path = f"/projects/{project}/decisions"
    with no_room():
        refused = lab.client.post(API + path, json={"decisions": [line]})
    assert refused.status_code == 503
    assert "nothing was lost" in refused.json()["error"]["message"] or (
        "still there" in refused.json()["error"]["message"]
    )
    assert lab.send("POST", path, {"decisions": [line]})["results"][0]["status"] == (
        "kept"
    )
    assert len(lab.get(f"/projects/{project}/history")["rows"]) == 2


@pytest.mark.parametrize("fate", ["moved", "replaced"])
def test_a_database_that_goes_away_and_comes_back_loses_nothing(
    lab_house: House, lab: Reader, project: str, fate: str
) -> None:
    records = [item["record"]["id"] for item in lab.queue(project)["items"]]
    place = lab_house.project(project).path
    assert place is not None
    away = place.with_name("away")
    line = {"uid": str(uuid4()), "record": records[0], "label": "include"}
    path = f"/projects/{project}/decisions"
    place.chmod(0o400)
    place.rename(away)
    if fate == "replaced":
        place.mkdir()
    refused = lab.client.post(API + path, json={"decisions": [line]})
    assert refused.status_code == 503, refused.text  # so a page sends it once more
    assert str(place.parent) not in refused.text
    if fate == "replaced":
        place.rmdir()
    away.rename(place)
    place.chmod(0o600)
    assert lab.send("POST", path, {"decisions": [line]})["results"][0]["status"] == (
        "kept"
    )


@pytest.mark.parametrize(
    "moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"]
)
def test_a_time_at_the_edge_of_the_calendar_is_refused_in_a_sentence(
    lab: Reader, project: str, moment: str
) -> None:
    line = {"uid": str(uuid4()), "record": 1, "label": "include"}
    body = {"decisions": [line | {"decided_at": moment}]}
    found = lab.send("POST", f"/projects/{project}/decisions", body, 422)
    assert "is no time of the calendar in UTC" in found["error"]["message"]
    release = {"records": [1], "lease": moment}
    lab.send("POST", f"/projects/{project}/queue/release", release, 204)
