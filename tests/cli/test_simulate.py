"""`thresher simulate`, from the outside."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from thresher.cli.main import cli, run
from thresher.screening.runs import open_run

WORDS = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small labelled pile; features are kept in a folder of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    rng = np.random.default_rng(1)
    path = tmp_path / "pile.csv"
    with path.open("w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["id", "title", "abstract", "label_included"])
        for at in range(40):
            text = " ".join([*rng.choice(WORDS, 6), "dialysis" * (at < 6)])
            out.writerow([f"r{at}", text, "", int(at < 6)])
    return path


def test_runs_are_kept_and_can_be_measured(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "runs"
    done = CliRunner().invoke(
        cli, ["simulate", str(table), "--seeds", "2", "-o", str(out), "--json"]
    )
    assert done.exit_code == 0, done.output
    (figures,) = json.loads(done.stdout).values()
    assert (figures["records"], figures["relevant"], figures["seeds"]) == (40, 6, 2)
    for name in ("loss", "tnr", "wss", "atd", "recall"):
        low, high = figures[name]["interval"]
        assert low <= figures[name]["mean"] <= high
        assert figures[name]["sd"] >= 0
    assert figures["cpu_seconds"] >= 0
    kept = [open_run(path) for path in figures["runs"]]
    assert [one.settings["seed"] for one in kept] == [1, 2]
    assert kept[0].reading.priors == 2
    measured = CliRunner().invoke(cli, ["metrics", *figures["runs"], "--table"])
    assert measured.exit_code == 0, measured.output
    assert "pile.default.seed-2" in measured.stdout


@pytest.mark.parametrize("strategy", ["best-first", "uncertain", "mixed", "random"])
@pytest.mark.parametrize("stop", ["never", "records:9", "irrelevant:5", "share:0.5"])
def test_every_strategy_and_stopper_gives_a_table(
    table: Path, strategy: str, stop: str
) -> None:
    arguments = ["--strategy", strategy, "--stop", stop, "--schedule", "growing"]
    done = CliRunner().invoke(cli, ["simulate", str(table), "--no-cache", *arguments])
    assert done.exit_code == 0, done.output
    header, line = done.stdout.splitlines()
    assert header.split()[:3] == ["data", "seeds", "loss"]
    assert line.startswith("pile ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--start", "diverse"],
        ["--start-question", "dialysis", "--start-question", "alpha beta"],
        ["--prior-relevant", "2", "--prior-irrelevant", "3"],
    ],
)
def test_every_start_gives_a_table(table: Path, arguments: list[str]) -> None:
    done = CliRunner().invoke(cli, ["simulate", str(table), *arguments])
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[1].startswith("pile ")


def test_key_papers_of_the_pile_are_priors(table: Path, tmp_path: Path) -> None:
    papers = tmp_path / "papers.csv"
    with table.open() as file:
        papers.write_text("".join(file.readlines()[:3]))
    out = tmp_path / "runs"
    asked = ["simulate", str(table), "--start-papers", str(papers), "-o", str(out)]
    done = CliRunner().invoke(cli, asked)
    assert done.exit_code == 0, done.output
    reading = open_run(next(out.glob("*.json"))).reading
    assert (reading.priors, list(reading.ids or ())[:2]) == (2, ["r0", "r1"])


def test_projects_are_written_beside_the_runs(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "runs"
    asked = ["simulate", str(table), "-o", str(out), "--asreview", "--json"]
    done = CliRunner().invoke(cli, asked)
    (figures,) = json.loads(done.stdout).values()
    (project,), (kept,) = figures["projects"], figures["runs"]
    assert project.endswith("pile.default.seed-1.asreview")
    theirs, ours = open_run(project).reading, open_run(kept).reading
    assert theirs.labels.tolist() == ours.labels.tolist()
    assert figures["loss"]["interval"] is None


def test_what_is_odd_about_the_data_is_told(table: Path) -> None:
    table.write_text(table.read_text() + "r0,again,x,\n")
    done = CliRunner().invoke(cli, ["simulate", str(table)])
    assert done.exit_code == 0, done.output
    assert "Note: pile: 1 of 41 records have no label and are left out" in done.stderr
    assert "Note: pile: 1 ids stand for several records" in done.stderr


def test_a_pile_whose_relevant_records_are_all_priors_says_so(table: Path) -> None:
    done = CliRunner().invoke(cli, ["simulate", str(table), "--prior-relevant", "6"])
    assert done.exit_code == 0, done.output
    assert "every relevant record was a prior" in done.stderr
    assert "—" in done.stdout


def test_the_same_seed_prints_the_same_figures(table: Path) -> None:
    def figures() -> dict[str, object]:
        done = CliRunner().invoke(cli, ["simulate", str(table), "--json"])
        (found,) = json.loads(done.stdout).values()
        del found["cpu_seconds"]
        return dict(found)

    assert figures() == figures()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--ranker", "elas_u5"], "Did you mean 'elas_u"),
        (["--strategy", "worst"], "there is no strategy 'worst'"),
        (["--schedule", "never"], "there is no schedule"),
        (["--stop", "soon"], "there is no stopper 'soon'"),
        (["--stop", "records"], "Did you mean 'records:N'?"),
        (["--stop", "records:x"], "needs a number"),
        (["--stop", "share:7"], "needs a number"),
        (["--start", "cold"], "there is no start 'cold'. Known: diverse, priors"),
        (["--start", "diverse", "--prior-relevant", "1"], "has no priors"),
        (["--start-question", "x", "--prior-relevant", "1"], "a start of their own"),
        (["--start-question", "x", "--start", "diverse"], "a start of their own"),
        (["--asreview"], "give -o too"),
    ],
)
def test_wrong_names_are_answered_with_the_right_ones(
    table: Path, arguments: list[str], said: str
) -> None:
    done = CliRunner().invoke(cli, ["simulate", str(table), *arguments])
    assert done.exit_code == 2
    assert said in done.stderr


def test_too_many_priors_are_refused_in_a_sentence(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(["simulate", str(table), "--prior-relevant", "7"])
    assert ended.value.code == 1
    assert "7 relevant priors were asked for, but" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_named(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(["simulate", str(table), "-o", str(table / "in")])
    assert ended.value.code == 1
    assert "cannot be used as a folder" in capsys.readouterr().err


@pytest.mark.parametrize("within", ["", "folder"])
def test_a_file_in_the_place_of_the_folder_is_refused_before_any_work(
    table: Path, within: str, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = table.with_name("taken")
    taken.touch()
    with pytest.raises(SystemExit) as ended:
        run(["simulate", "no such file", "-o", str(taken / within)])
    assert ended.value.code == 1
    said = capsys.readouterr().err
    assert "cannot be used as a folder" in said
    assert "is a file" in said
