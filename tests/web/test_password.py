"""A new password: only by the old one, and nothing that was open stays open."""

import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient
from httpx import Response
from sqlalchemy import select
from tests.store.conftest import DATABASES, server_url

from thresher.errors import InputError
from thresher.store.house import House, open_house
from thresher.store.house_schema import accounts, house_log, password_resets
from thresher.store.people import open_session
from thresher.web.app import make_app
from thresher.web.first_owner import first_link
from thresher.web.forgotten_password import RESET, reset_link
from thresher.web.refusals import Refusal
from thresher.web.security.passwords import is_right
from thresher.web.security.team_door import Given, TeamDoor, digest_of
from thresher.web.security.visitor import COOKIE

from .reader import API, PASSWORD, Reader

__all__ = ["server_url"]  # a fixture

NEW = "another long password"


@pytest.fixture(params=DATABASES)
def team_house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    """A team's house on each database."""
    url = f"sqlite:///{tmp_path / 'house.db'}"
    if request.param != "sqlite":
        url = request.getfixturevalue("server_url")
    with open_house(url) as house:
        yield house


@pytest.fixture
def ann(team_house: House, tmp_path: Path) -> Iterator[Reader]:
    """A reader of the team, from an address and of a name that nobody else has."""
    app = make_app(team_house, door="serve", folder=tmp_path / "cache")
    with TestClient(app, client=(uuid4().hex, 1)) as client:
        token = first_link(team_house, "").rpartition("/")[2]
        name = f"ann{uuid4().hex[:10]}"
        wish = {"token": token, "name": name, "password": PASSWORD}
        assert client.post(f"{API}/accounts", json=wish).status_code == 201
        yield Reader(client, name)


def signed_in(ann: Reader, password: str, status: int = 200) -> Reader:
    """The same person in another browser, elsewhere."""
    client = TestClient(ann.client.app, client=(uuid4().hex, 1))
    other = Reader(client, ann.name)
    other.send("POST", "/session", {"name": ann.name, "password": password}, status)
    return other


def put(ann: Reader, old: str) -> Response:
    wish = {"old": old, "new": NEW}
    answer: Response = ann.client.put(f"{API}/session/password", json=wish)
    return answer


def change(ann: Reader, old: str, new: str = NEW, status: int = 200) -> None:
    ann.send("PUT", "/session/password", {"old": old, "new": new}, status)


def test_after_a_change_only_the_new_password_signs_in(ann: Reader) -> None:
    change(ann, PASSWORD)
    signed_in(ann, PASSWORD, 401)
    signed_in(ann, NEW)


def test_a_change_ends_every_other_session_and_this_one_goes_on_renewed(
    ann: Reader,
) -> None:
    others = [signed_in(ann, PASSWORD) for _ in range(2)]
    for one in others:
        one.get("/session")  # the server remembers them now
    before = ann.client.cookies[COOKIE]
    change(ann, PASSWORD)
    for one in others:
        one.get("/session", 401)
    assert ann.get("/session")["reader"]["name"] == ann.name
    assert ann.client.cookies[COOKIE] != before
    stolen = Reader(TestClient(ann.client.app, cookies={COOKIE: before}), ann.name)
    stolen.get("/session", 401)


def test_a_change_leaves_other_people_signed_in(ann: Reader, team_house: House) -> None:
    token = first_link(team_house, "").rpartition("/")[2]
    bob = Reader(TestClient(ann.client.app), f"bob{uuid4().hex[:10]}")
    wish = {"token": token, "name": bob.name, "password": PASSWORD}
    bob.send("POST", "/accounts", wish, 201)
    change(ann, PASSWORD)
    bob.get("/session")
    signed_in(bob, PASSWORD)


def test_a_wrong_old_password_changes_nothing_and_the_session_goes_on(
    ann: Reader,
) -> None:
    other = signed_in(ann, PASSWORD)
    before = ann.client.cookies[COOKIE]
    change(ann, "not the password", status=403)
    assert ann.client.cookies[COOKIE] == before
    ann.get("/session")
    other.get("/session")
    signed_in(ann, NEW, 401)
    signed_in(ann, PASSWORD)


