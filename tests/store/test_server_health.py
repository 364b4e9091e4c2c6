"""How a house on a real server is found to stand."""

from collections.abc import Iterator

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from thresher.errors import StoreError
from thresher.store.house import House, open_house
from thresher.store.migrations import HOUSE, VERSION
from thresher.store.postgres import schema_name, server_address
from thresher.store.refusals import refusals
from thresher.store.server_health import _reading, server_health

READER = "only_reads"
DATABASE = "health"


def other(url: str, *, username: str | None = None, database: str | None = None) -> str:
    """The same server by another name, or another database of it."""
    found = make_url(url).set(username=username, database=database)
    return found.render_as_string(hide_password=False)


@pytest.fixture(scope="module")
def own_url(server_url: str) -> Iterator[str]:
    """A database of these tests' own: others leave odd projects in the common one."""
    engine = create_engine(server_address(server_url), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {DATABASE}"))
        yield other(server_url, database=DATABASE)
        connection.execute(text(f"DROP DATABASE {DATABASE} WITH (FORCE)"))
    engine.dispose()


@pytest.fixture(scope="module")
def own_house(own_url: str) -> Iterator[House]:
    """A house in that database."""
    with open_house(own_url) as house:
        yield house


def test_a_house_is_found_with_its_projects(own_house: House, own_url: str) -> None:
    number = own_house.create_project("A review").id
    found = server_health(own_url)
    assert found.version == len(HOUSE)
    assert found.projects[number] == VERSION
    assert (found.writable, found.is_newer) == (True, False)
    assert found.encoding == "UTF8"


def test_a_project_whose_tables_are_gone_is_lost(
    own_house: House, own_url: str
) -> None:
    number = own_house.create_project("A review").id
    own_house.project(number).close()
    with own_house.writing() as connection:
        connection.execute(text(f"DROP SCHEMA {schema_name(number)} CASCADE"))
    try:
        assert number in server_health(own_url).lost
    finally:
        with own_house.writing() as connection:
            for table, column in (("memberships", "project_id"), ("projects", "id")):
                gone = text(f"DELETE FROM {table} WHERE {column} = :number")  # noqa: S608  ours
                connection.execute(gone, {"number": number})


def test_a_database_without_a_house_is_told_and_stays_so(own_url: str) -> None:
    empty = other(own_url, database="template1")
    for _ in range(2):
        assert server_health(empty).version == 0


def test_what_others_wait_for_is_not_waited_for(own_house: House, own_url: str) -> None:
    with own_house.writing():
        found = server_health(own_url)
    assert found.waiting == 0


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"username": "nobody_of_this_name"}, "refuses the name or the password"),
        ({"database": "nothing_of_this_name"}, "is not there"),
    ],
)
def test_a_refusal_is_told_apart_from_silence(
    own_url: str, parts: dict[str, str], words: str
) -> None:
    with pytest.raises(StoreError, match=words):
        server_health(other(own_url, **parts))


def test_an_account_that_may_only_read_is_found_out(
    own_house: House, own_url: str
) -> None:
    with own_house.writing() as connection:
        connection.execute(text(f"CREATE ROLE {READER} LOGIN"))
    try:
        with pytest.raises(StoreError, match="may not be read or changed"):
            server_health(other(own_url, username=READER))
        with own_house.writing() as connection:
            for table in ("house_versions", "projects"):
                connection.execute(text(f"GRANT SELECT ON {table} TO {READER}"))
        found = server_health(other(own_url, username=READER))
        assert not found.writable
        assert found.version == len(HOUSE)
    finally:
        with own_house.writing() as connection:
            connection.execute(text(f"DROP OWNED BY {READER}"))
            connection.execute(text(f"DROP ROLE {READER}"))


def test_looking_cannot_change_anything(own_url: str) -> None:
    with (
        pytest.raises(StoreError, match="may only be read"),
        refusals(None),
        _reading(own_url) as connection,
    ):
        connection.execute(text("CREATE TABLE made_by_a_look (one int)"))
