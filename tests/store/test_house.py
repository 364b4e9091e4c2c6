"""Houses: whose projects they are, who may see them, and what they refuse."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from thresher.errors import FileError, InputError
from thresher.store.house import House, open_house
from thresher.store.people import (
    account_count,
    account_of,
    add_account,
    add_invitation,
    change_password,
    end_session,
    end_sessions_of,
    log_house,
    open_session,
    remove_member,
    role_in,
    rotate_session,
    session_of,
    set_role,
    signed_in,
    team_of,
    use_invitation,
)
from thresher.store.setting_rows import settings_history, settings_of

from .conftest import DATABASES
from .lab import AT, adjust, fill, said, stands, tell

HASH = "#"


@pytest.fixture(params=DATABASES)
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    """A team's house, in a file or on the server."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/house.db"
    else:
        url = request.getfixturevalue("server_url")
    with open_house(url) as opened:
        yield opened


def join(house: House, name: str) -> str:
    """Return the name of a new account; others may have it on the server already."""
    with house.writing() as connection:
        if account_of(connection, name) is None:
            add_account(connection, name, display=name, password=HASH, at=AT)
    return name


def test_a_project_is_seen_by_its_members_alone(house: House) -> None:
    ann, bob = join(house, "ann"), join(house, "bob")
    mine = house.create_project("Sleep\0 on dialysis", ann)
    assert mine.name == "Sleep on dialysis"
    assert mine.id in {one.id for one in house.projects_of(ann)}
    assert house.entry_for(bob, mine.id) is None
    with house.writing() as connection:
        set_role(connection, mine.id, bob, role="reader", at=AT)
    entry = house.entry_for(bob, mine.id)
    assert entry is not None
    assert (entry.name, entry.role) == ("Sleep on dialysis", "reader")
    assert mine.id in {one.id for one in house.projects_of(None)}


def test_projects_of_one_house_are_apart(house: House) -> None:
    one, other = (house.project(house.create_project(name).id) for name in "ab")
    fill(one, 3)
    fill(other, 1)
    tell(one, said(2, "include", uid="same"))
    assert tell(other, said(1, "exclude", uid="same"))[0].turn == 1
    assert (len(stands(one)), len(stands(other))) == (1, 1)


def test_another_process_opens_the_same_project(house: House) -> None:
    number = house.create_project("A").id
    fill(house.project(number), 2)
    tell(house.project(number), said(1, "include"))
    with open_house(house.url) as again:
        assert stands(again.project(number))[1].final is True


@pytest.mark.parametrize(
    "number", ["", "../house", "a" * 16, "public", "x" * 500, "a'; DROP TABLE x", "\0"]
)
def test_what_is_no_project_is_refused(house: House, number: str) -> None:
    with pytest.raises(InputError, match="there is no project"):
        house.project(number)


@pytest.mark.parametrize("name", ["", "  ", "x" * 201])
def test_a_project_needs_a_name(house: House, name: str) -> None:
    with pytest.raises(InputError, match="has a name"):
        house.create_project(name)


def test_names_are_the_same_in_capitals_and_taken_once(house: House) -> None:
    name = join(house, "zoë")
    with house.writing() as connection:
        found = account_of(connection, " ZOË ")
        assert found is not None
        assert found.name == name
        assert account_count(connection) > 0
        with pytest.raises(InputError, match="taken"):
            add_account(connection, "Zoë", display="", password=HASH, at=AT)
        with pytest.raises(InputError, match="plain characters"):
            add_account(connection, "a\nb", display="", password=HASH, at=AT)
        change_password(connection, name, HASH * 2)
        later = account_of(connection, name)
        assert later is not None
        assert later.password == HASH * 2
    house.keep_preferences(name, {"dark": "auto"})
    assert house.preferences_of(name) == {"dark": "auto"}
    assert house.preferences_of("nobody") == {}


def test_a_session_ends_expires_and_is_rotated(house: House) -> None:
    name = join(house, "ann")
    with house.writing() as connection:
        tokens = [f"{house.url}{at}" for at in range(3)]
        first, second, third = (str(hash((token, id(house)))) for token in tokens)

        def is_in_force(digest: str, *, now: float) -> bool:
            session = session_of(connection, digest, now=now)
            account = signed_in(connection, digest, now=now)
            assert (session is None) == (account is None)
            assert account is None or account.name == name
            return session is not None

        open_session(connection, first, account=name, now=0, expires=10)
        assert is_in_force(first, now=9)
        assert not is_in_force(first, now=10)
        rotated = rotate_session(connection, first, second, now=5, expires=20)
        assert rotated is not None
        assert rotated.account == name
        assert not is_in_force(first, now=5)
        assert rotate_session(connection, first, third, now=5, expires=20) is None
        end_session(connection, second, now=6)
        assert not is_in_force(second, now=6)
        open_session(connection, third, account=name, now=7, expires=20)
        end_sessions_of(connection, name, now=8)
        assert not is_in_force(third, now=8)


