"""`thresher certify size`, `curve` and `test`."""

import json
import re
from pathlib import Path

import pytest
from tests.cli.conftest import Facts, Refused, Thresher

MATRIX = ["--tp", "80", "--fp", "20", "--fn", "20", "--tn", "880"]
SIZE = ["certify", "size", *MATRIX, "--draws", "500"]


def sample_file(
    path: Path, *, size: int = 60, first: int = 0, labelled: int = 60
) -> Path:
    rows = [
        f"{first + i},{i % 2 if i < labelled else ''},{i % 2 if i % 9 else 1 - i % 2}"
        for i in range(size)
    ]
    path.write_text("\n".join(["id,label,predicted", *rows, ""]))
    return path


def test_a_size_is_printed_as_json(facts: Facts) -> None:
    told = facts(*SIZE, "--target", "0.7")
    assert 1800 < told["size"] < 3000
    assert told["power"] >= 0.93
    assert told["bound"] >= 0.7
    assert told["reason"] is None
    assert told["measure"] == "f1"
    assert told["guaranteed"] is True
    assert told["estimate"] == pytest.approx(0.8)
    assert told["confusion"]["true_positives"] == 80
    again = facts(*SIZE, "--target", "0.7")
    assert again == told


def test_no_size_is_null_with_the_reason(facts: Facts, thresher: Thresher) -> None:
    told = facts(*SIZE, "--target", "0.9")
    assert told["size"] is None
    assert "no size can do it" in told["reason"]
    assert set(told) >= {"power", "bound"}
    assert "No test size: f1 is 0.8000" in thresher(*SIZE, "--target", "0.9").stdout


@pytest.mark.parametrize("measure", ["recall", "precision"])
def test_recall_and_precision_have_sizes_too(facts: Facts, measure: str) -> None:
    told = facts(*SIZE, "--target", "0.6", "--measure", measure)
    assert told["measure"] == measure
    assert told["size"] > 100


def test_a_population_makes_the_test_smaller(thresher: Thresher, facts: Facts) -> None:
    whole = facts(*SIZE, "--target", "0.7")["size"]
    told = facts(*SIZE, "--target", "0.7", "--population", "4000")
    assert told["size"] < whole
    assert told["population"] == 3000
    printed = thresher(*SIZE, "--target", "0.7", "--population", "4000").stdout
    assert "of 3,000 records" in printed


def test_bounds_without_a_guarantee_say_so(thresher: Thresher) -> None:
    printed = thresher(*SIZE, "--target", "0.7", "--method", "wilson").stdout
    assert "this bound guarantees nothing" in printed
    assert "--early-exit" in thresher("certify", "size", "--help").output
    early = thresher(*SIZE, "--target", "0.7", "--early-exit").stdout
    assert "Test size" in early


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--target", "1.2"], "not in the range"),
        (["--target", "0"], "not in the range"),
        (["--target", "0.7", "--power", "1"], "not in the range"),
        (["--target", "0.7", "--population", "900"], "cannot hold a sample of 1,000"),
        (["--target", "0.7", "--population", "1000"], "cannot hold a sample"),
        (["--target", "0.7", "--data", "a.csv"], "not both"),
        (
            ["--target", "0.7", "--population", "9000", "--method", "wilson"],
            "no form for finite populations",
        ),
    ],
)
def test_wrong_usage_of_size_ends_with_2(
    refused: Refused, arguments: list[str], words: str
) -> None:
    assert words in refused(*SIZE, *arguments, code=2)


def test_a_size_needs_counts_or_data(refused: Refused) -> None:
    said = refused("certify", "size", "--tp", "3", "--target", "0.7", code=2)
    assert "give --tp, --fp, --fn and --tn, or --data FILE" in said


def test_an_empty_matrix_has_no_measure(refused: Refused) -> None:
    nothing = ["--tp", "0", "--fp", "0", "--fn", "0", "--tn", "5"]
    said = refused("certify", "size", *nothing, "--target", "0.7")
    assert "undefined-measure" in said


@pytest.fixture
def review(tmp_path: Path) -> Path:
    """Three hundred titles, a third of them about sleep and relevant, but for some."""
    words = ("sleep apnoea airway", "heart failure drug", "knee joint pain")
    rows = [
        f"{i},{words[i % 3]} {words[i % 7 % 3]} number{i % 11},{int(i % 3 == 0)}"
        for i in range(300)
    ]
    path = tmp_path / "review.csv"
    path.write_text("\n".join(["id,title,label", *rows, ""]))
    return path


def test_a_size_comes_from_cross_validation(review: Path, facts: Facts) -> None:
    told = facts("certify", "size", "--data", review, "--target", "0.3", "--folds", "4")
    assert sum(told["confusion"].values()) == 300
    assert told["size"] is None or told["size"] > 0


