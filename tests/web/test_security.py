"""Who gets in: tokens, passwords, foreign sites, strange names, headers."""

from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from thresher.store.house import House
from thresher.web.app import make_app
from thresher.web.security.headers import POLICY
from thresher.web.security.visitor import COOKIE
from thresher.web.uploads import plain_name

from .reader import API, PASSWORD, TOKEN, Reader, ris

Join = Callable[[str], Reader]


@pytest.fixture
def stranger(lab_house: House, tmp_path: Path) -> TestClient:
    """A browser that does not know the lab's token."""
    app = make_app(lab_house, door="lab", token=TOKEN, folder=tmp_path)
    return TestClient(app, base_url="http://127.0.0.1:8000")


def test_a_lab_without_its_token_shows_nothing(stranger: TestClient) -> None:
    assert stranger.get(f"{API}/projects").status_code == 401
    assert stranger.get("/").status_code == 401
    assert stranger.get("/", params={"token": "wrong"}).status_code == 401
    assert not stranger.cookies


def test_the_token_becomes_a_cookie_that_scripts_cannot_read(
    stranger: TestClient,
) -> None:
    answer = stranger.get("/", params={"token": TOKEN}, follow_redirects=False)
    assert answer.headers["location"] == "/"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert TOKEN not in cookie


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "["])
def test_a_lab_answers_to_this_machines_names_only(
    stranger: TestClient, host: str
) -> None:
    stranger.get("/", params={"token": TOKEN})
    answer = stranger.get(f"{API}/projects", headers={"Host": host})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_request_that_another_site_sent_is_turned_away(
    lab: Reader, headers: dict[str, str]
) -> None:
    answer = lab.client.post(f"{API}/projects", json={"name": "x"}, headers=headers)
    assert answer.status_code == 403
    assert not lab.get("/projects")["projects"]


def test_a_form_of_another_site_cannot_pose_as_json(lab: Reader) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        answer = lab.client.post(
            f"{API}/projects", content=b'{"name":"x"}', headers={"Content-Type": kind}
        )
        assert answer.status_code == 415
    project = lab.project()
    answer = lab.client.post(
        f"{API}/projects/{project}/sources", files=[("files", ("a.ris", ris(1)))]
    )
    assert answer.status_code == 415


def test_every_answer_carries_the_security_headers(lab: Reader) -> None:
    for path in ("/", f"{API}/projects", f"{API}/nothing", "/static/nothing.js"):
        headers = lab.client.get(path).headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"


def test_signing_in_gives_another_cookie_than_the_browser_had(join: Join) -> None:
    ann = join("ann")
    client = ann.client
    planted = client.cookies[COOKIE]
    wish = {"name": "ann", "password": PASSWORD}
    assert client.post(f"{API}/session", json=wish).status_code == 200
    assert client.cookies[COOKIE] != planted
    other = TestClient(client.app, cookies={COOKIE: planted})
    assert other.get(f"{API}/session").status_code == 401


def test_a_cookie_planted_before_signing_in_is_worth_nothing(join: Join) -> None:
    client = TestClient(join("ann").client.app, cookies={COOKIE: "planted"})
    wish = {"name": "ann", "password": PASSWORD}
    client.post(f"{API}/session", json=wish)
    thief = TestClient(client.app, cookies={COOKIE: "planted"})
    assert thief.get(f"{API}/session").status_code == 401


def test_who_signed_out_is_out(join: Join) -> None:
    ann = join("ann")
    kept = ann.client.cookies[COOKIE]
    assert ann.client.delete(f"{API}/session").status_code == 204
    again = TestClient(ann.client.app, cookies={COOKIE: kept})
    assert again.get(f"{API}/session").status_code == 401