def test_an_invitation_works_once_and_not_too_late(house: House) -> None:
    number = house.create_project("A", join(house, "ann")).id
    with house.writing() as connection:
        for digest in (f"1{number}", f"2{number}"):
            add_invitation(
                connection,
                digest,
                project=number,
                role="adjudicator",
                by="ann",
                now=0,
                expires=10,
            )
        looked = use_invitation(connection, f"1{number}", by="", now=1)
        used = use_invitation(connection, f"1{number}", by="bob", now=1)
        assert looked == used
        assert used is not None
        assert (used.project, used.role) == (number, "adjudicator")
        assert use_invitation(connection, f"1{number}", by="bob", now=1) is None
        assert use_invitation(connection, f"2{number}", by="bob", now=10) is None
        with pytest.raises(InputError, match="is no role"):
            add_invitation(
                connection, "3", project=None, role="king", by="", now=0, expires=1
            )


def test_a_project_keeps_an_owner(house: House) -> None:
    ann, bob = join(house, "ann"), join(house, "bob")
    number = house.create_project("A", ann).id
    with house.writing() as connection:
        with pytest.raises(InputError, match="last owner"):
            set_role(connection, number, ann, role="reader", at=AT)
        with pytest.raises(InputError, match="last owner"):
            remove_member(connection, number, ann)
        set_role(connection, number, bob, role="owner", at=AT)
        set_role(connection, number, ann, role="reader", at=AT)
        assert role_in(connection, number, ann) == "reader"
        assert [one["name"] for one in team_of(connection, number)] == [ann, bob]
        remove_member(connection, number, ann)
        assert role_in(connection, number, ann) is None
        log_house(connection, "left", by=ann, at=AT)


def test_a_lab_shows_the_projects_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "broken.thresher").write_text("TY  - JOUR\n" * 200)
    with open_house(tmp_path) as house:
        assert not house.has_people
        first = house.create_project("Schlaf & Dialyse / Übersicht")
        second = house.create_project("Schlaf & Dialyse / Übersicht")
        listed = {one.id: one.name for one in house.projects_of(None)}
        assert listed[first.id] == listed[second.id] == "Schlaf & Dialyse / Übersicht"
        assert "broken" in listed.values()
        assert house.entry_for("anybody", first.id) is not None
        house.keep_preferences("me", {"size": 2})
        with pytest.raises(InputError, match="nobody signs in"), house.reading():
            pass
        with pytest.raises(InputError, match="there is no project"):
            house.project("../x")
    names = {file.name for file in tmp_path.glob("*.thresher")}
    assert names == {
        "broken.thresher",
        "schlaf-dialyse-ubersicht.thresher",
        "schlaf-dialyse-ubersicht-2.thresher",
    }
    with open_house(tmp_path) as house:
        assert house.preferences_of("me") == {"size": 2}
        assert house.preferences_of("you") == {}


def test_a_lab_of_one_file_has_one_project(tmp_path: Path) -> None:
    path = tmp_path / "sleep.thresher"
    with open_house(path) as house:
        [entry] = house.projects_of(None)
        assert entry.name == "sleep"
        fill(house.project(entry.id), 1)
        with pytest.raises(InputError, match="one project file"):
            house.create_project("Another")
    with open_house(house.url) as again:
        assert again.projects_of(None) == [entry]
    (tmp_path / "text.thresher").write_text("TY  - JOUR\n" * 200)
    with pytest.raises(FileError, match="not a Thresher project"):
        open_house(tmp_path / "text.thresher")
    with pytest.raises(FileError, match="folder that is not there"):
        open_house(tmp_path / "gone" / "x.thresher")


@pytest.mark.parametrize(
    "url", ["sqlite://", "sqlite:///:memory:", "postgresql://h:x/"]
)
def test_a_wrong_address_is_refused(url: str) -> None:
    with pytest.raises(InputError):
        open_house(url)


def test_settings_keep_their_history_and_refuse_nonsense(house: House) -> None:
    project = house.project(house.create_project("A").id)
    adjust(project, question="Does it help?", target=0.9)
    adjust(project, question="Does it help?", mode="share", share=1)
    adjust(project, question="Whom does it help?")
    with project.reading() as connection:
        found = settings_of(connection)
        rows = settings_history(connection)
    assert (found["question"], found["target"]) == ("Whom does it help?", 0.9)
    assert "overlap_seed" not in found
    asked = [row["value"] for row in rows if row["name"] == "question"]
    assert asked == ["Does it help?", "Whom does it help?"]
    for wrong in ({"mode": "triple"}, {"share": 0}, {"target": 1}, {"alpha": "x"}):
        with pytest.raises(InputError, match="must be"):
            adjust(project, **wrong)
    with pytest.raises(InputError, match="drawn by Thresher"):
        adjust(project, overlap_seed="0")
