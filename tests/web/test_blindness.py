"""Two readers of a record are blind to each other until both have decided."""

import csv
import io
from collections.abc import Callable

import pytest

from .reader import API, Reader, ris

Join = Callable[[str], Reader]
Team = tuple[Reader, Reader, Reader, str]


@pytest.fixture
def team(join: Join) -> Team:
    """An owner and two readers of a project that two must read."""
    owner, ann, bob = join("owner"), join("ann"), join("bob")
    project = owner.project()
    owner.upload(project, ris(12))
    for one in (ann, bob):
        path = f"/projects/{project}/readers/{one.name}"
        owner.send("PUT", path, {"role": "reader"})
    owner.send("PUT", f"/projects/{project}/settings", {"mode": "dual"})
    return owner, ann, bob, project


def everything(reader: Reader, project: str, record: int) -> str:
    """All that a reader can get to see of a project, as one text."""
    path = f"/projects/{project}"
    told = [
        reader.get(f"{path}/records"),
        reader.get(f"{path}/records/{record}"),
        reader.get(f"{path}/records", tag="doubtful"),
        reader.get(f"{path}/records/{record}/explanation")["neighbours"],
        reader.get(f"{path}/history"),
        reader.get(f"{path}/conflicts"),
        reader.queue(project, size=50),
    ]
    files = [
        reader.client.get(f"{API}{path}/export", params={"format": name}).text
        for name in ("ris", "csv", "jsonl")
    ]
    return "\n".join(map(str, [*told, *files]))


def test_tags_notes_and_decisions_are_hidden_until_both_decided(team: Team) -> None:
    owner, ann, bob, project = team
    ann.decide(project, 1, "include", note="plainly in", tags=["doubtful"])
    path = f"/projects/{project}/records/1"
    ann.send("POST", f"{path}/notes", {"text": "see table two"}, 201)
    ann.send("PUT", f"{path}/tags", {"tags": ["doubtful", "animals"]})
    secrets = ("plainly in", "see table two", "doubtful", "animals", "'ann'")
    shown = everything(bob, project, 1)
    for secret in secrets:
        assert secret not in shown
    assert bob.get(f"/projects/{project}/records", tag="doubtful")["records"] == []
    assert bob.client.get(f"{API}/projects/{project}/report.zip").status_code == 403
    for secret in secrets[:4]:
        assert secret in everything(ann, project, 1)
        assert secret in everything(owner, project, 1)
    bob.decide(project, 1, "exclude")  # both have decided: they differ
    shown = everything(bob, project, 1)
    for secret in secrets:
        assert secret in shown
    assert bob.client.get(f"{API}/projects/{project}/report.zip").status_code == 200


def test_a_reader_who_cannot_see_anothers_tags_cannot_take_them_away(
    team: Team,
) -> None:
    _, ann, bob, project = team
    path = f"/projects/{project}/records/1"
    ann.send("PUT", f"{path}/tags", {"tags": ["one", "both"]})
    mine = bob.send("PUT", f"{path}/tags", {"tags": ["two", "both"]})
    assert mine["tags"] == ["both", "two"]
    assert bob.send("PUT", f"{path}/tags", {"tags": ["two"]})["tags"] == ["two"]
    bob.decide(project, 1, "include", tags=[])
    ann.decide(project, 1, "include")
    for reader in (ann, bob):
        assert reader.get(path)["tags"] == ["both", "one"]
    cleared = bob.send("PUT", f"{path}/tags", {"tags": ["one"]})
    assert cleared["tags"] == ["one"]  # it is open now, and anybody may change it


def test_an_export_for_a_blind_reader_holds_their_own_words(team: Team) -> None:
    _, ann, bob, project = team
    ann.decide(project, 1, "include")
    bob.decide(project, 2, "exclude")
    found = bob.client.get(
        f"{API}/projects/{project}/export", params={"format": "csv"}
    ).content.decode("utf-8-sig")
    first, second, *_ = csv.DictReader(io.StringIO(found))
    assert not first["decision_state"]
    assert second["decision_state"] == "second reader"
    assert '"bob"' in second["decision_all"]


def test_a_label_that_is_no_filter_is_refused(team: Team) -> None:
    """It would name what one reader has decided on."""
    _, _, bob, project = team
    bob.get(f"/projects/{project}/records", 422, label="second reader")


def test_words_on_the_full_text_are_hidden_too(team: Team) -> None:
    _, ann, bob, project = team
    for reader in (ann, bob):
        reader.decide(project, 1, "include")
    ann.decide(project, 1, "exclude", stage="fulltext", note="wrong dose")
    path = f"/projects/{project}/records/1"
    ann.send("POST", f"{path}/notes", {"text": "see page nine"}, 201)
    shown = everything(bob, project, 1)
    assert "wrong dose" not in shown
    assert "see page nine" not in shown
    bob.decide(project, 1, "exclude", stage="fulltext")
    assert "see page nine" in everything(bob, project, 1)


def test_where_readers_are_not_blind_nothing_is_hidden(team: Team) -> None:
    owner, ann, bob, project = team
    owner.send("PUT", f"/projects/{project}/settings", {"blind": False})
    ann.decide(project, 1, "include", note="plainly in", tags=["doubtful"])
    assert "plainly in" in everything(bob, project, 1)
    assert "doubtful" in everything(bob, project, 1)
