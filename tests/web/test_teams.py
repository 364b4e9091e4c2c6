"""Teams: leases, two readers, conflicts, blindness, roles, other people's projects."""

from collections.abc import Callable
from itertools import chain
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from thresher.store.house import House
from thresher.web.app import make_app

from .reader import PASSWORD, Reader, ris

Join = Callable[[str], Reader]


@pytest.fixture
def team(join: Join) -> tuple[Reader, Reader, Reader, str]:
    """An owner, a reader, an adjudicator, and their project."""
    ann, bob, cat = join("ann"), join("bob"), join("cat")
    project = ann.project()
    path = f"/projects/{project}/readers"
    ann.send("PUT", f"{path}/bob", {"role": "reader"})
    ann.send("PUT", f"{path}/cat", {"role": "adjudicator"})
    assert ann.upload(project, ris(30))["state"] == "done"
    return ann, bob, cat, project


def ids(reader: Reader, project: str, size: int = 50) -> list[int]:
    return [item["record"]["id"] for item in reader.queue(project, size=size)["items"]]


def test_two_readers_never_hold_the_same_record_in_single_mode(
    team: tuple[Reader, Reader, Reader, str],
) -> None:
    ann, bob, cat, project = team
    held = [ids(one, project, 10) for one in (ann, bob, cat)]
    assert len(set(chain(*held))) == 30
    waiting = bob.queue(project, have=",".join(map(str, held[1])))
    assert not waiting["items"]
    assert "other readers" in waiting["waiting_for"]


def test_both_readers_get_every_record_in_dual_mode(
    team: tuple[Reader, Reader, Reader, str],
) -> None:
    ann, bob, cat, project = team
    ann.send("PUT", f"/projects/{project}/settings", {"mode": "dual"})
    first, second = ids(ann, project), ids(bob, project)
    assert sorted(first) == sorted(second)
    assert len(first) == 30
    assert not ids(cat, project)


def test_a_random_share_goes_to_two_readers(
    team: tuple[Reader, Reader, Reader, str],
) -> None:
    ann, bob, _, project = team
    ann.send("PUT", f"/projects/{project}/settings", {"mode": "share", "share": 0.5})
    first = ids(ann, project)
    second = ids(bob, project)
    assert len(first) == 30
    assert 5 <= len(second) <= 25


def test_readers_who_differ_make_a_conflict_that_an_adjudicator_ends(
    team: tuple[Reader, Reader, Reader, str],
) -> None:
    ann, bob, cat, project = team
    ann.send("PUT", f"/projects/{project}/settings", {"mode": "dual"})
    record = ids(ann, project)[0]
    bob.decide(project, record, "exclude", reason="animals")
    assert not cat.get(f"/projects/{project}/conflicts")["conflicts"]
    ann.decide(project, record, "include")
    (conflict,) = cat.get(f"/projects/{project}/conflicts")["conflicts"]
    assert {one["label"] for one in conflict["decisions"]} == {"include", "exclude"}
    assert record not in ids(bob, project)
    counts = cat.decide(project, record, "include", settles=True)["counts"]
    assert (counts["conflicts"], counts["included"]) == (0, 1)


def test_readers_are_blind_until_both_decided(
    team: tuple[Reader, Reader, Reader, str],
) -> None:
    ann, bob, _, project = team
    ann.send("PUT", f"/projects/{project}/settings", {"mode": "dual"})
    record = ids(ann, project)[0]
    ann.decide(project, record, "include")
    path = f"/projects/{project}/records/{record}/notes"
    ann.send("POST", path, {"text": "clearly in"}, 201)
    assert not bob.get(f"/projects/{project}/history")["rows"]
    shown = bob.get(f"/projects/{project}/records/{record}")
    assert "clearly in" not in str(shown)
    assert "clearly in" not in str(bob.queue(project, size=50))
    bob.decide(project, record, "include")
    assert len(bob.get(f"/projects/{project}/history")["rows"]) == 2
    assert "clearly in" in str(bob.get(f"/projects/{project}/records/{record}"))


def test_a_server_started_anew_remembers_who_holds_what(
    team: tuple[Reader, Reader, Reader, str], team_house: House, tmp_path: Path
) -> None:
    ann, bob, _, project = team
    held = ids(ann, project, 10)
    bob.decide(project, ids(bob, project, 1)[0], "exclude")  # after the leases
    app = make_app(team_house, door="serve", folder=tmp_path / "other")
    with TestClient(app, cookies=dict(bob.client.cookies)) as client:
        again = Reader(client, "bob")
        assert not set(held) & set(ids(again, project))


OTHERS = [
    "",
    "/settings",
    "/readers",
    "/sources",
    "/jobs/x",
    "/duplicates",
    "/queue",
    "/history",
    "/records",
    "/records/1",
    "/records/1/explanation",
    "/records/1/spans",
    "/conflicts",
    "/suspicions",
    "/certificates",
    "/certificates/1.json",
    "/certificates/1.html",
    "/certificates/1/verification",
    "/synthesis",
    "/synthesis.html",
    "/export",
    "/events",
    "/progress",
    "/agreement",
    "/report.zip",
    "/report/flow.svg",
]


@pytest.mark.parametrize("path", OTHERS)
def test_another_teams_project_is_not_there(join: Join, path: str) -> None:
    ann, eve = join("ann"), join("eve")
    project = ann.project()
    eve.get(f"/projects/{project}{path}", 404)


def test_a_reader_may_not_do_what_owners_do(
    team: tuple[Reader, Reader, Reader, str],
) -> None:
    _, bob, _, project = team
    path = f"/projects/{project}"
    bob.send("PUT", f"{path}/settings", {"question": "mine"}, 403)
    bob.send("POST", f"{path}/invitations", {"role": "owner"}, 403)
    bob.send("PUT", f"{path}/readers/bob", {"role": "owner"}, 403)
    bob.send("DELETE", f"{path}/readers/ann", None, 403)
    bob.send("POST", f"{path}/duplicates/search", None, 403)
    bob.send("POST", f"{path}/certificates", None, 403)


def test_a_reader_who_was_taken_out_sees_nothing_at_once(
    team: tuple[Reader, Reader, Reader, str],
) -> None:
    ann, bob, _, project = team
    bob.get(f"/projects/{project}")
    ann.send("DELETE", f"/projects/{project}/readers/bob", None)
    bob.get(f"/projects/{project}", 404)
    ann.send("DELETE", f"/projects/{project}/readers/ann", None, 422)


def test_an_invitation_works_once(
    team: tuple[Reader, Reader, Reader, str], join: Join
) -> None:
    ann, _, _, project = team
    link = ann.send("POST", f"/projects/{project}/invitations", {"role": "reader"}, 201)
    token = link["link"].rpartition("/")[2]
    guest = join("guest").client
    guest.cookies.clear()
    wish = {"token": token, "name": "dan", "password": PASSWORD}
    assert guest.post("/api/v1/accounts", json=wish).status_code == 201
    dan = Reader(guest, "dan")
    assert dan.get(f"/projects/{project}")["me"]["role"] == "reader"
    again = guest.post("/api/v1/accounts", json=wish | {"name": "eve"})
    assert again.status_code == 404
