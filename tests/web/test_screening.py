"""The screening routes: what is handed out, kept, undone, and said of it."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

from fastapi.testclient import TestClient

from thresher.store.house import House
from thresher.store.link_rows import StoredLink, add_found
from thresher.store.people import set_role
from thresher.web.app import make_app

from .reader import TOKEN, Reader, ris

AT = "2024-05-01T10:00:00+00:00"


def test_a_queue_hands_out_records_that_nobody_decided(
    lab: Reader, project: str
) -> None:
    found = lab.queue(project, size=7)
    ids = [item["record"]["id"] for item in found["items"]]
    assert len(set(ids)) == 7
    assert found["left"] == 40
    lab.decide(project, ids[0], "exclude")
    later = lab.queue(project, size=50)
    assert ids[0] not in [item["record"]["id"] for item in later["items"]]
    assert later["left"] == 39


def test_what_a_reader_still_holds_is_not_handed_out_again(
    lab: Reader, project: str
) -> None:
    first = [item["record"]["id"] for item in lab.queue(project, size=3)["items"]]
    held = ",".join(map(str, first))
    more = lab.queue(project, size=50, have=held)["items"]
    assert not set(first) & {item["record"]["id"] for item in more}


def test_the_same_decision_sent_twice_counts_once(lab: Reader, project: str) -> None:
    record = lab.queue(project)["items"][0]["record"]["id"]
    line = {"uid": str(uuid4()), "record": record, "label": "include"}
    path = f"/projects/{project}/decisions"
    first = lab.send("POST", path, {"decisions": [line]})
    again = lab.send("POST", path, {"decisions": [line, line]})
    assert [one["status"] for one in first["results"]] == ["kept"]
    assert [one["status"] for one in again["results"]] == ["known", "known"]
    assert len(lab.get(f"/projects/{project}/history")["rows"]) == 1


def test_an_undone_record_is_served_again_first(lab: Reader, project: str) -> None:
    record = lab.queue(project)["items"][3]["record"]["id"]
    lab.decide(project, record, "include")
    assert lab.decide(project, record, "undo")["counts"]["decided"] == 0
    item = lab.queue(project)["items"][0]
    assert (item["record"]["id"], item["chosen"]) == (record, "again")


def test_what_is_put_off_comes_back_at_the_end(lab: Reader, project: str) -> None:
    record = lab.queue(project)["items"][0]["record"]["id"]
    lab.decide(project, record, "maybe")
    found = lab.queue(project, size=50)["items"]
    assert len(found) == 40
    assert (found[-1]["record"]["id"], found[-1]["chosen"]) == (record, "again")


def test_a_record_that_is_not_there_is_refused_and_the_others_kept(
    lab: Reader, project: str
) -> None:
    record = lab.queue(project)["items"][0]["record"]["id"]
    lines = [
        {"uid": str(uuid4()), "record": 999_999, "label": "include"},
        {"uid": str(uuid4()), "record": record, "label": "include"},
    ]
    found = lab.send("POST", f"/projects/{project}/decisions", {"decisions": lines})
    assert [one["status"] for one in found["results"]] == ["refused", "kept"]
    assert "999999" in found["results"][0]["message"]


def test_full_texts_are_those_included_by_abstract(lab: Reader, project: str) -> None:
    empty = lab.queue(project, stage="fulltext")
    assert not empty["items"]
    assert "title and abstract" in empty["waiting_for"]
    records = [item["record"]["id"] for item in lab.queue(project, size=3)["items"]]
    for record, label in zip(records, ("include", "exclude", "include"), strict=True):
        lab.decide(project, record, label)
    found = lab.queue(project, stage="fulltext")["items"]
    assert {item["record"]["id"] for item in found} == {records[0], records[2]}
    lab.decide(project, records[0], "exclude", stage="fulltext", reason="wrong dose")
    left = lab.queue(project, stage="fulltext")["items"]
    assert [item["record"]["id"] for item in left] == [records[2]]
    lab.decide(project, records[2], "undo")
    assert not lab.queue(project, stage="fulltext")["items"]


def test_tags_notes_and_reasons_are_kept_with_a_decision(
    lab: Reader, project: str
) -> None:
    record = lab.queue(project)["items"][0]["record"]["id"]
    lab.decide(
        project, record, "exclude", reason="animals", note="mice", tags=["check"]
    )
    row = lab.get(f"/projects/{project}/history", record=record)["rows"][0]
    assert (row["reason"], row["note"], row["tags"]) == ("animals", "mice", ["check"])
    lab.send("POST", f"/projects/{project}/records/{record}/notes", {"text": "hm"}, 201)
    lab.send("PUT", f"/projects/{project}/records/{record}/tags", {"tags": ["x"]})
    shown = lab.get(f"/projects/{project}/records/{record}")
    assert shown["tags"] == ["x"]
    assert [note["text"] for note in shown["notes"]] == ["hm"]


def test_a_question_ranks_before_any_label(lab: Reader, project: str) -> None:
    lab.send(
        "PUT", f"/projects/{project}/settings", {"question": "Do asthma inhalers work?"}
    )
    lab.queue(project, size=1)
    for _ in range(600):
        found = lab.queue(project, size=5)
        if found["ranking"]["id"]:
            break
        time.sleep(0.05)
    assert all("Asthma" in item["record"]["title"] for item in found["items"])


def test_a_new_ranking_follows_labels_of_both_kinds(lab: Reader, project: str) -> None:
    for item in lab.queue(project, size=12)["items"]:
        record = item["record"]
        label = "include" if "Asthma" in record["title"] else "exclude"
        lab.decide(project, record["id"], label)
    for _ in range(600):
        found = lab.queue(project, size=2)
        if found["ranking"]["labels"] == 12:
            break
        time.sleep(0.05)
    assert all("Asthma" in item["record"]["title"] for item in found["items"])
    record = found["items"][0]["record"]["id"]
    why = lab.get(f"/projects/{project}/records/{record}/explanation")
    assert why["lifts"]
    assert why["neighbours"]
    assert lab.get(f"/projects/{project}/suspicions")["suspicions"]


def test_everything_comes_back_after_a_restart(
    lab_house: House, tmp_path: Path
) -> None:
    def opened() -> TestClient:
        app = make_app(lab_house, door="lab", token=TOKEN, folder=tmp_path / "cache")
        return TestClient(app, base_url="http://127.0.0.1")

    with opened() as client:
        client.get("/", params={"token": TOKEN})
        ann = Reader(client, "ann")
        project = ann.project()
        ann.upload(project, ris(20))
        records = [item["record"]["id"] for item in ann.queue(project)["items"]]
        ann.decide(project, records[0], "include")
        ann.decide(project, records[1], "exclude")
        ann.decide(project, records[1], "undo")
    with opened() as client:
        client.get("/", params={"token": TOKEN})
        ann = Reader(client, "ann")
        found = ann.queue(project, size=50)
    ids = [item["record"]["id"] for item in found["items"]]
    assert records[0] not in ids
    assert ids[0] == records[1]


def linked(house: House, project: str, first: int, second: int) -> None:
    """Find two records to be the same, behind the lab's back."""
    found = StoredLink(
        first_id=first, second_id=second, band="certain", score=0.9, reason="same"
    )
    with house.project(project).writing() as connection:
        add_found(connection, [found])


