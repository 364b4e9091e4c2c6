"""What a reader lets go of or takes back is as it was before, and nobody else's is."""

import time
from collections.abc import Callable

import pytest

from .reader import API, Reader, ris

Join = Callable[[str], Reader]
PAIR = b"""TY  - JOUR
TI  - Vitamin and placebo in hypertension of the old
PY  - 2001
ER  -

TY  - JOUR
TI  - Vitamin and placebo in hypertension of the aged
PY  - 2001
ER  -
"""


@pytest.fixture
def two(join: Join) -> tuple[Reader, Reader, str]:
    ann, bob = join("ann"), join("bob")
    project = ann.project()
    ann.send("PUT", f"/projects/{project}/readers/bob", {"role": "reader"})
    assert ann.upload(project, ris(4))["state"] == "done"
    return ann, bob, project


def ids(reader: Reader, project: str) -> list[int]:
    return [item["record"]["id"] for item in reader.queue(project)["items"]]


def test_released_records_go_to_the_next_reader_who_asks(
    two: tuple[Reader, Reader, str],
) -> None:
    ann, bob, project = two
    first = ann.queue(project)
    held = [item["record"]["id"] for item in first["items"]]
    assert ids(bob, project) == []
    body = {"records": held[:3], "lease": first["lease"]}
    ann.send("POST", f"/projects/{project}/queue/release", body, 204)
    assert sorted(ids(bob, project)) == sorted(held[:3])


def test_a_late_release_frees_nothing_that_was_handed_out_since(
    two: tuple[Reader, Reader, str],
) -> None:
    ann, bob, project = two
    before = ann.queue(project)
    time.sleep(0.01)
    held = ids(ann, project)  # the page was loaded again
    body = {"records": held, "lease": before["lease"]}
    ann.send("POST", f"/projects/{project}/queue/release", body, 204)
    assert ids(bob, project) == []


def test_nobody_lets_go_of_what_another_reader_holds(
    two: tuple[Reader, Reader, str],
) -> None:
    ann, bob, project = two
    held = ids(ann, project)
    body = {"records": held, "lease": "9999-12-31T23:59:59Z"}
    bob.send("POST", f"/projects/{project}/queue/release", body, 204)
    assert ids(bob, project) == []
    foreign = ann.client.post(
        f"{API}/projects/{project}/queue/release",
        json=body,
        headers={"Origin": "https://evil.example"},
    )
    assert foreign.status_code == 403
    assert ids(bob, project) == []


@pytest.mark.parametrize("lease", ["0001-01-01T00:00:00+14:00", "2026-01-01T00:00:00"])
def test_any_moment_is_a_lease_and_frees_only_what_ends_by_then(
    two: tuple[Reader, Reader, str], lease: str
) -> None:
    ann, bob, project = two
    body = {"records": ids(ann, project), "lease": lease}
    ann.send("POST", f"/projects/{project}/queue/release", body, 204)
    assert ids(bob, project) == []


def test_an_answer_to_a_pair_is_taken_back_by_the_number_it_was_asked_under(
    lab: Reader,
) -> None:
    project = lab.project()
    lab.upload(project, PAIR)
    path = f"/projects/{project}/duplicates"
    job = lab.send("POST", f"{path}/search", None, 202)["job"]["id"]
    lab.done(project, job)
    (pair,) = lab.get(path)["pairs"]
    answered = lab.send("PUT", f"{path}/{pair['link']}", {"same": True})
    assert (answered["waiting"], answered["publications"]) == (0, 1)
    back = lab.send("PUT", f"{path}/{pair['link']}", {"same": None})
    assert (back["waiting"], back["publications"]) == (1, 2)
    words = lab.client.get(f"{API}/projects/{project}/report/methods.txt").text
    assert "Duplicates: linked by Thresher" in words
    (again,) = lab.get(path)["pairs"]
    other = lab.send("PUT", f"{path}/{again['link']}", {"same": False})
    assert (other["waiting"], other["publications"]) == (0, 2)
