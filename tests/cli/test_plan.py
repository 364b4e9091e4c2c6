"""`thresher plan`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from thresher.cli.main import cli, run

BUDGET = ["plan", "--records", "2500", "--hours", "120", "--minutes", "10", "45"]


def labels(path: Path, *given: int) -> str:
    path.write_text("label\n" + "\n".join(map(str, given)) + "\n")
    return str(path)


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(cli, [*BUDGET, *arguments])


def test_the_papers_case_is_printed_as_json() -> None:
    facts = json.loads(invoke("--json").stdout)
    assert facts["alpha"] == pytest.approx(6.226, abs=0.001)
    assert facts["beta"] == pytest.approx(32.791, abs=0.001)
    assert facts["expected_records"] == pytest.approx(398.94, abs=0.01)
    assert 0 <= facts["chance_to_finish"] < 1e-6


def test_without_json_it_prints_text() -> None:
    result = invoke()
    assert result.exit_code == 0
    assert "Beta(6.226, 32.791)" in result.stdout


def test_runs_are_compared_however_they_are_given(tmp_path: Path) -> None:
    good = labels(tmp_path / "good.csv", 1, 1, 0, 0, 0)
    poor = labels(tmp_path / "poor.csv", 0, 0, 0, 1, 1)
    one_by_one = invoke("--runs", poor, "--runs", good, "--json").stdout
    together = invoke("--runs", poor, good, "--json").stdout
    assert one_by_one == together
    facts = json.loads(together)
    assert [outlook["name"] for outlook in facts["runs"]] == ["poor", "good"]
    assert facts["recommended"] == "good"


def test_runs_of_one_name_are_told_apart_by_their_files(tmp_path: Path) -> None:
    (tmp_path / "nb").mkdir()
    first = labels(tmp_path / "run.csv", 1, 0, 0)
    second = labels(tmp_path / "nb" / "run.csv", 0, 0, 1)
    facts = json.loads(invoke("--runs", first, "--runs", second, "--json").stdout)
    assert [outlook["name"] for outlook in facts["runs"]] == [first, second]


def test_the_target_recall_is_counted_for(tmp_path: Path) -> None:
    path = labels(tmp_path / "run.csv", 1, 0, 0, 1, 0)
    facts = json.loads(
        invoke("--runs", path, "--target-recall", "0.5", "--json").stdout
    )
    assert facts["runs"][0]["records_needed"] == 500


def test_runs_are_opened_as_metrics_opens_them(tmp_path: Path) -> None:
    table, trec, judged = (tmp_path / name for name in ("a.csv", "b.run", "b.txt"))
    table.write_text("verdict\n1\n0\n")
    found = invoke("--runs", str(table), "--label-column", "verdict", "--json")
    assert json.loads(found.stdout)["recommended"] == "a"
    trec.write_text("t Q0 x 1 2 nb\nt Q0 y 2 1 nb\n")
    judged.write_text("t 0 x 1\nt 0 y 0\n")
    found = invoke("--runs", str(trec), "--qrels", str(judged), "--json")
    assert json.loads(found.stdout)["recommended"] == "nb/t"


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_the_figure_is_written(tmp_path: Path, ending: str) -> None:
    path = labels(tmp_path / "run.csv", 1, 0, 0, 1, 0)
    picture = tmp_path / f"plan.{ending}"
    result = invoke("--runs", path, "--plot", str(picture))
    assert result.exit_code == 0
    assert picture.stat().st_size > 1000
    assert "wrote" in result.stderr
    assert "wrote" not in result.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--minutes", "45", "10"], "quicker pace first"),
        (["--minutes", "0", "10"], "0.0 is not in the range"),
        (["--hours", "-1"], "not in the range"),
        (["--hours", "nan"], "'nan' is not a finite number"),
        (["--records", "0"], "not in the range"),
        (["--target-recall", "1.5"], "not in the range"),
        (["--coverage", "1"], "not in the range"),
        (["--plot", "plan.doc"], "cannot write a figure"),
        (["stray.csv"], "put --runs before the files"),
    ],
    ids=str,
)
def test_wrong_usage_ends_with_2(arguments: list[str], words: str) -> None:
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert words in result.output


@pytest.mark.parametrize(
    ("content", "words"),
    [("label\n0\n0\n", "of 'run' is undefined"), ("", "empty")],
    ids=["no relevant record", "empty file"],
)
def test_a_run_that_tells_nothing_ends_with_1(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    *,
    content: str,
    words: str,
) -> None:
    path = tmp_path / "run.csv"
    path.write_text(content)
    with pytest.raises(SystemExit) as ended:
        run([*BUDGET, "--runs", str(path)])
    assert ended.value.code == 1
    assert words in capsys.readouterr().err


def test_minutes_come_from_time_stamps_where_asked(data: Path) -> None:
    timed = data / "asreview_projects" / "2.0b0__works-2025-02-17T16-34-59.asreview"
    given = ["plan", "--records", "1000", "--hours", "10"]
    done = CliRunner().invoke(cli, [*given, "--minutes-from", str(timed), "--json"])
    assert done.exit_code == 0, done.output
    assert "decisions took" in done.stderr
    for wrong in ([], ["--minutes", "1", "2", "--minutes-from", str(timed)]):
        refused = CliRunner().invoke(cli, [*given, *wrong])
        assert refused.exit_code == 2
        assert "--minutes-from FILE" in refused.output
