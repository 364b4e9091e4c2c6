"""A new password: only by the old one, and nothing that was open stays open."""

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
from thresher.store.house_schema import accounts, house_log
from thresher.web.app import make_app
from thresher.web.first_owner import first_link
from thresher.web.forgotten_password import random_password
from thresher.web.refusals import Refusal
from thresher.web.security.passwords import is_right
from thresher.web.security.team_door import Given, TeamDoor
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


def test_a_forgotten_password_is_replaced_and_nothing_of_it_is_kept(
    ann: Reader, team_house: House
) -> None:
    cookie = signed_in(ann, PASSWORD).client.cookies[COOKIE]
    assert TeamDoor(team_house).visitor(cookie)
    made = random_password(team_house, ann.name.upper())
    assert len(made) >= 16
    assert made != random_password(team_house, ann.name)  # each is another
    made = random_password(team_house, ann.name)
    signed_in(ann, PASSWORD, 401)
    assert TeamDoor(team_house).visitor(cookie) is None
    back = signed_in(ann, made)
    change(back, made)
    signed_in(ann, NEW)
    with team_house.reading() as connection:
        chosen = select(house_log).where(house_log.c.what == "password reset")
        rows = connection.execute(chosen).all()
    assert rows[-1].facts == {"account": ann.name}
    assert made not in str(rows)


def test_nobody_can_be_given_a_password_without_an_account(team_house: House) -> None:
    with pytest.raises(InputError, match="no account 'nobody'"):
        random_password(team_house, "nobody")