def test_wrong_old_passwords_are_counted_like_those_at_sign_in(ann: Reader) -> None:
    codes = [put(ann, "a wrong guess").status_code for _ in range(7)]
    assert codes == [403] * 6 + [429]
    late = put(ann, PASSWORD)
    assert late.status_code == 429  # the right one has to wait, too
    assert int(late.headers["retry-after"]) >= 1
    wish = {"name": ann.name, "password": PASSWORD}
    assert ann.client.post(f"{API}/session", json=wish).status_code == 429


def test_a_right_old_password_forgives_wrong_ones(ann: Reader) -> None:
    old, new = PASSWORD, NEW
    for _ in range(3):
        assert [put(ann, "a wrong guess").status_code for _ in range(4)] == [403] * 4
        change(ann, old, new)
        old, new = new, old


@pytest.mark.parametrize(
    "wish",
    [
        {"old": PASSWORD, "new": "123456789"},
        {"old": PASSWORD, "new": ""},
        {"old": PASSWORD, "new": "x" * 1001},
        {"old": "", "new": NEW},
        {"new": NEW},
        {"old": PASSWORD, "new": NEW, "name": "somebody.else"},
    ],
)
def test_a_short_password_or_a_strange_wish_is_refused(
    ann: Reader, wish: dict[str, str]
) -> None:
    ann.send("PUT", "/session/password", wish, 422)
    signed_in(ann, PASSWORD)


def test_ten_characters_are_enough(ann: Reader) -> None:
    change(ann, PASSWORD, "1234567890")
    signed_in(ann, "1234567890")


