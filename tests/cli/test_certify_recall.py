"""`thresher certify seal`, `issue` and `verify`."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from thresher.certification.certificate import certificate_of
from thresher.certification.certificate.sealing import sealed
from thresher.cli.main import cli
from thresher.screening.seal import audit_order
from thresher.store.decision_rows import StoredDecision, add_decisions
from thresher.store.project import open_project
from thresher.store.screened import frame_of
from thresher.store.seal_rows import draw_audits, seal_now

from .conftest import Facts, Refused, Thresher

AT = "2024-05-01T10:00:00+00:00"


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An audited simulation of a small pile, kept as a run."""
    folder = tmp_path_factory.mktemp("audited")
    table = folder / "pile.csv"
    rows = ["record_id,title,label"]
    for at in range(150):
        word = "dialysis sleep" if at % 10 == 0 else f"other{at % 7} topic{at % 13}"
        rows.append(f"r{at},{word} number{at},{int(at % 10 == 0)}")
    table.write_text("\n".join(rows) + "\n")
    arguments = ["simulate", str(table), "--strategy", "audited", "--stop", "never"]
    done = CliRunner().invoke(
        cli, [*arguments, "--no-cache", "-o", str(folder / "runs")]
    )
    assert done.exception is None, done.output
    [found] = (folder / "runs").glob("*.json")
    return found


@pytest.fixture
def review(tmp_path: Path) -> Path:
    """A project of forty records, the first ten of them relevant."""
    path, table = tmp_path / "review.thresher", tmp_path / "made.csv"
    rows = "".join(f"x{at},Title number {at}\n" for at in range(40))
    table.write_text(f"record_id,title\n{rows}")
    done = CliRunner().invoke(cli, ["import", str(table), "--project", str(path)])
    assert done.exception is None, done.output
    return path


def screen(review: Path, seal: Path) -> None:
    """Read twelve records by rank, then audits as the seal draws them."""
    seed = json.loads(seal.read_text())["seed"]
    with open_project(review) as project, project.writing() as connection:
        frame = frame_of(connection)
        drawn = [frame[at] for at in audit_order(frame, seed)]
        ranked = list(frame[:12])
        audits = [one for one in drawn if one not in ranked][:24]
        rows = [
            StoredDecision(
                record_id=int(one),
                label=int(one) <= 10,
                reader="ann",
                decided_at=AT,
                chosen=chosen,
            )
            for some, chosen in ((ranked, "ranked"), (audits, "certification sample"))
            for one in some
        ]
        add_decisions(connection, rows)


def test_a_runs_certificate_is_issued_and_verified(
    run: Path, tmp_path: Path, thresher: Thresher, facts: Facts
) -> None:
    paper, page = tmp_path / "c.json", tmp_path / "c.html"
    said = thresher("certify", "issue", run, "-o", paper, "--page", page).stdout
    assert "95 % is certified" in said
    assert "Certificate of recall" in page.read_text()
    assert facts("certify", "verify", paper)["valid"] is True
    told = facts("certify", "verify", paper, "--run", run)
    assert told["problems"] == []
    assert told["result"]["verdict"] == "certified"
    assert "valid; the verdict is 'certified'" in (
        thresher("certify", "verify", paper).stdout
    )


def test_the_whole_run_may_be_certified(
    run: Path, tmp_path: Path, facts: Facts
) -> None:
    paper = tmp_path / "c.json"
    content = facts("certify", "issue", run, "-o", paper, "--whole")
    assert content["reading"]["read"] == 150
    assert content == json.loads(paper.read_text())


def verified(*arguments: str | Path) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["certify", "verify", *map(str, arguments)])
    return done.exit_code, done.stdout


def test_a_forged_certificate_ends_with_1(
    run: Path, tmp_path: Path, thresher: Thresher
) -> None:
    paper = tmp_path / "c.json"
    thresher("certify", "issue", run, "-o", paper)
    content: dict[str, Any] = json.loads(paper.read_text())
    content["result"]["lower_bound"] = 0.99
    paper.write_text(json.dumps(content))
    code, said = verified(paper)
    assert code == 1
    assert "NOT valid" in said
    code, said = verified(paper, "--run", run, "--json")
    assert code == 1
    assert json.loads(said)["valid"] is False
    assert len(json.loads(said)["problems"]) == 2


@pytest.mark.parametrize(
    ("real", "forged", "words"),
    [
        ('"verdict":', '"verdict": "certified", "verdict":', "more than once"),
        ('"claim": {', '"claim": {}, "claim": {', "'claim' is there more than once"),
        ('"issued_at": ', '"issued_at": NaN, "then": ', "NaN is not a number"),
    ],
)
def test_a_certificate_that_can_be_read_in_two_ways_is_refused(
    real: str, forged: str, words: str, run: Path, tmp_path: Path, refused: Refused
) -> None:
    paper = tmp_path / "c.json"
    CliRunner().invoke(cli, ["certify", "issue", str(run), "-o", str(paper)])
    text = paper.read_text()
    assert real in text
    paper.write_text(text.replace(real, forged, 1))
    assert words in refused("certify", "verify", paper)


