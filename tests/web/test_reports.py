"""Progress, agreement, certificates, flow, Methods and the archive."""

import csv
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner

from thresher.cli.main import cli
from thresher.store.house import House
from thresher.store.seal_rows import draw_audits

from .reader import API, Reader, ris

Join = Callable[[str], Reader]


def read_all(reader: Reader, project: str, *, most: int = 1000) -> int:
    """Read on, including what is about asthma; return how many were read."""
    done = 0
    while done < most:
        items = reader.queue(project, size=min(10, most - done))["items"]
        if not items:
            break
        for item in items:
            label = "include" if "Asthma" in item["record"]["title"] else "exclude"
            reader.decide(project, item["record"]["id"], label, seconds=2)
            done += 1
    return done


def test_progress_of_an_empty_project_promises_nothing(lab: Reader) -> None:
    found = lab.get(f"/projects/{lab.project()}/progress")
    assert found["bound"] == 0
    assert not found["certified"]
    assert found["curve"] == []
    assert found["pace"] is None


def test_a_pile_read_to_its_end_is_certified_and_the_certificate_verifies(
    lab: Reader, project: str
) -> None:
    assert read_all(lab, project) == 40
    found = lab.get(f"/projects/{project}/progress")
    assert found["counts"]["decided"] == 40
    assert found["curve"][-1] == [40, 8]
    assert found["bound"] == 1
    assert found["certified"]
    assert found["held_by"] == []
    assert found["advice"]
    made = lab.send("POST", f"/projects/{project}/certificates", None, 201)
    assert made["verdict"] == "certified"
    content = made["content"]
    assert content["reading"]["read"] == 40
    assert content["result"]["lower_bound"] == found["bound"]  # all pages say one thing
    path = f"/projects/{project}/certificates/{made['id']}"
    assert lab.get(f"{path}/verification") == {"valid": True, "problems": []}
    assert lab.get(f"{path}.json") == made["content"]
    page = lab.client.get(f"{API}{path}.html")
    assert "sandbox" in page.headers["content-security-policy"]
    assert "<script" not in page.text


def test_a_pending_audit_holds_the_bound_and_the_page_says_so(
    lab: Reader, project: str
) -> None:
    for _ in range(20):
        items = lab.queue(project, size=1)["items"]
        if items[0]["chosen"] == "certification sample":
            break
        record = items[0]["record"]
        label = "include" if "Asthma" in record["title"] else "exclude"
        lab.decide(project, record["id"], label)
    record = lab.queue(project, size=2)["items"][0]["record"]["id"]
    lab.decide(project, record, "include")
    lab.decide(project, record, "undo")
    held = lab.get(f"/projects/{project}/progress")["held_by"]
    assert all(one["says"] for one in held)


def test_added_records_are_not_covered_by_an_old_certificate(
    lab: Reader, project: str
) -> None:
    read_all(lab, project)
    lab.send("POST", f"/projects/{project}/certificates", None, 201)
    listed = lab.get(f"/projects/{project}/certificates")["certificates"]
    assert listed[0]["coverage"] is None
    lab.upload(project, ris(20, start=100), name="later.ris")
    (old,) = lab.get(f"/projects/{project}/certificates")["certificates"]
    assert old["coverage"]["added"] == 20
    assert old["coverage"]["bound"] == 8 / 28
    assert "at least 28.5 %" in old["coverage"]["says"]  # 28.57: never rounded up
    read_all(lab, project)
    new = lab.send("POST", f"/projects/{project}/certificates", None, 201)
    assert new["verdict"] == "certified"
    path = f"/projects/{project}/certificates"
    for one in lab.get(path)["certificates"]:
        assert lab.get(f"{path}/{one['id']}/verification")["valid"]


def test_a_certificate_whose_coverage_is_lost_does_not_hide_the_others(
    lab: Reader, project: str
) -> None:
    read_all(lab, project)
    path = f"/projects/{project}/certificates"
    lab.send("POST", path, None, 201)
    assert lab.get(path)["certificates"][0]["notes"] == []
    lab.upload(project, ris(20, start=100), name="later.ris")
    lab.decide(project, 1, "exclude")  # it was included, and is of the old frame
    (old,) = lab.get(path)["certificates"]
    assert old["coverage"] is None
    assert "cannot be told" in old["notes"][0]
    read_all(lab, project)
    new = lab.send("POST", path, None, 201)
    first, second = lab.get(path)["certificates"]
    assert (first["id"], second["id"]) == (old["id"], new["id"])