def test_a_curve_is_played_through_drawn_and_read_again(
    review: Path, tmp_path: Path, thresher: Thresher, facts: Facts
) -> None:
    picture = tmp_path / "curve.png"
    played = ["--target", "0.2", "--step", "40", "--most", "200", "--budget", "900"]
    told = facts("certify", "curve", review, *played, "--wait", "1", "--plot", picture)
    assert picture.stat().st_size > 1000
    assert [one["trained"] for one in told["rounds"]][-1] == 200
    names = [one["policy"] for one in told["policies"]]
    assert names[0] == "first within budget"
    assert "wait 1" in names
    kept = tmp_path / "rounds.json"
    kept.write_text(json.dumps(told))
    again = facts("certify", "curve", kept, "--budget", "900", "--wait", "1")
    assert again == told
    printed = thresher("certify", "curve", kept, "--budget", "900").stdout
    assert "budget 900 labels" in printed


def test_rounds_that_were_not_tested_have_no_policies(
    tmp_path: Path, thresher: Thresher
) -> None:
    kept = tmp_path / "rounds.json"
    kept.write_text('[{"trained": 20, "size": null}, {"trained": 40, "size": 90}]')
    done = thresher("certify", "curve", kept, "--json")
    assert json.loads(done.stdout)["policies"] == []
    assert "policies are left out" in done.stderr


@pytest.mark.parametrize(
    "content",
    [
        "[]",
        '{"rounds": 3}',
        '[{"trained": 1}]',
        "[7]",
        "{",
        '[{"trained": 1, "size": 2, "passed": "x"}]',
        "[" * 100_000,
    ],
    ids=range(7),
)
def test_a_file_without_rounds_is_refused(
    tmp_path: Path, refused: Refused, content: str
) -> None:
    path = tmp_path / "rounds.json"
    path.write_text(content)
    assert "holds no rounds" in refused("certify", "curve", path)


def test_wrong_usage_of_curve_ends_with_2(tmp_path: Path, refused: Refused) -> None:
    path = tmp_path / "a.csv"
    path.write_text("title,label\na,1\nb,0\n")
    assert "needs --target" in refused("certify", "curve", path, code=2)
    said = refused("certify", "curve", path, "--target", "0.5", "--most", "5", code=2)
    assert "room for a step" in said


def test_a_sample_is_tested_once_and_never_again(
    tmp_path: Path, facts: Facts, refused: Refused
) -> None:
    path = sample_file(tmp_path / "s.csv")
    told = facts("certify", "test", path, "--target", "0.5")
    assert told["passed"] is True
    assert 0.5 < told["bound"] < told["estimate"]
    assert Path(told["ledger"]).name == "certification-looks.jsonl"
    said = refused("certify", "test", path, "--target", "0.4")
    assert "this sample was looked at before" in said
    assert "[second-look]" in said
    assert re.search(r"bound 0\.\d+, passed True", said)


def test_a_failed_test_says_so(tmp_path: Path, thresher: Thresher) -> None:
    path = sample_file(tmp_path / "s.csv")
    printed = thresher(
        "certify", "test", path, "--target", "0.99", "--ledger", tmp_path / "l.jsonl",
        "--measure", "recall", "--population", "100",
    ).stdout  # fmt: skip
    assert "FAILED: recall >= 0." in printed
    assert (tmp_path / "l.jsonl").exists()


def test_a_measure_that_is_undefined_is_said(
    tmp_path: Path, thresher: Thresher
) -> None:
    path = tmp_path / "s.csv"
    path.write_text("label,predicted\n0,0\n0,0\n")
    printed = thresher("certify", "test", path, "--target", "0.5").stdout
    assert "f1 undefined on them" in printed


def test_a_sequential_test_is_looked_at_again_and_again(
    tmp_path: Path, facts: Facts, thresher: Thresher, refused: Refused
) -> None:
    terms = ["--target", "0.5", "--sequential", *MATRIX, "--most", "2000"]
    path = tmp_path / "s.csv"
    states = []
    for labelled in (6, 30, 60):
        sample_file(path, labelled=labelled)
        told = facts("certify", "test", path, *terms)
        states.append(told["state"])
    assert states[0] == "open"
    assert states[-1] == "certified"
    assert "CERTIFIED: wealth" in thresher("certify", "test", path, *terms).stdout
    said = refused("certify", "test", path, "--target", "0.5")
    assert "looked at before" in said
    other = sample_file(tmp_path / "t.csv", first=900, labelled=20)
    endless = facts("certify", "test", other, "--target", "0.5", "--sequential")
    assert endless["wealth_needed"] == pytest.approx(20)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--most", "9"], "belong to --sequential"),
        (["--tp", "9"], "belong to --sequential"),
        (["--population", "10"], "cannot hold more"),
        (["--sequential", "--population", "10"], "without a limit"),
        (["--sequential", "--most", "10"], "--most needs --tp"),
    ],
)
def test_wrong_usage_of_test_ends_with_2(
    tmp_path: Path, refused: Refused, arguments: list[str], words: str
) -> None:
    path = sample_file(tmp_path / "s.csv")
    said = refused("certify", "test", path, "--target", "0.5", *arguments, code=2)
    assert words in said
    assert not (tmp_path / "certification-looks.jsonl").exists()


def test_a_sequence_without_ids_is_refused(tmp_path: Path, refused: Refused) -> None:
    path = tmp_path / "s.csv"
    path.write_text("label,predicted\n1,1\n")
    said = refused("certify", "test", path, "--target", "0.5", "--sequential", code=2)
    assert "needs ids" in said