def test_nobody_changes_a_password_without_a_session_or_from_another_site(
    ann: Reader,
) -> None:
    wish = {"old": PASSWORD, "new": NEW}
    nobody = TestClient(ann.client.app)
    assert nobody.put(f"{API}/session/password", json=wish).status_code == 401
    for headers in (
        {"Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        answer = ann.client.put(f"{API}/session/password", json=wish, headers=headers)
        assert answer.status_code == 403
    signed_in(ann, PASSWORD)


def test_a_change_is_in_the_log_and_no_password_is_kept(
    ann: Reader, team_house: House
) -> None:
    change(ann, PASSWORD)
    with team_house.reading() as connection:
        mine = select(house_log).where(house_log.c.reader == ann.name)
        rows = connection.execute(mine.order_by(house_log.c.id)).all()
        chosen = select(accounts.c.password).where(accounts.c.name == ann.name)
        kept = connection.scalar(chosen)
    assert [row.what for row in rows] == ["joined", "password changed"]
    said = str(rows)
    assert not any(word in said for word in (NEW, PASSWORD, "argon2"))
    assert kept is not None
    assert kept.startswith("$argon2id$")
    assert is_right(NEW, kept)


def test_who_proved_the_old_password_too_late_gets_no_session(
    ann: Reader, team_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    door = TeamDoor(team_house)
    given = Given(name=ann.name, password=PASSWORD, address=uuid4().hex)
    check = "thresher.web.security.team_door.is_right"

    def overtaken(password: str, kept: str) -> bool:
        """Check what was read, once the account has another password."""
        monkeypatch.setattr(check, is_right)
        change(ann, PASSWORD)
        return is_right(password, kept)

    monkeypatch.setattr(check, overtaken)
    with pytest.raises(Refusal) as refused:
        door.sign_in(given)
    assert refused.value.status_code == 409


def test_the_lab_has_no_password_to_change(lab: Reader) -> None:
    wish = {"old": PASSWORD, "new": NEW}
    answer = lab.send("PUT", "/session/password", wish, 404)
    assert "alone" in answer["error"]["message"]


def token_for(house: House, name: str) -> str:
    link = reset_link(house, name, "http://here")
    assert link.startswith("http://here/reset/")
    return link.rpartition("/")[2]


def choose(ann: Reader, token: str, password: str = NEW, status: int = 200) -> Reader:
    """By the link, in a browser that was never here."""
    client = TestClient(ann.client.app, client=(uuid4().hex, 1))
    body = {"token": token, "password": password}
    other = Reader(client, ann.name)
    other.send("POST", "/session/password", body, status)
    return other


def test_a_forgotten_password_is_replaced_by_a_link_and_nothing_of_it_is_kept(
    ann: Reader, team_house: House
) -> None:
    cookie = signed_in(ann, PASSWORD).client.cookies[COOKIE]
    assert TeamDoor(team_house).visitor(cookie)
    token = token_for(team_house, ann.name.upper())
    signed_in(ann, PASSWORD, 401)
    assert TeamDoor(team_house).visitor(cookie) is None
    back = choose(ann, token)
    assert back.get("/session")["reader"]["name"] == ann.name
    signed_in(ann, NEW)
    with team_house.reading() as connection:
        rows = connection.execute(select(house_log)).all()
        kept = connection.execute(select(password_resets)).all()
    (asked,) = [
        row
        for row in rows
        if row.what == "password reset" and row.facts == {"account": ann.name}
    ]
    (chosen,) = [
        row for row in rows if row.what == "password chosen" and row.reader == ann.name
    ]
    assert asked.id < chosen.id
    assert not any(word in str(rows) + str(kept) for word in (token, NEW, "argon2"))


def test_a_link_to_a_new_password_works_once(ann: Reader, team_house: House) -> None:
    token = token_for(team_house, ann.name)
    choose(ann, token)
    choose(ann, token, "yet another password", status=404)
    signed_in(ann, NEW)
    signed_in(ann, "yet another password", 401)


def test_of_two_links_only_the_last_works(ann: Reader, team_house: House) -> None:
    first, last = (token_for(team_house, ann.name) for _ in range(2))
    choose(ann, first, status=404)
    choose(ann, last)


def test_a_link_to_a_new_password_ends_after_an_hour(
    ann: Reader, team_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    for after, status in ((RESET + 1, 404), (RESET - 60, 200)):
        token = token_for(team_house, ann.name)
        with monkeypatch.context() as later:
            later.setattr(time, "time", lambda ahead=after: now + ahead)
            choose(ann, token, status=status)
    signed_in(ann, NEW)


def test_looking_at_the_link_does_not_use_it_up(ann: Reader, team_house: House) -> None:
    token = token_for(team_house, ann.name)
    for _ in range(2):
        page = TestClient(ann.client.app).get(f"/reset/{token}")
        assert (page.status_code, token in page.text) == (200, False)
    choose(ann, token, "short", status=422)
    choose(ann, token)


def test_choosing_a_password_ends_sessions_opened_since_the_link_was_made(
    ann: Reader, team_house: House
) -> None:
    token = token_for(team_house, ann.name)
    with team_house.writing() as connection:
        digest = digest_of("stolen")
        open_session(
            connection, digest, account=ann.name, now=0.0, expires=time.time() + 99
        )
    stolen = TestClient(ann.client.app, cookies={COOKIE: "stolen"})
    thief = Reader(stolen, ann.name)
    thief.get("/session")
    choose(ann, token)
    thief.get("/session", 401)


def test_a_link_for_one_account_and_an_invitation_are_not_the_same(
    ann: Reader, team_house: House
) -> None:
    reset = token_for(team_house, ann.name)
    invitation = first_link(team_house, "").rpartition("/")[2]
    choose(ann, invitation, status=404)
    wish = {"token": reset, "name": "eve", "password": PASSWORD}
    ann.send("POST", "/accounts", wish, 404)
    choose(ann, reset)


def test_guessing_at_links_has_to_wait(ann: Reader) -> None:
    client = TestClient(ann.client.app, client=(uuid4().hex, 1))
    wish = {"token": "guess", "password": NEW}
    path = f"{API}/session/password"
    codes = [client.post(path, json=wish).status_code for _ in range(25)]
    assert codes[0] == 404
    assert codes[-1] == 429


def test_nobody_gets_a_link_without_an_account(team_house: House) -> None:
    with pytest.raises(InputError, match="no account 'nobody'"):
        reset_link(team_house, "nobody", "")
