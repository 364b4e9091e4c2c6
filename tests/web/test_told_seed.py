"""Once the seed of the audits was told anywhere, the lab draws none by it."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest
from click.testing import CliRunner, Result
from fastapi.testclient import TestClient

from thresher.certification.certificate import written
from thresher.certification.certificate.issuing import issue as make
from thresher.certification.certificate.issuing import ledger_digest
from thresher.certification.certificate.sealing import sealed
from thresher.cli.main import cli
from thresher.errors import CertificateError, NotCertifiedError
from thresher.store.canonical import canonical_picks
from thresher.store.certifying import file_told
from thresher.store.house import House, open_house
from thresher.store.lab_schema import turns
from thresher.store.paper_rows import add_certificate
from thresher.store.reporting.papers import bundle_of
from thresher.store.seal_rows import draw_audits, seal_of, seals_of
from thresher.store.setting_rows import change_settings
from thresher.web.app import make_app
from thresher.web.desk import shelf

from .reader import TOKEN, Reader, ris

AUDIT = "certification sample"


@pytest.fixture
def auditing(lab: Reader) -> str:
    """A project whose next record is an audit: the finds have dried up."""
    project = lab.project()
    lab.upload(project, ris(120))
    lab.queue(project, size=1)  # seals the frame
    relevant = [at + 1 for at in range(120) if at % 5 == 0]
    others = [at + 1 for at in range(120) if at % 5]
    told = [(one, "include") for one in relevant[:23]]
    told += [(one, "exclude") for one in others[:40]]
    lines = [
        {"uid": str(uuid4()), "record": one, "label": label} for one, label in told
    ]
    lab.send("POST", f"/projects/{project}/decisions", {"decisions": lines})
    return project


def drawn(house: House, project: str) -> int:
    """How many audits were drawn."""
    with house.project(project).reading() as connection:
        chosen = connection.execute(turns.select().where(turns.c.seal_id.is_not(None)))
        return len(chosen.all())


def file_of(house: House, project: str) -> Path:
    return house.project(project).path


def is_offered_an_audit(lab: Reader, project: str) -> bool:
    items = lab.queue(project, size=3)["items"]
    return any(one["chosen"] == AUDIT for one in items)


def test_without_a_certificate_the_next_record_is_an_audit(
    lab: Reader, auditing: str
) -> None:
    """The tests below show nothing unless this holds."""
    assert is_offered_an_audit(lab, auditing)


def test_a_certificate_of_the_lab_ends_the_draws(
    lab: Reader, lab_house: House, auditing: str
) -> None:
    path = f"/projects/{auditing}/certificates"
    refused = lab.send("POST", path, None, 409)
    assert refused["error"]["code"] == "not-certified"
    assert lab.get(path)["certificates"] == []
    before = drawn(lab_house, auditing)
    lab.send("POST", f"{path}?end=true", None, 201)
    assert not is_offered_an_audit(lab, auditing)
    assert drawn(lab_house, auditing) == before


def issue(project: Path, out: Path, *more: str) -> Result:
    arguments = ["certify", "issue", str(project), "-o", str(out), *more]
    return CliRunner().invoke(cli, arguments)


def test_a_certificate_of_the_command_line_ends_the_draws_of_the_open_lab(
    lab: Reader, lab_house: House, auditing: str, tmp_path: Path
) -> None:
    file, out = file_of(lab_house, auditing), tmp_path / "c.json"
    assert isinstance(issue(file, out).exception, NotCertifiedError)
    assert not out.exists()
    before = drawn(lab_house, auditing)
    assert issue(file, out, "--end").exit_code == 0
    assert not is_offered_an_audit(lab, auditing)
    assert drawn(lab_house, auditing) == before
    (kept,) = lab.get(f"/projects/{auditing}/certificates")["certificates"]
    assert kept["content"] == json.loads(out.read_text())
    path = f"/projects/{auditing}/certificates/{kept['id']}/verification"
    assert lab.get(path)["valid"]
    told = CliRunner().invoke(
        cli, ["certify", "verify", str(out), "--project", str(file)]
    )
    assert told.exit_code == 0, told.output


def test_a_seal_taken_out_of_the_project_tells_the_project(
    lab: Reader, lab_house: House, auditing: str, tmp_path: Path
) -> None:
    with lab_house.project(auditing).reading() as connection:
        found = seal_of(connection)
    assert found is not None
    seal = tmp_path / "seal.json"
    content = sealed(found.seal, records=len(found.frame), sealed_at=0.0)
    seal.write_text(json.dumps(content))
    out = tmp_path / "c.json"
    done = issue(file_of(lab_house, auditing), out, "--seal", str(seal))
    assert done.exit_code == 0, done.output
    assert not is_offered_an_audit(lab, auditing)


def copied(whole: Path, folder: Path) -> Path:
    """A copy of a project that a lab has open."""
    copy = folder / "copy.thresher"
    with closing(sqlite3.connect(whole)) as old, closing(sqlite3.connect(copy)) as new:
        old.backup(new)
    return copy


def test_nothing_is_told_where_the_project_cannot_be_told(
    lab_house: House, auditing: str, tmp_path: Path
) -> None:
    """The seed goes out only after the project has kept that it did."""
    copy = copied(file_of(lab_house, auditing), tmp_path)
    with closing(sqlite3.connect(copy, isolation_level=None)) as other:
        other.execute(
            "CREATE TRIGGER full BEFORE INSERT ON certificates "
            "BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
    out = tmp_path / "c.json"
    done = issue(copy, out, "--end", "--json")
    assert done.exit_code != 0
    assert not out.exists()
    assert "seed" not in done.output


def test_a_certificate_told_before_the_lab_was_opened_ends_the_draws(
    lab_house: House, auditing: str, tmp_path: Path
) -> None:
    copy = copied(file_of(lab_house, auditing), tmp_path)
    assert issue(copy, tmp_path / "c.json", "--end").exit_code == 0
    with open_house(copy) as house:
        app = make_app(house, door="lab", token=TOKEN, folder=tmp_path / "other")
        with TestClient(app, base_url="http://127.0.0.1") as client:
            client.get("/", params={"token": TOKEN})
            (one,) = Reader(client, "ann").get("/projects")["projects"]
            assert not is_offered_an_audit(Reader(client, "ann"), one["id"])


def test_the_archive_draws_a_certificate_from_the_reading_it_is_of(
    lab: Reader, lab_house: House, auditing: str
) -> None:
    """Later records are sealed anew; the older certificate keeps its own reading."""
    for one in lab.queue(auditing, size=3)["items"]:
        lab.decide(auditing, one["record"]["id"], "exclude")
    lab.send("POST", f"/projects/{auditing}/certificates?end=true", None, 201)
    lab.upload(auditing, ris(20, start=500), name="later.ris")
    (one,) = lab.queue(auditing, size=1)["items"]  # seals the new frame
    lab.decide(auditing, one["record"]["id"], "exclude")
    with lab_house.project(auditing).reading() as connection:
        found = bundle_of(connection, title="A review")
    assert found.certificate is not None
    counted = found.picks[: found.certificate.read]
    assert ledger_digest(counted) == found.certificate.ledger


def test_the_claim_stays_once_an_audit_was_drawn(lab: Reader, auditing: str) -> None:
    path = f"/projects/{auditing}"
    sealed = lab.get(f"{path}/progress")["commitment"]
    assert len(sealed) == 64
    assert is_offered_an_audit(lab, auditing)
    refused = lab.send("PUT", f"{path}/settings", {"target": 0.8}, 422)
    assert "the claim stays that one" in refused["error"]["message"]
    assert lab.get(f"{path}/settings")["target"] == 0.95
    lab.send("PUT", f"{path}/settings", {"target": 0.95, "question": "Why?"})
    assert is_offered_an_audit(lab, auditing)
    assert lab.get(f"{path}/progress")["commitment"] == sealed


def test_the_lab_goes_on_by_the_claim_that_was_drawn_for(
    lab: Reader, lab_house: House, auditing: str
) -> None:
    """Projects of before may have settings that differ from their seal."""
    assert is_offered_an_audit(lab, auditing)
    project = lab_house.project(auditing)
    with project.writing() as connection:
        change_settings(connection, {"target": 0.8}, by="ann", at="2026-01-01")
    lab.upload(auditing, ris(1, start=500), name="one.ris")  # sealed anew with the rest
    lab.queue(auditing, size=1)
    with project.reading() as connection:
        assert [one["target"] for one in seals_of(connection)] == [0.95, 0.8]
    with project.writing() as connection:
        draw_audits(connection, 1)
        change_settings(connection, {"target": 0.7}, by="ann", at="2026-01-01")
    lab.send("PUT", f"/projects/{auditing}/settings", {"question": "Why?"})
    with project.writing() as connection:
        assert shelf.seats(connection).is_sealed  # else no audit would be drawn
        shelf.seal(connection, 0.7, 0.05, reader="ann")
        assert [one["target"] for one in seals_of(connection)] == [0.95, 0.8]


def test_a_told_seed_certifies_no_claim_but_the_sealed_one(
    lab: Reader, lab_house: House, auditing: str, tmp_path: Path
) -> None:
    """With the seed of a certificate anybody could choose a claim afterwards."""
    path, out = f"/projects/{auditing}/certificates", tmp_path / "c.json"
    lab.send("POST", f"{path}?end=true", None, 201)
    with lab_house.project(auditing).reading() as connection:
        found = seal_of(connection)
        picks, frame, kept, _ = canonical_picks(connection)
    assert found is not None
    lower = replace(kept, target=0.5, alpha=0.3)
    seal = tmp_path / "seal.json"
    seal.write_text(json.dumps(sealed(lower, records=len(frame), sealed_at=0.0)))
    file = file_of(lab_house, auditing)
    done = issue(file, out, "--seal", str(seal))
    assert isinstance(done.exception, CertificateError)
    assert "the target is 0.5, but 0.95 was sealed" in str(done.exception)
    assert not out.exists()
    forged = written(make(picks, frame, lower, issued_at=0.0))
    out.write_text(json.dumps(forged))
    told = CliRunner().invoke(
        cli, ["certify", "verify", str(out), "--project", str(file)]
    )
    assert told.exit_code == 1
    assert "the alpha is 0.3, but 0.05 was sealed" in told.output
    with lab_house.project(auditing).writing() as connection:
        with pytest.raises(CertificateError, match="not the project's own"):
            file_told(connection, forged, by="ann", at="2026-01-01")
        number = add_certificate(
            connection, forged, seal=found.id, by="ann", at="2026-01-01"
        )
    verified = lab.get(f"{path}/{number}/verification")
    assert not verified["valid"]