def test_a_published_commitment_is_compared(
    run: Path, tmp_path: Path, thresher: Thresher
) -> None:
    paper = tmp_path / "c.json"
    thresher("certify", "issue", run, "-o", paper)
    commitment = json.loads(paper.read_text())["draw"]["commitment"]
    assert verified(paper, "--commitment", commitment)[0] == 0
    code, said = verified(paper, "--commitment", "f" * 64)
    assert code == 1
    assert "not the one that was published" in said


def test_a_project_is_sealed_screened_certified_and_verified(
    review: Path, tmp_path: Path, thresher: Thresher, facts: Facts
) -> None:
    seal, paper = tmp_path / "seal.json", tmp_path / "c.json"
    said = thresher(
        "certify", "seal", review, "-o", seal, "--target", "0.8", "--confidence", "0.9"
    ).stdout
    assert "recall of 0.8 with confidence 0.9" in said
    assert json.loads(seal.read_text())["commitment"] in said
    assert json.loads(seal.read_text())["seed"] not in said
    screen(review, seal)
    content = facts("certify", "issue", review, "--seal", seal, "-o", paper)
    assert content["claim"]["target"] == 0.8
    assert content["claim"]["alpha"] == 0.1
    assert content["reading"]["audits"] <= 24
    assert content["audits"][0]["time"] == 1714557600
    assert facts("certify", "verify", paper, "--project", review)["valid"]


def test_a_seal_tells_its_commitment_and_not_its_seed(
    review: Path, tmp_path: Path, facts: Facts
) -> None:
    told = facts("certify", "seal", review, "-o", tmp_path / "seal.json")
    assert told["records"] == 40
    assert len(told["commitment"]) == 64
    assert "seed" not in told
    assert (tmp_path / "seal.json").stat().st_mode & 0o077 == 0


def test_what_cannot_be_certified_is_refused(
    review: Path, run: Path, tmp_path: Path, refused: Refused, thresher: Thresher
) -> None:
    seal, paper = tmp_path / "seal.json", tmp_path / "c.json"
    issue = ["certify", "issue"]
    assert "needs its seal" in refused(*issue, review, "-o", paper, code=2)
    thresher("certify", "seal", review, "-o", seal)
    assert "is there already" in refused("certify", "seal", review, "-o", seal)
    assert "another frame" in refused(*issue, run, "--seal", seal, "-o", paper)
    broken = tmp_path / "broken.json"
    broken.write_text('{"thresher_seal": 0}')
    assert "is not a seal" in refused(*issue, review, "--seal", broken, "-o", paper)
    assert "not a certificate" in refused("certify", "verify", seal)
    plain = tmp_path / "labels.csv"
    plain.write_text("record_id,label\na,1\nb,0\n")
    assert "was not audited" in refused(*issue, plain, "-o", paper)
    broken.write_text("{")
    assert "is not valid JSON" in refused("certify", "verify", broken)
    broken.write_text("[" * 100_000)
    assert "is not valid JSON" in refused("certify", "verify", broken)
    absent = refused("certify", "verify", tmp_path / "absent.json")
    assert "there is no such file" in absent
    assert "JSON" not in absent
    both = ["--run", run, "--project", review]
    assert "not both" in refused("certify", "verify", seal, *both, code=2)
    wrong = ["certify", "seal", review, "-o", paper, "--target", "0.123456"]
    assert "four decimals" in refused(*wrong, code=2)


def test_records_the_lab_drew_from_get_no_second_seal(
    review: Path, tmp_path: Path, refused: Refused
) -> None:
    with open_project(review) as project, project.writing() as connection:
        seal_now(connection, 0.95, 0.05, by="ann", at=AT)
        draw_audits(connection, 1, at=AT)
    out = tmp_path / "seal.json"
    for more in ([], ["--target", "0.8"]):
        said = refused("certify", "seal", review, "-o", out, *more)
        assert "drawn audits from them" in said
    assert not out.exists()


def test_verifying_says_what_was_not_checked_and_how_it_would_be(
    run: Path, tmp_path: Path, thresher: Thresher, facts: Facts
) -> None:
    paper = tmp_path / "c.json"
    content = facts("certify", "issue", run, "-o", paper)
    alone = thresher("certify", "verify", paper).stdout
    assert "Not checked: that records, labels and draws are those of the" in alone
    assert "(--commitment)" in alone
    with_run = thresher("certify", "verify", paper, "--run", run).stdout
    assert "those of the ledger" not in with_run
    assert "(--commitment)" in with_run
    published = ("--commitment", content["draw"]["commitment"])
    told = facts("certify", "verify", paper, "--run", run, *published)
    assert told["unchecked"] == ""
    whole = thresher("certify", "verify", paper, "--run", run, *published).stdout
    assert "Not checked" not in whole


def test_a_seal_file_with_another_claim_is_not_the_runs_own(
    run: Path, tmp_path: Path, facts: Facts, refused: Refused
) -> None:
    paper, seal = tmp_path / "c.json", tmp_path / "seal.json"
    facts("certify", "issue", run, "-o", paper)
    kept = certificate_of(json.loads(paper.read_text()))
    lower = replace(kept.seal, target=0.5)
    seal.write_text(json.dumps(sealed(lower, records=kept.records, sealed_at=0.0)))
    issue = ["certify", "issue", run, "--seal", seal, "-o", tmp_path / "d.json"]
    assert "is not the run's own seal: the target is 0.5" in refused(*issue)
