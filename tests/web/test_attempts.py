"""Wrong passwords are counted in the database, whoever asks and whenever."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import func, select
from tests.store.conftest import DATABASES, server_url

from thresher.store.attempts import DAY, add_attempt, attempts_of, forget_attempts
from thresher.store.house import House, open_house
from thresher.store.house_schema import login_attempts
from thresher.store.people import add_account
from thresher.web.refusals import Refusal
from thresher.web.security.passwords import hashed
from thresher.web.security.team_door import Given, TeamDoor

from .reader import PASSWORD

__all__ = ["server_url"]  # a fixture


@pytest.fixture(params=DATABASES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a house is, on each database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.db'}"
    found: str = request.getfixturevalue("server_url")
    return found


@pytest.fixture
def house(place: str) -> Iterator[House]:
    with open_house(place) as house:
        yield house


@pytest.fixture
def ann(house: House) -> Given:
    """A right name and password, from an address that nobody else has."""
    name = f"ann{uuid4().hex[:10]}"
    with house.writing() as connection:
        add_account(
            connection, name, display="Ann", password=hashed(PASSWORD), at="2026"
        )
    return Given(name=name, password=PASSWORD, address=uuid4().hex)


def guess(door: TeamDoor, given: Given, password: str = "wrong") -> int:  # noqa: S107
    try:
        door.sign_in(Given(name=given.name, password=password, address=given.address))
    except Refusal as refusal:
        return refusal.status_code
    return 200


def test_a_server_that_was_started_anew_does_not_forgive(
    place: str, house: House, ann: Given
) -> None:
    for _ in range(6):
        assert guess(TeamDoor(house), ann) == 401
    with open_house(place) as again:
        assert guess(TeamDoor(again), ann, PASSWORD) == 429


def test_guesses_at_once_through_two_servers_are_no_more_than_one_after_the_other(
    place: str, house: House, ann: Given
) -> None:
    with open_house(place) as other, ThreadPoolExecutor(8) as pool:
        doors = [TeamDoor(house), TeamDoor(other)] * 12
        codes = Counter(pool.map(lambda door: guess(door, ann), doors))
    assert codes.keys() == {401, 429}
    assert codes[401] <= 8  # five free ones, and one a second: no more than that


def test_the_right_password_forgives(house: House, ann: Given) -> None:
    door = TeamDoor(house)
    for _ in range(3):
        assert [guess(door, ann) for _ in range(4)] == [401] * 4
        assert guess(door, ann, PASSWORD) == 200


def test_attempts_of_other_days_are_forgotten(house: House) -> None:
    key, now = uuid4().hex, 10.0 * DAY
    with house.writing() as connection:
        add_attempt(connection, key, now=now - 2 * DAY)
        add_attempt(connection, key, now=now - DAY / 2)
        add_attempt(connection, key, now=now)
        assert attempts_of(connection, key, now=now) == (2, now)
        old = select(func.count()).where(login_attempts.c.at < now - DAY)
        assert connection.scalar(old) == 0
        assert attempts_of(connection, key, now=now - 5) == (2, now - 5)
        forget_attempts(connection, key)
        assert attempts_of(connection, key, now=now) == (0, 0.0)


def test_nothing_that_was_typed_is_kept(house: House, ann: Given) -> None:
    secret = f"my password {uuid4().hex}"
    typed = Given(name=secret, password=secret, address=ann.address)
    assert guess(TeamDoor(house), typed) == 401
    with house.reading() as connection:
        kept = connection.scalars(select(login_attempts.c.key)).all()
    assert kept
    assert not any("my" in key or len(key) != 64 for key in kept)