def test_the_history_names_the_publication_so_that_undo_goes_on_to_the_next(
    lab: Reader, project: str, lab_house: House
) -> None:
    lab.decide(project, 8, "exclude")
    lab.decide(project, 11, "include", tags=["rct"])
    linked(lab_house, project, 10, 11)
    lab.send("PUT", f"/projects/{project}/settings", {"question": "x"})
    rows = lab.get(f"/projects/{project}/history")["rows"]
    shown = [(row["record"], row["publication"], row["tags"]) for row in rows]
    assert shown == [(11, 10, ["rct"]), (8, 8, [])]
    lab.decide(project, 10, "undo")
    rows = lab.get(f"/projects/{project}/history")["rows"]
    newest = {row["publication"]: row["label"] for row in reversed(rows)}
    assert newest == {10: "undo", 8: "exclude"}


def test_an_undone_record_stays_with_who_undid_it(
    join: Callable[[str], Reader], team_house: House
) -> None:
    ann, bob = join("ann"), join("bob")
    project = ann.project()
    ann.upload(project, ris(20))
    with team_house.writing() as connection:
        set_role(connection, project, "bob", role="reader", at=AT)
    record = ann.queue(project, size=3)["items"][0]["record"]["id"]
    ann.decide(project, record, "include")
    ann.decide(project, record, "undo")
    handed = [one["record"]["id"] for one in bob.queue(project, size=20)["items"]]
    assert record not in handed
    assert len(handed) == 17


def test_a_page_just_opened_takes_nothing_from_the_readers_other_tab(
    join: Callable[[str], Reader], team_house: House
) -> None:
    ann, bob = join("ann"), join("bob")
    project = ann.project()
    ann.upload(project, ris(30))
    with team_house.writing() as connection:
        set_role(connection, project, "bob", role="reader", at=AT)

    def handed(reader: Reader, **asked: Any) -> set[int]:  # noqa: ANN401
        found = reader.queue(project, size=10, **asked)["items"]
        return {one["record"]["id"] for one in found}

    first, second = handed(ann), handed(ann, keep=True)
    assert len(first) == len(second) == len(handed(bob)) == 10
    assert not first & second
    assert not handed(bob) & (first | second)


def test_an_owners_own_late_reading_settles_nothing(
    join: Callable[[str], Reader], team_house: House
) -> None:
    ann, bob, cat = join("ann"), join("bob"), join("cat")
    project = ann.project()
    ann.upload(project, ris(5))
    ann.send("PUT", f"/projects/{project}/settings", {"mode": "dual"})
    with team_house.writing() as connection:
        for name in ("bob", "cat"):
            set_role(connection, project, name, role="reader", at=AT)
    bob.decide(project, 1, "include")
    cat.decide(project, 1, "exclude")
    ann.decide(project, 1, "include")
    assert len(ann.get(f"/projects/{project}/conflicts")["conflicts"]) == 1
    [no] = bob.decide(project, 1, "include", settles=True)["results"]
    assert (no["status"], "only an owner" in no["message"]) == ("refused", True)
    uid = str(uuid4())
    settled = ann.decide(project, 1, "exclude", settles=True, uid=uid)
    assert settled["results"][0]["status"] == "kept"
    [late] = ann.decide(project, 1, "include", settles=True)["results"]
    assert "no conflict here any more" in late["message"]
    undone = [ann.decide(project, 1, "undo", undoes=uid) for _ in range(2)]
    assert [one["results"][0]["status"] for one in undone] == ["kept", "refused"]
    [conflict] = ann.get(f"/projects/{project}/conflicts")["conflicts"]
    assert [one["reader"] for one in conflict["decisions"]] == ["bob", "cat", "ann"]