def test_wrong_passwords_make_the_next_try_wait(join: Join) -> None:
    client = TestClient(join("ann").client.app)
    wish = {"name": "ann", "password": "not the right one"}
    codes = [client.post(f"{API}/session", json=wish).status_code for _ in range(7)]
    assert codes[:6] == [401] * 6
    assert codes[6] == 429
    right = {"name": "ann", "password": PASSWORD}
    answer = client.post(f"{API}/session", json=right)
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1


def test_an_unknown_name_is_answered_like_a_wrong_password(join: Join) -> None:
    client = TestClient(join("ann").client.app)
    answers = [
        client.post(f"{API}/session", json={"name": name, "password": "wrong one"})
        for name in ("ann", "nobody")
    ]
    assert answers[0].json() == answers[1].json()
    assert [one.status_code for one in answers] == [401, 401]


def test_the_database_holds_neither_passwords_nor_tokens(
    join: Join, tmp_path: Path
) -> None:
    ann = join("ann")
    cookie = ann.client.cookies[COOKIE]
    for path in tmp_path.glob("house.db*"):
        content = path.read_bytes()
        assert PASSWORD.encode() not in content
        assert cookie.encode() not in content


def test_an_account_needs_a_long_password_and_an_invitation(join: Join) -> None:
    client = TestClient(join("ann").client.app)
    wish = {"token": "guessed", "name": "eve", "password": "short"}
    assert client.post(f"{API}/accounts", json=wish).status_code == 422
    wish["password"] = PASSWORD
    assert client.post(f"{API}/accounts", json=wish).status_code == 404


@pytest.mark.parametrize(
    "name",
    ["../../../etc/passwd", "..\\..\\boot.ini", "/etc/shadow", "a\0b.ris", "..", ""],
)
def test_a_files_name_never_becomes_a_path(
    lab: Reader, tmp_path: Path, name: str
) -> None:
    clean = plain_name(name)
    assert not set(clean) & set("/\\\0")
    assert clean not in ("", ".", "..")
    project = lab.project()
    before = {path for path in tmp_path.rglob("*") if "features" not in path.parts}
    lab.upload(project, ris(2), name=name or "x")
    after = {path for path in tmp_path.rglob("*") if "features" not in path.parts}
    assert not [path for path in after - before if path.suffix == ".ris"]


@pytest.mark.parametrize(
    "project", ["..", "../x", "%2e%2e", "..%2f..%2fetc%2fpasswd", "a" * 65, "x%00"]
)
def test_a_projects_address_never_becomes_a_path(lab: Reader, project: str) -> None:
    answer = lab.client.get(f"{API}/projects/{project}/queue")
    assert answer.status_code in (404, 422)
    assert "/tmp" not in answer.text  # noqa: S108


def test_what_a_record_says_is_data_and_never_markup(lab: Reader) -> None:
    project = lab.project("<script>alert(1)</script>")
    evil = '"><img src=x onerror=alert(1)>'
    content = (
        f"TY  - JOUR\nTI  - {evil}\nAB  - <script>alert(2)</script>\n"
        "UR  - javascript:alert(3)\nER  - \n"
    )
    lab.upload(project, content.encode(), name=f"{evil}.ris")
    item = lab.queue(project)["items"][0]["record"]
    assert item["title"] == evil
    assert item["url"] == ""
    assert not [link for link in item["links"] if "javascript" in link["href"]]
    lab.send(
        "PUT", f"/projects/{project}/records/{item['id']}/tags", {"tags": [evil[:50]]}
    )
    for path in ("", "/queue", "/records", "/sources", "/history"):
        answer = lab.client.get(f"{API}/projects/{project}{path}")
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
    export = lab.client.get(f"{API}/projects/{project}/export")
    assert export.headers["content-disposition"].startswith("attachment")


def test_an_error_tells_neither_paths_nor_code(
    lab: Reader, project: str, tmp_path: Path
) -> None:
    for path in ("/projects/x", f"/projects/{project}/export?format=exe"):
        text = lab.client.get(API + path).text
        assert str(tmp_path) not in text
        assert "Traceback" not in text
