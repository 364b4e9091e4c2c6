"""Loans: the store knows who holds a record before anybody sees it."""

import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from thresher.store.house import House
from thresher.store.lease_rows import leases_of
from thresher.web.desk import desk as desks
from thresher.web.desk import shelf
from thresher.web.desk.desk import Desk
from thresher.web.desk.pile import Place
from thresher.web.desk.seat import LEASE

from .reader import API, Reader, ris

Join = Callable[[str], Reader]


def ids(reader: Reader, project: str, **asked: Any) -> list[int]:  # noqa: ANN401
    return [item["record"]["id"] for item in reader.queue(project, **asked)["items"]]


def desk_of(reader: Reader, project: str) -> Desk:
    app: Any = reader.client.app
    found: Desk = app.state.lab.desk(project)
    return found


def held_by(house: House, project: str, reader: str) -> list[int]:
    with house.project(project).reading() as connection:
        found = leases_of(connection, now=0.0)
    return sorted(one for one, names in found.items() if reader in names)


@pytest.fixture
def two(join: Join) -> tuple[Reader, Reader, str]:
    ann, bob = join("ann"), join("bob")
    project = ann.project()
    ann.send("PUT", f"/projects/{project}/readers/bob", {"role": "reader"})
    assert ann.upload(project, ris(8))["state"] == "done"
    return ann, bob, project


def test_a_record_is_on_no_screen_before_the_store_knows_who_holds_it(
    two: tuple[Reader, Reader, str], team_house: House
) -> None:
    ann, _, project = two
    gate = threading.Event()
    got: list[int] = []

    def wait() -> None:
        gate.wait(60)

    desk_of(ann, project).writer.between(wait)
    asking = threading.Thread(target=lambda: got.extend(ids(ann, project, size=3)))
    asking.start()
    asking.join(0.5)
    is_waiting = asking.is_alive()
    gate.set()
    asking.join()
    assert is_waiting
    assert len(got) == 3
    assert held_by(team_house, project, "ann") == sorted(got)


def test_what_is_on_a_screen_goes_to_nobody_else_after_a_crash(
    two: tuple[Reader, Reader, str], team_house: House, tmp_path: Path
) -> None:
    ann, bob, project = two
    seen = ids(ann, project, size=3)
    seen = ids(ann, project, size=3)  # the page was loaded again
    others = ids(bob, project, size=2)
    # a desk made from the store, as by a server that is started after a kill
    place = Place(house=team_house.url, project=project)
    again = Desk(
        team_house.project(project),
        place=place,
        folder=tmp_path / "features",
        tell=lambda *_: None,
    )
    try:
        batch = again.next("cat", "abstract", size=8)
    finally:
        again.close()
    handed = {one.publication for one in batch.servings}
    assert len(handed) == 3
    assert handed.isdisjoint({*seen, *others})


def test_what_a_reader_lets_go_of_is_theirs_no_more_in_the_store(
    two: tuple[Reader, Reader, str], team_house: House
) -> None:
    ann, bob, project = two
    first = ids(ann, project, size=4)
    kept = first[:1]
    later = ids(ann, project, size=2, have=",".join(map(str, kept)))
    assert held_by(team_house, project, "ann") == sorted({*kept, *later})
    answer = ann.queue(project, size=1, have=",".join(map(str, [*kept, *later])))
    body = {"records": [*kept, *later], "lease": answer["lease"]}
    ann.send("POST", f"/projects/{project}/queue/release", body, 204)
    ids(bob, project, size=1)  # written after the release
    assert held_by(team_house, project, "ann") == [
        item["record"]["id"] for item in answer["items"]
    ]


def test_nothing_is_handed_out_while_the_store_cannot_be_written(
    two: tuple[Reader, Reader, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, project = two

    def fail(*_: object) -> None:
        raise ValueError("no more room")

    with monkeypatch.context() as broken:
        broken.setattr(shelf, "keep_leases", fail)
        with pytest.raises(ValueError, match="no more room"):
            ann.client.get(f"{API}/projects/{project}/queue")
    assert len(ids(ann, project, size=4)) == 4
    assert len(ids(bob, project, size=8)) == 4


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = time.time()

    def time(self) -> float:
        return self.now


def test_a_loan_that_goes_on_is_known_after_a_crash_too(
    two: tuple[Reader, Reader, str],
    team_house: House,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing new is handed out at the end of a pile, yet its last records are read."""
    _, _, project = two
    clock = Clock()
    monkeypatch.setattr(desks, "time", clock)
    place = Place(house=team_house.url, project=project)

    def desk() -> Desk:
        made = team_house.project(project)
        folder = tmp_path / "features"
        return Desk(made, place=place, folder=folder, tell=lambda *_: None)

    with closing(desk()) as first:
        batch = first.next("ann", "abstract", size=8)
        held = [one.publication for one in batch.servings]
        for _ in range(2):
            clock.now += LEASE / 2
            batch = first.next("ann", "abstract", size=8, have=held)
            assert not batch.servings
            assert batch.lent is not None
            batch.lent.result(10)
    clock.now += LEASE / 2
    with closing(desk()) as after_a_kill:
        assert not after_a_kill.next("bob", "abstract", size=8).servings
