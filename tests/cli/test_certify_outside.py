"""`thresher certify outside` and `adjust`."""

import csv
import json
from pathlib import Path

import pytest

from .conftest import Facts, Refused, Thresher

DRAW = ["certify", "outside"]


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    """A list of 200 records, 40 of them included; those below 30 are relevant."""
    path = tmp_path / "list.csv"
    rows = [f"r{at},{'include' if at < 40 else 'exclude'}" for at in range(200)]
    path.write_text("\n".join(["id,decision", *rows]) + "\n")
    return path


def label(sample: Path) -> None:
    """Fill in the labels."""
    with sample.open() as file:
        rows = [
            {**row, "label": int(row["record_id"][1:]) < 30}
            for row in csv.DictReader(file)
        ]
    lines = [f"{row['record_id']},{int(row['label'])}" for row in rows]
    sample.write_text("\n".join(["record_id,label", *lines]) + "\n")


def test_a_list_is_sampled_labelled_and_certified(
    listed: Path, tmp_path: Path, facts: Facts, thresher: Thresher
) -> None:
    plan, sample = tmp_path / "plan.json", tmp_path / "sample.csv"
    given = [*DRAW, listed, "--plan", plan]
    aim = ["--target", "0.8", "--precision", "0.75", "--recall", "1"]
    told = facts(*given, "--sample", sample, *aim)
    assert told["size"] == told["included_sample"] + told["excluded_sample"]
    assert "seed" not in told
    assert json.loads(plan.read_text())["commitment"] == told["commitment"]
    assert plan.stat().st_mode & 0o077 == 0
    label(sample)
    found = facts(*given, "--labels", sample)
    assert found["verdict"] == "certified"
    assert found["bounds"]["recall"] >= 0.8
    assert found["sample"]["excluded_relevant"] == 0
    text = thresher(*given, "--labels", sample).stdout
    assert "Recall of 80 % is certified (95 % confidence)" in text
    assert "F1        at least" in text


def test_sizes_may_be_given_and_the_sample_is_announced(
    listed: Path, tmp_path: Path, thresher: Thresher, refused: Refused
) -> None:
    plan, sample = tmp_path / "plan.json", tmp_path / "sample.csv"
    draw = [*DRAW, listed, "--plan", plan, "--sample", sample, "--draw", "5", "7"]
    said = thresher(*draw).stdout
    assert "Label 12 records" in said
    assert "is there already" in refused(*draw)
    look = [*DRAW, listed, "--plan", plan, "--labels", sample]
    assert "12 of the 12 records drawn have no label" in refused(*look)
    listed.write_text(listed.read_text().replace("r199,exclude", "r199,include"))
    assert "made for another list" in refused(*look)
    plan.write_text("{}")
    assert "is not a plan" in refused(*look)


def test_nothing_included_has_no_precision(tmp_path: Path, facts: Facts) -> None:
    listed = tmp_path / "list.csv"
    listed.write_text("id,decision\na,0\nb,0\n")
    plan, sample = tmp_path / "plan.json", tmp_path / "sample.csv"
    given = [*DRAW, listed, "--plan", plan]
    facts(*given, "--sample", sample, "--draw", "0", "2")
    sample.write_text("record_id,label\na,1\nb,0\n")
    found = facts(*given, "--labels", sample)
    assert found["bounds"] == {"recall": 0, "precision": None, "f1": 0}
    assert found["verdict"] == "not certified"


def test_what_cannot_be_sampled_is_wrong_usage(
    listed: Path, tmp_path: Path, refused: Refused
) -> None:
    given = [*DRAW, listed, "--plan", tmp_path / "plan.json"]
    sample = ["--sample", tmp_path / "sample.csv"]
    assert "give --sample FILE to draw" in refused(*given, code=2)
    few = [*given, *sample, "--recall", "0.9", "--target", "0.95"]
    assert "no sample shows recall" in refused(*few, code=2)
    many = [*given, *sample, "--draw", "41", "1"]
    assert "cannot draw 41 records" in refused(*many, code=2)
    assert not (tmp_path / "plan.json").exists()


def test_a_certificate_is_adjusted_for_what_a_reader_misses(
    tmp_path: Path, facts: Facts, thresher: Thresher, refused: Refused
) -> None:
    paper = tmp_path / "c.json"
    table = tmp_path / "pile.csv"
    rows = [
        f"r{at},word{at % 9} {'sleep' * (at % 8 == 0)},{int(at % 8 == 0)}"
        for at in range(80)
    ]
    table.write_text("\n".join(["record_id,title,label", *rows]) + "\n")
    thresher(
        "simulate", table, "--strategy", "audited", "--stop", "never", "--no-cache",
        "-o", tmp_path / "runs",
    )  # fmt: skip
    [run] = (tmp_path / "runs").glob("*.json")
    thresher("certify", "issue", run, "-o", paper, "--whole")
    given = ["certify", "adjust", paper, "--relevant", "59", "--missed", "0"]
    told = facts(*given)
    assert told["lower_bound"] == 1
    assert told["adjusted_bound"] == pytest.approx(0.95, abs=1e-3)
    assert told["confidence"] == 0.9
    assert "Recall is at least 95.0 % with 90 % confidence" in thresher(*given).stdout
    fewer = ["certify", "adjust", paper, "--relevant", "57", "--missed", "0"]
    assert "misses at most 5.2 %" in thresher(*fewer).stdout  # 5.12 %, rounded up
    assert "add up to 1 or more" in refused(*given, "--confidence", "0.04", code=2)
    wrong = ["certify", "adjust", paper, "--relevant", "1", "--missed", "2"]
    assert "missed <= relevant" in refused(*wrong, code=2)
    whole = paper.read_text()
    edited = json.loads(whole)
    edited["claim"]["target"] = 0.5
    for content in (json.dumps(edited), whole.replace('"found": 10', '"found": 9')):
        assert content != whole
        paper.write_text(content)
        assert "not a valid certificate" in refused(*given)
    paper.write_text("{}")
    assert "not a certificate" in refused(*given)
