"""`thresher stop`: every rule side by side, honest where it cannot be judged."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from thresher.certification.stopping.registry import DEFAULT_RULES
from thresher.cli.main import cli, run
from thresher.screening.reading import Reading
from thresher.screening.run import Run
from thresher.screening.run_json import write_run

from .conftest import Facts, Refused, Thresher


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """A finished run: 500 records, 30 relevant, most of them early."""
    rng = np.random.default_rng(7)
    weights = np.where(np.arange(500) < 30, 30.0, 1.0)
    order = np.argsort(rng.exponential(size=500) / weights)
    reading = Reading(labels=order < 30, ids=[str(at) for at in order])
    path = tmp_path / "run.json"
    write_run(path, Run(name="run", reading=reading))
    return path


def told(thresher: Thresher, *arguments: str | Path) -> list[dict[str, Any]]:
    facts: list[dict[str, Any]] = json.loads(
        thresher("stop", *arguments, "--json").stdout
    )
    return facts


def test_every_rule_answers_with_its_guarantee(
    thresher: Thresher, finished: Path
) -> None:
    rules = told(thresher, finished, "--target", "0.9", "--confidence", "0.9")
    assert [rule["name"] for rule in rules] == list(DEFAULT_RULES)
    for rule in rules:
        assert {"name", "would_stop_at", "found", "guarantee"} <= set(rule)
        assert rule["records"] == 500
        if rule["would_stop_at"] is not None:
            assert rule["recall"] == rule["found"] / 30
    by_name = {rule["name"]: rule for rule in rules}
    assert "0.9 or more with 90 % confidence" in by_name["certificate"]["guarantee"]
    assert by_name["certificate"]["simulated"]
    assert by_name["knee"]["guarantee"] == "none"
    assert by_name["quant"]["missing"]


def test_the_table_says_the_same(thresher: Thresher, finished: Path) -> None:
    shown = thresher("stop", finished).stdout
    assert "500 of 500 records read, 30 of 30 relevant found" in shown
    for rule in told(thresher, finished):
        line = next(one for one in shown.splitlines() if one.startswith(rule["name"]))
        if rule["would_stop_at"]:
            assert f" {rule['would_stop_at']} " in line
        elif rule["missing"]:
            assert rule["missing"] in shown
        else:
            assert "never: all is read" in line
    assert "certificate: recall of 0.95 or more" in shown


def test_the_same_seed_tells_the_same(thresher: Thresher, finished: Path) -> None:
    drawn = ("--rules", "qbcb,certificate", "--target", "0.8")
    once = told(thresher, finished, *drawn, "--seed", "3")
    assert once == told(thresher, finished, *drawn, "--seed", "3")
    assert once != told(thresher, finished, *drawn, "--seed", "4")


def test_rules_that_cannot_be_judged_are_told_without_a_table(
    thresher: Thresher, finished: Path
) -> None:
    shown = thresher("stop", finished, "--rules", "quant").stdout
    assert "quant not judged" in shown
    assert "stops at" not in shown


def test_rules_are_chosen_and_combined(thresher: Thresher, finished: Path) -> None:
    rules = told(thresher, finished, "--rules", "irrelevant:20,any(knee,share:0.1)")
    assert [rule["name"] for rule in rules] == [
        "irrelevant:20",
        "any(knee,share:0.1)",
    ]
    assert rules[1]["would_stop_at"] <= 50


def test_a_backtest_says_how_often_promises_were_kept(
    thresher: Thresher, finished: Path
) -> None:
    chosen = ("--rules", "certain,share:0.02,chao", "--backtest", "--reviews", "4")
    sure, early, unjudged = told(thresher, finished, *chosen)
    for kind in ("look_alike", "with_hidden"):
        assert sure["backtest"][kind]["kept"] == 1.0
        assert early["backtest"][kind]["kept"] == 0.0
        assert unjudged["backtest"][kind]["kept"] is None
        assert sure["backtest"][kind]["reviews"] == 4
    shown = thresher("stop", finished, *chosen).stdout
    assert "4 look-alike reviews: share with recall of 0.95 or more" in shown
    assert "100.0 %" in shown


def test_a_live_review_is_told_what_is_missing(
    thresher: Thresher, tmp_path: Path
) -> None:
    labels = np.array([True, False, True] + [False] * 60)
    path = tmp_path / "live.json"
    write_run(path, Run(name="live", reading=Reading(labels=labels, records=900)))
    shown = thresher("stop", path).stdout
    assert "63 of 900 records read, 2 found" in shown
    assert "not yet; p = " in shown
    assert "qbcb not judged: it needs a random sample with 59 relevant" in shown
    assert "certificate not judged: no record was drawn at random" in shown


def test_a_committee_lets_chao_judge(
    thresher: Thresher, finished: Path, tmp_path: Path
) -> None:
    labels = np.zeros(500, dtype=np.bool_)
    labels[:30] = True
    other = tmp_path / "other.json"
    reading = Reading(labels=labels, ids=[str(at) for at in range(500)])
    write_run(other, Run(name="other", reading=reading))
    (rule,) = told(thresher, finished, "--rules", "chao", "--committee", other)
    assert rule["would_stop_at"] is not None


def test_a_committee_of_trec_runs_has_the_same_judgements(
    thresher: Thresher, tmp_path: Path
) -> None:
    judgements = "".join(f"1 0 d{at} {int(at < 30)}\n" for at in range(200))
    (tmp_path / "qrels").write_text(judgements)
    for name, order in {"one": range(200), "two": range(199, -1, -1)}.items():
        lines = (f"1 Q0 d{at} {n} {200 - n} x\n" for n, at in enumerate(order, 1))
        (tmp_path / name).write_text("".join(lines))
    (rule,) = told(
        thresher, tmp_path / "one", "--qrels", tmp_path / "qrels", "--rules", "chao",
        "--committee", tmp_path / "two",
    )  # fmt: skip
    assert not rule["missing"]


def test_a_committee_of_tables_has_the_same_column_of_labels(
    thresher: Thresher, tmp_path: Path
) -> None:
    rows = [f"d{at},{int(at < 30)}" for at in range(200)]
    (tmp_path / "one.csv").write_text("\n".join(["record_id,verdict", *rows]))
    (tmp_path / "two.csv").write_text("\n".join(["record_id,verdict", *rows[::-1]]))
    (rule,) = told(
        thresher, tmp_path / "one.csv", "--label-column", "verdict", "--rules", "chao",
        "--committee", tmp_path / "two.csv",
    )  # fmt: skip
    assert not rule["missing"]


def test_a_project_is_judged_by_its_decisions(
    thresher: Thresher, facts: Facts, tmp_path: Path
) -> None:
    table = tmp_path / "decided.csv"
    rows = [f"title {at},{int(at < 3)}" for at in range(80)]
    rows += [f"title {at}," for at in range(80, 200)]
    table.write_text("\n".join(["title,included", *rows]))
    project = tmp_path / "review.thresher"
    facts("import", table, "--project", project)
    (rule,) = told(thresher, project, "--rules", "irrelevant:50")
    assert (rule["would_stop_at"], rule["found"], rule["records"]) == (53, 3, 200)
    shown = thresher("stop", project).stdout
    assert "80 of 200 records read, 3 found" in shown


@pytest.mark.parametrize("word", ["certification sample", "random"])
def test_a_files_word_that_records_were_drawn_is_no_draw(
    tmp_path: Path, thresher: Thresher, facts: Facts, word: str
) -> None:
    table, project = tmp_path / "read.csv", tmp_path / "review.thresher"
    rows = ["record_id,title,included,decision_chosen,decision_reader"]
    rows += [f"a{at},Found {at},1,ranked,ann" for at in range(20)]
    rows += [f"b{at},Drawn {at},0,{word},ann" for at in range(150)]
    rows += [f"c{at},Unread {at},,," for at in range(30)]
    table.write_text("\n".join(rows) + "\n")
    facts("import", table, "--project", project)
    shown = thresher("stop", project, "--rules", "certificate").stdout
    assert "certificate not judged: no record was drawn at random" in shown


def test_a_project_without_decisions_is_refused(
    facts: Facts, refused: Refused, tmp_path: Path
) -> None:
    table = tmp_path / "fresh.csv"
    table.write_text("title,abstract\na,b\nc,d\n")
    project = tmp_path / "review.thresher"
    facts("import", table, "--project", project)
    assert "holds no decisions" in refused("stop", project)


def test_an_empty_run_is_refused(refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "empty.json"
    empty = Reading(labels=np.zeros(0, dtype=np.bool_), records=5)
    write_run(path, Run(name="empty", reading=empty))
    assert "holds no decisions" in refused("stop", path)


def test_nothing_found_yet_is_answered_but_not_backtested(
    thresher: Thresher, refused: Refused, tmp_path: Path
) -> None:
    path = tmp_path / "dry.json"
    dry = Reading(labels=np.zeros(70, dtype=np.bool_), records=900)
    write_run(path, Run(name="dry", reading=dry))
    rules = told(thresher, path)
    assert all(rule["would_stop_at"] is None for rule in rules)
    assert "no relevant record was found yet" in refused("stop", path, "--backtest")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--target", "1"], "target must be above 0 and below 1"),
        (["--target", "0"], "target must be above 0 and below 1"),
        (["--target", "95"], "target must be above 0 and below 1"),
        (["--confidence", "1.5"], "confidence must be above 0 and below 1"),
        (["--rules", "kne"], "Did you mean 'knee'? Known: 2399, batch-precision"),
        (["--rules", "irrelevant:none"], "needs a number that makes sense"),
        (["--rules", "any(knee"], "cannot be read"),
        (["--reviews", "0"], "--reviews"),
    ],
)
def test_wrong_options_are_refused_with_2(
    refused: Refused, finished: Path, *, options: list[str], words: str
) -> None:
    assert words in refused("stop", finished, *options, code=2)


def test_ctrl_c_ends_a_backtest_at_once(
    finished: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(
        "thresher.certification.stopping.lookalikes.look_alike", interrupted
    )
    with pytest.raises(SystemExit) as ended:
        run(["stop", str(finished), "--backtest"])
    assert ended.value.code == 130
    assert capsys.readouterr().out == ""


def test_an_asreview_project_is_judged(data: Path) -> None:
    path = data / "asreview_projects" / "2.0b0__works-2025-02-17T16-34-59.asreview"
    done = CliRunner().invoke(cli, ["stop", str(path), "--json"])
    assert done.exit_code == 0, done.output
    rules = {rule["name"]: rule for rule in json.loads(done.stdout)}
    assert (rules["buscar"]["records"], rules["buscar"]["read"]) == (138, 20)


def test_a_file_that_is_not_there_is_refused(refused: Refused, tmp_path: Path) -> None:
    assert "nowhere.json" in refused("stop", tmp_path / "nowhere.json")