def test_a_certificate_says_which_seal_of_the_project_it_is_by(
    lab: Reader, lab_house: House, project: str
) -> None:
    for start in (0, 100):
        lab.upload(project, ris(5, start=900 + start), name=f"later{start}.ris")
        lab.queue(project, size=1)  # seals
        with lab_house.project(project).writing() as connection:
            draw_audits(connection, 1)
    read_all(lab, project)
    path = f"/projects/{project}/certificates"
    made = lab.send("POST", path, None, 201)
    (listed,) = lab.get(path)["certificates"]
    assert made["notes"] == listed["notes"]
    assert "the 2nd seal" in listed["notes"][0]
    page = lab.client.get(f"{API}{path}/{made['id']}.html").text
    assert "the 2nd seal" in page
    assert "at most 10 %" in page


def test_the_flow_adds_up_and_comes_in_three_forms(lab: Reader, project: str) -> None:
    read_all(lab, project, most=20)
    path = f"{API}/projects/{project}/report"
    drawn = lab.client.get(f"{path}/flow.svg")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert "40" in drawn.text
    assert lab.client.get(f"{path}/flow.png").content.startswith(b"\x89PNG")
    table = list(csv.DictReader(io.StringIO(lab.client.get(f"{path}/flow.csv").text)))
    numbers = {row["data"]: row["n"] for row in table}
    assert numbers["records_screened"] == "40"
    assert lab.client.get(f"{path}/flow.exe").status_code in (404, 422)
    words = lab.client.get(f"{path}/methods.txt").text
    assert "Thresher" in words
    assert "linked by Thresher" not in words  # nobody has looked for duplicates
    assert lab.client.get(f"{path}/methods.md").status_code == 200


def test_the_archive_holds_every_decision(lab: Reader, project: str) -> None:
    read_all(lab, project)
    lab.send("POST", f"/projects/{project}/certificates", None, 201)
    content = lab.client.get(f"{API}/projects/{project}/report.zip").content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = archive.namelist()
        log = archive.read("decisions/decisions.csv").decode("utf-8-sig")
    assert "certificate/certificate.json" in names
    assert len(list(csv.DictReader(io.StringIO(log)))) == 40


def test_agreement_needs_two_readers_and_says_what_it_is_about(join: Join) -> None:
    ann, bob = join("ann"), join("bob")
    project = ann.project()
    ann.upload(project, ris(20))
    assert "one reader" in ann.get(f"/projects/{project}/agreement")["note"]
    ann.send("PUT", f"/projects/{project}/readers/bob", {"role": "reader"})
    ann.send("PUT", f"/projects/{project}/settings", {"mode": "dual"})
    read_all(ann, project)
    assert read_all(bob, project, most=19) == 19
    part = ann.get(f"/projects/{project}/agreement")
    assert part["overlap"] == {"records": 20, "both": 19}
    assert part["kappa"]["low"] is None
    read_all(bob, project)
    whole = ann.get(f"/projects/{project}/agreement")
    assert whole["kappa"]["value"] == 1
    assert whole["percent"]["low"] > 0.8


def test_a_synthesis_reads_the_included_studies(lab: Reader, project: str) -> None:
    lab.get(f"/projects/{project}/synthesis", 404)
    started = lab.send("POST", f"/projects/{project}/synthesis", None, 202)
    failed = lab.done(project, started["job"]["id"])
    assert (failed["state"], "Include records" in failed["error"]) == ("failed", True)
    read_all(lab, project)
    started = lab.send("POST", f"/projects/{project}/synthesis", None, 202)
    assert lab.done(project, started["job"]["id"])["state"] == "done"
    found = lab.get(f"/projects/{project}/synthesis")
    assert {"findings", "map", "summary"} <= set(found)
    page = lab.client.get(f"{API}/projects/{project}/synthesis.html")
    assert "sandbox" in page.headers["content-security-policy"]


def test_the_command_line_and_the_api_tell_the_same(
    lab: Reader, tmp_path: Path
) -> None:
    project = lab.project()
    content = ris(12)
    job = lab.upload(project, content, name="same.ris")
    path = tmp_path / "same.ris"
    path.write_bytes(content)
    place = str(tmp_path / "cli.thresher")
    runner = CliRunner()
    said = runner.invoke(cli, ["import", str(path), "--project", place, "--json"])
    assert json.loads(said.stdout)["files"] == job["result"]["files"]
    lab.done(
        project,
        lab.send("POST", f"/projects/{project}/duplicates/search", None, 202)["job"][
            "id"
        ],
    )
    told = json.loads(runner.invoke(cli, ["dedupe", place, "--json"]).stdout)
    shown = lab.get(f"/projects/{project}/duplicates")
    for name in ("records", "publications", "waiting", "bands"):
        assert told[name] == shown[name]
    out = tmp_path / "cli.ris"
    runner.invoke(cli, ["export", place, "-o", str(out)])
    assert (
        lab.client.get(f"{API}/projects/{project}/export").content == out.read_bytes()
    )
