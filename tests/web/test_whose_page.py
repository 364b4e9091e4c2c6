"""A page is one reader's, on one project: nothing of it is kept as another's."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from .reader import API, JSON, Reader, ris

Join = Callable[[str], Reader]


def asked(
    reader: Reader, method: str, path: str, *, headers: dict[str, str]
) -> tuple[int, str, str]:
    """Status, code and sentence of what a page with these headers asks."""
    line = {"uid": str(uuid4()), "record": 1, "label": "include"}
    bodies: dict[str, JSON] = {
        "decisions": {"decisions": [line]},
        "release": {"records": [1], "lease": "2026-01-01T00:00:00Z"},
        "notes": {"text": "mine"},
    }
    body = bodies.get(path.rpartition("/")[2])
    answer = reader.client.request(method, API + path, json=body, headers=headers)
    found = answer.json() if answer.content else {}
    error = found.get("error", {})
    return answer.status_code, error.get("code", ""), error.get("message", "")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/decisions"),
        ("POST", "/queue/release"),
        ("GET", "/queue"),
        ("POST", "/records/1/notes"),
    ],
)
def test_a_page_of_another_reader_is_refused(
    join: Join, method: str, path: str
) -> None:
    bob = join("bob")
    project = bob.project()
    bob.upload(project, ris(5))
    where = f"/projects/{project}{path}"
    refused = asked(bob, method, where, headers={"X-Thresher-Reader": "ann"})
    assert refused == (
        409,
        "other-reader",
        "bob is signed in here now; reload the page.",
    )
    assert bob.get(f"/projects/{project}/history")["rows"] == []
    for own in ({}, {"X-Thresher-Reader": "bob"}, {"X-Thresher-Reader": "%62ob"}):
        assert asked(bob, method, where, headers=own)[0] in (200, 201, 204)


def test_a_file_from_a_page_of_another_reader_is_refused(join: Join) -> None:
    bob = join("bob")
    project = bob.project()
    answer = bob.client.post(
        f"{API}/projects/{project}/sources",
        files=[("files", ("a.ris", ris(3)))],
        headers={"X-Thresher": "1", "X-Thresher-Reader": "ann"},
    )
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "other-reader"


@pytest.mark.parametrize("name", ["Zoë B. 100%", "김", 'a"<b>&', "%41"])
def test_a_page_says_whose_it_is_whatever_the_name(
    lab: Reader, project: str, name: str
) -> None:
    door = lab.client.app.state.lab.sessions  # type: ignore[attr-defined]
    door.reader = type(door.reader)(name=name, display=name)
    page = lab.client.get(f"/projects/{project}/screen").text
    written = page.partition('data-reader="')[2].partition('"')[0]
    headers = {"X-Thresher-Reader": written}
    where = f"/projects/{project}/queue"
    assert asked(lab, "GET", where, headers=headers)[0] == 200
    for other in (name + "x", "%ff", "", "%"):
        wrong = {"X-Thresher-Reader": other.encode("ascii", "replace").decode()}
        assert asked(lab, "GET", where, headers=wrong)[1] == "other-reader"


def test_the_page_to_sign_in_is_nobodys(join: Join) -> None:
    assert 'data-reader=""' in join("bob").client.get("/signin").text


def test_a_decision_for_another_project_of_the_same_id_is_refused(
    lab: Reader, project: str
) -> None:
    where = f"/projects/{project}"
    identity = lab.get(where)["identity"]
    for other in ("0" * 32, "", identity.upper() + "0"):
        for path in ("/decisions", "/queue/release"):
            meant = {"X-Thresher-Project": other}
            found = asked(lab, "POST", where + path, headers=meant)
            assert found[:2] == (409, "other-project")
    assert lab.get(f"{where}/history")["rows"] == []
    for right in ({}, {"X-Thresher-Project": identity}):
        assert asked(lab, "POST", f"{where}/decisions", headers=right)[0] == 200
    assert len(lab.get(f"{where}/history")["rows"]) == 2


def test_an_identity_stays_and_is_no_other_projects(lab: Reader) -> None:
    first, second = lab.project("A"), lab.project("B")
    told = [lab.get(f"/projects/{one}")["identity"] for one in (first, second, first)]
    assert told[0] == told[2] != told[1]
    assert len(told[0]) == 32
    assert "identity" not in lab.get(f"/projects/{first}/settings")
